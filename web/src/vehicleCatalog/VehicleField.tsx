import { VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { tidy } from '@piezario/contract/fields';
import { type Choice, type FoundVehicle, vehicleCatalog } from '@piezario/contract/vehicle-catalog';
import { IconCar } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { queryOf, useCall } from '../api/hooks.ts';
import { ResultList } from '../search/ResultList.tsx';
import { searchOfAll } from '../search/searchOfAll.tsx';
import { PAUSE } from '../search/useSuggestions.ts';
import { ComboboxField } from '../ui/ComboboxField.tsx';
import { useCombobox } from '../ui/useCombobox.ts';
import { counted } from '../ui/words.ts';
import { choiceOf } from '../vehicles/vehicleChoice.ts';
import classes from './VehicleField.module.css';

type Props = {
  /** The current choice, for editing. */
  text: string;
  onChoose: (choice: Choice) => void;
};

/** Field for a vehicle in one line. Enter takes the first match. The last option searches all parts for the text. */
export function VehicleField({ text: chosen, onChoose }: Props) {
  const [text, setText] = useState(chosen);
  const [opened, setOpened] = useState(false);
  const [asked] = useDebouncedValue(tidy(text), PAUSE);
  const isAsking = opened && asked !== '';
  const read = useCall(vehicleCatalog.find, { query: { text: asked } }, { enabled: isAsking, cancels: true });
  const isAnswered = isAsking && asked === tidy(text) && read.isSuccess && !read.isPlaceholderData;
  const found = isAsking ? (read.data ?? []) : [];
  const combobox = useCombobox({ first: isAnswered });
  const queries = useQueryClient();
  const navigate = useNavigate();
  const searchAll = () => void navigate({ to: '/parts/search', search: { text: tidy(text) } });
  const take = (vehicle: FoundVehicle) => {
    setOpened(false);
    onChoose(choiceOf(vehicle));
  };
  /** Waits for the answer, because Enter may be pressed before it arrives. */
  const takeFirst = async () => {
    const line = tidy(text);
    if (line === '') return;
    setOpened(true);
    const [first] = await queries.fetchQuery(queryOf(vehicleCatalog.find, { query: { text: line } })).catch(() => []);
    if (first) take(first);
  };
  const type = (typed: string) => {
    setText(typed);
    setOpened(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || (!opened && text === '')) return;
    event.preventDefault();
    if (opened) setOpened(false);
    else setText('');
  };
  return (
    <div className={classes.field}>
      <ComboboxField
        size="lg"
        aria-label="Vehículo"
        placeholder="Marca, modelo, año, versión… por ejemplo “vw gol 2012 1.6”"
        leftSection={<IconCar size={22} stroke={1.6} aria-hidden />}
        combobox={combobox}
        text={text}
        onText={type}
        onEnter={() => void takeFirst()}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setOpened(false)}
      />
      {(found.length > 0 || isAnswered) && (
        <div className={classes.dropdown} aria-busy={!isAnswered}>
          {found.length === 0 && (
            <p className={classes.nothing} role="status">
              Ningún vehículo con piezas coincide con “{text.trim()}”. Probá con menos palabras, o elegilo acá abajo.
            </p>
          )}
          <ResultList
            results={[
              ...found.map((vehicle) => ({
                key: vehicle.name,
                group: 'Vehículos',
                icon: <IconCar size={20} stroke={1.5} aria-hidden />,
                title: vehicle.name,
                detail: counted(vehicle.versions, 'versión con piezas', 'versiones con piezas'),
                open: () => take(vehicle),
              })),
              ...(isAnswered ? [searchOfAll(text, searchAll)] : []),
            ]}
            combobox={combobox}
            onOpened={() => setOpened(false)}
          />
        </div>
      )}
      {read.error && isAsking && <VisuallyHidden role="status">No se pudo buscar: {read.error.message}</VisuallyHidden>}
    </div>
  );
}
