import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { game } from '../games/game-rows.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { generator, pick } from './random.ts'

// Points cannot be minted. Thirty accounts do whatever the API lets them try, with all values of their choice: keys,
// requests, owners, dates, the same key again, the same address again. The club's points may change only by manual
// points and by games, referrals, prizes and first steps, each credited once. MINTING_STEPS=10000 is the long run;
// MINTING_SEED repeats one.
const STEPS = Number(process.env.MINTING_STEPS ?? 500)
const SEED = Number(process.env.MINTING_SEED ?? 20261122)
const ACCOUNTS = 30
const LANES = 6

interface Actor {
  email: string
  persona: Persona
}

let area: MemberArea
let actors: Actor[]
let voucher: string
/** IDs that many actors use again and again, as keys and as request IDs. */
const NUMBERS = Array.from({ length: 40 }, () => randomUUID())
/** The sum of the manual points by admins. */
let given = 0
const counts: Record<string, number> = {}

beforeAll(async () => {
  area = await openMemberArea()
  await area.scaleLimits(1_000_000)
  await area.row('update public.site_settings set photo_step_points = 3, hello_step_points = 3, game_step_points = 3')
  actors = []
  for (let n = 0; n < ACCOUNTS; n++) {
    const email = `angler${n}@example.com`
    actors.push({ email, persona: await signUp(area.engine, { email }) })
  }
  const box = (await area.row(`insert into public.prize_packages (name) values ('Box') returning id`))?.id
  voucher = String(
    (
      await area.row(
        `insert into public.prize_items (package_id, title, type, points_value, quantity)
          values ($1, 'Voucher', 'points', 7, 1000000) returning id`,
        [box],
      )
    )?.id,
  )
  // Ledger rows are deleted with their member. Copies of them are kept here, with the points of deleted members.
  await area.engine.owner.query(`
    create schema books;
    create table books.credits (kind text, points integer);
    create table books.burnt (points bigint);
    create function books.keep_credit() returns trigger language plpgsql security definer as $$
      begin
        -- A balance below zero follows its person to their next account, as a correction that no admin made.
        insert into books.credits values (
          case when new.kind = 'admin' and new.created_by is null then 'debt' else new.kind end, new.points_change);
        return null;
      end $$;
    create function books.keep_burnt() returns trigger language plpgsql security definer as $$
      begin insert into books.burnt values (old.points); return null; end $$;
    create trigger _900_books after insert on public.points_log for each row execute function books.keep_credit();
    create trigger _900_books after delete on public.profiles for each row execute function books.keep_burnt();`)
  for (const actor of actors) await correct(actor, 100)
}, 120_000)
afterAll(() => area.engine.close())

type Random = () => number
type Answer = { error: { code?: string; message: string } | null } | undefined
const sometimes = (random: Random, chance: number) => random() < chance
const own = (actor: Actor) => actor.persona.user.id

/** Values that a client may add to any row to get points. */
function forged(random: Random, owner: string): object {
  return {
    ...(sometimes(random, 0.25) && { id: pick(NUMBERS, random) }),
    ...(sometimes(random, 0.6) && { request_id: pick(NUMBERS, random) }),
    ...(sometimes(random, 0.1) && { created_at: '2020-01-01T00:00:00Z' }),
    ...(sometimes(random, 0.1) && { [owner]: own(pick(actors, random)) }),
  }
}

/** Deletes an account, and signs up its address again, in another spelling and through a referral link. */
async function reborn(actor: Actor, random: Random): Promise<Answer> {
  const { persona } = actor
  const gone = await persona.rpc('delete_own_account', { password: persona.user.password })
  if (gone.error || !gone.data) return gone
  const email = sometimes(random, 0.5) ? actor.email : actor.email.replace('@', `+${Math.floor(random() * 99)}@`)
  actor.persona = await signUp(area.engine, { email, data: { referrer_id: own(pick(actors, random)) } })
  return undefined
}

/** Manual points, twice with one request ID; accepted ones are counted. */
async function correct(actor: Actor, points_change: number): Promise<Answer> {
  const change = { user_id: own(actor), points_change, reason: 'Correction', request_id: randomUUID() }
  const answers = await Promise.all([0, 1].map(() => area.admin.from('points_log').insert(change)))
  for (const { error } of answers) if (!error) given += points_change
  return answers.find(({ error }) => error)
}

const steps: [weight: number, name: string, run: (actor: Actor, random: Random) => PromiseLike<Answer>][] = [
  [
    10,
    'gift',
    (actor, random) =>
      actor.persona.from('point_gifts').insert({
        from_user_id: own(actor),
        to_user_id: own(pick(actors, random)),
        points: 1 + Math.floor(random() * 60),
        ...forged(random, 'from_user_id'),
      } as never),
  ],
  [
    2,
    'points of their own',
    (actor, random) => {
      const change = { user_id: own(actor), points_change: 1000, reason: 'Mine', ...forged(random, 'created_by') }
      return actor.persona.from('points_log').insert(change as never)
    },
  ],
  [
    1,
    'a balance of their own',
    (actor, random) =>
      sometimes(random, 0.5)
        ? actor.persona
            .from('profiles')
            .update({ points: 9999 } as never)
            .eq('id', own(actor))
        : actor.persona
            .from('profiles')
            .upsert({ id: own(actor), username: actor.persona.user.username, points: 9999 } as never),
  ],
  [
    2,
    'referral of themselves',
    (actor, random) =>
      actor.persona.from('referrals').insert({
        referrer_id: own(pick(actors, random)),
        referred_email: actor.persona.user.email,
        status: sometimes(random, 0.2) ? 'completed' : 'pending',
        ...(sometimes(random, 0.2) && { id: pick(NUMBERS, random) }),
        ...(sometimes(random, 0.2) && { points_awarded: 5000 }),
      } as never),
  ],
  [
    5,
    'approval of all that is pending',
    (actor, random) =>
      actor.persona
        .from('referrals')
        .update({ status: 'completed', ...(sometimes(random, 0.1) && { points_awarded: 5000 }) } as never)
        .eq('referrer_id', own(actor)),
  ],
  [2, 'deletion, and the same address again', reborn],
  [
    2,
    'prize, claimed twice at once',
    async (actor, random) => {
      const award = await area.admin
        .from('prize_awards')
        .insert({ user_id: own(actor), item_id: voucher, status: 'assigned' })
        .select('id')
        .single()
      if (award.error) return award
      const claim = () =>
        actor.persona
          .from('prize_awards')
          .update({
            status: 'claimed',
            terms_accepted: true,
            ...(sometimes(random, 0.1) && { claimed_at: '2020-01-01' }),
          } as never)
          .eq('id', award.data.id)
      return (await Promise.all([claim(), claim()]))[1]
    },
  ],
  [
    1,
    'game, entered with forged values and completed twice at once',
    async (_, random) => {
      const made = await area.admin
        .from('games')
        .insert(game({ status: 'active', metadata: { winning_square: 3 }, points_awarded: 11 }))
        .select('id')
        .single()
      if (made.error) return made
      for (const actor of [pick(actors, random), pick(actors, random), pick(actors, random)]) {
        const entry = {
          game_id: made.data.id,
          user_id: own(actor),
          entry_data: { square: sometimes(random, 0.6) ? 3 : 4 },
        }
        const forgery = sometimes(random, 0.3) ? { id: pick(NUMBERS, random), is_winner: true, winner_place: 1 } : {}
        await actor.persona.from('game_entries').insert({ ...entry, ...forgery } as never)
      }
      const complete = () => area.admin.from('games').update({ status: 'completed' }).eq('id', made.data.id)
      return (await Promise.all([complete(), complete()]))[1]
    },
  ],
  [
    2,
    'correction by an admin, sent twice under one request',
    (actor, random) => correct(actor, Math.floor(random() * 80) - 40 || 1),
  ],
  [
    1,
    'suspension, and its end',
    (actor, random) =>
      area.admin
        .from('profiles')
        .update({ is_suspended: sometimes(random, 0.3) })
        .eq('id', own(actor)),
  ],
]

/** Refusals that the rules allow; anything else, above all a deadlock, is an error. */
const FORESEEN = new Set([
  ...['42501', '23514', '23505', '23503', 'PT409', 'PT403', 'RF001', 'RF002', 'RF004', 'RF007'],
  ...[
    'US001',
    'GF001',
    'GF002',
    'BD001',
    'BD002',
    'PZ007',
    'PZ010',
    'CL001',
    'GM004',
    'GM005',
    'GM012',
    'GM013',
    'GM015',
  ],
  // The session of an account that another lane deletes at that moment.
  ...['PGRST301', 'PGRST303', 'PT404'],
])

it(
  `no points are minted (${STEPS} steps, seed ${SEED})`,
  async () => {
    const deck = steps.flatMap(([weight, name, run]) => Array.from({ length: weight }, () => ({ name, run })))
    const unforeseen: string[] = []
    let taken = 0
    // Each lane has its own actors, so that a member is not deleted between two of their own steps.
    const lane = async (n: number) => {
      const random = generator(SEED + n)
      const mine = actors.filter((_, index) => index % LANES === n)
      while (taken++ < STEPS) {
        const { name, run } = pick(deck, random)
        const outcome = await run(pick(mine, random), random)
        counts[name] = (counts[name] ?? 0) + 1
        if (outcome?.error && !FORESEEN.has(outcome.error.code ?? ''))
          unforeseen.push(`${name}: ${outcome.error.code} ${outcome.error.message}`)
      }
    }
    await Promise.all(Array.from({ length: LANES }, (_, n) => lane(n)))
    expect(unforeseen).toEqual([])
    for (const [, name] of steps) expect(counts[name], name).toBeGreaterThan(0)
    await expectAccounted()
  },
  120_000 + STEPS * 100,
)

async function expectAccounted() {
  const credits = await area.engine.owner.query<{ kind: string; n: number; points: number }>(
    'select kind, count(*)::int as n, sum(points)::int as points from books.credits group by kind',
  )
  const of = (kind: string) => credits.find((row) => row.kind === kind) ?? { n: 0, points: 0 }
  const number = async (sql: string) => Number((await area.row(`select (${sql}) as n`))?.n ?? 0)

  expect(of('admin').points, 'by hand: what admins gave, each request once').toBe(given)
  expect(of('gift_sent').points + of('gift_received').points, 'gifts make no points').toBe(0)
  expect(of('gift_sent').n).toBe(await number('select count(*) from public.point_gifts'))

  const referrals = await number(`select count(*) from public.referrals where status = 'completed'`)
  expect(of('referral'), 'a completed referral is paid once').toMatchObject({ n: referrals, points: 100 * referrals })
  expect(referrals, 'an address counts once').toBe(await number('select count(*) from private.referred_addresses'))
  // A mailbox counts once under all its tags, and once more in its plain spelling (decision 034).
  expect(referrals).toBeLessThanOrEqual(2 * ACCOUNTS)

  const claimed = await number(`select count(*) from public.prize_awards where status = 'claimed'`)
  expect(of('prize'), 'a claimed voucher is paid once').toMatchObject({ n: claimed, points: 7 * claimed })
  const won = await number('select count(*) from public.game_entries where is_winner')
  expect(of('game'), 'a winning entry is paid once').toMatchObject({ n: won, points: 11 * won })

  const firsts = of('first_step')
  expect(firsts.points, 'a first step is paid as the club set it').toBe(3 * firsts.n)
  expect(firsts.n).toBeGreaterThan(0)
  expect(firsts.n, 'a first step is paid once an address').toBeLessThanOrEqual(
    await number('select count(distinct a.address_hash) from private.account_addresses as a'),
  )

  const burnt = await number('select coalesce(sum(points), 0) from books.burnt')
  const debts = of('debt').points
  expect(
    await number(
      `select coalesce(sum(points), 0) - (select coalesce(sum(d.points), 0) from private.left_debts as d)
       from books.burnt where points < 0`,
    ),
    'a debt is carried over once, or still waits',
  ).toBe(debts)
  const held = await number('select sum(points) from public.profiles')
  expect(held, 'the club holds what was given, less what members took along').toBe(
    given + debts + 100 * referrals + 7 * claimed + 11 * won + firsts.points - burnt,
  )
  expect(
    await area.engine.owner.query(`
      select p.username from public.profiles as p
      where p.points <> (select coalesce(sum(l.points_change), 0) from public.points_log as l where l.user_id = p.id)`),
    'balances are sums of the ledger',
  ).toEqual([])
  console.info(
    `minting: ${STEPS} steps, seed ${SEED}: ${JSON.stringify({ ...counts, given, referrals, claimed, won, burnt, debts, held })}`,
  )
}
