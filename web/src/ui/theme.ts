import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/* The colors of text and of the page are in tokens.css: the first page is shown without Mantine. */

const teal: MantineColorsTuple = [
  '#eef8fa',
  '#d9eef2',
  '#b0dde5',
  '#83cbd8',
  '#5bb9ca',
  '#38a3b7',
  '#1c8ba0',
  '#0b7285',
  '#085e6e',
  '#064b58',
];

const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#fa5252',
  '#e03131',
  '#c92a2a',
  '#ab2424',
  '#8a1c1c',
];

const dark: MantineColorsTuple = [
  '#d7dde2',
  '#b6c0c8',
  '#8f9ca7',
  '#66737f',
  '#424d57',
  '#333c45',
  '#272e36',
  '#1a2027',
  '#141a20',
  '#0e1216',
];

/** The light shade of the accent is hardly seen on a dark page. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {},
  dark: {
    '--mantine-color-teal-light': 'rgb(91 185 202 / 20%)',
    '--mantine-color-teal-light-hover': 'rgb(91 185 202 / 28%)',
    '--mantine-color-teal-light-color': '#9bd8e3',
  },
});

export const theme = createTheme({
  respectReducedMotion: true,
  primaryColor: 'teal',
  primaryShade: 7,
  colors: { teal, red, dark },
  fontFamily: 'var(--text-font)',
  fontFamilyMonospace: 'var(--code-font)',
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  components: {
    CloseButton: { defaultProps: { 'aria-label': 'Cerrar' } },
    // Large enough for a finger, with the text of the other fields.
    Checkbox: {
      defaultProps: { size: 'md' },
      styles: { label: { fontSize: 14 }, description: { fontSize: 12 } },
    },
    Radio: { defaultProps: { size: 'md' }, styles: { label: { fontSize: 14, overflowWrap: 'anywhere' } } },
    InputWrapper: { styles: { label: { marginBottom: 4 } } },
    Menu: {
      // Rendered inside the landmark of its button, with nothing but its items.
      defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false, shadow: 'md', offset: 6 },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 150 } } },
    // A <header> in a dialog would be a second banner of the page.
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Modal: {
      defaultProps: { transitionProps: { duration: 150 } },
      styles: { title: { fontWeight: 600, lineHeight: 1.3, minWidth: 0, overflowWrap: 'anywhere' } },
    },
  },
});
