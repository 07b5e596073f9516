import type { Database } from '../db/port.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { type QueuedRequest, type RequestOutcome, sendRequest } from './send-request.ts'

export interface NetParts {
  db: Pick<Database, 'query' | 'listen'>
  /** The site's public address. */
  siteUrl: string
  /** The engine's address on this machine, which requests to the site use. */
  url: string
  log: Pick<Logger, 'info' | 'warn'>
}

/** Requests of one engine at the same time. */
const MOST_SENDING = 16
/** Requests are looked for this often, besides notifications: one may have been missed. */
const LOOK_MS = 10_000
const PRUNE_MS = 600_000
const CLOSING_MS = 2_000

const TAKE = `
  delete from net.http_request_queue where id in (
    select id from net.http_request_queue order by id limit $1 for update skip locked)
  returning id::text, method, url, headers, body, timeout_milliseconds as timeout`
const KEEP = `
  insert into net._http_response (id, status_code, content_type, headers, content, timed_out, error_msg)
    values ($1, $2, $3, $4, $5, $6, $7)`
const PRUNE = `delete from net._http_response where created < now() - interval '6 hours'`

/**
 * Sends the requests of `net.http_request_queue` and stores the answers. Several engines share the work; each request is
 * sent once at most, as with pg_net: an engine that is killed loses those that it had begun.
 * @returns how to stop: unfinished requests have two seconds. Undefined where the extension pg_net sends them.
 */
export async function startNet({ db, siteUrl, url, log }: NetParts): Promise<(() => Promise<void>) | undefined> {
  const [row] = await db.query<{ ours: boolean }>(
    `select to_regclass('net.http_request_queue') is not null
       and not exists (select from pg_extension where extname = 'pg_net') as ours`,
  )
  if (!row?.ours) {
    log.info({}, 'pg_net sends requests from SQL')
    return undefined
  }
  const sending = new Set<Promise<void>>()
  let looking: Promise<void> | undefined
  let again = false
  let isClosed = false
  let prunedAt = Number.NEGATIVE_INFINITY
  const locate = (address: string) =>
    address === siteUrl || address.startsWith(`${siteUrl}/`) ? url + address.slice(siteUrl.length) : address

  const send = async (request: QueuedRequest): Promise<void> => {
    const outcome = await sendRequest(request, locate)
    await keep(request.id, outcome).catch((error: unknown) => {
      log.warn({ reason: messageOf(error) }, 'the answer to a request from SQL could not be stored')
    })
  }
  const keep = (id: string, { status, type, headers, content, timedOut, error }: RequestOutcome) =>
    db.query(KEEP, [id, status, type, headers, content, timedOut, error])

  const take = async (): Promise<void> => {
    while (!isClosed && sending.size < MOST_SENDING) {
      const taken = await db.query<QueuedRequest & Record<string, unknown>>(TAKE, [MOST_SENDING - sending.size])
      for (const request of taken) {
        const sent = send(request).finally(() => {
          sending.delete(sent)
          look()
        })
        sending.add(sent)
      }
      if (taken.length === 0) break
    }
    if (performance.now() - prunedAt < PRUNE_MS) return
    prunedAt = performance.now()
    await db.query(PRUNE)
  }

  const look = () => {
    if (isClosed) return
    if (looking) {
      again = true
      return
    }
    again = false
    looking = take()
      .catch((error: unknown) => log.warn({ reason: messageOf(error) }, 'requests from SQL could not be read'))
      .finally(() => {
        looking = undefined
        if (again) look()
      })
  }

  const stopListening = await db.listen('net_queue', look, look)
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  look()
  return async () => {
    isClosed = true
    clearInterval(timer)
    await stopListening()
    await looking
    let late: NodeJS.Timeout | undefined
    const patience = new Promise((resolve) => {
      late = setTimeout(resolve, CLOSING_MS)
    })
    await Promise.race([Promise.all(sending), patience])
    clearTimeout(late)
  }
}
