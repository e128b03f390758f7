/** The version in the root package.json. */
declare const __VERSION__: string;
