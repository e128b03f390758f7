import { Button, Paper, Text, Title } from '@mantine/core';
import { type Conflict, conflicts, MAX_COMPARED } from '@piezario/contract/conflicts';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCall } from '../api/hooks.ts';
import { overCatalog } from '../selection/usePartLink.ts';
import { Failed } from '../ui/Failed.tsx';
import { focusBeside } from '../ui/focus.ts';
import { formatNumber } from '../ui/format.ts';
import { Loading } from '../ui/Loading.tsx';
import { counted } from '../ui/words.ts';
import classes from './Conflicts.module.css';
import { useAlternatives } from './useAlternatives.ts';

type Props = { brand: number; product: number };

/** Open conflicts of a product, and below them the pairs that were declared alternatives. */
export function ConflictList({ brand, product }: Props) {
  const read = useCall(conflicts.list, { params: { partBrandId: brand, partProductId: product } });
  if (read.isPlaceholderData || (!read.data && !read.error)) return <Loading />;
  if (!read.data) {
    return (
      <Paper withBorder>
        <Failed title="No se pudieron cargar los conflictos" read={read} />
      </Paper>
    );
  }
  const { total, crowded, pairs } = read.data;
  const open = pairs.filter(({ is_alternative }) => !is_alternative);
  const alternatives = pairs.filter(({ is_alternative }) => is_alternative);
  return (
    <>
      {total === 0 ? (
        <Paper withBorder className="row gap-8 pad-16">
          <IconCircleCheck className="accent" size={18} stroke={1.6} aria-hidden />
          <Text>No hay conflictos: ninguna pieza repite el lugar de otra en un vehículo.</Text>
        </Paper>
      ) : (
        <section aria-labelledby="open-conflicts">
          <Title order={2} size="h5" mb="xs" id="open-conflicts">
            {counted(total, 'par', 'pares')}
            {total > open.length && `, los ${formatNumber(open.length)} con más vehículos`}
          </Title>
          <Pairs pairs={open} />
        </section>
      )}
      {crowded > 0 && (
        <Text size="sm" c="dimmed">
          {crowded === 1 ? 'Un vehículo tiene' : `${formatNumber(crowded)} vehículos tienen`} más de {MAX_COMPARED}{' '}
          piezas: de cada uno se comparan las primeras {MAX_COMPARED}, así que puede haber más pares.
        </Text>
      )}
      {alternatives.length > 0 && (
        <section aria-labelledby="alternatives">
          <Title order={2} size="h5" mb="xs" id="alternatives">
            Alternativas
          </Title>
          <Pairs pairs={alternatives} />
        </section>
      )}
    </>
  );
}

function Pairs({ pairs }: { pairs: readonly Conflict[] }) {
  const { silence, restore } = useAlternatives();
  const decide = (button: HTMLElement, pair: Conflict) => {
    focusBeside(button);
    if (pair.is_alternative) restore(pair);
    else void silence(pair);
  };
  return (
    <ul className="frame surface rounded divided">
      {pairs.map((pair) => (
        <li key={`${pair.part.id} ${pair.other.id}`} className={classes.conflict}>
          <div className="slim breaks">
            <p>
              <PartLink part={pair.part} /> y <PartLink part={pair.other} />
            </p>
            <p className="flex wrap text-sm gap-x-16">
              {[pair.part, pair.other].map((part) => (
                <VehiclesLink key={part.id} part={part} />
              ))}
            </p>
          </div>
          <p className={classes.where}>
            <strong>{counted(pair.vehicles, 'vehículo')}</strong>
            {`: ${pair.examples.map(exampleInWords).join('; ')}`}
            {pair.vehicles > pair.examples.length && '…'}
          </p>
          <Button
            variant={pair.is_alternative ? 'subtle' : 'default'}
            size="xs"
            aria-label={`${pair.is_alternative ? 'No son alternativas' : 'Son alternativas'}: ${pair.part.code} y ${pair.other.code}`}
            onClick={({ currentTarget }) => decide(currentTarget, pair)}
          >
            {pair.is_alternative ? 'No son alternativas' : 'Son alternativas'}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Opens the sheet of the part. */
const PartLink = ({ part: { id, code } }: { part: Conflict['part'] }) => (
  <Link to="/parts/$id" params={{ id: String(id) }} preload={false} className="line link strong code tap-28">
    {code}
  </Link>
);

/** Opens the vehicles of the part, where the conflict is resolved. */
const VehiclesLink = ({ part }: { part: Conflict['part'] }) => (
  <Link {...overCatalog(part, { step: '2' })} preload={false} className="line tap-28">
    Corregir {part.code}
  </Link>
);

const exampleInWords = ({ brand, model, version, positions }: Conflict['examples'][number]) => {
  const name = `${brand} ${model} ${version}`.trim();
  return positions.length > 0 ? `${name} (${positions.join(' ').toLowerCase()})` : name;
};
