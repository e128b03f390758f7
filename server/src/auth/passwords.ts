import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Failure, refusal } from '../http/failure.ts';
import { createLimiter } from '../limiter.ts';

/** argon2id with the memory and passes that OWASP recommends. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

function tooMany() {
  return new Failure(429, 'Hay muchos ingresos a la vez. Probá de nuevo en unos segundos.');
}

/** Hashing leaves half of the processors, and of libuv's four threads, to all other work. */
const hashing = createLimiter({
  atOnce: Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2))),
  maxWaiting: { count: 20, error: tooMany },
});

/** A flood of sign-ins is refused before it costs a query. */
export function refuseFlood() {
  if (hashing.isFull()) throw tooMany();
}

export const hashPassword = (password: string) => hashing.run(() => hash(password, OPTIONS));

/** Verified when there is no such account, so that an unknown e-mail takes as long as a wrong password. */
let dummyHash: Promise<string> | undefined;

export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hash(crypto.randomUUID(), OPTIONS);
  const against = passwordHash ?? (await dummyHash);
  const matches = await hashing.run(() => verify(against, password));
  return matches && passwordHash !== null;
}

/** The most common passwords, in lower case. The first ones are of this trade and of Argentina. */
const COMMON = new URL('../../data/common_passwords.txt', import.meta.url);
let common: ReadonlySet<string> | undefined;

/** Returns true for a password that attackers try first. */
export function isCommon(password: string): boolean {
  common ??= new Set(readFileSync(COMMON, 'utf8').split('\n'));
  return common.has(password.toLowerCase());
}

/** Hashes a password that a person chooses. */
export async function hashNewPassword(password: string): Promise<string> {
  if (isCommon(password)) {
    throw refusal('password', 'Es una de las claves más usadas: elegí otra');
  }
  return hashPassword(password);
}
