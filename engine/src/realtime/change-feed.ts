import type { Database } from '../db/port.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'

/** One captured change of a row. */
export interface Change {
  /** OID of the table. */
  relation: string
  kind: 'INSERT' | 'UPDATE' | 'DELETE'
  /** When it was written, ISO 8601 in UTC with milliseconds. */
  at: string
  /** The primary key as JSON text; never parsed here, so that large numbers survive. */
  key: string
}

interface PolledRow extends Change, Record<string, unknown> {
  snapshot: string
  /** Null in the row of a page without changes. */
  id: string | null
}

export interface ChangeFeedOptions {
  /** Gets committed changes, in order; the next ones are read once it is done. */
  onChanges(changes: readonly Change[]): Promise<void>
  /** Changes may have been missed: readers must start anew. The feed has stopped. */
  onGap(): void
  /** Says whether somebody listens; the feed rests while nobody does. */
  isWanted(): boolean
}

export interface ChangeFeed {
  /** Resolves once every change committed from now on will be seen. */
  start(): Promise<void>
  /** Something was committed: reads now and for a while after, instead of at the next round. */
  wake(): void
  /** Reports a gap: what was missed cannot be known. */
  reset(): void
  close(): Promise<void>
}

/** Between two readings while nothing wakes the feed: what was committed without a word is found this late. */
const IDLE_MS = 100
/** Between two readings while it is awake, and never less: a burst of writes is read together. */
const AWAKE_MS = 25
/** The capture says nothing for 50 ms after it has spoken; what it kept silent about is committed a little later. */
const AWAKE_FOR_MS = 80
/** So many that a statement about 500 members ends long before its time is up. */
const PAGE = 250
const PRUNE_MS = 30_000
/** Rows stay for two rounds of pruning; whoever has not read for this long may have missed some. */
const STALE_MS = 45_000

const POLL_SQL = `
select s.snapshot::text as snapshot, c.*
from (select coalesce($3::pg_snapshot, pg_current_snapshot()) as snapshot) as s
  left join lateral (
    select
      c.id::text as id, c.relation::text as relation, c.kind, c.key::text as key,
      to_char(c.changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from engine.changes as c
    where c.xid >= pg_snapshot_xmin($1::pg_snapshot)
      and not pg_visible_in_snapshot(c.xid, $1::pg_snapshot)
      and pg_visible_in_snapshot(c.xid, s.snapshot)
      and c.id > $2::bigint
    order by c.id
    limit ${PAGE}
  ) as c on true`

const PRUNE_SQL = `
delete from engine.changes
where id in (
  select c.id from engine.changes as c where pg_visible_in_snapshot(c.xid, $1::pg_snapshot) for update skip locked
)`

/**
 * Reads captured changes. The position is a snapshot and not a number: what this transaction sees and the one before
 * did not is exactly what was committed in between, however long its transactions took.
 */
export function createChangeFeed(db: Pick<Database, 'query'>, options: ChangeFeedOptions, log: Logger): ChangeFeed {
  let cursor: string | undefined
  let readAt = 0
  /** How long the last reading took, with telling what it found. */
  let took = 0
  let awakeUntil = 0
  let timer: NodeJS.Timeout | undefined
  let starting: Promise<void> | undefined
  let polling: Promise<void> = Promise.resolve()
  let closed = false
  const marks: string[] = []

  const snapshot = async () => {
    const [row] = await db.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
    return row?.snapshot ?? ''
  }
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
    cursor = undefined
  }
  const gap = () => {
    if (cursor === undefined) return
    stop()
    options.onGap()
  }
  const poll = async () => {
    const from = cursor
    if (from === undefined || closed) return
    if (!options.isWanted()) return stop()
    const began = performance.now()
    if (began - readAt > STALE_MS) return gap()
    let target: string | undefined
    let after = '0'
    for (;;) {
      const rows = await db.query<PolledRow>(POLL_SQL, [from, after, target ?? null])
      target ??= rows[0]?.snapshot
      const changes = rows.filter(({ id }) => id !== null)
      if (cursor !== from) return
      if (changes.length > 0) await options.onChanges(changes)
      if (cursor !== from) return
      after = rows.at(-1)?.id ?? after
      if (changes.length < PAGE) break
    }
    cursor = target
    readAt = performance.now()
    took = readAt - began
    again()
  }
  const pollAfter = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      polling = poll().catch((error: unknown) => {
        if (closed) return
        log.warn({ reason: messageOf(error) }, 'reading changes failed: subscribers start anew')
        gap()
      })
    }, ms)
    timer.unref()
  }
  // Where telling takes long, further changes gather meanwhile, and nobody hears of them later than without a word.
  const awakePause = () => Math.min(Math.max(3 * took, AWAKE_MS), IDLE_MS)
  const again = () => pollAfter(performance.now() < awakeUntil ? awakePause() : IDLE_MS)
  const prune = async () => {
    marks.push(await snapshot())
    const oldest = marks.length > 2 ? marks.shift() : undefined
    if (oldest !== undefined) await db.query(PRUNE_SQL, [oldest])
  }
  const pruning = setInterval(() => {
    prune().catch((error: unknown) => log.debug({ reason: messageOf(error) }, 'old changes were not removed'))
  }, PRUNE_MS)
  pruning.unref()

  return {
    async start() {
      if (cursor !== undefined) return
      starting ??= snapshot()
        .then((now) => {
          if (closed || cursor !== undefined) return
          cursor = now
          readAt = performance.now()
          again()
        })
        .finally(() => {
          starting = undefined
        })
      await starting
    },
    wake() {
      awakeUntil = performance.now() + AWAKE_FOR_MS
      if (timer !== undefined) pollAfter(Math.max(0, readAt + awakePause() - performance.now()))
    },
    reset: gap,
    async close() {
      closed = true
      clearInterval(pruning)
      stop()
      await polling
    },
  }
}
