import { resolve } from 'node:path';
import { NewPassword } from '@piezario/contract/auth';
import { Email } from '@piezario/contract/fields';
import { z } from 'zod';

const on = z.enum(['0', '1']).transform((value) => value === '1');

const S3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

const Postgres = z.url({ protocol: /^postgres(ql)?$/ });

const Env = z
  .object({
    NODE_ENV: z.string().optional(),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
    METRICS_HOST: z.string().default('127.0.0.1'),
    HOST: z.string().default('127.0.0.1'),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: Postgres.optional(),
    DATABASE_POOL: z.coerce.number().int().min(10).max(1_000).default(20),
    DATABASE_POOLER: z.enum(['transaction']).optional(),
    DATABASE_REPLICA_URL: z
      .string()
      .transform((urls) => urls.split(',').map((url) => url.trim()))
      .pipe(z.array(Postgres))
      .default([]),
    S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    S3_BUCKET: z.string().optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    S3_PATH_STYLE: on.default(false),
    DEMO: on.optional(),
    ADMIN_EMAIL: Email.optional(),
    ADMIN_PASSWORD: NewPassword.optional(),
    IMPORT_FILES_DAYS: z.coerce.number().int().min(1).max(36_500).default(90),
    HISTORY_MONTHS: z.coerce.number().int().min(2).max(1_200).default(12),
    JOB_GROUP_ROWS: z.coerce.number().int().min(1).optional(),
    ALLOW_REGISTRATION: on.default(false),
    REQUIRE_OWN_PASSWORD: on.default(false),
    API_DOCS: on.optional(),
    TRUST_PROXY: z.string().optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
    SUPPORT_URL: z.url().optional(),
    CATALOG_URL: z.url().optional(),
    REPORTS_URL: z.url().optional(),
  })
  .refine(({ ADMIN_EMAIL, ADMIN_PASSWORD }) => Boolean(ADMIN_EMAIL) === Boolean(ADMIN_PASSWORD), {
    path: ['ADMIN_EMAIL, ADMIN_PASSWORD'],
    message: 'set both or none',
  })
  .refine(({ DATABASE_URL, DATABASE_REPLICA_URL }) => DATABASE_URL || DATABASE_REPLICA_URL.length === 0, {
    path: ['DATABASE_REPLICA_URL'],
    message: 'set DATABASE_URL too: the embedded database has no replicas',
  })
  .refine(({ DATABASE_URL, DATABASE_POOLER }) => DATABASE_URL || !DATABASE_POOLER, {
    path: ['DATABASE_POOLER'],
    message: 'set DATABASE_URL too: nothing stands in front of the embedded database',
  })
  .refine(({ DATABASE_URL, DATABASE_POOL }) => DATABASE_URL || DATABASE_POOL <= 50, {
    path: ['DATABASE_POOL'],
    message: 'the embedded database has room for 50',
  })
  .refine((env) => new Set(S3.map((name) => env[name] === undefined)).size === 1, {
    path: [S3.join(', ')],
    message: 'set all of them or none',
  });

export type Config = ReturnType<typeof readConfig>;

/** The settings of docs/operating.md. An empty variable counts as absent. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const given = Object.entries(environment).filter(([, value]) => value !== '');
  const parsed = Env.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
    throw new Error(`These settings are not valid:\n${problems.join('\n')}`);
  }
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  const demo = env.DEMO ?? (!env.DATABASE_URL && !production);
  const example = (name: string) => (demo ? `https://${name}.piezario.example` : null);
  return {
    port: env.PORT,
    host: env.HOST,
    /** Port of the metrics; none by default. They are served without a session, and so have a separate host. */
    metricsPort: env.METRICS_PORT ?? null,
    metricsHost: env.METRICS_HOST,
    /** Address at which channels reach this server, for picture addresses in exported files. */
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    /** Channels cannot reach the default address. */
    isPublicUrlMissing: production && !env.PUBLIC_URL,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    /** Number of connections that calls share. Exports take up to 40 % of them, and 8 at most. */
    databasePool: env.DATABASE_POOL,
    /** Mode of the pooler behind the database URLs, if there is one. */
    databasePooler: env.DATABASE_POOLER,
    databaseReplicaUrls: env.DATABASE_REPLICA_URL,
    /** Milliseconds of lag above which a replica is not read from. Tests allow more. */
    maxReplicaLag: 5_000,
    /** Milliseconds without an answer after which the connections of a database are given up. Tests wait less. */
    maxSilence: 20_000,
    s3: readS3(env),
    demo,
    admin: env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : null,
    allowRegistration: env.ALLOW_REGISTRATION,
    /** Refuses calls of a person until they have replaced a password that was set for them. */
    requireOwnPassword: env.REQUIRE_OWN_PASSWORD,
    apiDocs: env.API_DOCS ?? !production,
    /** Days for which the file of an ended import is kept. */
    importFilesDays: env.IMPORT_FILES_DAYS,
    /** Months for which changes are kept. */
    historyMonths: env.HISTORY_MONTHS,
    /**
     * Limit of parts in the queued bulk actions of one person. A single action may exceed it when no other one is
     * queued. Tests allow fewer.
     */
    maxWaitingParts: 500_000,
    /** For tests, which want to see several groups in a small job. */
    jobLimits: env.JOB_GROUP_ROWS ? { groupRows: env.JOB_GROUP_ROWS } : {},
    /** Milliseconds for the headers and for the JSON body of a request to arrive. Tests wait less. */
    slowestSender: { headers: 10_000, body: 15_000 },
    /** A download whose reader is slower than this for `patience` milliseconds is aborted. Tests wait less. */
    slowestReader: { bytesPerSecond: 8 * 1024, patience: 60_000 },
    /** Proxies whose `X-Forwarded-For` is trusted; none by default, so that a caller cannot forge an address. */
    trustProxy: env.TRUST_PROXY ?? false,
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    supportUrl: env.SUPPORT_URL ?? example('soporte'),
    catalogUrl: env.CATALOG_URL ?? example('catalogo'),
    reportsUrl: env.REPORTS_URL ?? example('reportes'),
  };
}

/** Returns the settings of the S3 store, or null without one. */
function readS3(env: z.output<typeof Env>) {
  const [endpoint, bucket, accessKeyId, secretAccessKey] = S3.map((name) => env[name]);
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  return { endpoint, bucket, accessKeyId, secretAccessKey, region: env.S3_REGION, pathStyle: env.S3_PATH_STYLE };
}
