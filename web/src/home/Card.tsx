import { Button, Paper, Title, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { Failed } from '../ui/Failed.tsx';
import plain from '../ui/plain.module.css';
import classes from './Card.module.css';

/** What a plot shows, as a table: the first cell of a row is its name. */
type Figures = {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

type Read<Data> = {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
};

type Props<Data> = {
  title: string;
  /** One sentence about the content. */
  about?: ReactNode;
  read: Read<Data>;
  isEmpty: (data: Data) => boolean;
  /** Text when there is nothing to show. */
  empty: ReactNode;
  /** Controls that filter the content. */
  tools?: ReactNode;
  /** Returns the data of the plot as a table. */
  table?: (data: Data) => Figures;
  children: (data: Data) => ReactNode;
};

/** A card of the home page. It loads and fails by itself, so that other cards do not wait for it. */
export function Card<Data>({ title, about, read, isEmpty, empty, tools, table, children }: Props<Data>) {
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const { data } = read;
  const isShown = data !== undefined && !isEmpty(data);
  return (
    <Paper component="section" withBorder className={classes.card} aria-labelledby={id}>
      <header className={table ? `tap-28 ${classes.head}` : classes.head}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {table && isShown && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.toggle}
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            Ver como tabla
          </Button>
        )}
      </header>
      {about && <p className="dim text-sm">{about}</p>}
      {tools}
      {isShown ? (
        <>
          {!asTable && children(data)}
          {table &&
            (asTable ? (
              // It scrolls where it is wider than the card, also with the keyboard.
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus
              <section className={classes.scroll} aria-label={`Tabla: ${title}`} tabIndex={0}>
                <Table title={title} {...table(data)} />
              </section>
            ) : (
              <VisuallyHidden>
                <Table title={title} {...table(data)} />
              </VisuallyHidden>
            ))}
        </>
      ) : data !== undefined ? (
        <p className="dim text-md pad-y-12">{empty}</p>
      ) : read.error ? (
        <Failed title="No se pudo cargar" read={read} />
      ) : (
        <p className={classes.loading} role="status">
          <span className={plain.spinner} aria-hidden />
          <VisuallyHidden>Cargando</VisuallyHidden>
        </p>
      )}
    </Paper>
  );
}

/** The data of a plot, for people who do not see it or want the numbers. */
const Table = ({ title, head, rows }: Figures & { title: string }) => (
  <table className={classes.table}>
    <caption>{title}</caption>
    <thead>
      <tr>
        {head.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {/* Keyed by position: two people may have the same name. */}
      {Object.entries(rows).map(([place, [name, ...cells]]) => (
        <tr key={place}>
          <th scope="row">{name}</th>
          {cells.map((cell, index) => (
            <td key={head[index + 1]}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
