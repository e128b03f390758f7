import './app/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readToken } from './api/token.ts';
import { App } from './app/App.tsx';
import { loadScreen, router } from './app/routes.tsx';
import { showColorScheme } from './ui/colorScheme.ts';
import { removeSkeleton } from './ui/skeleton.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
showColorScheme();
// With a session, the screen waits for the profile; its code is loaded at the same time.
if (readToken()) loadScreen();
router.subscribe('onRendered', removeSkeleton);
createRoot(root).render(
  <StrictMode>
    <App router={router} />
  </StrictMode>,
);
