import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine } from '../../../test-support/start-engine.ts'
import { expectAllowed } from '../support/denied.ts'

// The order that readers expect: signs, then letters regardless of case and accents, numbers by their value.
const NAMES = ['2nd Rod', '10th Rod', 'Åse', 'back_lead_bob', 'Swim 2', 'Swim 10', 'Tom_Withy', 'tom_withy 2', 'Zander']
const shuffled = [...NAMES].sort((one, other) => (one < other ? 1 : -1))

let engine: Awaited<ReturnType<typeof startEngine>>
let admin: Persona

beforeAll(async () => {
  engine = await startEngine()
  for (const username of shuffled) await signUp(engine, { username })
  admin = await signUp(engine, { username: 'zz bream', admin: true })
  for (const name of shuffled) {
    await engine.owner.query('insert into badges (name, description) values ($1, $1)', [name])
    await engine.owner.query(
      `with made as (insert into prize_packages (name) values ($1) returning id)
       insert into prize_items (package_id, title, type, quantity) select id, $1, 'digital', 1 from made`,
      [name],
    )
  }
})
afterAll(() => engine.close())

describe('titles of the console are sorted as readers expect', () => {
  it.each([
    ['games', `insert into games (type, title, start_date, end_date) values ('carp_of_week', $1, now(), '2100-01-01')`],
    ['info_cards', `insert into info_cards (title, start_date, end_date) values ($1, now(), '2100-01-01')`],
    [
      'live_videos',
      `insert into live_videos (title, embed_code, provider, video_id, scheduled_for)
        values ($1, 'https://youtu.be/dQw4w9WgXcQ', '', '', now())`,
    ],
  ])('in %s, where a part of a title still finds it', async (table, insert) => {
    for (const title of shuffled) await engine.owner.query(insert, [title])
    const rows = expectAllowed(await admin.from(table).select('title').order('title'))
    expect(rows.map(({ title }) => title)).toEqual(NAMES)
    expect(expectAllowed(await admin.from(table).select('title').ilike('title', '%SWIM%'))).toHaveLength(2)
  })
})

describe('names are sorted as readers expect', () => {
  it.each([
    ['profiles', 'username'],
    ['member_search', 'username'],
    ['user_profiles_with_email', 'username'],
    ['badges', 'name'],
    ['prize_packages', 'name'],
    ['prize_items', 'title'],
  ])('in %s by %s, up and down', async (table, column) => {
    const read = async (ascending: boolean) => {
      const rows = expectAllowed(
        await admin.from(table).select(column).order(column, { ascending }).in(column, NAMES),
      ) as unknown as Record<string, string>[]
      return rows.map((row) => row[column])
    }
    expect(await read(true)).toEqual(NAMES)
    expect(await read(false)).toEqual([...NAMES].reverse())
  })

  it('in the ranking, within equal points, for guests', async () => {
    await engine.owner.query(
      `insert into points_log (user_id, points_change, reason, kind, created_by)
       select id, 5, 'A tidy swim', 'admin', id from profiles`,
    )
    const rows = expectAllowed(
      await guest(engine).from('leaderboard').select('username').order('rank').order('username'),
    )
    expect(rows.map(({ username }) => username)).toEqual([...NAMES, 'zz bream'])
  })

  it('over several pages, each name once', async () => {
    const seen: string[] = []
    for (let first = 0; first < NAMES.length; first += 4) {
      const page = admin
        .from('profiles')
        .select('username')
        .order('username')
        .order('id')
        .range(first, first + 3)
      seen.push(...expectAllowed(await page).map(({ username }) => username as string))
    }
    expect(seen.slice(0, NAMES.length)).toEqual(NAMES)
  })
})

describe('the order changes nothing else', () => {
  it('a search by part of the name or the whole name finds the same rows', async () => {
    const found = async (pattern: string) =>
      expectAllowed(await admin.from('member_search').select('username').ilike('username', pattern)).length
    expect(await found('%lead%')).toBe(1)
    expect(await found('BACK\\_LEAD%')).toBe(1)
    expect(expectAllowed(await admin.from('profiles').select('id').eq('username', 'Åse'))).toHaveLength(1)
    expect(expectAllowed(await admin.from('profiles').select('id').eq('username', 'ase'))).toHaveLength(0)
  })

  it('the unique index of names needs no library’s collation, and the ranking’s index uses that of the names', async () => {
    const indexes = await engine.owner.query(
      `select indexrelid::regclass::text as name, c.collname as collation
        from pg_index, unnest(indcollation) as u (oid) join pg_collation as c on c.oid = u.oid
        where indexrelid in ('public.profiles_username_key'::regclass, 'public.profiles_leaderboard'::regclass)
        order by 1`,
    )
    expect(indexes).toEqual([
      { name: 'profiles_leaderboard', collation: 'reading_order' },
      { name: 'profiles_username_key', collation: 'C' },
    ])
  })
})
