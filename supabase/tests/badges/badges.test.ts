import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'

let engine: TestEngine
let admin: Persona
let member: Persona
let badgeId: string

beforeAll(async () => {
  engine = await startEngine()
  admin = await signUp(engine, { admin: true })
  member = await signUp(engine)
  const made = await admin.from('badges').insert({ name: 'Night owl', description: 'Posts at 3am' }).select().single()
  badgeId = expectAllowed(made).id
})
afterAll(() => engine.close())

const badge = (id = badgeId) => engine.owner.query('select * from badges where id = $1', [id]).then(([row]) => row)
const held = (userId: string) => engine.owner.query('select * from user_badges where user_id = $1', [userId])
const badgeCount = async (userId: string) =>
  (await engine.owner.query('select badge_count from profiles where id = $1', [userId]))[0]?.badge_count

describe('badges', () => {
  it('have a trophy and a green by default and note who made them', async () => {
    const row = await badge()
    expect(row).toMatchObject({ icon: '🏆', is_custom: true, created_by: admin.user.id })
    const [red = 0, green = 0, blue = 0] = (row?.color.match(/[0-9a-f]{2}/g) ?? []).map((hex: string) =>
      parseInt(hex, 16),
    )
    expect(green).toBeGreaterThan(Math.max(red, blue))
  })

  it('are read by members, not by guests', async () => {
    expect(expectAllowed(await member.from('badges').select('name').order('name'))).toContainEqual({
      name: 'Night owl',
    })
    expectDenied(await guest(engine).from('badges').select())
  })

  it('are created, changed and deleted by admins only', async () => {
    for (const persona of [member, guest(engine)]) {
      expectDenied(await persona.from('badges').insert({ name: 'Mine', description: 'Mine' }))
      expectDeniedOrNothing(await persona.from('badges').update({ name: 'Mine' }).eq('id', badgeId).select())
      expectDeniedOrNothing(await persona.from('badges').delete().eq('id', badgeId).select())
    }
    expect(await badge()).toMatchObject({ name: 'Night owl' })
    const made = await admin.from('badges').insert({ name: 'Brief', description: 'Gone soon' }).select().single()
    const { id } = expectAllowed(made)
    expectAllowed(await admin.from('badges').update({ name: 'Short' }).eq('id', id))
    expect(await badge(id)).toMatchObject({ name: 'Short' })
    expectAllowed(await admin.from('badges').delete().eq('id', id))
    expect(await badge(id)).toBeUndefined()
  })

  it('cannot be made in the name of another admin or as built-in', async () => {
    const forged = {
      name: 'Forged',
      description: 'x',
      created_by: member.user.id,
      is_custom: false,
      created_at: '2999-01-01',
    }
    const { id } = expectAllowed(await admin.from('badges').insert(forged).select().single())
    const row = await badge(id)
    expect(row).toMatchObject({ created_by: admin.user.id, is_custom: true })
    expect(row?.created_at.getFullYear()).toBeLessThan(2999)
  })

  it.each([
    ['name of 50 characters', { name: 'ü'.repeat(50) }, null],
    ['name of 51 characters', { name: 'x'.repeat(51) }, '23514'],
    ['blank name', { name: ' ' }, '23514'],
    ['name on two lines', { name: 'a\nb' }, '23514'],
    ['description of 200 characters', { description: '🐟'.repeat(200) }, null],
    ['description of 201 characters', { description: 'x'.repeat(201) }, '23514'],
    ['blank description', { description: '\n' }, '23514'],
    ['no description', { description: null }, '23502'],
    ['fishing rod', { icon: '🎣' }, null],
    ['icon of markup', { icon: '<img>' }, '23514'],
    ['empty icon', { icon: '' }, '23514'],
    ['hex colour', { color: '#A1b2C3' }, null],
    ['colour by name', { color: 'green' }, '23514'],
    ['colour with a script', { color: '#000;x:y' }, '23514'],
  ])('with a %s', async (_, part, code) => {
    const row: Record<string, unknown> = { name: 'Limits', description: 'Limits', ...part }
    const { error } = await admin.from('badges').insert(row)
    expect(error?.code ?? null).toBe(code)
  })
})

describe('awards', () => {
  it('are given and taken back by an admin, once each, and counted', async () => {
    const award = { user_id: member.user.id, badge_id: badgeId, awarded_by: admin.user.id }
    expectAllowed(await admin.from('user_badges').insert(award))
    expect(await badgeCount(member.user.id)).toBe(1)
    expectError(await admin.from('user_badges').insert(award), '23505')
    expect(await badgeCount(member.user.id)).toBe(1)
    const take = admin.from('user_badges').delete().eq('user_id', member.user.id).eq('badge_id', badgeId)
    expectAllowed(await take)
    expect(await held(member.user.id)).toEqual([])
    expect(await badgeCount(member.user.id)).toBe(0)
  })

  it('are not given, changed or taken by members and guests', async () => {
    const lucky = await signUp(engine)
    expectAllowed(await admin.from('user_badges').insert({ user_id: lucky.user.id, badge_id: badgeId }))
    const before = await held(lucky.user.id)
    for (const persona of [member, guest(engine)]) {
      const forged = { user_id: member.user.id, badge_id: badgeId, awarded_by: admin.user.id }
      expectDenied(await persona.from('user_badges').insert(forged))
      expectDeniedOrNothing(await persona.from('user_badges').delete().eq('user_id', lucky.user.id).select())
      expectDenied(await persona.from('user_badges').update({ user_id: member.user.id }).eq('badge_id', badgeId))
    }
    expectDenied(await admin.from('user_badges').update({ user_id: member.user.id }).eq('badge_id', badgeId))
    expect(await held(lucky.user.id)).toEqual(before)
    expect(await held(member.user.id)).toEqual([])
  })

  it('say truly who gave them and when', async () => {
    const target = await signUp(engine)
    const forged = { user_id: target.user.id, badge_id: badgeId, awarded_by: member.user.id, awarded_at: '2999-01-01' }
    expectAllowed(await admin.from('user_badges').insert(forged))
    const [row] = await held(target.user.id)
    expect(row).toMatchObject({ awarded_by: admin.user.id })
    expect(row?.awarded_at.getFullYear()).toBeLessThan(2999)
  })

  it('go with a deleted badge, and the count follows', async () => {
    const target = await signUp(engine)
    const made = await admin.from('badges').insert({ name: 'Season', description: 'Over' }).select().single()
    const { id } = expectAllowed(made)
    expectAllowed(await admin.from('user_badges').insert({ user_id: target.user.id, badge_id: id }))
    expectAllowed(await admin.from('badges').delete().eq('id', id))
    expect(await held(target.user.id)).toEqual([])
    expect(await badgeCount(target.user.id)).toBe(0)
  })

  it('of one badge to many members count for each, and deleting two badges at once does not deadlock', async () => {
    const crowd = await Promise.all(Array.from({ length: 12 }, () => signUp(engine)))
    const badges = await admin
      .from('badges')
      .insert([
        { name: 'Left', description: 'Bank' },
        { name: 'Right', description: 'Bank' },
      ])
      .select('id')
    const [left, right] = expectAllowed(badges).map((row) => row.id as string)
    const awards = crowd.map(({ user }) => ({ user_id: user.id, badge_id: left }))
    expectAllowed(await admin.from('user_badges').insert(awards))
    const back = awards.map((award) => ({ ...award, badge_id: right })).toReversed()
    expectAllowed(await admin.from('user_badges').insert(back))
    for (const { user } of crowd) expect(await badgeCount(user.id)).toBe(2)
    const answers = await Promise.all([left, right].map((id) => admin.from('badges').delete().eq('id', id)))
    expect(answers.filter(({ error }) => error)).toEqual([])
    for (const { user } of crowd) expect(await badgeCount(user.id)).toBe(0)
  })

  it('are shown to every member with the badge', async () => {
    const target = await signUp(engine)
    expectAllowed(await admin.from('user_badges').insert({ user_id: target.user.id, badge_id: badgeId }))
    const seen = await member.from('user_badges').select('badges(name)').eq('user_id', target.user.id)
    expect(expectAllowed(seen)).toEqual([{ badges: { name: 'Night owl' } }])
    expectDenied(await guest(engine).from('user_badges').select())
  })
})
