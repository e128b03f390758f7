import '../ui/mantineLater.ts';
import { Button, SegmentedControl, Title } from '@mantine/core';
import { importReview, type ReviewedKind } from '@piezario/contract/import-review';
import { type ImportFile, importer } from '@piezario/contract/importer';
import { IconChecks, IconDownload, IconHourglass } from '@tabler/icons-react';
import { useState } from 'react';
import { pathOf } from '../api/client.ts';
import { useCall } from '../api/hooks.ts';
import { download } from '../downloads/download.tsx';
import { isActive } from '../jobs/job.ts';
import { formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/Notice.tsx';
import { ErrorGroups } from './errors/ErrorGroups.tsx';
import { ErrorsTable } from './errors/ErrorsTable.tsx';
import { LeftOut, Review } from './review/Review.tsx';
import { acceptedOf, changesIn, inChanges } from './review/words.ts';

/** The changes of a review, or those that were left out of it, and the refused rows: as two tabs if there are both. */
export function Outcome({ file }: { file: ImportFile }) {
  const [chosen, choose] = useState<'changes' | 'errors'>('changes');
  const kinds = useCall(importReview.kinds, { params: { udid: file.udid } }, { enabled: hasChanges(file) });
  const changes = changesOf(file, kinds.data ?? []);
  const hasErrors = file.errors_count > 0;
  const both = changes !== null && hasErrors;
  const tab = both ? chosen : hasErrors ? 'errors' : 'changes';
  if (!changes && !hasErrors) return <NoErrors file={file} />;
  return (
    <section>
      <div className="row wrap apart below-12 gap-12">
        {both ? (
          <SegmentedControl
            aria-label="Qué se muestra"
            className="wide-on-phone"
            value={chosen}
            onChange={choose}
            data={[
              { value: 'changes', label: changes },
              { value: 'errors', label: `Errores: ${formatNumber(file.errors_count)}` },
            ]}
          />
        ) : (
          <Title order={2} size="h4">
            {changes ?? 'Errores'}
          </Title>
        )}
        {tab === 'errors' && <DownloadErrors file={file} />}
      </div>
      {tab === 'errors' ? (
        <Errors file={file} />
      ) : file.state === 'review' ? (
        <Review file={file} />
      ) : (
        <LeftOut file={file} kinds={kinds.data ?? []} />
      )}
    </section>
  );
}

const hasChanges = ({ state }: ImportFile) => state === 'review' || state === 'done';

/** Title of the changes, or null when there are none to show. */
function changesOf(file: ImportFile, kinds: readonly ReviewedKind[]): string | null {
  if (file.state === 'review') return 'Cambios';
  const left = hasChanges(file) ? changesIn(kinds) - acceptedOf(kinds) : 0;
  if (left === 0) return null;
  return `${left === 1 ? 'Quedó' : 'Quedaron'} afuera ${inChanges(left)}`;
}

const DownloadErrors = ({ file: { udid } }: { file: ImportFile }) => (
  <Button
    size="sm"
    variant="default"
    leftSection={<IconDownload size={18} />}
    onClick={() =>
      void download({ path: pathOf(importer.errorsFile, { params: { udid } }), name: 'Filas con errores' })
    }
  >
    Descargar filas con errores
  </Button>
);

const Errors = ({ file }: { file: ImportFile }) => (
  <>
    {!isActive(file) && <ErrorGroups file={file} />}
    <ErrorsTable file={file} />
  </>
);

function NoErrors({ file }: { file: ImportFile }) {
  if (isActive(file)) return <Notice icon={IconHourglass} title="Sin errores hasta ahora" />;
  if (file.state !== 'done') return null;
  return <Notice icon={IconChecks} title="Entraron todas las filas" />;
}
