import '../ui/mantineLater.ts';
import { Button, SegmentedControl } from '@mantine/core';
import {
  PICTURE_OUTCOMES,
  type PictureImport,
  type PictureImportFile,
  pictureImports,
} from '@piezario/contract/picture-imports';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useCall } from '../api/hooks.ts';
import { formatNumber } from '../ui/format.ts';
import { PagedTable } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/list.ts';
import { useLocalQuery } from '../ui/table/useLocalQuery.ts';
import { AssignDialog } from './AssignDialog.tsx';
import classes from './FilesTable.module.css';
import { FileThumbnail } from './FileThumbnail.tsx';
import { OUTCOME_NAMES, PICTURE, wrongIn } from './words.ts';

const COLUMNS: readonly Column<PictureImportFile>[] = [
  { key: 'name', label: 'Archivo', width: 260, render: ({ name }) => <span title={name}>{name}</span> },
  {
    key: 'code',
    label: 'Código',
    width: 160,
    render: ({ code, part_id }) =>
      part_id !== null && (
        <Link to="/parts/$id" params={{ id: String(part_id) }} className="accent code line pad-y-6">
          {code}
        </Link>
      ),
  },
  { key: 'product', label: 'Producto', width: 170 },
  { key: 'brand', label: 'Marca', width: 140 },
  { key: 'rank', label: 'Orden', width: 90 },
  { key: 'is_blueprint', label: 'Plano', width: 80 },
  {
    key: 'outcome',
    label: 'Estado',
    width: 150,
    options: PICTURE_OUTCOMES.map((value) => ({ value, label: OUTCOME_NAMES[value] })),
  },
  { key: 'reason', label: 'Motivo', render: ({ reason }) => <span className="cell-text">{reason}</span> },
];
const OF_PARTS = ['code', 'product', 'rank', 'is_blueprint'];

/** Columns of a group: files with problems without those of the part, others without an empty reason. */
function columnsOf(group: Group, { repeated }: PictureImport) {
  const left = group === 'wrong' ? OF_PARTS : repeated === 0 ? ['reason'] : [];
  return COLUMNS.filter(({ key }) => !left.includes(key));
}

/** Columns of the review: also thumbnails, and buttons that choose the part. */
function reviewColumns(
  [name, ...others]: readonly Column<PictureImportFile>[],
  job: number,
  choose: (file: PictureImportFile) => void,
): readonly Column<PictureImportFile>[] {
  if (!name) return [];
  return [
    {
      ...name,
      render: (file) =>
        file.outcome === 'refused' ? (
          <span title={file.name}>{file.name}</span>
        ) : (
          <span className="row gap-8">
            <FileThumbnail job={job} file={file} />
            <span className="truncate" title={file.name}>
              {file.name}
            </span>
          </span>
        ),
    },
    ...others,
    {
      key: 'assign',
      label: 'Acciones',
      width: 150,
      render: (file) =>
        file.outcome !== 'refused' && (
          <Button
            variant="light"
            size="compact-sm"
            aria-label={`${file.part_id === null ? 'Elegir' : 'Cambiar la'} pieza de ${file.name}`}
            onClick={() => choose(file)}
          >
            {file.part_id === null ? 'Elegir pieza…' : 'Cambiar…'}
          </Button>
        ),
    },
  ];
}

const GROUPS = {
  fine: ['found', 'stored', 'repeated'],
  wrong: ['unknown', 'ambiguous', 'refused'],
} as const;
type Group = keyof typeof GROUPS;

/** The files with their parts, or with the reasons why they have none. Files with problems are shown first. */
export function FilesTable({ job }: { job: PictureImport }) {
  const [chosen, setChosen] = useState<Group | null>(null);
  const wrong = wrongIn(job);
  const group = chosen ?? (wrong > 0 ? 'wrong' : 'fine');
  return (
    <section className={classes.files} aria-label="Los archivos, uno por uno">
      <SegmentedControl
        aria-label="Qué archivos se muestran"
        className="below-12 wide-on-phone"
        value={group}
        onChange={setChosen}
        data={[
          { value: 'wrong', label: `Con problemas (${formatNumber(wrong)})` },
          { value: 'fine', label: `Con su pieza (${formatNumber(job.files - wrong)})` },
        ]}
      />
      <GroupTable key={group} job={job} group={group} />
    </section>
  );
}

function GroupTable({ job, group }: { job: PictureImport; group: Group }) {
  const state = useLocalQuery(pictureImports.files);
  const filters = [...state.query.filters, { column: 'outcome', mode: 'in', value: GROUPS[group].join(';') } as const];
  const page = useCall(pictureImports.files, {
    params: { pictureImportId: job.id },
    query: { ...state.query, filters },
  });
  const { refetch } = page;
  const [file, choose] = useState<PictureImportFile | null>(null);
  const isOver = job.finished_at !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the files say changes when the work is over
  useEffect(() => void refetch(), [isOver, job.files, refetch]);
  const columns = columnsOf(group, job);
  return (
    <>
      <PagedTable
        list={pictureImports.files}
        page={page}
        state={state}
        words={PICTURE}
        columns={job.state === 'review' ? reviewColumns(columns, job.id, choose) : columns}
        keyOf={({ id }) => id}
        plainWhenFew
        empty={{ title: 'Ninguno' }}
      />
      {file && <AssignDialog job={job.id} file={file} onClose={() => choose(null)} />}
    </>
  );
}
