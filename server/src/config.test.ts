import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const S3 = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'piezario',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

test('files are stored in S3 when all of its settings are given', () => {
  expect(readConfig({}).s3).toBeNull();
  expect(readConfig({ S3_ENDPOINT: '', S3_REGION: 'sa-east-1' }).s3).toBeNull();
  expect(readConfig({ ...S3, S3_REGION: 'sa-east-1', S3_PATH_STYLE: '1' }).s3).toEqual({
    ...{ endpoint: 'https://s3.example.com', bucket: 'piezario', region: 'sa-east-1', pathStyle: true },
    ...{ accessKeyId: 'id', secretAccessKey: 'secret' },
  });
});

test.each(Object.keys(S3))('an S3 store without %s is refused, and the setting is named', (name) => {
  expect(() => readConfig({ ...S3, [name]: undefined })).toThrow(name);
  expect(() => readConfig({ [name]: S3[name as keyof typeof S3] })).toThrow('set all of them or none');
});

test('only an external database may have a large pool and a pooler', () => {
  const DATABASE_URL = 'postgresql://localhost/piezas';
  expect(readConfig({})).toMatchObject({ databasePool: 20, databasePooler: undefined });
  const settings = { DATABASE_POOL: '80', DATABASE_POOLER: 'transaction' };
  expect(readConfig({ DATABASE_URL, ...settings })).toMatchObject({ databasePool: 80, databasePooler: 'transaction' });
  expect(() => readConfig(settings)).toThrow(/DATABASE_POOLER: .*\n.*DATABASE_POOL: /);
  expect(() => readConfig({ DATABASE_URL, DATABASE_POOL: '0', DATABASE_POOLER: 'session' })).toThrow(/DATABASE_POOL: /);
});

test('the public address is PUBLIC_URL without its last slash, or else localhost with the port', () => {
  expect(readConfig({ PUBLIC_URL: 'https://piezas.example.com/' }).publicUrl).toBe('https://piezas.example.com');
  expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  expect(readConfig({}).isPublicUrlMissing).toBe(false);
  expect(readConfig({ NODE_ENV: 'production' }).isPublicUrlMissing).toBe(true);
  expect(() => readConfig({ PUBLIC_URL: 'javascript:alert(1)' })).toThrow('PUBLIC_URL');
});

test.each([
  [{}, true],
  [{ DEMO: '0' }, false],
  [{ DATABASE_URL: 'postgresql://localhost/piezas' }, false],
  [{ NODE_ENV: 'production' }, false],
  [{ NODE_ENV: 'production', DEMO: '1' }, true],
])('with %o, the demo is loaded: %s', (settings, demo) => {
  expect(readConfig(settings).demo).toBe(demo);
});

test('a public address that is given is not missing', () => {
  const settings = { NODE_ENV: 'production', PUBLIC_URL: 'https://piezas.example.com' };
  expect(readConfig(settings).isPublicUrlMissing).toBe(false);
});

test('metrics are served on localhost only, unless a host is given', () => {
  expect(readConfig({ HOST: '0.0.0.0', METRICS_PORT: '9464' })).toMatchObject({ metricsHost: '127.0.0.1' });
  expect(readConfig({ METRICS_HOST: '10.0.0.5' })).toMatchObject({ metricsHost: '10.0.0.5' });
});

test('an own password is required only with REQUIRE_OWN_PASSWORD', () => {
  expect(readConfig({}).requireOwnPassword).toBe(false);
  expect(readConfig({ REQUIRE_OWN_PASSWORD: '0' }).requireOwnPassword).toBe(false);
  expect(readConfig({ REQUIRE_OWN_PASSWORD: '1' }).requireOwnPassword).toBe(true);
  expect(() => readConfig({ REQUIRE_OWN_PASSWORD: 'yes' })).toThrow('REQUIRE_OWN_PASSWORD');
});
