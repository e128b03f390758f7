import './mantineStyles.ts';
import './patterns.css';
import './touch.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { cssVariables, theme } from './theme.ts';

/** Mantine with the theme of the application. Loaded after the sign-in, so that the first page does without it. */
export const Mantine = ({ children }: { children: ReactNode }) => (
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
    {children}
  </MantineProvider>
);
