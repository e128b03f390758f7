import type { TestProject } from 'vitest/node';
import { findBrowser } from './find-browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browser: string;
  }
}

/** Finds the browser before the workers start, so that only one process unpacks or downloads it. */
export default async function provideBrowser(project: TestProject) {
  project.provide('browser', await findBrowser());
}
