/* The same tests for all roles and in all windows. */
import './crawl.test.ts';
