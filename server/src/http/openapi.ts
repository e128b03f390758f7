import { type Api, Attachment, Download, type Endpoint } from '@piezario/contract/endpoint';
import { ATTRIBUTE_KEY, type Columns, MODES } from '@piezario/contract/list';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Returns the contract as an OpenAPI 3.1 document, for callers outside this repository. */
export function describeApi(api: Api) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [noun, endpoints] of Object.entries(api)) {
    for (const endpoint of Object.values(endpoints)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(noun, endpoint) };
    }
  }
  return {
    openapi: '3.1.0' as const,
    info: { title: 'Piezario', version: packageJson.version },
    components: { securitySchemes: { token: { type: 'http' as const, scheme: 'bearer' } } },
    paths,
  };
}

function describe(noun: string, endpoint: Endpoint) {
  return {
    tags: [noun],
    summary: endpoint.summary,
    description: `Acceso: ${endpoint.access}`,
    security: endpoint.access === 'public' ? [] : [{ token: [] }],
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint), ...listParameters(endpoint)],
    ...(endpoint.body && { requestBody: describeBody(endpoint.body, endpoint.upload) }),
    responses: {
      200: { description: 'Hecho', content: describeResult(endpoint.result) },
      default: {
        description: 'Un error: el status HTTP es el `code` del cuerpo',
        content: describeResult(z.unknown()),
      },
    },
  };
}

function pathParameters({ params }: Endpoint) {
  return Object.entries(params?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: toJsonSchema(schema, 'input'),
  }));
}

function queryParameters({ query }: Endpoint) {
  if (!(query instanceof z.ZodObject)) return [];
  return Object.entries(query.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !schema.safeParse(undefined).success,
    schema: toJsonSchema(schema, 'input'),
  }));
}

function listParameters({ columns, filters, offered }: Endpoint) {
  const pages = columns ? ['page[number]', 'page[after]', 'page[size]', 'sort'] : [];
  const table = offered ? ['columns', 'sort'] : [];
  return [...pages, ...table, ...filtersOf(columns ?? filters ?? {})].map((name) => ({
    name,
    in: 'query',
    schema: { type: name === 'page[number]' || name === 'page[size]' ? 'integer' : 'string' },
  }));
}

const filtersOf = (columns: Columns) =>
  Object.entries(columns).flatMap(([column, kind]) =>
    MODES[kind].map((mode) => `filter[${mode}-${kind === 'attribute' ? `${ATTRIBUTE_KEY}{nombre}` : column}]`),
  );

function describeBody(body: z.ZodType, upload: number | undefined) {
  const type = upload ? 'multipart/form-data' : 'application/json';
  return { required: true, content: { [type]: { schema: toJsonSchema(body, 'input') } } };
}

function describeResult(result: z.ZodType) {
  if (result === Download) return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  return {
    'application/json': {
      schema: {
        type: 'object',
        required: ['code', 'message', 'result'],
        properties: { code: { type: 'integer' }, message: { type: 'string' }, result: toJsonSchema(result, 'output') },
      },
    },
  };
}

function toJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (Object.is(zodSchema, Attachment)) Object.assign(jsonSchema, { type: 'string', format: 'binary' });
    },
  });
}
