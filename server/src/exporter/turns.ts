import { Failure } from '../http/failure.ts';

/** Every export holds a connection to the database, even while its reader pauses; calls need most of the pool of 20. */
const MOST = 8;
const MAX_OF_ONE_PERSON = 2;
/**
 * Whoever takes several large files at once gets the last of them late, and not refused. Less than a connection may be
 * silent, so that a refusal still arrives.
 */
const PATIENCE = 9 * 60_000;

type Waiting = { readonly person: number; readonly start: () => void };

/** Lets a few exports run at a time; the others wait their turn, and are refused when that takes too long. */
export function createTurns() {
  const running: number[] = [];
  const waiting: Waiting[] = [];

  const mayRun = (person: number) =>
    running.length < MOST && running.filter((other) => other === person).length < MAX_OF_ONE_PERSON;

  const takeTurn = (person: number) =>
    new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(new Failure(503, 'Hay muchas descargas en curso. Probá de nuevo en un minuto.'));
      }, PATIENCE);
      const start = () => {
        clearTimeout(late);
        running.push(person);
        resolve();
      };
      const turn = { person, start };
      if (mayRun(person)) start();
      else waiting.push(turn);
    });

  const passTurn = (person: number) => {
    running.splice(running.indexOf(person), 1);
    const next = waiting.findIndex((other) => mayRun(other.person));
    if (next !== -1) waiting.splice(next, 1)[0]?.start();
  };

  return async function* inTurn<T>(person: number, work: () => AsyncIterable<T>): AsyncGenerator<T> {
    await takeTurn(person);
    try {
      yield* work();
    } finally {
      passTurn(person);
    }
  };
}
