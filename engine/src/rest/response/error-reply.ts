import type { HttpReply } from '../../http/types.ts'
import type { RestError } from '../errors.ts'

/** Renders an error in PostgREST's shape. */
export function errorReply(error: RestError): HttpReply {
  const { code, details, hint, message } = error
  return {
    status: error.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'proxy-status': `PostgREST; error=${code}`,
      ...error.headers,
    },
    body: JSON.stringify({ code, details, hint, message }),
  }
}
