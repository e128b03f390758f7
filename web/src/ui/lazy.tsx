import { type ComponentType, createElement, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react';
import { answered, onReconnected } from '../api/connection.ts';
import { Message } from './Message.tsx';
import { notifyError } from './notify.ts';
import plain from './plain.module.css';
import { hasUnsaved } from './unsaved.ts';

/**
 * Reason why code could not be loaded: no connection, a newer version on the server, a failure that the browser has
 * cached, or something else.
 */
type Reason = 'offline' | 'outdated' | 'remembered' | 'unknown';
const needsReload = (reason: Reason | undefined) => reason === 'outdated' || reason === 'remembered';

/** The props of a component. The return type is `void`, since screens are not typed yet where routes are declared. */
type PropsOf<Component> = Component extends (props: infer Props) => void
  ? unknown extends Props
    ? object
    : Props
  : never;

/**
 * Component whose code is loaded when it is first shown. A failure shows its reason and is retried. If only a reload
 * helps, the page is reloaded once. Inside another screen (`part`), other failures only show a notice after a retry.
 */
export function lazy<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name, part?: 'part') {
  type Props = PropsOf<Module[Name]>;
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  let reason: Reason | undefined;
  const preload = (): Promise<void> => {
    loading ??= withStyles(load).then(
      (module) => {
        Loaded = module[name] as ComponentType<Props>;
      },
      async () => {
        const now = await findReason();
        // Chromium caches the failure of a module until the page is reloaded.
        reason = now === 'unknown' && (reason === 'offline' || reason === 'remembered') ? 'remembered' : now;
        loading = undefined;
      },
    );
    return loading;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each module, never while rendering
  function Lazy(props: Props): ReactNode {
    'use no memo';
    const [tries, setTries] = useState(0);
    if (Loaded) return createElement(Loaded, props);
    if (!reason) use(preload());
    const tryAgain = () => void preload().then(() => setTries((tries) => tries + 1));
    return (
      <NotLoaded reason={reason ?? 'unknown'} notifies={part !== undefined && tries > 0} onTry={tryAgain} part={part} />
    );
  }
  Lazy.preload = preload;
  return Lazy;
}

const TRY_EVERY = 5000;

type Props = { reason: Reason; notifies: boolean; onTry: () => void; part: 'part' | undefined };

function NotLoaded({ reason, notifies, onTry, part }: Props) {
  const tryAgain = useEffectEvent(onTry);
  useEffect(() => {
    // The reason may be stale, from the last time that this was shown.
    tryAgain();
    const timer = setInterval(() => tryAgain(), TRY_EVERY);
    const stop = onReconnected(() => tryAgain());
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
  useEffect(() => {
    if (needsReload(reason)) reloadOnce();
    else if (notifies) notifyError(WORDS[reason].notice);
  }, [reason, notifies]);
  if (part && !needsReload(reason)) return null;
  const { code, title, text, action } = WORDS[reason];
  return (
    <Message
      code={code}
      title={title}
      actions={
        <button
          type="button"
          className={plain.button}
          onClick={needsReload(reason) ? () => window.location.reload() : onTry}
        >
          {action}
        </button>
      }
    >
      <p role="status">{text}</p>
    </Message>
  );
}

const WORDS = {
  offline: {
    code: 'Sin conexión',
    title: 'No hay conexión',
    text: 'Esta pantalla se abre sola cuando vuelva.',
    action: 'Reintentar',
    notice: 'No hay conexión: probá de nuevo cuando vuelva',
  },
  outdated: {
    code: 'Actualización',
    title: 'Hay una versión nueva de Piezario',
    text: 'Guardá lo que estás haciendo y recargá la página para usarla.',
    action: 'Recargar',
    notice: 'Hay una versión nueva de Piezario: guardá lo que estás haciendo y recargá la página',
  },
  remembered: {
    code: 'Error',
    title: 'No se pudo abrir esta pantalla',
    text: 'Se cortó la conexión mientras se abría. Guardá lo que estás haciendo y recargá la página.',
    action: 'Recargar',
    notice: 'No se pudo abrir: guardá lo que estás haciendo y recargá la página',
  },
  unknown: {
    code: 'Error',
    title: 'No se pudo abrir esta pantalla',
    text: 'Seguimos intentando. Si no se abre, avisanos a soporte.',
    action: 'Reintentar',
    notice: 'No se pudo abrir: probá de nuevo en un momento',
  },
} as const;

/** Loads code that is needed now. A failure shows a notice, or reloads an outdated page. */
export async function loadOrTell<Module>(load: () => Promise<Module>): Promise<Module | null> {
  try {
    return await withStyles(load);
  } catch {
    const reason = await findReason();
    if (reason !== 'outdated' || !reloadOnce()) notifyError(WORDS[reason].notice);
    return null;
  }
}

/** Loads the code of a dialog or panel before it opens, so that the focus finds its fields. */
export function useLoaded<Loaded>(load: () => Promise<Loaded>) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [opened, setOpened] = useState(false);
  const start = async () => {
    const now = await loadOrTell(load);
    if (now === null) return;
    setLoaded(() => now);
    setOpened(true);
  };
  return { loaded, opened, open: () => void start(), close: () => setOpened(false) };
}

const entryScript = () => document.querySelector('script[type="module"]')?.getAttribute('src');

const RELOADED = 'reloaded';

/**
 * Reloads the page, unless something is unsaved. Only once for each version of the page: while several processes are
 * being replaced, the next answer may be of the old version again. Returns whether the page is reloaded.
 */
function reloadOnce(): boolean {
  const before = sessionStorage.getItem(RELOADED) ?? '';
  const entry = entryScript() ?? '';
  if (hasUnsaved() || before.split(' ').includes(entry)) return false;
  sessionStorage.setItem(RELOADED, `${before} ${entry}`);
  window.location.reload();
  return true;
}

/** A newer page of the server names another entry script. */
async function findReason(): Promise<Reason> {
  const page = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } }).catch(() => null);
  answered(page !== null);
  const text = await page?.text().catch(() => null);
  if (!page || text == null) return 'offline';
  const entry = entryScript();
  return page.ok && entry && !text.includes(entry) ? 'outdated' : 'unknown';
}

/** Style sheets that could not be loaded. Vite tries each of them once. */
const missing = new Set<string>();
window.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLLinkElement)) return;
    if (target.rel === 'stylesheet') missing.add(target.href);
    target.remove();
  },
  { capture: true },
);

async function withStyles<T>(load: () => Promise<T>): Promise<T> {
  // Fails first when offline, because the browser would cache a failed import. A local server answers even then.
  if (!navigator.onLine) await fetch('/', { method: 'HEAD', cache: 'no-store' });
  await Promise.all([...missing].map(addStyles));
  return load();
}

const addStyles = (href: string) =>
  new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => {
      missing.delete(href);
      resolve();
    };
    link.onerror = () => reject(new Error(href));
    document.head.append(link);
  });
