/* The same tests with every caller. */
import './matrix.test.ts';
