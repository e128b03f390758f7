/* The same tests with more random actions. */
import './bulk.test.ts';
