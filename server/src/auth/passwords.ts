import { hash, verify } from '@node-rs/argon2';

/** argon2id with the memory and passes that OWASP recommends. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string) => hash(password, OPTIONS);

/** Verified when there is no such account, so that an unknown e-mail takes as long as a wrong password. */
let dummyHash: Promise<string> | undefined;

export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword(crypto.randomUUID());
  const matches = await verify(passwordHash ?? (await dummyHash), password);
  return matches && passwordHash !== null;
}
