import { Button, Group, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { Picture } from '@piezario/contract/pictures';
import { IconChevronLeft, IconChevronRight, IconRulerMeasure, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useShortcut } from '../ui/shortcuts.ts';
import cards from './Cards.module.css';
import { sizeOf } from './format.ts';
import classes from './Gallery.module.css';

type Props = {
  /** Name of the part, for the alternative texts. */
  name: string;
  pictures: readonly Picture[];
  /** Index of the picture that is shown first. */
  start?: number;
  /** Button beside those of the gallery. */
  action?: ReactNode;
};

/** One large picture, and the thumbnails of all to choose from. */
export function Gallery({ name, pictures, start = 0, action }: Props) {
  const [chosen, setChosen] = useState(start);
  const [zoomed, setZoomed] = useState(false);
  const count = pictures.length;
  const at = Math.min(chosen, count - 1);
  const shown = pictures[at];
  const go = (to: number) => {
    setChosen((to + count) % count);
    setZoomed(false);
  };
  useShortcut('previousPicture', () => go(at - 1));
  useShortcut('nextPicture', () => go(at + 1));
  usePreload(pictures[at + 1]);
  const stage = useRef<HTMLButtonElement>(null);
  /** Zooms in on the point that was clicked, or on the middle, and out again. */
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
        {/* The thumbnail is loaded already and shows until the picture is. */}
        <img
          key={shown.id}
          className="fit"
          src={shown.imageUrl}
          width={shown.width}
          height={shown.height}
          alt={`${name}, foto ${at + 1} de ${count}`}
          style={{ backgroundImage: `url("${shown.thumbnailUrl}")` }}
        />
      </UnstyledButton>
      <p className="row wrap centered dim text-sm digits gap-4 gap-x-10">
        <span>
          {at + 1} de {count}
        </span>
        {at === 0 && <span className={cards.badge}>Principal</span>}
        {shown.is_blueprint === 1 && <span className={cards.badge}>Plano</span>}
        <span>{sizeOf(shown)}</span>
      </p>
      <VisuallyHidden role="status">
        Foto {at + 1} de {count}
      </VisuallyHidden>
      <Group justify="center" gap="xs">
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
        {action}
      </Group>
    </div>
  );
}

type StripProps = { pictures: readonly Picture[]; at: number; onChoose: (index: number) => void };

function Strip({ pictures, at, onChoose }: StripProps) {
  const strip = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Its promise, in newer browsers, must not become the effect's cleanup.
    void strip.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
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
            <img className="fit" src={thumbnailUrl} alt="" width={56} height={56} loading="lazy" decoding="async" />
            {is_blueprint === 1 && <IconRulerMeasure className={classes.mark} size={18} stroke={1.6} aria-hidden />}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

/** Loads the next picture before it is asked for. */
function usePreload(next: Picture | undefined) {
  const url = next?.imageUrl;
  useEffect(() => {
    if (url) new Image().src = url;
  }, [url]);
}
