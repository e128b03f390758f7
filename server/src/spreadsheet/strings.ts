import type { Limits } from './limits.ts';
import { PartParser } from './part.ts';
import { show } from './rows.ts';
import { StringScanner } from './scan.ts';
import { richText } from './sheet.ts';
import { tooLarge } from './unreadable.ts';
import { unescapeText } from './values.ts';
import type { Tag } from './xml.ts';

/** The texts that cells refer to by number. */
export async function readSharedStrings(part: AsyncIterable<Buffer>, limits: Limits): Promise<string[]> {
  const strings: string[] = [];
  let characters = 0;
  const add = (text: string) => {
    if (text.length > limits.textLength) {
      throw tooLarge(`La planilla tiene un texto de más de ${show(limits.textLength)} caracteres`);
    }
    characters += text.length;
    strings.push(unescapeText(text));
    if (strings.length > limits.sharedStrings || characters > limits.sharedCharacters) {
      throw tooLarge('La planilla tiene demasiado texto: dividila en varias');
    }
  };
  const tag = stringsTag(add);
  const parser = new PartParser('sst', tag, new StringScanner(tag, add));
  for await (const chunk of part) parser.write(chunk);
  parser.end();
  return strings;
}

function stringsTag(add: (text: string) => void): Tag {
  let text = '';
  const si = richText(
    () => {
      text = '';
    },
    (run) => {
      text += run;
    },
    () => add(text),
  );
  return { children: { si } };
}
