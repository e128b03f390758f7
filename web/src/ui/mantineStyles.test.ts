import { expect, test } from 'vitest';
import { UNUSED_COLORS } from '../../build/colors.ts';

const sources = Object.entries(
  import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
).filter(([file]) => !file.endsWith('.test.ts'));
const offered = Object.keys(import.meta.glob('../../../node_modules/@mantine/core/styles/*.layer.css')).map(
  (file) => /([\w-]+)\.layer\.css/.exec(file)?.[1] ?? '',
);

const stylesIn = (name: string) => {
  const [, source = ''] = sources.find(([file]) => file.endsWith(`/${name}`)) ?? [];
  return new Set([...source.matchAll(/styles\/([\w-]+)\.layer\.css/g)].map(([, style = '']) => style));
};

test('the styles of every component of Mantine are loaded wherever it is used', () => {
  const always = stylesIn('mantineStyles.ts');
  const later = stylesIn('mantineLater.ts');
  expect([...always]).toContain('Button');
  expect([...later]).toContain('Table');
  const missing = sources.flatMap(([file, source]) => {
    const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(source) ?? [];
    const used = names.split(',').map((name) => name.trim());
    const loadsLater = source.includes('/mantineLater.ts');
    return used
      .filter((name) => offered.includes(name) && !always.has(name) && !(loadsLater && later.has(name)))
      .map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('no screen uses a color that is left out of the styles', () => {
  const text = sources.map(([, source]) => source).join('\n');
  expect(text).toMatch(/color="gray"/);
  expect(text).not.toMatch(new RegExp(`(color="|-color-)(${UNUSED_COLORS.join('|')})`));
});
