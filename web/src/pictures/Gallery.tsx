import { Button, Group, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { Picture } from '@piezario/contract/pictures';
import { IconChevronLeft, IconChevronRight, IconRulerMeasure, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import classes from './Gallery.module.css';
import { sizeOf } from './words.ts';

type Props = {
  /** What the pictures are of. */
  name: string;
  pictures: readonly Picture[];
  /** The one that is seen first, from 0 on. */
  start?: number;
};

/** Pictures in large, one at a time with the others at hand. */
export function Gallery({ name, pictures, start = 0 }: Props) {
  const [chosen, setChosen] = useState(start);
  const [zoomed, setZoomed] = useState(false);
  const count = pictures.length;
  const at = Math.min(chosen, count - 1);
  const shown = pictures[at];
  const go = (to: number) => {
    setChosen((to + count) % count);
    setZoomed(false);
  };
  useHotkeys([
    ['ArrowLeft', () => go(at - 1)],
    ['ArrowRight', () => go(at + 1)],
  ]);
  useAhead(pictures[at + 1]);
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
        {/* The thumbnail is here already: it holds the place until the picture is. */}
        <img
          key={shown.id}
          src={shown.imageUrl}
          width={shown.width}
          height={shown.height}
          alt={`${name}, foto ${at + 1} de ${count}`}
          style={{ backgroundImage: `url("${shown.thumbnailUrl}")` }}
        />
      </UnstyledButton>
      <p className={classes.caption}>
        <span>
          {at + 1} de {count}
        </span>
        {at === 0 && <span className={classes.badge}>Principal</span>}
        {shown.is_blueprint === 1 && <span className={classes.badge}>Plano</span>}
        <span>{sizeOf(shown)}</span>
      </p>
      <VisuallyHidden role="status">
        Foto {at + 1} de {count}
      </VisuallyHidden>
      <Group justify="center" gap="xs" className={classes.controls}>
        <Button variant="default" disabled={count === 1} onClick={() => go(at - 1)} aria-label="Foto anterior">
          <IconChevronLeft size={18} />
        </Button>
        <Strip pictures={pictures} at={at} onChoose={go} />
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

type StripProps = { pictures: readonly Picture[]; at: number; onChoose: (index: number) => void };

function Strip({ pictures, at, onChoose }: StripProps) {
  const strip = useRef<HTMLUListElement>(null);
  useEffect(() => {
    strip.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [at]);
  return (
    <ul ref={strip} className={classes.strip}>
      {pictures.map(({ id, thumbnailUrl, is_blueprint }, index) => (
        <li key={id}>
          <UnstyledButton
            className={classes.thumb}
            aria-label={`Ver la foto ${index + 1}${is_blueprint ? ', plano' : ''}`}
            aria-current={index === at}
            onClick={() => onChoose(index)}
          >
            <img src={thumbnailUrl} alt="" width={56} height={56} loading="lazy" decoding="async" />
            {is_blueprint === 1 && <IconRulerMeasure className={classes.mark} size={18} stroke={1.6} aria-hidden />}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

/** The next one is likely to be asked for, so that it is there by then. */
function useAhead(next: Picture | undefined) {
  const url = next?.imageUrl;
  useEffect(() => {
    if (url) new Image().src = url;
  }, [url]);
}
