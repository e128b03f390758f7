/* The same tests with more random changes. */
import './counters.test.ts';
