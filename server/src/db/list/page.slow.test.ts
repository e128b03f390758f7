/* The same tests with more lists. */
import './page.test.ts';
