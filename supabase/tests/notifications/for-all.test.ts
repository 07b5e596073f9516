import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { game } from '../games/game-rows.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// What a notification for the whole club costs the transaction that causes it, in a club of two and of 10,000.

const MEMBERS = 10_000

interface Cost {
  /** Rows written, by table. */
  written: Record<string, number>
  /** Members read. */
  read: number
}

let club: SqlClub
let author: string
let small: Map<string, Cost>
let large: Map<string, Cost>

const CAUSES: Record<string, (as: Client) => Promise<unknown>> = {
  announcement: async (as) =>
    as.query('insert into public.newsfeed_posts (user_id, content, is_announcement) values ($1, $2, true)', [
      author,
      randomUUID(),
    ]),
  game_opened: async (as) =>
    as.query(
      `insert into public.games (type, title, image_url, start_date, end_date, status, metadata)
        select r.type, r.title, r.image_url, r.start_date, r.end_date, r.status, r.metadata
        from jsonb_populate_record(null::public.games, $1) as r`,
      [JSON.stringify(game({ type: 'carp_of_week', status: 'active' }))],
    ),
  live_begins: async (as) =>
    as.query(
      `insert into public.live_videos (title, embed_code, provider, video_id, scheduled_for, is_active)
        values ('Rigs', 'https://youtu.be/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', now() - interval '1 minute', true)`,
    ),
}

beforeAll(async () => {
  club = await openSqlClub()
  author = await club.signUp()
  await club.signUp()
  const owner = await club.connect()
  // The first of each fills caches of the connection.
  await costs(owner)
  small = await costs(owner)
  await addMembers()
  large = await costs(owner)
}, 60_000)
afterAll(() => club.close())

/** Adds the members without what a registration does for each: it would take minutes. */
async function addMembers(): Promise<void> {
  const id = `md5('angler' || n)::uuid`
  await club.query(
    `begin;
      alter table auth.users disable trigger user;
      alter table public.profiles disable trigger user;
      insert into auth.users (id, email, email_confirmed_at)
        select ${id}, n || '@example.com', now() from generate_series(1, ${MEMBERS}) as n;
      insert into public.profiles (id, username) select ${id}, 'angler ' || n from generate_series(1, ${MEMBERS}) as n;
      alter table auth.users enable trigger user;
      alter table public.profiles enable trigger user;
      commit;
      analyze`,
  )
}

/** What each cause costs, each taken back afterwards. */
async function costs(owner: Client): Promise<Map<string, Cost>> {
  const found = new Map<string, Cost>()
  for (const [kind, cause] of Object.entries(CAUSES)) {
    await owner.query('begin')
    const before = await counted(owner)
    await cause(owner)
    const after = await counted(owner)
    const { rows } = await owner.query('select from private.notifications where kind = $1 and user_id is null', [kind])
    expect(rows, kind).toHaveLength(1)
    await owner.query('rollback')
    const written: Record<string, number> = {}
    for (const [table, { rows_written }] of after) {
      const count = rows_written - (before.get(table)?.rows_written ?? 0)
      if (count > 0) written[table] = count
    }
    const members = (of: typeof before) => of.get('public.profiles')?.rows_read ?? 0
    found.set(kind, { written, read: members(after) - members(before) })
  }
  return found
}

/** The rows that the connection has written and read, by table. */
async function counted(owner: Client) {
  const { rows } = await owner.query<{ name: string; rows_written: number; rows_read: number }>(
    `select schemaname || '.' || relname as name,
        (n_tup_ins + n_tup_upd + n_tup_del)::integer as rows_written,
        (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows_read
      from pg_stat_xact_user_tables`,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

describe.each(Object.keys(CAUSES))('%s', (kind) => {
  it('writes one notification and nothing for a member, however many there are', async () => {
    expect((await club.query('select from public.profiles')).length).toBeGreaterThan(MEMBERS)
    expect(large.get(kind)?.written).toEqual(small.get(kind)?.written)
    expect(large.get(kind)?.written).toMatchObject({ 'private.notifications': 1 })
    expect(large.get(kind)?.written).not.toHaveProperty(['private.outbox'])
  })

  it('reads only the members whom it names', () => {
    expect(large.get(kind)?.read).toBeLessThan(10)
  })
})
