/* All workbooks. */
import './workbooks.test.ts';
