import { expect, test } from 'vitest';

const sources = Object.values(
  import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true }),
).join('\n');
const styles = Object.values(
  import.meta.glob<string>(['./mantineStyles.ts', './Toasts.tsx'], { query: '?raw', import: 'default', eager: true }),
).join('\n');
const offered = Object.keys(import.meta.glob('../../../node_modules/@mantine/core/styles/*.layer.css'));

const nameOf = (file: string) => /([\w-]+)\.layer\.css/.exec(file)?.[1] ?? '';

test('the styles of every component of Mantine that is used are loaded', () => {
  const imports = [...sources.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)];
  const used = new Set(imports.flatMap(([, names = '']) => names.split(',').map((name) => name.trim())));
  const needed = offered.map(nameOf).filter((name) => used.has(name));
  expect(needed).toContain('Button');
  expect(needed.filter((name) => !styles.includes(`/${name}.layer.css`))).toEqual([]);
});
