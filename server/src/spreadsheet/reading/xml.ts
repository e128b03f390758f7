import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { damaged, tooLarge, UnreadableWorkbook } from './unreadable.ts';

/**
 * What an element means, and which elements inside it mean something. The others are checked for their syntax and
 * passed over. Names go without their prefix.
 */
export type Tag = {
  readonly open?: (attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: () => void;
  readonly children?: Readonly<Record<string, Tag>>;
};

/** No part of a workbook is nested like this, nor has a tag, a text or a comment of this length. */
const MAX_DEPTH = 64;
const MAX_TOKEN = 1024 * 1024;
const MAX_HEAD = 1024;
/** Nor are there as many elements in a row that say nothing of its cells, such as widths, rules and links. */
const MAX_PASSED_OVER = 2_000_000;
const LESS = 0x3c;

const NOTHING: Tag = {};

/** A strict XML parser that takes bytes in pieces, cut anywhere. */
export class XmlParser {
  readonly #saxes = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  readonly #path: Tag[];
  #head: Buffer = Buffer.alloc(0);
  #decoder: TextDecoder | null = null;
  /** How much was written since a tag or a text last ended. */
  #quiet = 0;
  /** How many elements without a meaning came since the last with one. */
  #passedOver = 0;

  constructor(root: string, tag: Tag) {
    this.#path = [{ children: { [root]: tag } }];
    // No more than these: with eight, V8 makes the parser a slow object, and it takes four times as long.
    const text = (text: string) => {
      this.#quiet = 0;
      this.#current.text?.(text);
    };
    this.#saxes.on('text', text);
    this.#saxes.on('cdata', text);
    this.#saxes.on('opentag', ({ name, attributes }) => this.#open(name, attributes));
    this.#saxes.on('closetag', () => {
      this.#quiet = 0;
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
    this.#quiet = 0;
    const children = this.#current.children;
    const local = withoutPrefix(name);
    const tag = children && Object.hasOwn(children, local) ? children[local] : undefined;
    if (!tag && this.#path.length === 1) throw damaged(`${name} is not what this part should hold`);
    if (this.#path.length > MAX_DEPTH) throw damaged('nested too deep');
    this.#passedOver = tag ? 0 : this.#passedOver + 1;
    if (this.#passedOver > MAX_PASSED_OVER) {
      throw tooLarge('El archivo tiene demasiadas cosas que no son celdas: copiá los datos a una planilla nueva');
    }
    this.#path.push(tag ?? NOTHING);
    tag?.open?.(attributes);
  }

  /** Whether the next thing to come is a child of this element, or its end. */
  isInside(tag: Tag): boolean {
    return this.#current === tag;
  }

  /** Whether it is in the usual encoding, so that its bytes can be read without a decoder. */
  isUsual(): boolean {
    return this.#decoder?.encoding === 'utf-8' && this.#saxes.xmlDecl.version !== '1.1';
  }

  write(bytes: Buffer) {
    if (this.#decoder) return this.#decode(this.#decoder, bytes);
    // The encoding is written before the first >
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

  /** Null at the end. Bytes that mean nothing in the encoding are refused rather than replaced. */
  #decode(decoder: TextDecoder, bytes: Buffer | null) {
    let text: string;
    try {
      text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch (error) {
      throw damaged(error);
    }
    this.#quiet += text.length;
    this.#saxes.write(text);
    if (this.#quiet > MAX_TOKEN + text.length) throw damaged('a tag or a text without an end');
  }
}

export function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function decoderFor(head: Buffer): TextDecoder {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === LESS && second === 0)) return strict('utf-16le');
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === LESS)) return strict('utf-16be');
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)/.exec(head.toString('latin1'))?.[1];
  // What declares UTF-16 in single bytes was converted since.
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
