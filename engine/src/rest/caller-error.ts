import type { CallerError } from '../http/caller.ts'
import { RestError } from './errors.ts'

/** A refused token or key in PostgREST's form: PGRST301 could not be read, PGRST303 must not be accepted. */
export function fromCallerError(error: CallerError): RestError {
  const unreadable = error.reason === 'malformed' || error.reason === 'signature' || error.reason === 'unknown_key'
  const message = error.message.replace(/[^\x20-\x7e]|["\\]/g, '')
  return new RestError(401, unreadable ? 'PGRST301' : 'PGRST303', error.message, {
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` },
  })
}
