import { z } from 'zod';

/** Returns the default message under a field. Schemas override it with a more precise one. */
function messageFor(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'Completá este campo' : 'El valor no es válido';
    case 'too_small':
      if (issue.origin !== 'string') return `Tiene que ser ${issue.minimum} o más`;
      return issue.minimum === 1 ? 'Completá este campo' : `Se requieren al menos ${issue.minimum} caracteres`;
    case 'too_big':
      return issue.origin === 'string'
        ? `Se permiten hasta ${issue.maximum} caracteres`
        : `Tiene que ser ${issue.maximum} o menos`;
    case 'invalid_format':
      return issue.format === 'email' ? 'El e-mail no es válido' : 'El formato no es válido';
    case 'unrecognized_keys':
      return `No se reconoce ${issue.keys.join(', ')}`;
    default:
      return 'El valor no es válido';
  }
}

z.config({ customError: messageFor });
