import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';

/** An upload that ends when the test calls `end`. */
class FakeRequest {
  readonly upload = {};
  responseText = '';
  onload = () => {};
  open() {}
  setRequestHeader() {}
  abort() {}
  end(result: unknown) {
    this.responseText = JSON.stringify({ code: 200, message: 'OK', result });
    this.onload();
  }
}

/** Holds the uploads of this test. Returns those that have begun. */
export function holdUploads(): readonly FakeRequest[] {
  const begun: FakeRequest[] = [];
  const { XMLHttpRequest: real } = window;
  class HeldRequest extends FakeRequest {
    send() {
      begun.push(this);
    }
  }
  window.XMLHttpRequest = HeldRequest as unknown as typeof real;
  onTestFinished(() => {
    window.XMLHttpRequest = real;
  });
  return begun;
}

/** Drops a file on the page, once the page shows that it takes files. */
export async function dropFile(name: string, shown: string) {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['x'], name, { type: 'image/jpeg' }));
  const fire = (type: string) => window.dispatchEvent(new DragEvent(type, { dataTransfer, cancelable: true }));
  await expect
    .poll(() => {
      fire('dragover');
      return page.getByText(shown).length;
    })
    .toBe(1);
  fire('drop');
}
