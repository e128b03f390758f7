import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Packages of Debian with a browser, and the program in each. */
const PROGRAMS = {
  'chromium-headless-shell': 'usr/lib/chromium/chromium-headless-shell',
  'firefox-esr': 'usr/lib/firefox-esr/firefox-esr',
} as const;
type Package = keyof typeof PROGRAMS;

/**
 * Unpacks Debian's browser into the cache folder, with the libraries that the machine lacks. Needs no root and installs
 * nothing on the machine. Returns null when this fails, as without apt.
 */
export async function unpackDebianBrowser(name: Package, cache: string): Promise<string | null> {
  const unpacked = join(cache, name);
  const browser = join(unpacked, 'start');
  if (existsSync(browser)) return browser;
  await mkdir(cache, { recursive: true });
  const scratch = await mkdtemp(join(cache, 'debian-'));
  try {
    await unpack(name, scratch);
    await writeFile(join(scratch, 'start'), await launcher(scratch, PROGRAMS[name]));
    await chmod(join(scratch, 'start'), 0o755);
    await rename(scratch, unpacked);
    return browser;
  } catch {
    // Another process may have been first.
    return existsSync(browser) ? browser : null;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function unpack(name: Package, folder: string) {
  const apt = join(folder, 'apt');
  const archives = join(apt, 'archives');
  await mkdir(join(archives, 'partial'), { recursive: true });
  await mkdir(join(apt, 'lists', 'partial'), { recursive: true });
  const options = [
    `Dir::State=${apt}`,
    'Dir::State::status=/var/lib/dpkg/status',
    `Dir::Cache=${apt}`,
    'Debug::NoLocking=1',
    // Root's apt would otherwise download as a user who cannot write into a private folder.
    'APT::Sandbox::User=',
  ].flatMap((option) => ['-o', option]);
  await run('apt-get', [...options, '-qq', 'update']);
  await run('apt-get', [...options, '-qq', '-y', '--no-install-recommends', '--download-only', 'install', name]);
  const packages = (await readdir(archives)).filter((file) => file.endsWith('.deb'));
  for (const file of packages) await run('dpkg', ['-x', join(archives, file), folder]);
  await rm(apt, { recursive: true });
}

/** A script that starts the browser beside it with the libraries beside it, so that the folder can be moved. */
async function launcher(folder: string, program: string): Promise<string> {
  const files = await readdir(join(folder, 'usr', 'lib'), { recursive: true, withFileTypes: true });
  const libraries = files.filter(({ name }) => name.includes('.so')).map(({ parentPath }) => parentPath);
  const paths = [...new Set(libraries)].map((path) => path.replace(folder, '$home'));
  return `#!/bin/sh
home=$(dirname "$(readlink -f "$0")")
LD_LIBRARY_PATH="${paths.join(':')}" exec "$home/${program}" "$@"
`;
}
