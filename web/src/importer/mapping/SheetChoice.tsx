import { NativeSelect } from '@mantine/core';
import type { MappedSheet } from '@piezario/contract/workbook-mappings';
import classes from './Mapping.module.css';
import { othersInWords } from './SheetsStep.tsx';

export type Choice = { names: readonly string[]; name: string; onChoose: (name: string) => void };

type Props = {
  choice: Choice;
  /** The sheets that changes are made to. */
  sheet: MappedSheet;
};

/** The sheet that a step is about, when several are read. */
export function SheetChoice({ choice: { names, name, onChoose }, sheet }: Props) {
  if (names.length < 2) return null;
  const others = sheet.names.filter((one) => one !== name);
  return (
    <NativeSelect
      className={classes.sheetChoice}
      label="Hoja"
      description={others.length > 0 && `Lo que cambies vale también para ${othersInWords(others)}`}
      data={names}
      value={name}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}
