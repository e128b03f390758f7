import './app/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readToken } from './api/token.ts';
import { App } from './app/App.tsx';
import { loadScreen } from './app/routes.tsx';
import { showColorScheme } from './ui/colorScheme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
showColorScheme();
// Who is signed in waits for the profile; the code of the screen is loaded in the meantime.
if (readToken()) loadScreen();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
