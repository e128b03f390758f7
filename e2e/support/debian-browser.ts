import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const PACKAGE = 'chromium-headless-shell';

/**
 * Debian's Chromium, unpacked into a folder of ours with the libraries that the machine lacks. It needs no root and
 * changes nothing on the machine. Null where there is no apt, or no such package.
 */
export async function unpackDebianBrowser(cache: string): Promise<string | null> {
  const unpacked = join(cache, PACKAGE);
  const browser = join(unpacked, 'chromium');
  if (existsSync(browser)) return browser;
  await mkdir(cache, { recursive: true });
  const scratch = await mkdtemp(join(cache, 'debian-'));
  try {
    await unpack(scratch);
    await writeFile(join(scratch, 'chromium'), await launcher(scratch));
    await chmod(join(scratch, 'chromium'), 0o755);
    await rename(scratch, unpacked);
    return browser;
  } catch {
    // Another process may have been first.
    return existsSync(browser) ? browser : null;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function unpack(folder: string) {
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
  await run('apt-get', [...options, '-qq', '-y', '--no-install-recommends', '--download-only', 'install', PACKAGE]);
  const packages = (await readdir(archives)).filter((name) => name.endsWith('.deb'));
  for (const name of packages) await run('dpkg', ['-x', join(archives, name), folder]);
  await rm(apt, { recursive: true });
}

/** A script that starts the browser beside it with the libraries beside it, so that the folder can be moved. */
async function launcher(folder: string): Promise<string> {
  const files = await readdir(join(folder, 'usr', 'lib'), { recursive: true, withFileTypes: true });
  const libraries = files.filter(({ name }) => name.includes('.so')).map(({ parentPath }) => parentPath);
  const paths = [...new Set(libraries)].map((path) => path.replace(folder, '$home'));
  return `#!/bin/sh
home=$(dirname "$(readlink -f "$0")")
LD_LIBRARY_PATH="${paths.join(':')}" exec "$home/usr/lib/chromium/${PACKAGE}" "$@"
`;
}
