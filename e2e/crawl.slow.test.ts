/* Repeats the tests of the fast tier for all roles, at a desk, on a phone and in a narrow window. */
import './crawl.test.ts';
