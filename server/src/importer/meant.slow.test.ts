/* The same tests with files of every program. */
import './meant.test.ts';
