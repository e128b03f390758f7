import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/* Access tokens: JSON Web Tokens signed with HS256. They are verified synchronously: WebCrypto uses the threads that
   also hash passwords, and every call would wait for those. */

const AUDIENCE = 'piezario';
const encode = (text: string) => Buffer.from(text).toString('base64url');
/** The only header that is accepted, so that a token cannot choose how it is verified. */
const HEADER = encode('{"alg":"HS256"}');

const Claims = z.object({
  jti: z.uuid(),
  aud: z.literal(AUDIENCE),
  iat: z.int(),
  exp: z.int(),
  views_as: z.int().optional(),
});

/** Seconds since 1970, as tokens count. */
export const now = () => Math.floor(Date.now() / 1000);

type Named = {
  readonly session: string;
  readonly issuedAt: number;
  /** The client as whom the person of the session reads the catalog. */
  readonly viewsAs?: number | undefined;
};

const signatureOf = (secret: Uint8Array, text: string) => createHmac('sha256', secret).update(text).digest();

export function signToken(secret: Uint8Array, { session, issuedAt, viewsAs }: Named, lifetime: number): string {
  const claims: z.input<typeof Claims> = {
    ...{ jti: session, aud: AUDIENCE, iat: issuedAt, exp: issuedAt + lifetime },
    ...(viewsAs !== undefined && { views_as: viewsAs }),
  };
  const signed = `${HEADER}.${encode(JSON.stringify(claims))}`;
  return `${signed}.${signatureOf(secret, signed).toString('base64url')}`;
}

/** The session that the token names; null when the token is forged, expired or not ours. */
export function verifyToken(secret: Uint8Array, token: string): Named | null {
  const [header = '', payload = '', given = '', ...rest] = token.split('.');
  if (header !== HEADER || rest.length > 0) return null;
  const signature = Buffer.from(given, 'base64url');
  const expected = signatureOf(secret, `${header}.${payload}`);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
  const claims = Claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  if (!claims.success || claims.data.exp <= now()) return null;
  return { session: claims.data.jti, issuedAt: claims.data.iat, viewsAs: claims.data.views_as };
}
