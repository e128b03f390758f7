/* The same tests with more questions. */
import './twin-worlds.test.ts';
