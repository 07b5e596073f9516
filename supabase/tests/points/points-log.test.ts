import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine } from '../../../test-support/start-engine.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'

let engine: Awaited<ReturnType<typeof startEngine>>
let admin: Persona
let member: Persona
let other: Persona

beforeAll(async () => {
  engine = await startEngine()
  admin = await signUp(engine, { admin: true })
  member = await signUp(engine)
  other = await signUp(engine)
})
afterAll(() => engine.close())

const balance = async (id: string) =>
  Number((await engine.owner.query('select points from profiles where id = $1', [id]))[0]?.points)
const change = (user_id: string, points_change: number, reason = 'Session report') => ({
  user_id,
  points_change,
  reason,
})

/** Checks for all members that balances and the sums by day and month match the ledger. */
async function expectExact() {
  const wrong = await engine.owner.query(`
    select p.id from profiles as p
    where p.points <> (select coalesce(sum(l.points_change), 0) from points_log as l where l.user_id = p.id)
      or p.points <> (select coalesce(sum(d.points), 0) from private.points_by_day as d where d.user_id = p.id)
      or p.points <> (select coalesce(sum(m.points), 0) from private.points_by_month as m where m.user_id = p.id)`)
  expect(wrong).toEqual([])
}

describe('the ledger', () => {
  it('accepts a row from an admin, and updates the balance at once', async () => {
    const before = await balance(member.user.id)
    expectAllowed(await admin.from('points_log').insert(change(member.user.id, 25)))
    expect(await balance(member.user.id)).toBe(before + 25)
    await expectExact()
  })

  it('accepts none from members or guests', async () => {
    const before = await balance(member.user.id)
    expectDenied(await member.from('points_log').insert(change(member.user.id, 1000)))
    expectDenied(await member.from('points_log').insert(change(other.user.id, 1000)))
    expectDenied(await guest(engine).from('points_log').insert(change(member.user.id, 1000)))
    expect(await balance(member.user.id)).toBe(before)
  })

  it('sets the admin, the kind and the time itself', async () => {
    for (const forged of [{ kind: 'gift_sent' }, { source_key: 'gift:1' }, { created_at: '2999-01-01' }])
      expectDenied(await admin.from('points_log').insert({ ...change(member.user.id, 1), ...forged }))
    const { data } = await admin
      .from('points_log')
      .insert({ ...change(member.user.id, 1), created_by: other.user.id })
      .select()
      .single()
    expect(data).toMatchObject({ kind: 'admin', source_key: null, created_by: admin.user.id })
  })

  it('lets a correction take a balance below zero', async () => {
    const target = await signUp(engine)
    expectAllowed(await admin.from('points_log').insert(change(target.user.id, -40)))
    expect(await balance(target.user.id)).toBe(-40)
  })

  it('adds up a bulk insert with several rows for one member', async () => {
    const target = await signUp(engine)
    const rows = [change(target.user.id, 5), change(target.user.id, 6), change(other.user.id, 7)]
    expectAllowed(await admin.from('points_log').insert(rows))
    expect(await balance(target.user.id)).toBe(11)
    await expectExact()
  })

  it.each([
    ['zero points', 0, 'x'],
    ['2^31 points', 2 ** 31, 'x'],
    ['half a point', 1.5, 'x'],
    ['a blank reason', 5, ' \n'],
    ['an empty reason', 5, ''],
    ['a reason of 501 characters', 5, 'x'.repeat(501)],
  ])('refuses %s', async (_, points, reason) => {
    const before = await balance(member.user.id)
    const { error, status } = await admin.from('points_log').insert(change(member.user.id, points, reason))
    expect(error).not.toBeNull()
    expect(status).toBe(400)
    expect(await balance(member.user.id)).toBe(before)
  })

  it('accepts a reason of 500 characters and the largest integer', async () => {
    const target = await signUp(engine)
    expectAllowed(await admin.from('points_log').insert(change(target.user.id, 2 ** 31 - 1, 'é'.repeat(500))))
    expectAllowed(await admin.from('points_log').insert(change(target.user.id, 2 ** 31 - 1)))
    expect(await balance(target.user.id)).toBe(2 ** 32 - 2)
  })

  it('cannot be changed or deleted, not even by admins', async () => {
    const count = async () => await engine.owner.query('select id, points_change from points_log order by id')
    const before = await count()
    for (const persona of [member, admin, guest(engine)]) {
      expectDenied(await persona.from('points_log').update({ points_change: 1 }).eq('user_id', member.user.id))
      expectDenied(await persona.from('points_log').delete().eq('user_id', member.user.id))
    }
    expect(await count()).toEqual(before)
  })

  it('shows members their own rows, admins all, guests none', async () => {
    expectAllowed(await admin.from('points_log').insert(change(other.user.id, 3)))
    const seen = expectAllowed(await member.from('points_log').select('user_id'))
    expect(new Set(seen.map((row) => row.user_id))).toEqual(new Set([member.user.id]))
    expectDeniedOrNothing(await member.from('points_log').select().eq('user_id', other.user.id))
    expect(expectAllowed(await admin.from('points_log').select().eq('user_id', other.user.id))).not.toEqual([])
    expectDenied(await guest(engine).from('points_log').select())
  })

  it('is not affected by a statement without a filter', async () => {
    expect((await admin.from('profiles').delete()).error).not.toBeNull()
    expect(await balance(member.user.id)).toBeGreaterThan(0)
  })
})

describe('with parallel writers', () => {
  it('stays exact and without deadlocks', async () => {
    const second = await signUp(engine, { admin: true })
    const there = [change(member.user.id, 1), change(other.user.id, 1)]
    const back = there.toReversed()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => (n % 2 ? admin : second).from('points_log').insert(n % 2 ? there : back)),
    )
    expect(answers.filter(({ error }) => error)).toEqual([])
    await expectExact()
  })

  it('credits once per source key, and reports a duplicate to a caller that allows for it', async () => {
    const key = `game:${crypto.randomUUID()}`
    const before = await balance(other.user.id)
    const credits = await Promise.all(
      Array.from({ length: 20 }, () =>
        engine.owner.query(`select private.credit_once($1, 'game', 100, 'Won', $2, null) as new`, [other.user.id, key]),
      ),
    )
    expect(credits.filter(([row]) => row?.new === true)).toHaveLength(1)
    expect(await balance(other.user.id)).toBe(before + 100)
    await expectExact()
  })

  it('refuses a second credit for a source key to every other caller', async () => {
    const key = `game:${crypto.randomUUID()}`
    const before = await balance(other.user.id)
    const credits = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        engine.owner.query(`select private.credit($1, 'game', 100, 'Won', $2, null)`, [other.user.id, key]),
      ),
    )
    const refused = credits.flatMap((credit) => (credit.status === 'rejected' ? [credit.reason.code] : []))
    expect(refused).toEqual(Array.from({ length: 19 }, () => '23505'))
    expect(await balance(other.user.id)).toBe(before + 100)
    await expectExact()
  })
})

describe('a row that violates the rules', () => {
  it('is refused by the constraints even to the database owner', async () => {
    const insert = (kind: string, key: string | null) =>
      engine.owner.query(
        `insert into points_log (user_id, kind, points_change, reason, source_key) values ($1, $2, 1, 'x', $3)`,
        [member.user.id, kind, key],
      )
    await expect(insert('present', 'k')).rejects.toMatchObject({ code: '23514' })
    await expect(insert('game', null)).rejects.toMatchObject({ code: '23514' })
    await expect(insert('admin', 'k')).rejects.toMatchObject({ code: '23514' })
    expectError(await admin.from('points_log').insert(change(crypto.randomUUID(), 1)), '23503')
  })

  it('holds notes of an admin only as an object of at most 2,000 bytes', async () => {
    const write = (metadata: object) =>
      admin.from('points_log').insert({ ...change(member.user.id, 1), metadata: metadata as never })
    const before = await balance(member.user.id)
    expectError(await write(['x']), '23514')
    expectError(await write({ note: 'x'.repeat(1990) }), '23514')
    expect(await balance(member.user.id)).toBe(before)
    // `{"note": "…"}` has 12 characters beside the note.
    expectAllowed(await write({ note: 'x'.repeat(1988) }))
    expect(await balance(member.user.id)).toBe(before + 1)
  })
})
