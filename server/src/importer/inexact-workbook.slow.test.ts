/* The same tests with files of every program. */
import './inexact-workbook.test.ts';
