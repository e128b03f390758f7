import { Modal, Text } from '@mantine/core';
import { useRole } from '../auth/session.tsx';
import { download } from '../downloads/download.tsx';
import { Files } from '../downloads/ExportMenu.tsx';
import { exportPath } from '../downloads/exportPath.ts';
import { exportsFor } from '../downloads/exports.ts';
import type { List } from './chosen.ts';

type Props = { list: List; chosen: string; onClose: () => void };

/** The files in which the parts can be downloaded. The filters of `list` select the parts. */
export const ExportDialog = ({ list, chosen, onClose }: Props) => (
  <Modal opened onClose={onClose} title="Exportar">
    <Text size="sm" c="dimmed" mb="xs">
      {chosen}
    </Text>
    <Files
      files={exportsFor(useRole())}
      onStart={({ kind, name }) => {
        void download({ name, path: exportPath(kind, { ...list, category: null }) });
        onClose();
      }}
    />
  </Modal>
);
