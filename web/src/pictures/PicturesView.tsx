import { Button, Group, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { Result } from '@piezario/contract/endpoint';
import type { parts } from '@piezario/contract/parts';
import { IconChevronLeft, IconChevronRight, IconPhotoOff, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Loading } from '../ui/Loading.tsx';
import { Notice } from '../ui/Notice.tsx';
import classes from './PicturesView.module.css';

type Part = Pick<Result<typeof parts.show>, 'brand' | 'code' | 'pictures'>;

/** The pictures of a part, one at a time with the others at hand. Undefined while it is on its way. */
export function PicturesView({ part }: { part: Part | undefined }) {
  if (!part) return <Loading />;
  if (part.pictures.length === 0) {
    return (
      <Notice icon={IconPhotoOff} title="Esta pieza todavía no tiene fotos">
        Cuando se carguen, se ven acá en grande.
      </Notice>
    );
  }
  return <Gallery part={part} />;
}

function Gallery({ part: { brand, code, pictures } }: { part: Part }) {
  const [at, setAt] = useState(0);
  const [zoomed, setZoomed] = useState(false);
  const count = pictures.length;
  const shown = pictures[Math.min(at, count - 1)];
  const go = (to: number) => {
    setAt((to + count) % count);
    setZoomed(false);
  };
  useHotkeys([
    ['ArrowLeft', () => go(at - 1)],
    ['ArrowRight', () => go(at + 1)],
  ]);
  const stage = useRef<HTMLButtonElement>(null);
  /** Closer to the point that was clicked, or to the middle; from closer, back to the whole. */
  const zoom = ({ x, y } = { x: 0.5, y: 0.5 }) => {
    flushSync(() => setZoomed((is) => !is));
    const { scrollWidth = 0, clientWidth = 0, scrollHeight = 0, clientHeight = 0 } = stage.current ?? {};
    stage.current?.scrollTo({ left: (scrollWidth - clientWidth) * x, top: (scrollHeight - clientHeight) * y });
  };
  if (!shown) return null;
  return (
    <div className={classes.gallery}>
      <UnstyledButton
        ref={stage}
        className={classes.stage}
        data-zoomed={zoomed || undefined}
        aria-label={zoomed ? 'Alejar la foto' : 'Acercar la foto'}
        onClick={({ clientX, clientY, detail }) => {
          const { left, top, width, height } = stage.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
          zoom(detail === 0 ? undefined : { x: (clientX - left) / width, y: (clientY - top) / height });
        }}
      >
        <img src={shown.imageUrl} alt={`${brand} ${code}, foto ${at + 1} de ${count}`} />
      </UnstyledButton>
      <Group justify="center" gap="xs">
        <Button variant="default" disabled={count === 1} onClick={() => go(at - 1)} aria-label="Foto anterior">
          <IconChevronLeft size={18} />
        </Button>
        <VisuallyHidden role="status">
          Foto {at + 1} de {count}
        </VisuallyHidden>
        <ul className={classes.strip}>
          {pictures.map(({ id, imageUrl }, index) => (
            <li key={id}>
              <UnstyledButton
                className={classes.thumb}
                aria-label={`Ver la foto ${index + 1}`}
                aria-current={index === at}
                onClick={() => go(index)}
              >
                <img src={imageUrl} alt="" loading="lazy" />
              </UnstyledButton>
            </li>
          ))}
        </ul>
        <Button variant="default" disabled={count === 1} onClick={() => go(at + 1)} aria-label="Foto siguiente">
          <IconChevronRight size={18} />
        </Button>
        <Button
          variant="default"
          leftSection={zoomed ? <IconZoomOut size={18} /> : <IconZoomIn size={18} />}
          onClick={() => zoom()}
        >
          {zoomed ? 'Alejar' : 'Acercar'}
        </Button>
      </Group>
    </div>
  );
}
