import type { Socket } from 'node:net';
import type { Envelope } from '@piezario/contract/endpoint';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import { ZodError } from 'zod';
import { CONSTRAINTS } from './constraints.ts';
import { Failure } from './failure.ts';
import { logOutage, logRefusal } from './log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Expected failure of the call; null otherwise. */
    failure: Failure | null;
  }
}

const OUTAGE_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH'],
]);

const OUTAGE_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);
/** PostgreSQL is starting, stopping, out of connections or memory, read-only, or there were too many deadlocks. */
const UNAVAILABLE = /^(08|53|57P|25006|58030|40P01|40001)/;
/** Texts of the driver's errors that have no code. */
const OUTAGE_TEXTS = /^Connection terminated|is not queryable$/;
const BUSY_TEXT = 'timeout exceeded when trying to connect';

/** Messages for refusals of Fastify itself. */
const FRAMEWORK: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'El cuerpo del pedido no es JSON válido',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'El cuerpo del pedido está vacío',
  FST_ERR_CTP_BODY_TOO_LARGE: 'El pedido es demasiado grande',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'El cuerpo del pedido tiene que ser JSON',
};

/** Answers every error. The text of an unexpected one stays in the log. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = toFailure(error);
  request.failure = failure;
  const { code, message, errors } = failure ?? unexpected(request);
  if (!failure) request.log.error({ err: error }, 'unexpected error');
  else if (code >= 500) logOutage(request, error, failure);
  else logRefusal(request, failure);
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return reply;
  }
  // A file that failed before its first byte has set this header already.
  reply.removeHeader('content-disposition').raw.removeHeader('content-disposition');
  const envelope: Envelope = { code, message, result: errors ? { errors } : null };
  return reply.status(code).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(envelope);
}

/** Answers bytes that are not HTTP, which make no request, with the envelope. */
export function answerMalformed(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const [code, reason] = late ? [408, 'Request Timeout'] : [400, 'Bad Request'];
  const envelope: Envelope = {
    code,
    message: late ? 'El pedido tardó demasiado' : 'El pedido no es válido',
    result: null,
  };
  const body = JSON.stringify(envelope);
  return socket.end(
    `HTTP/1.1 ${code} ${reason}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Returns the failure to answer; null for an unexpected error. */
export function toFailure(error: unknown): Failure | null {
  if (error instanceof Failure) return error;
  if (error instanceof ZodError) return invalid(error);
  if (error instanceof pg.DatabaseError) return fromDatabase(error);
  if (!(error instanceof Error)) return null;
  if (isOutage(error)) return unavailable();
  if (error.message === BUSY_TEXT)
    return new Failure(503, 'El servidor está muy ocupado. Probá de nuevo en unos segundos.');
  const { code, statusCode } = error as FastifyError;
  if (code === 'ENOSPC') return noSpace();
  if (!statusCode || statusCode >= 500) return null;
  return new Failure(statusCode, FRAMEWORK[code] ?? 'El pedido no es válido');
}

/** Limit of reported fields: more would make the answer larger than the request. */
const MAX_FIELD_ERRORS = 200;

/** Returns the first problem of each field that a schema refused. */
function invalid(error: ZodError): Failure {
  const errors = new Map<string, string>();
  for (const { path, message } of error.issues) {
    if (errors.size === MAX_FIELD_ERRORS) break;
    const field = path.join('.');
    if (!errors.has(field)) errors.set(field, message);
  }
  return new Failure(422, 'Revisá los datos marcados', Object.fromEntries(errors));
}

function fromDatabase(error: pg.DatabaseError): Failure | null {
  const sentence = CONSTRAINTS[error.constraint ?? ''];
  if (sentence) return new Failure(sentence.code, sentence.message, { [sentence.field]: sentence.message });
  const code = error.code ?? '';
  if (code === '53100') return noSpace();
  if (UNAVAILABLE.test(code)) return unavailable();
  if (code === '57014') return new Failure(503, 'La consulta tardó demasiado. Probá con menos datos.');
  return null;
}

function isOutage(error: NodeJS.ErrnoException): boolean {
  // A name with several addresses fails once for each of them.
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  const cut = OUTAGE_CODES.has(error.code ?? '') && OUTAGE_CALLS.has(error.syscall ?? '');
  return cut || OUTAGE_TEXTS.test(error.message);
}

const unavailable = () => new Failure(503, 'El servicio se está reiniciando. Probá de nuevo en unos segundos.');
const noSpace = () => new Failure(507, 'No queda espacio en el servidor. Avisale a soporte.');
const unexpected = (request: FastifyRequest) =>
  new Failure(500, `Algo falló de nuestro lado. Si vuelve a pasar, pasale este código a soporte: ${request.id}`);
