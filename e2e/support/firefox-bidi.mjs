#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

/*
 * Starts the Firefox of FIREFOX_PATH for Playwright, with a proxy between the two. Playwright emulates media features
 * in every page, with a command that released versions of Firefox do not know. The proxy answers it with success.
 */

const UNKNOWN = 'unknown command';
const LISTENING = 'WebDriver BiDi listening on';

const options = process.argv.slice(2);
const profile = options[options.indexOf('--profile') + 1];
// Firefox refuses to start as root in the home of another user.
const firefox = spawn(process.env.FIREFOX_PATH ?? '', options, {
  stdio: ['ignore', 'inherit', 'pipe'],
  env: { ...process.env, HOME: profile },
});
firefox.on('exit', (code) => process.exit(code ?? 1));

createInterface(firefox.stderr).on('line', (line) => {
  const url = line.startsWith(LISTENING) ? line.slice(LISTENING.length).trim() : null;
  if (url) listen(url);
  else process.stderr.write(`${line}\n`);
});

function listen(url) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () =>
    process.stderr.write(`${LISTENING} ws://127.0.0.1:${server.address().port}\n`),
  );
  server.on('connection', (playwright, { url: path }) => {
    const browser = new WebSocket(`${url}${path}`);
    const opened = new Promise((resolve) => browser.once('open', resolve));
    playwright.on('message', (data) => opened.then(() => browser.send(`${data}`)));
    browser.on('message', (data) => {
      const { id, error } = JSON.parse(`${data}`);
      playwright.send(error === UNKNOWN ? JSON.stringify({ type: 'success', id, result: {} }) : `${data}`);
    });
    playwright.on('close', () => browser.close());
    browser.on('close', () => playwright.close());
  });
}
