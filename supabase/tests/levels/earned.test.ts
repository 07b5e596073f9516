import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { generator, pick } from '../points/random.ts'
import { expectAllowed, expectDenied } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const log = (persona: Persona, kind: string, points: number) =>
  area.row(
    `insert into public.points_log (user_id, kind, points_change, reason, source_key)
      values ($1, $2, $3, 'Given', case when $2 <> 'admin' then $4 end)`,
    [persona.user.id, kind, points, randomUUID()],
  )
const figures = async (persona: Persona) =>
  area.row(
    `select p.points::int, coalesce(e.points, 0)::int as earned
      from public.profiles as p left join private.points_earned as e on e.user_id = p.id where p.id = $1`,
    [persona.user.id],
  )
const level = async (of: Persona, reader: Pick<Persona, 'from'> = of) =>
  expectAllowed(await reader.from('profiles').select('level').eq('id', of.user.id).single()).level as {
    name: string
    points: number
    earned: number
    next_name: string | null
    next_points: number | null
  } | null
/** The name of a member's level, as it is on their page. */
const shown = async (of: Persona, reader: Persona = of) =>
  (expectAllowed(await reader.rpc('member_page', { name: of.user.username })) as { level: string | null }[])[0]?.level

describe('what is earned', () => {
  it('is stated for every kind of the ledger', async () => {
    const [constraint] = await area.engine.owner.query<{ kinds: string }>(
      `select pg_get_constraintdef(oid) as kinds from pg_constraint where conname = 'points_log_kind_known'`,
    )
    const kinds = [...String(constraint?.kinds).matchAll(/'(\w+)'::text/g)].map(([, kind]) => String(kind))
    expect(kinds.length).toBeGreaterThan(5)
    const stated = await area.engine.owner.query<{ kind: string; earned: boolean | null }>(
      'select kind, private.is_earned(kind) as earned from unnest($1::text[]) as k (kind)',
      [kinds],
    )
    expect(
      stated.filter(({ earned }) => earned === null),
      'add the kind to private.is_earned()',
    ).toEqual([])
    expect(stated.filter(({ earned }) => earned).map(({ kind }) => kind)).toEqual([
      'admin',
      'referral',
      'game',
      'prize',
      'first_step',
    ])
  })

  it('does not change with gifts, on either side', async () => {
    const [giver, taker] = [await signUp(area.engine), await signUp(area.engine)]
    await log(giver, 'game', 150)
    expectAllowed(
      await giver
        .from('point_gifts')
        .insert({ from_user_id: giver.user.id, to_user_id: taker.user.id, points: 120 })
        .select('id'),
    )
    expect(await figures(giver)).toEqual({ points: 30, earned: 150 })
    expect(await figures(taker)).toEqual({ points: 120, earned: 0 })
    expect((await level(giver))?.name).toBe('Float Watcher')
    expect((await level(taker))?.name).toBe('Bank Walker')
  })

  it('does not change with rewards, nor with what comes back of them', async () => {
    const member = await signUp(area.engine)
    await log(member, 'game', 150)
    await log(member, 'reward', -120)
    expect(await figures(member)).toEqual({ points: 30, earned: 150 })
    await log(member, 'reward_refund', 120)
    expect(await figures(member)).toEqual({ points: 150, earned: 150 })
  })

  it('follows the corrections of admins, down below zero', async () => {
    const member = await signUp(area.engine)
    await log(member, 'referral', 120)
    expectAllowed(
      await area.admin
        .from('points_log')
        .insert({ user_id: member.user.id, points_change: -150, reason: 'Counted twice' })
        .select('id'),
    )
    expect(await figures(member)).toEqual({ points: -30, earned: -30 })
    expect(await level(member)).toEqual({
      name: 'Bank Walker',
      points: 0,
      earned: -30,
      next_name: 'Float Watcher',
      next_points: 100,
    })
  })

  it('is the sum of the earned rows after any sequence of the ledger', async () => {
    const random = generator(Date.now() % 1_000_000)
    const members = await Promise.all(Array.from({ length: 4 }, () => signUp(area.engine)))
    const kinds = ['admin', 'referral', 'gift_sent', 'gift_received', 'game', 'prize']
    for (let step = 0; step < 40; step += 1) {
      // Several members and kinds in one statement.
      const rows = Array.from({ length: 1 + Math.floor(random() * 6) }, () => {
        const kind = pick(kinds, random)
        return { user: pick(members, random).user.id, kind, points: Math.floor(random() * 400) - 150 || 1 }
      })
      await area.row(
        `insert into public.points_log (user_id, kind, points_change, reason, source_key)
          select (r ->> 'user')::uuid, r ->> 'kind', (r ->> 'points')::int, 'Random',
            case when r ->> 'kind' <> 'admin' then gen_random_uuid()::text end
          from jsonb_array_elements($1::jsonb) as j (r)`,
        [JSON.stringify(rows)],
      )
    }
    expect(
      await area.engine.owner.query(
        `select p.id from public.profiles as p
          cross join lateral (
            select coalesce(sum(l.points_change), 0) as points,
              coalesce(sum(l.points_change) filter (where l.kind not like 'gift%'), 0) as earned
            from public.points_log as l where l.user_id = p.id
          ) as s
            left join private.points_earned as e on e.user_id = p.id
          where p.points <> s.points or coalesce(e.points, 0) <> s.earned`,
      ),
    ).toEqual([])
  })

  it('does not make the profile another version', async () => {
    const member = await signUp(area.engine)
    const updated = async () => await area.row('select updated_at from public.profiles where id = $1', [member.user.id])
    const before = await updated()
    await log(member, 'game', 10)
    expect(await updated()).toEqual(before)
    expect(await figures(member)).toEqual({ points: 10, earned: 10 })
  })

  it('is read and written by no request: with the balance it would tell what gifts were given', async () => {
    expect(
      await area.engine.owner.query(
        `select r.rolname from pg_roles as r
          where r.rolname in ('anon', 'authenticated', 'service_role')
            and has_table_privilege(r.oid, 'private.points_earned', 'select, insert, update, delete')`,
      ),
    ).toEqual([])
    const member = await signUp(area.engine)
    await log(member, 'game', 10)
    for (const who of [member, area.other, area.admin])
      expect(
        Object.keys(expectAllowed(await who.from('profiles').select('*').eq('id', member.user.id).single())),
      ).not.toContain('points_earned')
  })

  it('is in the copy of the own data', async () => {
    const [member, newcomer] = [await signUp(area.engine), await signUp(area.engine)]
    await log(member, 'game', 150)
    await log(member, 'gift_sent', -100)
    const copy = async (of: Persona) =>
      (expectAllowed(await of.rpc('my_data')) as { profile: { points: number; points_earned: number } }).profile
    expect(await copy(member)).toMatchObject({ points: 50, points_earned: 150 })
    expect(await copy(newcomer)).toMatchObject({ points: 0, points_earned: 0 })
  })

  it('goes with the account', async () => {
    const member = await signUp(area.engine)
    await log(member, 'game', 10)
    const kept = async () => area.row('select from private.points_earned where user_id = $1', [member.user.id])
    expect(await kept()).toBeDefined()
    await area.row('delete from auth.users where id = $1', [member.user.id])
    expect(await kept()).toBeUndefined()
  })
})

describe('a level', () => {
  it.each([
    [0, 'Bank Walker', 'Float Watcher'],
    [99, 'Bank Walker', 'Float Watcher'],
    [100, 'Float Watcher', 'Line Setter'],
    [11_999, 'Lake Keeper', 'Bankside Legend'],
    [12_000, 'Bankside Legend', null],
    [2_000_000, 'Bankside Legend', null],
  ])('of %i points earned is %s', async (earned, name, next) => {
    const member = await signUp(area.engine)
    if (earned > 0) await log(member, 'game', earned)
    expect(await level(member)).toMatchObject({ name, earned, next_name: next })
  })

  it('is shown to other members by its name on the page, and to guests not at all', async () => {
    const member = await signUp(area.engine)
    await log(member, 'game', 320)
    expect(await shown(member, area.other)).toBe('Line Setter')
    await area.row('update public.profiles set is_suspended = true where id = $1', [member.user.id])
    expect(await shown(member, area.other)).toBeNull()
    expect(await shown(member, area.admin)).toBe('Line Setter')
    expect(await shown(member)).toBe('Line Setter')
    expectDenied(await guest(area.engine).rpc('member_page', { name: member.user.username }))
  })

  it('with its points is the member’s own, also for admins, in a list, and in a row that the caller sends', async () => {
    const member = await signUp(area.engine)
    await log(member, 'game', 320)
    expect(await level(member)).toMatchObject({ name: 'Line Setter', earned: 320 })
    for (const reader of [area.other, area.admin]) expect(await level(member, reader)).toBeNull()
    expectDenied(await guest(area.engine).from('profiles').select('level').eq('id', member.user.id))
    const list = expectAllowed(await area.other.from('profiles').select('id, level').order('level')) as {
      id: string
      level: object | null
    }[]
    expect(list.filter((row) => row.level).map(({ id }) => id)).toEqual([area.other.user.id])
    const row = expectAllowed(await area.other.from('profiles').select('*').eq('id', member.user.id).single())
    expect(expectAllowed(await area.other.rpc('level', { member: row }))).toBeNull()
    // The points are those of the caller, whatever the row says.
    const posed = { ...row, id: area.other.user.id }
    expect(expectAllowed(await area.other.rpc('level', { member: posed }))).toMatchObject({
      earned: (await figures(area.other))?.earned,
    })
  })

  it('is another one as soon as the list is', async () => {
    const member = await signUp(area.engine)
    await log(member, 'game', 600)
    const { data } = await area.admin.from('levels').select('updated_at').limit(1).single().throwOnError()
    const levels = [
      { name: 'Fry', points: 0 },
      { name: 'Common', points: 500 },
    ]
    expectAllowed(await area.admin.rpc('save_levels', { levels, seen: data.updated_at }))
    expect(await level(member)).toMatchObject({ name: 'Common', next_name: null, next_points: null })
    expect(await shown(member, area.other)).toBe('Common')
  })

  it('is null while there are none', async () => {
    const member = await signUp(area.engine)
    await area.row('delete from public.levels')
    expect(await level(member)).toBeNull()
    expect(await shown(member, area.other)).toBeNull()
  })
})
