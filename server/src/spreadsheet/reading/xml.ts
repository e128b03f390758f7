import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { damaged, tooLarge, UnreadableWorkbook } from './unreadable.ts';

/**
 * Handlers for an element and its known children. Unknown elements are checked for syntax and skipped. Names are
 * without prefix.
 */
export type Tag = {
  readonly open?: (attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: () => void;
  readonly children?: Readonly<Record<string, Tag>>;
};

/** No real workbook is nested deeper, or has a longer tag, text or comment. */
const MAX_DEPTH = 64;
const MAX_TOKEN = 1024 * 1024;
const MAX_HEAD = 1024;
/** No real workbook has as many unknown elements in a row, such as widths, rules and links. */
const MAX_SKIPPED = 2_000_000;
const LESS = 0x3c;

const NOTHING: Tag = {};

/** A strict XML parser that takes bytes in chunks of any size. */
export class XmlParser {
  readonly #saxes = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  readonly #path: Tag[];
  #head: Buffer = Buffer.alloc(0);
  #decoder: TextDecoder | null = null;
  /** Characters written since the last end of a tag or a text. */
  #unfinished = 0;
  /** Unknown elements since the last known one. */
  #skipped = 0;

  constructor(root: string, tag: Tag) {
    this.#path = [{ children: { [root]: tag } }];
    // No more handlers than these: with eight, V8 makes the parser a slow object, and parsing takes four times as long.
    const text = (text: string) => {
      this.#unfinished = 0;
      this.#current.text?.(text);
    };
    this.#saxes.on('text', text);
    this.#saxes.on('cdata', text);
    this.#saxes.on('opentag', ({ name, attributes }) => this.#open(name, attributes));
    this.#saxes.on('closetag', () => {
      this.#unfinished = 0;
      this.#path.pop()?.close?.();
    });
    this.#saxes.on('doctype', () => {
      throw new UnreadableWorkbook('damaged', 'El archivo declara un DOCTYPE, que una planilla no lleva: no se lee');
    });
    this.#saxes.on('error', (error) => {
      throw damaged(error);
    });
  }

  get #current(): Tag {
    return this.#path.at(-1) ?? NOTHING;
  }

  #open(name: string, attributes: Readonly<Record<string, string>>) {
    this.#unfinished = 0;
    const children = this.#current.children;
    const local = withoutPrefix(name);
    const tag = children && Object.hasOwn(children, local) ? children[local] : undefined;
    if (!tag && this.#path.length === 1) throw damaged(`${name} is not what this part should hold`);
    if (this.#path.length > MAX_DEPTH) throw damaged('nested too deep');
    this.#skipped = tag ? 0 : this.#skipped + 1;
    if (this.#skipped > MAX_SKIPPED) {
      throw tooLarge('El archivo tiene demasiadas cosas que no son celdas: copiá los datos a una planilla nueva');
    }
    this.#path.push(tag ?? NOTHING);
    tag?.open?.(attributes);
  }

  /** Returns true when the parser is directly inside this element. */
  isInside(tag: Tag): boolean {
    return this.#current === tag;
  }

  /** Returns true for UTF-8 and XML 1.0, whose bytes can be read without a decoder. */
  isPlainUtf8(): boolean {
    return this.#decoder?.encoding === 'utf-8' && this.#saxes.xmlDecl.version !== '1.1';
  }

  write(bytes: Buffer) {
    if (this.#decoder) return this.#decode(this.#decoder, bytes);
    // The encoding is declared before the first >
    this.#head = Buffer.concat([this.#head, bytes]);
    if (this.#head.includes('>') || this.#head.length > MAX_HEAD) this.#begin();
  }

  end() {
    this.#decode(this.#decoder ?? this.#begin(), null);
    this.#saxes.close();
  }

  #begin(): TextDecoder {
    const decoder = decoderFor(this.#head);
    this.#decoder = decoder;
    this.#decode(decoder, this.#head);
    return decoder;
  }

  /** `bytes` is null at the end. Bytes that are invalid in the encoding are an error. */
  #decode(decoder: TextDecoder, bytes: Buffer | null) {
    let text: string;
    try {
      text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch (error) {
      throw damaged(error);
    }
    this.#unfinished += text.length;
    this.#saxes.write(text);
    if (this.#unfinished > MAX_TOKEN + text.length) throw damaged('a tag or a text without an end');
  }
}

/** Returns true for an attribute that is true in one of its two forms. */
export const isOn = (flag: string | undefined): boolean => flag === '1' || flag === 'true';

export function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function decoderFor(head: Buffer): TextDecoder {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === LESS && second === 0)) return strict('utf-16le');
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === LESS)) return strict('utf-16be');
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)/.exec(head.toString('latin1'))?.[1];
  // A document that declares UTF-16 in single bytes was converted after it was written.
  return strict(declared === undefined || /^utf-?16|^ucs/i.test(declared) ? 'utf-8' : declared);
}

function strict(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch (cause) {
    const message = 'El archivo usa una codificación de texto desconocida: abrilo en Excel y guardalo como .xlsx';
    throw new UnreadableWorkbook('unsupported', message, { cause });
  }
}
