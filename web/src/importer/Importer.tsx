import { Button, Text, Title } from '@mantine/core';
import { useFileDialog } from '@mantine/hooks';
import { IMPORT_EXTENSIONS, importer, MAX_IMPORT_BYTES, SPREADSHEETS } from '@piezario/contract/importer';
import { IconFileSpreadsheet, IconFileUpload, IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { refresh, useCall } from '../api/hooks.ts';
import { useUser } from '../auth/session.tsx';
import { pollInterval } from '../jobs/useJob.ts';
import { DropHere } from '../ui/DropHere.tsx';
import { formatBytes } from '../ui/format.ts';
import { notifySuccess } from '../ui/notify.ts';
import { useListQuery } from '../ui/table/useListQuery.ts';
import { Uploads } from '../ui/upload/Uploads.tsx';
import { isRunning } from '../ui/upload/upload.ts';
import { useUploads } from '../ui/upload/useUploads.ts';
import { useFileDrop } from '../ui/useFileDrop.ts';
import { useUnsaved } from '../ui/useUnsaved.tsx';
import { checkSpreadsheet } from './checkSpreadsheet.ts';
import { FileDetail } from './FileDetail.tsx';
import { FilesTable } from './FilesTable.tsx';
import { FirstFile } from './FirstFile.tsx';
import { FormatHelp } from './FormatHelp.tsx';
import classes from './Importer.module.css';
import { PasteTable } from './PasteTable.tsx';
import { Templates } from './Templates.tsx';
import { UploadOptions } from './UploadOptions.tsx';
import { describeUpload, isUsual, readChoices, sentOf, storeChoices, type UploadChoices } from './uploadChoices.ts';
import { useCloseFile } from './useOpenFile.ts';

const LEAVING = {
  title: '¿Salir y cortar la subida?',
  consequence: 'Los archivos que no terminaron de subir no se van a importar. Los que ya están en la lista siguen.',
  stay: 'Seguir subiendo',
  leave: 'Salir',
};

/** Uploads spreadsheets and lists them with their results. */
export function Importer() {
  const { file } = useSearch({ from: '/shell/import' });
  const state = useListQuery(importer.list, '/import');
  const page = useCall(importer.list, { query: state.query }, { every: (last) => pollInterval(last?.data) });
  const queries = useQueryClient();
  const userId = useUser().id;
  const [choices, setChoices] = useState(() => readChoices(userId));
  const changeChoices = (next: UploadChoices) => {
    storeChoices(userId, next);
    setChoices(next);
  };
  // A queued file is sent with the options of the moment it was added, also when they change before its turn.
  const asked = useRef(new WeakMap<File, UploadChoices>());
  const { uploads, ...actions } = useUploads(importer.store, {
    atOnce: 1,
    sent: (attachment) => ({ body: { ...sentOf(asked.current.get(attachment) ?? choices), attachment } }),
    check: checkSpreadsheet,
    onStored: (_file, _upload, message) => {
      notifySuccess(message);
      void refresh(queries, importer.store);
    },
  });
  const add = (files: readonly File[]) => {
    for (const file of files) asked.current.set(file, choices);
    actions.add(files);
  };
  // The detail of a file opens over this screen and does not cancel the uploads.
  useUnsaved((to) => to !== '/import' && uploads.some(isRunning), LEAVING);
  const close = useCloseFile();
  const isDragging = useFileDrop((files) => {
    if (file) close();
    add(files);
  });
  const dialog = useFileDialog({ accept: IMPORT_EXTENSIONS.join(','), onChange: (files) => add([...(files ?? [])]) });
  const upload = (
    <div className={classes.upload}>
      <Button className={classes.store} leftSection={<IconUpload size={18} />} onClick={dialog.open}>
        Subir archivo
      </Button>
      <PasteTable onFile={(pasted) => add([pasted])} />
      <UploadOptions choices={choices} onChange={changeChoices} />
    </div>
  );
  const isEmpty = page.data?.total === 0 && !page.isPlaceholderData && state.query.filters.length === 0;
  return (
    <div className={classes.screen}>
      <div className={classes.header}>
        <Title order={1} size="h3">
          Importador
        </Title>
        {!isEmpty && (
          <>
            <div className={classes.templates}>
              <Templates />
            </div>
            {upload}
          </>
        )}
      </div>
      <div className={classes.explained}>
        <FormatHelp />
        <Text size="sm" role="status" className={classes.foretold} data-unusual={!isUsual(choices) || undefined}>
          {describeUpload(choices)}
        </Text>
      </div>
      <Uploads icon={IconFileSpreadsheet} uploads={uploads} retry={actions.retry} remove={actions.remove} />
      {isEmpty ? <FirstFile upload={upload} /> : <FilesTable page={page} state={state} />}
      {file && <FileDetail key={file} udid={file} />}
      {isDragging && (
        <DropHere icon={IconFileUpload} title="Soltá las planillas para subirlas">
          {SPREADSHEETS}, hasta {formatBytes(MAX_IMPORT_BYTES)} cada una
        </DropHere>
      )}
    </div>
  );
}
