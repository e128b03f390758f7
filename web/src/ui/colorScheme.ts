/** Key under which Mantine stores the choice of the menu: light, dark, or the system's, which is the default. */
const CHOICE = 'mantine-color-scheme-value';

/** Sets the color scheme of the document, as Mantine does once it is loaded. The sign-in page is shown before that. */
export function showColorScheme() {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    const choice = localStorage.getItem(CHOICE);
    const isDark = choice === 'dark' || (choice !== 'light' && system.matches);
    document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
  };
  system.addEventListener('change', show);
  show();
}
