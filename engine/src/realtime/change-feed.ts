import type { Database } from '../db/port.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'

/** One captured change of a row. */
export interface Change {
  /** OID of the table. */
  relation: string
  kind: 'INSERT' | 'UPDATE' | 'DELETE'
  /** Time of the change, ISO 8601 in UTC with milliseconds. */
  at: string
  /** The primary key as JSON text; it is never parsed here, so that large numbers stay exact. */
  key: string
}

interface PolledRow extends Change, Record<string, unknown> {
  snapshot: string
  /** Null in the single row of a page without changes. */
  id: string | null
}

export interface ChangeFeedOptions {
  /** Receives committed changes in order; the feed reads the next ones when the promise has resolved. */
  onChanges(changes: readonly Change[]): Promise<void>
  /** Changes may have been missed and readers must start again. The feed has stopped. */
  onGap(): void
  /** Whether there are subscribers; the feed stops while there are none. */
  isWanted(): boolean
}

export interface ChangeFeed {
  /** Resolves once every change committed from now on will be seen. */
  start(): Promise<void>
  /** Notifies the feed of a commit: it reads now, and more often for a while, instead of at the next round. */
  wake(): void
  /** Reports a gap, as the missed changes cannot be known. */
  reset(): void
  close(): Promise<void>
}

/** Interval between readings while nothing wakes the feed: the longest delay for a commit that sent no notification. */
const IDLE_MS = 100
/** Minimum interval between readings while the feed is awake, so that a burst of writes is read together. */
const AWAKE_MS = 25
/** The capture sends at most one notification per 50 ms; transactions that it left out commit a little later. */
const AWAKE_FOR_MS = 80
/** Small enough that a statement for 500 members ends long before its timeout. */
const PAGE = 250
const PRUNE_MS = 30_000
/** Rows stay for two rounds of pruning; an engine that has not read for this long may have missed some. */
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
 * Reads captured changes. The position is a snapshot instead of a number: the changes committed between two readings
 * are exactly those that the second snapshot sees and the first does not, however long their transactions took.
 */
export function createChangeFeed(db: Pick<Database, 'query'>, options: ChangeFeedOptions, log: Logger): ChangeFeed {
  let cursor: string | undefined
  let readAt = 0
  /** How long the last reading took, including the delivery of its changes. */
  let took = 0
  let awakeUntil = 0
  let timer: NodeJS.Timeout | undefined
  let starting: Promise<void> | undefined
  let polling: Promise<void> = Promise.resolve()
  let closed = false

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
    const reached = await readSince(db, from, options.onChanges, () => cursor === from)
    if (cursor !== from) return
    cursor = reached
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
        log.warn({ reason: messageOf(error) }, 'reading changes failed: subscribers start again')
        gap()
      })
    }, ms)
    timer.unref()
  }
  // When delivery is slow, changes gather meanwhile. The pause is never longer than the idle interval.
  const awakePause = () => Math.min(Math.max(3 * took, AWAKE_MS), IDLE_MS)
  const again = () => pollAfter(performance.now() < awakeUntil ? awakePause() : IDLE_MS)
  const stopPruning = startPruning(db, log)

  return {
    async start() {
      if (cursor !== undefined) return
      starting ??= presentSnapshot(db)
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
      stopPruning()
      stop()
      await polling
    },
  }
}

/**
 * Passes on, page by page, the changes committed after a snapshot.
 * @param isCurrent checked between the steps; false once the feed has dropped this position.
 * @returns the snapshot up to which all changes were passed on.
 */
async function readSince(
  db: Pick<Database, 'query'>,
  from: string,
  onChanges: ChangeFeedOptions['onChanges'],
  isCurrent: () => boolean,
): Promise<string | undefined> {
  let target: string | undefined
  let after = '0'
  for (;;) {
    const rows = await db.query<PolledRow>(POLL_SQL, [from, after, target ?? null])
    target ??= rows[0]?.snapshot
    const changes = rows.filter(({ id }) => id !== null)
    if (changes.length > 0 && isCurrent()) await onChanges(changes)
    if (changes.length < PAGE || !isCurrent()) return target
    after = rows.at(-1)?.id ?? after
  }
}

async function presentSnapshot(db: Pick<Database, 'query'>): Promise<string> {
  const [row] = await db.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
  return row?.snapshot ?? ''
}

/** Removes changes that were committed two rounds ago. @returns a function that stops the pruning. */
function startPruning(db: Pick<Database, 'query'>, log: Logger): () => void {
  const marks: string[] = []
  const prune = async () => {
    marks.push(await presentSnapshot(db))
    const oldest = marks.length > 2 ? marks.shift() : undefined
    if (oldest !== undefined) await db.query(PRUNE_SQL, [oldest])
  }
  const timer = setInterval(() => {
    prune().catch((error: unknown) => log.debug({ reason: messageOf(error) }, 'old changes were not removed'))
  }, PRUNE_MS)
  timer.unref()
  return () => clearInterval(timer)
}
