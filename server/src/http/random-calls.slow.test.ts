/* The same tests with more random calls. */
import './random-calls.test.ts';
