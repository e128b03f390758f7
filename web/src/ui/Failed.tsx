import { Button } from '@mantine/core';
import { IconError404, IconPlugConnectedX } from '@tabler/icons-react';
import type { ApiError } from '../api/client.ts';
import { Notice } from './Notice.tsx';

type Read<E extends Error> = { readonly error: E | null; readonly refetch: () => Promise<unknown> };

type Props = { title: string; read: Read<Error> };

/** Shown for a failed read: the reason, and a button to retry. */
export const Failed = ({ title, read: { error, refetch } }: Props) => (
  <Notice icon={IconPlugConnectedX} title={title} action={<Button onClick={() => void refetch()}>Reintentar</Button>}>
    {error?.message}
  </Notice>
);

type MissingProps = {
  /** With its article: «la pieza». */
  what: string;
  read: Read<ApiError>;
  /** Why the record may not exist. */
  children: string;
};

/** Shown for a failed read of one record, which may not exist. A path without a valid id is a 422. */
export const Missing = ({ what, read, children }: MissingProps) =>
  read.error?.code === 404 || read.error?.code === 422 ? (
    <Notice icon={IconError404} title={`No encontramos ${what}`}>
      {children}
    </Notice>
  ) : (
    <Failed title={`No se pudo cargar ${what}`} read={read} />
  );
