/* The same tests with files of every program. */
import './exactness.test.ts';
