import { fileOf, PAGE_NAMES, topicOf } from './topics.ts';

const html = import.meta.glob<string>(['./pages/*.md', '../../../CHANGELOG.md'], { eager: true, import: 'default' });

const textOf = (markup: string) =>
  (new DOMParser().parseFromString(markup, 'text/html').body.textContent ?? '').replace(/\s+/g, ' ').trim();

/** Every page with its HTML, made from our own files by build/markdown.ts, and its plain text. */
export const TEXTS = PAGE_NAMES.map((name) => {
  const markup = html[fileOf(name)] ?? '';
  return { name, ...topicOf(name), html: markup, text: textOf(markup) };
});
