import { request as askHttp, type IncomingMessage } from 'node:http'
import { request as askHttps } from 'node:https'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { codeOf } from '../kernel/errors.ts'
import { FunctionError, functionErrors } from './errors.ts'
import type { Reach } from './reach.ts'

const REDIRECTS = [301, 302, 303, 307, 308]
const HEADERS = {
  accept: 'image/webp, image/png, image/jpeg',
  // A compressed body could grow without limit when it is decompressed.
  'accept-encoding': 'identity',
  'user-agent': 'Bankside',
}

/** An open body, not checked yet; its reader counts the bytes. */
export interface OpenPicture {
  body: Readable
  /** The content type as the other site names it; no decision depends on it. */
  declaredType: string
}

/**
 * Requests a picture from an address on the web. Each address, including those of redirects, is resolved once and
 * checked; the connection goes to the checked address, so that a name cannot resolve to another one in between.
 * @param signal ends everything, including the body.
 * @throws {FunctionError} when an address is not allowed or gives no body.
 */
export async function openPicture(address: string, reach: Reach, signal: AbortSignal): Promise<OpenPicture> {
  try {
    let url = new URL(address)
    for (let left = reach.redirects; ; left -= 1) {
      const response = await ask(url, await checkedAddress(url, reach, signal), signal)
      const { statusCode = 0, headers } = response
      if (statusCode === 200) return describe(response, signal)
      response.destroy()
      if (!REDIRECTS.includes(statusCode)) throw functionErrors.unreachable(`status ${statusCode}`)
      if (left === 0) throw functionErrors.unreachable('too many redirects')
      if (!headers.location || !URL.canParse(headers.location, url.href))
        throw functionErrors.unreachable('a broken redirect')
      url = new URL(headers.location, url)
    }
  } catch (error) {
    throw failure(error, signal)
  }
}

/** The address to connect to. A name is refused if any of its addresses is not allowed. */
async function checkedAddress(url: URL, reach: Reach, signal: AbortSignal): Promise<string> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw functionErrors.notPublic()
  if (url.username !== '' || url.password !== '') throw functionErrors.notPublic()
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (reach.ports && !reach.ports.includes(port)) throw functionErrors.notPublic()
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await inTime(reach.resolve(host), signal)
  const [first] = addresses
  if (first === undefined) throw functionErrors.unreachable('ENOTFOUND')
  if (!addresses.every((one) => reach.allows(one))) throw functionErrors.notPublic()
  return first
}

function ask(url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const pinned = { address, family: isIP(address) }
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? askHttps : askHttp)(url, {
      agent: false,
      signal,
      headers: HEADERS,
      lookup: (_host, options, done) =>
        options.all ? done(null, [pinned]) : done(null, pinned.address, pinned.family),
    })
    request.on('response', resolve).on('error', reject).end()
  })
}

function describe(response: IncomingMessage, signal: AbortSignal): OpenPicture {
  const { 'content-encoding': packed = 'identity', 'content-type': declaredType = '' } = response.headers
  if (packed !== 'identity') {
    response.destroy()
    throw functionErrors.unreachable('the body is compressed')
  }
  return { body: Readable.from(chunks(response, signal)), declaredType }
}

async function* chunks(response: IncomingMessage, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* response as AsyncIterable<Buffer>
  } catch (error) {
    throw failure(error, signal)
  } finally {
    response.destroy()
  }
}

// dns.lookup takes no signal.
function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}

function failure(error: unknown, signal: AbortSignal): FunctionError {
  if (error instanceof FunctionError) return error
  if (signal.aborted) return functionErrors.tooSlow()
  return functionErrors.unreachable(codeOf(error) ?? 'the connection failed')
}
