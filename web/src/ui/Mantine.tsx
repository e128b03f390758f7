import './mantineStyles.ts';
import './patterns.css';
import './touch.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { cssVariables, theme } from './theme.ts';

/** Mantine with our theme. It is loaded with the screens behind the sign-in page and with the first toast. */
export const Mantine = ({ children }: { children: ReactNode }) => (
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
    {children}
  </MantineProvider>
);
