import '../ui/mantineLater.ts';
import { ActionIcon, Paper, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useAction, useCall } from '../api/hooks.ts';
import { confirmAction } from '../ui/confirm.tsx';
import { Loading } from '../ui/Loading.tsx';
import { counted, type Noun } from '../ui/words.ts';
import { AssignmentForm } from './AssignmentForm.tsx';
import classes from './Assignments.module.css';
import { type Assignment, needsAssignments, type PeopleCalls, type Person, pathOf } from './people.ts';

type Props = { calls: PeopleCalls; noun: Noun; person: Person | null };

/** What the person was granted. Each change is saved on its own; a new person has to be saved first. */
export const Assignments = ({ calls, noun, person }: Props) => (
  <Paper withBorder p="lg" component="section" aria-labelledby="asignaciones">
    <Title order={2} size="md" id="asignaciones">
      Marcas y productos asignados
    </Title>
    <Text size="sm" c="dimmed" mt={4}>
      {introduction(noun, person)}
    </Text>
    {person && needsAssignments(person) && (
      <>
        <AssignmentForm calls={calls} person={person} />
        <Granted calls={calls} noun={noun} person={person} />
      </>
    )}
  </Paper>
);

function introduction({ article, one }: Noun, person: Person | null): string {
  if (!person) return `Guardá ${article} ${one} primero; después vas a poder asignarle marcas y productos acá.`;
  if (!needsAssignments(person)) return 'Por su rol ve y modifica todo el catálogo: no necesita asignaciones.';
  return 'Elegí una marca entera, o seguí con una categoría o un producto. Los cambios se guardan al instante.';
}

function Granted({ calls, noun, person }: Props & { person: Person }) {
  const assignments = useCall(calls.products, { params: { id: person.id } });
  if (assignments.error?.code === 404) {
    // A manufacturer sees the people with whom they share a brand, and has withdrawn the last shared brand.
    return (
      <Text size="sm">
        Ya no compartís ninguna marca con {noun.article} {noun.one}: no vas a verlo en tu lista.
      </Text>
    );
  }
  if (assignments.error) return <Text size="sm">{assignments.error.message}</Text>;
  if (!assignments.data || assignments.isPlaceholderData) return <Loading />;
  if (assignments.data.length === 0) {
    return <Text size="sm">Todavía no tiene nada asignado: no ve ninguna pieza.</Text>;
  }
  return (
    <Table className={classes.table} aria-labelledby="asignaciones">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Marca</Table.Th>
          <Table.Th scope="col">Categoría</Table.Th>
          <Table.Th scope="col">Producto</Table.Th>
          <Table.Th scope="col" className={classes.action}>
            <VisuallyHidden>Acciones</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {assignments.data.map((assignment) => (
          <Row key={assignment.id} calls={calls} person={person} assignment={assignment} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

type RowProps = { calls: PeopleCalls; person: Person; assignment: Assignment };

function Row({ calls, person, assignment }: RowProps) {
  const withdraw = useAction(calls.withdraw);
  const { id, part_brand, part_category, part_product, parts } = assignment;
  const name = pathOf(assignment);
  const remove = () =>
    confirmAction({
      title: `¿Quitar “${name}”?`,
      consequence: `${person.name} deja de ver esas piezas desde ahora mismo.`,
      action: 'Quitar',
      onConfirm: () => withdraw.mutate({ body: { id, client_id: person.id } }),
    });
  return (
    <Table.Tr>
      <Table.Td fw={500}>{part_brand.name}</Table.Td>
      <Table.Td>{part_category?.name ?? <Dimmed>Todas</Dimmed>}</Table.Td>
      <Table.Td>
        {part_product ? <span>{part_product.name}</span> : <Dimmed>Todos</Dimmed>}
        <span className="block dim text-xs digits">{counted(parts, 'pieza')}</span>
      </Table.Td>
      <Table.Td className={classes.action}>
        <ActionIcon variant="subtle" color="gray" title="Quitar" aria-label={`Quitar ${name}`} onClick={remove}>
          <IconTrash size={18} stroke={1.6} />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}

const Dimmed = ({ children }: { children: string }) => (
  <Text span size="sm" c="dimmed">
    {children}
  </Text>
);
