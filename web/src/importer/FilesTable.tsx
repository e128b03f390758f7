import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ImportFile, importer } from '@piezario/contract/importer';
import type { Paged } from '@piezario/contract/list';
import { IconBan, IconTrash } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { pathOf } from '../api/client.ts';
import { isActive } from '../jobs/job.ts';
import { RowButton } from '../ui/RowIcon.tsx';
import { PagedTable } from '../ui/table/DataTable.tsx';
import type { ListState } from '../ui/table/useListQuery.ts';
import { fileCards, fileColumns } from './columns.tsx';
import { FILE } from './noun.ts';
import { useEndedFiles } from './useEndedFiles.ts';
import { useFileActions } from './useFileActions.ts';
import { useOpenFile } from './useOpenFile.ts';

type Props = { page: UseQueryResult<Paged<ImportFile>>; state: ListState };

/** The files that were uploaded. */
export function FilesTable({ page, state }: Props) {
  const open = useOpenFile();
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const { cancel, remove } = useFileActions();
  const actions = (file: ImportFile) => (
    <>
      {isActive(file) && (
        <RowButton
          icon={IconBan}
          title="Cancelar"
          label={`Cancelar la importación de ${file.name}`}
          onClick={() => cancel(file)}
        />
      )}
      <RowButton
        icon={IconTrash}
        title="Quitar de la lista"
        label={`Quitar ${file.name} de la lista`}
        onClick={() => remove(file)}
      />
    </>
  );
  const announced = useEndedFiles(page.data?.data);
  return (
    <>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
      <PagedTable
        list={importer.list}
        page={page}
        address={pathOf(importer.list, { query: state.query })}
        state={state}
        words={FILE}
        columns={(phone ? fileCards : fileColumns)(open)}
        keyOf={idOf}
        actions={actions}
        onOpen={open}
      />
    </>
  );
}

const idOf = ({ id }: ImportFile) => id;
