/* The same tests with every question. */
import './twin-worlds.test.ts';
