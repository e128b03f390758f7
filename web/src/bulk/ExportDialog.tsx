import { Modal, Text } from '@mantine/core';
import { download } from '../downloads/download.tsx';
import { Files } from '../downloads/ExportMenu.tsx';
import { exportPath } from '../downloads/exportPath.ts';
import type { List } from './chosen.ts';

type Props = { list: List; chosen: string; onClose: () => void };

/** The files that the chosen parts can be downloaded as. The filters of the list say which parts. */
export const ExportDialog = ({ list, chosen, onClose }: Props) => (
  <Modal opened onClose={onClose} title="Exportar">
    <Text size="sm" c="dimmed" mb="xs">
      {chosen}
    </Text>
    <Files
      onStart={({ kind, name }) => {
        void download({ name, path: exportPath(kind, { ...list, category: null }) });
        onClose();
      }}
    />
  </Modal>
);
