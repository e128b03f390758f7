/* The same tests with every vehicle and more texts. */
import './vehicle-texts.test.ts';
