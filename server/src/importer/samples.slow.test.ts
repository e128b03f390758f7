/* The same tests with files of every program. */
import './samples.test.ts';
