import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useFileDialog } from '@mantine/hooks';
import { pictureImports } from '@piezario/contract/picture-imports';
import { IconPhotoUp, IconUpload } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../api/hooks.ts';
import { useCatalogueOptions } from '../products/useCatalogueOptions.ts';
import { useSelection } from '../selection/selection.ts';
import { DropHere } from '../ui/DropHere.tsx';
import { formatMoment } from '../ui/format.ts';
import { notifyError } from '../ui/notify.ts';
import { Picker } from '../ui/Picker.tsx';
import { useFileDrop } from '../ui/useFileDrop.ts';
import classes from './PictureImports.module.css';
import { startPictures } from './start.ts';
import { ACCEPTED, LIMITS, picturesInWords } from './words.ts';

const EXAMPLES = [
  { name: 'ABC123.jpg', means: 'La foto principal de la pieza ABC123. Guiones, espacios y mayúsculas dan igual.' },
  { name: 'ABC123_2.jpg', means: 'La segunda. También ABC123-2 o ABC123 (2).' },
  { name: 'ABC123_plano.jpg', means: 'Un plano.' },
  { name: 'Marca/ABC123.jpg', means: 'En un zip, una carpeta con el nombre de una marca la elige.' },
];

/** Starts an import of pictures: asks for the brand and product of the parts, and for the files. */
export function PictureImports() {
  const { selection } = useSelection();
  const [{ brand, product }, setPlace] = useState({ brand: selection.brand, product: selection.product });
  const options = useCatalogueOptions({ brand, category: null });
  const navigate = useNavigate();
  const start = (files: readonly File[]) => {
    if (brand === null) notifyError('Elegí primero la marca de las piezas');
    else void startPictures({ brand, product }, files, navigate);
  };
  const isDragging = useFileDrop(start, { pasted: false });
  const dialog = useFileDialog({ accept: ACCEPTED, resetOnOpen: true, onChange: (files) => start([...(files ?? [])]) });
  return (
    <Stack gap="md">
      <Title order={1} size="h3">
        Fotos por nombre de archivo
      </Title>
      <Paper withBorder className={classes.start}>
        <Text>Subí muchas fotos de una vez: cada una va a la pieza cuyo código es el nombre del archivo.</Text>
        <dl className="stack gap-8">
          {EXAMPLES.map(({ name, means }) => (
            <div key={name} className={classes.example}>
              <dt className="code">{name}</dt>
              <dd className="dim">{means}</dd>
            </div>
          ))}
        </dl>
        <div className="pair gap-12">
          <Picker
            label="Marca"
            placeholder="Elegí una marca"
            required
            options={options.brands}
            clearable={false}
            value={brand}
            onChange={(id) => setPlace({ brand: id, product: null })}
          />
          <Picker
            label="Producto"
            placeholder="Todos los productos"
            disabled={brand === null}
            options={options.products}
            value={product}
            onChange={(id) => setPlace({ brand, product: id })}
          />
        </div>
        <div className={classes.choose}>
          <Button leftSection={<IconUpload size={18} />} disabled={brand === null} onClick={dialog.open}>
            Elegir fotos o un zip
          </Button>
          <Text size="sm" c="dimmed">
            O arrastralas a esta pantalla. {LIMITS}. Antes de guardar nada vas a ver a qué pieza va cada una.
          </Text>
        </div>
      </Paper>
      <Unfinished />
      {isDragging && (
        <DropHere icon={IconPhotoUp} title="Soltá las fotos para subirlas">
          {LIMITS}
        </DropHere>
      )}
    </Stack>
  );
}

/** Links to imports that were left before their pictures were stored. */
function Unfinished() {
  const { data = [] } = useCall(pictureImports.unfinished, {});
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="unfinished">
      <Title order={2} size="h5" mb="xs" id="unfinished">
        Tandas sin terminar
      </Title>
      <ul>
        {data.map(({ id, brand, files, created_at }) => (
          <li key={id}>
            <Link
              to="/parts/pictures/$pictureImportId"
              params={{ pictureImportId: String(id) }}
              className="accent line pad-y-6"
            >
              {brand}, {picturesInWords(files)}, {formatMoment(created_at)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
