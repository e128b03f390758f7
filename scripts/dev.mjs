// Development: compiles, runs the server and serves the web at http://localhost:5173, and repeats it on every change.
import { spawn, spawnSync } from 'node:child_process';

spawnSync('npx', ['tsc', '-b'], { stdio: 'inherit' });
spawnSync('npm', ['run', 'build', '-w', 'demo'], { stdio: 'inherit' });
const running = [
  ['npx', 'tsc', '-b', '--watch', '--preserveWatchOutput'],
  [process.execPath, '--watch', '--watch-preserve-output', 'server/dist/main.js'],
  ['npm', 'run', 'dev', '-w', 'web'],
].map(([command, ...args]) => spawn(command, args, { stdio: 'inherit' }));

for (const child of running) {
  child.on('exit', () => {
    for (const other of running) other.kill();
  });
}
