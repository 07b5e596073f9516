import { z } from 'zod'
import { BodyError, readJson } from '../http/body.ts'
import type { HttpReply, HttpRequest } from '../http/types.ts'
import { functionErrors } from './errors.ts'
import { type OpenPicture, openPicture } from './open-picture.ts'
import type { Reach } from './reach.ts'

/** Characters of an address. */
const ADDRESS_CHARACTERS = 2048

/** The bucket that only admins may write to: its policies decide who may use this function. */
const BUCKET = 'games-images'

const body = z.object({ url: z.string() })

/**
 * Stores a picture of another site as an upload of the caller, with the same checks.
 * `open` is called once the caller is known to be allowed.
 * @returns the picture's public address without a host.
 * @throws {Error} with `statusCode` and `code` when it is refused.
 */
export type KeepPicture = (request: HttpRequest, bucketId: string, open: () => Promise<OpenPicture>) => Promise<string>

/**
 * `POST /functions/v1/fetch-picture` with `{ url }`: copies a picture from the web into our own bucket, because pages
 * show no pictures from other sites.
 */
export async function fetchPicture(request: HttpRequest, keep: KeepPicture, reach: Reach): Promise<HttpReply> {
  const address = readAddress(await readJson(request.raw).catch(refuseBody))
  const open = () => openPicture(address, reach, AbortSignal.any([AbortSignal.timeout(reach.ms), request.signal]))
  const url = await keep(request, BUCKET, open)
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify({ url }) }
}

function readAddress(json: unknown): string {
  const parsed = body.safeParse(json)
  if (!parsed.success) throw functionErrors.invalidBody('The body must be {"url": "…"}')
  const url = parsed.data.url.trim()
  if ([...url].length > ADDRESS_CHARACTERS) throw functionErrors.addressTooLong(ADDRESS_CHARACTERS)
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw functionErrors.invalidAddress()
  return url
}

function refuseBody(error: unknown): never {
  throw error instanceof BodyError ? functionErrors.invalidBody(error.message) : error
}
