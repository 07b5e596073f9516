import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { game } from '../games/game-rows.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { generator, pick } from './random.ts'

// Random concurrent work of many actors, with faults: each balance must always equal the sum of its ledger, and nothing
// may be credited twice. LEDGER_OPERATIONS and LEDGER_SEED make a longer run or repeat one.
const OPERATIONS = Number(process.env.LEDGER_OPERATIONS ?? 1000)
const SEED = Number(process.env.LEDGER_SEED ?? Date.now() % 1_000_000)
const ACTORS = 12
const LANES = 16

let area: MemberArea
let second: Persona
let members: Persona[]
let items: { points: string; box: string }
let faults: pg.Pool

beforeAll(async () => {
  area = await openMemberArea()
  await area.scaleLimits(1_000_000)
  second = await signUp(area.engine, { admin: true })
  members = await Promise.all(Array.from({ length: ACTORS }, () => signUp(area.engine)))
  for (const member of members) await area.givePoints(member, 500)
  const box = String((await area.row(`insert into public.prize_packages (name) values ('Box') returning id`))?.id)
  const points = await area.row(
    `insert into public.prize_items (package_id, title, type, points_value, quantity)
      values ($1, 'Voucher', 'points', 7, 1000000) returning id`,
    [box],
  )
  items = { box, points: String(points?.id) }
  faults = new pg.Pool({ connectionString: area.engine.databaseUrl, max: 4 })
})
afterAll(async () => {
  await faults.end()
  await area.engine.close()
})

type Outcome = { error: { code?: string; message: string } | null } | undefined
type Operation = (random: () => number) => PromiseLike<Outcome>

const admin = (random: () => number) => (random() < 0.5 ? area.admin : second)

const operations: [weight: number, name: string, run: Operation][] = [
  [
    8,
    'gift',
    (random) => {
      const [from, to] = [pick(members, random), pick(members, random)]
      const points = 1 + Math.floor(random() * 200)
      return from.from('point_gifts').insert({ from_user_id: from.user.id, to_user_id: to.user.id, points })
    },
  ],
  [
    3,
    'correction by an admin, several members at once',
    (random) => {
      const rows = Array.from({ length: 3 }, () => ({
        user_id: pick(members, random).user.id,
        points_change: Math.floor(random() * 100) - 40 || 1,
        reason: 'Correction',
      }))
      return admin(random).from('points_log').insert(rows)
    },
  ],
  [
    3,
    'award, then claims of it twice at once',
    async (random) => {
      const winner = pick(members, random)
      const award = await area.row('insert into public.prize_awards (user_id, item_id) values ($1, $2) returning id', [
        winner.user.id,
        items.points,
      ])
      const claim = () =>
        winner.from('prize_awards').update({ status: 'claimed', terms_accepted: true }).eq('id', award?.id)
      const [one, two] = await Promise.all([claim(), claim()])
      return one.error ? two : one
    },
  ],
  [
    2,
    'a game with entries, completed by two admins at once',
    async (random) => {
      const made = await area.admin
        .from('games')
        .insert(game({ status: 'active', metadata: { winning_square: 3 }, points_awarded: 11 }))
        .select('id')
        .single()
      if (made.error) return made
      const players = new Set([pick(members, random), pick(members, random), pick(members, random)])
      const enter = (who: Persona) =>
        who.from('game_entries').insert({ game_id: made.data.id, entry_data: { square: random() < 0.6 ? 3 : 4 } })
      const complete = (who: Persona) => who.from('games').update({ status: 'completed' }).eq('id', made.data.id)
      const answers = await Promise.all([...[...players].map(enter), complete(area.admin), complete(second)])
      return answers.at(-1)
    },
  ],
  [
    1,
    'a new member, approved twice at once by who brought them, then deleted',
    async (random) => {
      const referrer = pick(members, random)
      const id = crypto.randomUUID()
      await area.row(
        `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
          values ($1::uuid, $1::text || '@example.com', now(), jsonb_build_object('referrer_id', $2::text))`,
        [id, referrer.user.id],
      )
      const approve = () =>
        referrer.from('referrals').update({ status: 'completed' }).eq('referred_user_id', id).select('id')
      const answers = await Promise.all([
        approve(),
        approve(),
        area.admin.from('points_log').insert({ user_id: id, points_change: 3, reason: 'Welcome' }),
      ])
      if (random() < 0.5) return answers.find((answer) => answer.error)
      return await area.admin.rpc('delete_user', { user_id: id })
    },
  ],
  [
    1,
    'a request that its client gives up',
    async (random) => {
      const [from, to] = [pick(members, random), pick(members, random)]
      const gone = new AbortController()
      const answer = from
        .from('point_gifts')
        .insert({ from_user_id: from.user.id, to_user_id: to.user.id, points: 1 })
        .abortSignal(gone.signal)
        .then(() => undefined)
      setTimeout(() => gone.abort(), random() * 8)
      return await answer
    },
  ],
  [
    1,
    'a statement cancelled by the server, wherever it is',
    async () => {
      await faults.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
          where datname = current_database() and usename = 'authenticator' and state = 'active' and query ~ 'point_gifts|points_log|prize_awards'
          order by random() limit 1`,
      )
      return undefined
    },
  ],
  [
    1,
    'a transaction that fails after it credited',
    async (random) => {
      const client = await faults.connect()
      try {
        await client.query('begin')
        await client.query(
          `insert into public.points_log (user_id, points_change, reason)
            select id, 50, 'Never happened' from unnest($1::uuid[]) as u (id) order by id`,
          [[pick(members, random).user.id]],
        )
        await client.query('rollback')
      } finally {
        client.release()
      }
      return undefined
    },
  ],
]

/** Refusals that the rules or the faults allow; anything else, above all a deadlock, is an error. */
const FORESEEN = new Set(['GF001', 'CL001', '23514', '57014', '23505'])

it(
  `the ledger stays exact (seed ${SEED})`,
  async () => {
    const deck = operations.flatMap(([weight, name, run]) => Array.from({ length: weight }, () => ({ name, run })))
    const unforeseen: string[] = []
    let left = OPERATIONS
    const lane = async (n: number) => {
      const random = generator(SEED + n)
      while (left-- > 0) {
        const { name, run } = pick(deck, random)
        const outcome = await run(random)
        if (outcome?.error && !FORESEEN.has(outcome.error.code ?? ''))
          unforeseen.push(`${name}: ${outcome.error.code} ${outcome.error.message}`)
      }
    }
    await Promise.all(Array.from({ length: LANES }, (_, n) => lane(n)))
    expect(unforeseen).toEqual([])

    const check = (sql: string) => area.engine.owner.query(sql)
    expect(
      await check(`
      select p.username, p.points, l.points as ledger from public.profiles as p
        cross join lateral (
          select coalesce(sum(x.points_change), 0) as points from public.points_log as x where x.user_id = p.id
        ) as l
      where p.points <> l.points
        or p.points <> (select coalesce(sum(d.points), 0) from private.points_by_day as d where d.user_id = p.id)`),
      'balances are sums of the ledger',
    ).toEqual([])
    expect(
      await check(`
      select p.username, e.points, l.points as ledger from public.profiles as p
        left join private.points_earned as e on e.user_id = p.id
        cross join lateral (
          select coalesce(sum(x.points_change), 0) as points from public.points_log as x
          where x.user_id = p.id and x.kind in ('admin', 'referral', 'game', 'prize')
        ) as l
      where coalesce(e.points, 0) <> l.points`),
      'what was earned is the sum of the ledger without gifts',
    ).toEqual([])
    expect(
      await check(`select user_id from public.points_log where reason = 'Never happened'`),
      'what was rolled back is not there',
    ).toEqual([])
    expect(
      await check(`
      select g.id from public.point_gifts as g
      where 2 <> (select count(*) from public.points_log as l where l.source_key in ('gift_sent:' || g.id, 'gift_received:' || g.id))`),
      'every gift has its two rows',
    ).toEqual([])
    expect(
      await check(`
      select coalesce(sum(points_change), 0)::int as sum from public.points_log where kind in ('gift_sent', 'gift_received')`),
      'gifts make no points',
    ).toEqual([{ sum: 0 }])
    expect(
      await check(`
      select a.id from public.prize_awards as a
      where (a.status = 'claimed')::int <> (select count(*) from public.points_log as l where l.source_key = 'prize:' || a.id)`),
      'a claimed voucher is paid once, an unclaimed one never',
    ).toEqual([])
    expect(
      await check(`
      select e.id from public.game_entries as e
      where e.is_winner::int <> (select count(*) from public.points_log as l where l.source_key = 'game:' || e.id)`),
      'a winning entry is paid once, another never',
    ).toEqual([])
    expect(
      await check(`
      select r.id from public.referrals as r
      where (r.status = 'completed')::int
        <> (select count(*) from public.points_log as l where l.source_key = 'referral:' || r.id)`),
      'a completed referral is paid once, a pending one never',
    ).toEqual([])
  },
  60_000 + OPERATIONS * 200,
)
