/* The same tests with files on disk and in an S3 store. */
import './sweep.test.ts';
