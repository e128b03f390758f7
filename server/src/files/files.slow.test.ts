/* The same tests with lists of several pages. */
import './files.test.ts';
