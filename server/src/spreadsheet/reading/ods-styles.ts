import { type Format, parseFormat } from './formats.ts';
import { tooLarge } from './unreadable.ts';
import type { Tag } from './xml.ts';

export type CellStyle = { readonly format: Format | null; readonly isStruck: boolean };

type Style = {
  readonly parent: string | undefined;
  readonly dataStyle: string | undefined;
  isHidden: boolean;
  isStruck: boolean | undefined;
};

/** Excel's limit is 65,490. */
const MAX_STYLES = 65_536;
const MAX_PARENTS = 10;
const MAX_DIGITS = 32;
const GENERAL = 'General';
const PLAIN: CellStyle = { format: null, isStruck: false };

/**
 * Styles of an .ods. Number styles are translated to the format codes of Excel, so that a number is shown the same
 * whichever format its file has.
 */
export class OdsStyles {
  readonly #codes = new Map<string, string>();
  /** By family and name. */
  readonly #styles = new Map<string, Style>();
  readonly #cells = new Map<string, CellStyle>();
  /** For the elements that contain styles. */
  readonly tag: Tag = { children: { style: this.#styleTag(), ...this.#numberTags() } };

  isHiddenTable(name: string): boolean {
    return this.#styles.get(`table ${name}`)?.isHidden ?? false;
  }

  /** Returns a plain style for an unknown name. */
  cell(name: string | undefined): CellStyle {
    const key = `table-cell ${name}`;
    if (name === undefined || !this.#styles.has(key)) return PLAIN;
    const known = this.#cells.get(name);
    if (known) return known;
    const style = this.#resolve(key);
    this.#cells.set(name, style);
    return style;
  }

  #resolve(key: string): CellStyle {
    let dataStyle: string | undefined;
    let isStruck: boolean | undefined;
    let style = this.#styles.get(key);
    for (let parents = 0; style && parents < MAX_PARENTS; parents++) {
      dataStyle ??= style.dataStyle;
      isStruck ??= style.isStruck;
      style = this.#styles.get(`table-cell ${style.parent}`);
    }
    return { format: parseFormat(this.#codes.get(dataStyle ?? '') ?? GENERAL, false), isStruck: isStruck ?? false };
  }

  #refuseTooMany() {
    if (this.#styles.size + this.#codes.size > MAX_STYLES) {
      throw tooLarge('El archivo tiene demasiados estilos: copiá los datos a una planilla nueva');
    }
  }

  #styleTag(): Tag {
    let style: Style | undefined;
    return {
      open: (attributes) => {
        const parent = attributes['style:parent-style-name'];
        style = { parent, dataStyle: attributes['style:data-style-name'], isHidden: false, isStruck: undefined };
        this.#styles.set(`${attributes['style:family']} ${attributes['style:name']}`, style);
        this.#refuseTooMany();
      },
      children: {
        'table-properties': {
          open(attributes) {
            if (style) style.isHidden = attributes['table:display'] === 'false';
          },
        },
        'text-properties': {
          open(attributes) {
            const line = attributes['style:text-line-through-style'] ?? attributes['style:text-line-through-type'];
            if (style && line !== undefined) style.isStruck = line !== 'none';
          },
        },
      },
    };
  }

  #numberTags(): Readonly<Record<string, Tag>> {
    const store = (name: string | undefined, code: string) => {
      this.#codes.set(name ?? '', code);
      this.#refuseTooMany();
    };
    const numbers = this.#numberTag(store);
    return {
      'number-style': numbers,
      'percentage-style': numbers,
      'date-style': { open: (attributes) => store(attributes['style:name'], 'd/m/yyyy') },
      'time-style': {
        open(attributes) {
          const isElapsed = attributes['number:truncate-on-overflow'] === 'false';
          store(attributes['style:name'], isElapsed ? '[h]:mm' : 'h:mm');
        },
      },
    };
  }

  #numberTag(store: (name: string | undefined, code: string) => void): Tag {
    let name: string | undefined;
    let code = '';
    let mapped: string | undefined;
    let number: Readonly<Record<string, string>> = {};
    let embedded: { readonly position: number; text: string }[] = [];
    const unsupported: Tag = {
      open() {
        code += GENERAL;
      },
    };
    return {
      open(attributes) {
        name = attributes['style:name'];
        code = '';
        mapped = undefined;
      },
      close: () => {
        // The style is for the values that its first condition excludes.
        const first = mapped === undefined ? undefined : this.#codes.get(mapped);
        store(name, first === undefined ? code : `${first};${code}`);
      },
      children: {
        number: {
          open(attributes) {
            number = attributes;
            embedded = [];
          },
          close() {
            code += numberCode(number, embedded);
          },
          children: {
            'embedded-text': {
              open(attributes) {
                embedded.push({ position: Number(attributes['number:position'] ?? 0), text: '' });
              },
              text(text) {
                const last = embedded.at(-1);
                if (last) last.text += text;
              },
            },
          },
        },
        'scientific-number': unsupported,
        fraction: unsupported,
        text: {
          text(text) {
            code += text === '%' ? text : literal(text);
          },
        },
        map: {
          open(attributes) {
            mapped ??= attributes['style:apply-style-name'];
          },
        },
      },
    };
  }
}

const literal = (text: string) => `"${text.replaceAll('"', '')}"`;

/** The format code of a number. Positions of embedded texts count digits from the right. */
function numberCode(
  attributes: Readonly<Record<string, string>>,
  embedded: readonly { readonly position: number; readonly text: string }[],
): string {
  const decimals = attributes['number:decimal-places'];
  const hasGroups = attributes['number:grouping'] === 'true';
  const whole = Math.min(Number(attributes['number:min-integer-digits'] ?? 1) || 1, MAX_DIGITS);
  if (decimals === undefined && whole <= 1 && !hasGroups && embedded.length === 0) return GENERAL;
  const digits = Array.from({ length: whole }, (_, index) => {
    const text = embedded.find(({ position }) => position === whole - index)?.text;
    return `${text ? literal(text) : ''}0`;
  });
  const places = Math.min(Number(decimals ?? 0) || 0, MAX_DIGITS);
  const optional = places - Math.min(Number(attributes['number:min-decimal-places'] ?? places) || 0, places);
  const fraction = '0'.repeat(places - optional) + '#'.repeat(optional);
  return `${hasGroups ? '#,##' : ''}${digits.join('')}${fraction && `.${fraction}`}`;
}
