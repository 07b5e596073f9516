import type { ResolvedConfig } from '../config.ts'
import { CallerBusyError, ConnectionLostError, DatabaseUnreachableError, PoolTimeoutError } from '../db/errors.ts'
import type { Database } from '../db/port.ts'
import { codeOf } from '../kernel/errors.ts'
import { createTokenBuckets } from '../kernel/token-bucket.ts'
import { isUuid } from '../kernel/uuid.ts'
import { type Caller, CallerError, type CallerResolver } from './caller.ts'
import { limiterKey } from './client-address.ts'
import type { ClubOf } from './club.ts'
import type { ReadPicture } from './club-icons.ts'
import { createDrawingTurns } from './drawing-turns.ts'
import { drawPicture, faceOf, type PictureFacts } from './shared-picture-art.ts'
import { photoSize } from './shared-picture-photo.ts'
import { createGrounds, withClub } from './shared-pictures.ts'
import { siteAddress } from './site-address.ts'
import type { HttpReply, HttpRequest, Service } from './types.ts'

const PREFIX = '/share/own'
/** `/level.jpg`, `/best/<id>.jpg`. */
const PATH = /^\/([a-z]{1,20})(?:\/([^/]{1,36}))?\.jpg$/
/** Of a database without the function or such a kind, and of a caller who may not ask. */
const NOTHING_CODES = ['42883', '22023', '42501']
/** Pictures of one member in a minute. */
const A_MINUTE = 30

interface OwnPicture extends Record<string, unknown> {
  picture: PictureFacts
  photo_bucket: string | null
  photo_name: string | null
}

/** A stored picture as the caller of a request may see it. */
export interface WantedPhoto {
  bucketId: string
  name: string
  /** In pixels: it is cut to their ratio. */
  width: number
  height: number
}

/**
 * @returns undefined when there is no such picture for the caller, or it cannot be decoded.
 * @throws {Error} with `statusCode` when it cannot be read now.
 */
export type ReadCallerPicture = (request: HttpRequest, photo: WantedPhoto) => Promise<Buffer | undefined>

export interface OwnPicturesParts {
  config: ResolvedConfig
  siteUrlSet: boolean
  /** Folder of the built web app. */
  webFolder: string
  db: Pick<Database, 'runAs'>
  callers: Pick<CallerResolver, 'resolve'>
  clubOf: ClubOf
  /** For the club's logo. */
  readPicture: ReadPicture
  readPhoto: ReadCallerPicture
}

/**
 * `GET /share/own/<kind>[/<id>].jpg`: a picture of the caller's own, for the caller alone, by the token of the request. What
 * it shows is asked of `public.own_picture(kind, id)` as the caller; without an answer there is no picture. None is kept.
 */
export function createOwnPictures(parts: OwnPicturesParts): Service {
  const { config, webFolder, db, callers, clubOf, readPhoto } = parts
  const scale = config.rateLimitScale
  const limit = createTokenBuckets({
    capacity: Math.max(1, A_MINUTE * scale),
    refill: A_MINUTE * scale,
    intervalMs: 60_000,
  })
  const addressFor = siteAddress(config, parts.siteUrlSet)
  const groundOf = createGrounds(webFolder, parts.readPicture)
  const face = faceOf(webFolder)
  const inTurn = createDrawingTurns()

  async function ask({ userId, claimsJson, role }: Caller, request: HttpRequest, kind: string, id: string | undefined) {
    const context = { role, settings: { 'request.jwt.claims': claimsJson }, readOnly: true }
    const statement = {
      name: 'own_picture',
      text: 'select picture, photo_bucket, photo_name from public.own_picture($1, $2)',
      values: [kind, id ?? null],
    }
    const share = { caller: userId, place: limiterKey(request.clientIp), signal: request.signal }
    try {
      const [row] = await db.runAs<OwnPicture>(context, statement, share)
      return row
    } catch (error) {
      if (NOTHING_CODES.includes(codeOf(error) ?? '')) return undefined
      throw error
    }
  }

  async function draw(request: HttpRequest, { picture, photo_bucket, photo_name }: OwnPicture): Promise<Buffer> {
    request.signal.throwIfAborted()
    const photo =
      photo_bucket === null || photo_name === null
        ? undefined
        : await readPhoto(request, { bucketId: photo_bucket, name: photo_name, ...photoSize(picture.kind === 'best') })
    const facts = withClub(picture, await clubOf())
    const ground = await groundOf(photo ? 'plain' : facts.kind, facts.logo)
    return await drawPicture(ground, facts, new URL(addressFor(request)).host, face, photo)
  }

  async function answer(request: HttpRequest): Promise<HttpReply> {
    if (request.method !== 'GET') return refusal(405, 'method_not_allowed', 'Only GET is allowed', { allow: 'GET' })
    const caller = await callers.resolve(request.headers)
    const { userId } = caller
    if (userId === undefined) return refusal(401, 'no_member', 'A member has to be signed in')
    const [, kind = '', id] = PATH.exec(request.path.slice(PREFIX.length)) ?? []
    if (kind === '' || (id !== undefined && !isUuid(id))) return noPicture()
    if (!limit.take(userId)) return tooMany()
    const row = await ask(caller, request, kind, id)
    if (!row) return noPicture()
    const body = await inTurn(userId, () => draw(request, row))
    if (!body) return tooMany()
    return { status: 200, headers: { 'content-type': 'image/jpeg', 'cache-control': 'private, no-store' }, body }
  }

  return {
    prefix: PREFIX,
    optionsHeaders: () => ({ allow: 'GET, OPTIONS' }),
    handle: async (request) => {
      try {
        return await answer(request)
      } catch (error) {
        const known = refusalOf(error)
        if (!known) throw error
        return known
      }
    },
  }
}

/** Undefined for an error that nobody has foreseen. */
function refusalOf(error: unknown): HttpReply | undefined {
  if (error instanceof CallerError) return refusal(401, 'invalid_token', error.message)
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 429 || error instanceof CallerBusyError || error instanceof PoolTimeoutError) return tooMany()
  if (status === 503 || error instanceof ConnectionLostError || error instanceof DatabaseUnreachableError)
    return refusal(503, 'unavailable', 'No picture can be made now', { 'retry-after': 10 })
  return undefined
}

const noPicture = () => refusal(404, 'no_picture', 'There is no such picture of yours')
const tooMany = () => refusal(429, 'too_many_pictures', 'Too many pictures: wait a moment', { 'retry-after': 10 })

function refusal(status: number, code: string, message: string, headers: Record<string, string | number> = {}) {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify({ code, message }),
  }
}
