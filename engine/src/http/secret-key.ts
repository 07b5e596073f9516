import type { IncomingHttpHeaders } from 'node:http'
import { sameText } from './caller-resolver.ts'

/** Whether a request has the secret key, as those of functions and jobs do. */
export function holdsSecretKey({ apikey, authorization }: IncomingHttpHeaders, secretKey: string): boolean {
  const key = apikey?.toString() ?? /^bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
  return key !== undefined && sameText(key, secretKey)
}
