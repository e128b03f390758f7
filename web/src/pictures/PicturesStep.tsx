import { Paper } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { Notice } from '../ui/Notice.tsx';

export const PicturesStep = () => (
  <Paper withBorder>
    <Notice icon={IconPhoto} title="Las fotos llegan pronto">
      Todavía no se pueden cargar. Mientras tanto, podés seguir con las equivalencias.
    </Notice>
  </Paper>
);
