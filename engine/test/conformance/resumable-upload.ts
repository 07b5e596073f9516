import type { TestEngine } from '../../../test-support/start-engine.ts'
import { type RawReply, raw } from './storage-fixture.ts'

type Engine = Pick<TestEngine, 'url' | 'publishableKey'>

export const RESUMABLE = '/upload/resumable'

/** The header Upload-Metadata of these values. */
export function uploadMetadata(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

export interface Beginning {
  token?: string
  bucketName: string
  objectName: string
  length: number
  /** Further pairs of Upload-Metadata. */
  metadata?: Record<string, string>
  headers?: Record<string, string>
  /** The beginning of the file, with the same request. */
  body?: Uint8Array
  path?: string
}

/** Begins an upload. */
export async function begin(engine: Engine, given: Beginning): Promise<RawReply> {
  const { token, bucketName, objectName, length, metadata, headers, body, path = RESUMABLE } = given
  return await raw(engine, 'POST', path, {
    ...(token === undefined ? {} : { token }),
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(length),
      'upload-metadata': uploadMetadata({ bucketName, objectName, ...metadata }),
      ...(body ? { 'content-type': 'application/offset+octet-stream', 'content-length': String(body.length) } : {}),
      ...headers,
    },
    ...(body ? { body: [body] } : {}),
  })
}

/** The path of a begun upload, without the service's prefix. */
export function placeOf(reply: RawReply): string {
  const { location } = reply.headers
  if (location === undefined) throw new Error(`no upload was begun: ${reply.status} ${reply.body}`)
  return location.replace('/storage/v1', '')
}

/** Begins an upload that must be accepted. @returns its path. */
export async function begun(engine: Engine, given: Beginning): Promise<string> {
  return placeOf(await begin(engine, given))
}

export interface Sending {
  token?: string | undefined
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Sends a part from an offset on. */
export async function send(
  engine: Engine,
  place: string,
  offset: number,
  part: Uint8Array,
  { token, headers, signal }: Sending = {},
): Promise<RawReply> {
  return await raw(engine, 'PATCH', place, {
    ...(token === undefined ? {} : { token }),
    headers: {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(part.length),
      'upload-offset': String(offset),
      ...headers,
    },
    body: [part],
    ...(signal ? { signal } : {}),
  })
}

/** Asks for the state of an upload, or ends it. */
export async function ask(
  engine: Engine,
  method: 'HEAD' | 'DELETE',
  place: string,
  { token, headers }: Sending = {},
): Promise<RawReply> {
  return await raw(engine, method, place, {
    ...(token === undefined ? {} : { token }),
    headers: { 'tus-resumable': '1.0.0', ...headers },
  })
}
