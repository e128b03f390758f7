import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

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

export const theme = createTheme({
  respectReducedMotion: true,
  primaryColor: 'teal',
  primaryShade: 7,
  colors: { teal, red, dark },
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  components: {
    CloseButton: { defaultProps: { 'aria-label': 'Cerrar' } },
    InputWrapper: { styles: { label: { marginBottom: 4 } } },
    Menu: {
      // Inside the landmark of whoever opens it, and holding nothing but its items.
      defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false, shadow: 'md', offset: 6 },
    },
    // A <header> in a dialog would be a second banner of the page.
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    ModalHeader: { defaultProps: { role: 'presentation' } },
    // Under a title it would be too pale.
    Notification: { styles: { description: { color: 'var(--mantine-color-text)' } } },
    Modal: { styles: { title: { fontWeight: 600, lineHeight: 1.3 } } },
  },
});

/** Mantine's own greys and reds for text fall short of 4.5:1. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--page': '#f5f7f8',
    '--line': '#e1e6e9',
    '--dots': '#cfdadf',
    '--ink': '#0b7285',
    '--ink-shade': '#e4f0f3',
    '--field-line': '#c3ccd2',
    '--head': '#fafbfc',
    '--hover': '#f6fafb',
    '--focus': '#eef8fa',
    '--press': '#e6ecef',
    '--bone': '#e8edf0',
    '--veil': 'rgb(255 255 255 / 80%)',
    '--warning': '#b35c00',
    '--admin': '#22303a',
    '--on-admin': '#ffffff',
    '--mantine-color-text': '#1b2328',
    '--mantine-color-dimmed': '#56626b',
    '--mantine-color-placeholder': '#67737c',
    '--mantine-color-error': '#c92a2a',
  },
  dark: {
    '--page': '#11161b',
    '--line': '#2b333b',
    '--dots': '#26313a',
    '--ink': '#4fa9ba',
    '--ink-shade': '#15252c',
    '--field-line': '#424d57',
    '--head': '#272e36',
    '--hover': '#272e36',
    '--focus': '#173038',
    '--press': '#424d57',
    '--bone': '#333c45',
    '--veil': 'rgb(17 22 27 / 80%)',
    '--warning': '#ffb454',
    '--admin': '#d9eef2',
    '--on-admin': '#064b58',
    '--mantine-color-dimmed': '#9ba8b2',
    '--mantine-color-placeholder': '#8b98a3',
    '--mantine-color-error': '#ff8787',
  },
});
