/* The same tests with files of every kind. */
import './exporter.test.ts';
