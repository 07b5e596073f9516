import { randomUUID } from 'node:crypto'
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
  it('have a trophy and green by default and record their creator', async () => {
    const row = await badge()
    expect(row).toMatchObject({ icon: '🏆', is_custom: true, created_by: admin.user.id })
    const [red = 0, green = 0, blue = 0] = (row?.color.match(/[0-9a-f]{2}/g) ?? []).map((hex: string) =>
      parseInt(hex, 16),
    )
    expect(green).toBeGreaterThan(Math.max(red, blue))
  })

  it('can be read by members, not by guests', async () => {
    expect(expectAllowed(await member.from('badges').select('name').order('name'))).toContainEqual({
      name: 'Night owl',
    })
    expectDenied(await guest(engine).from('badges').select())
  })

  it('can be created, changed and deleted by admins only', async () => {
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

  it('cannot be created in the name of another admin or as built-in', async () => {
    const forged = { name: 'Forged', description: 'x', created_by: member.user.id, is_custom: false }
    expectDenied(await admin.from('badges').insert({ ...forged, created_at: '2999-01-01' }))
    const { id } = expectAllowed(await admin.from('badges').insert(forged).select().single())
    expect(await badge(id)).toMatchObject({ created_by: admin.user.id, is_custom: true })
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
    await engine.owner.query(`delete from badges where name = 'Limits'`)
    const row: Record<string, unknown> = { name: 'Limits', description: 'Limits', ...part }
    const { error } = await admin.from('badges').insert(row)
    expect(error?.code ?? null).toBe(code)
  })

  it('keep a colour in lower case, so that another spelling is no correction', async () => {
    const made = await admin.from('badges').insert({ name: 'Teal', description: 'A duck', color: '#1B6FA8' }).select()
    const [{ id, color } = { id: '', color: '' }] = expectAllowed(made)
    expect(color).toBe('#1b6fa8')
    const corrections = () =>
      engine.owner.query(`select id from private.audit_log where subject_id = $1 and action = 'edit_badge'`, [id])
    expectAllowed(await admin.from('badges').update({ color: '#1B6fa8' }).eq('id', id).select().single())
    expect(await corrections()).toHaveLength(0)
    expectAllowed(await admin.from('badges').update({ color: '#1B6FA9' }).eq('id', id).select().single())
    expect(await corrections()).toHaveLength(1)
  })

  it('have unique names, regardless of case, width and surrounding white space', async () => {
    const make = (name: string) => admin.from('badges').insert({ name, description: 'Sings' }).select('id').single()
    const { id } = expectAllowed(await make('Nightingale'))
    for (const name of ['Nightingale', 'NIGHTINGALE', ' nightingale ', '\uff2eightingale'])
      expectError(await make(name), '23505')
    const other = expectAllowed(await make('Nightingale II'))
    expectError(await admin.from('badges').update({ name: 'nightingale' }).eq('id', other.id), '23505')
    expectAllowed(await admin.from('badges').update({ name: 'NightinGale' }).eq('id', id).select().single())
    expectAllowed(await admin.from('badges').delete().eq('id', id).select().single())
    expectAllowed(await make('nightingale'))
  })
})

describe('awards', () => {
  it('are made once per request, which a refused attempt does not use up', async () => {
    const { user } = await signUp(engine)
    const award = { user_id: user.id, badge_id: badgeId, request_id: randomUUID() }
    expectError(await admin.from('user_badges').insert({ ...award, badge_id: randomUUID() }), 'BD001')
    const made = expectAllowed(await admin.from('user_badges').insert(award).select('id, request_id').single())
    expect(made.request_id).toBeNull()
    expectError(await admin.from('user_badges').insert(award), 'PT409')
    expect(expectAllowed(await admin.rpc('request_row', { request_id: award.request_id }))).toBe(made.id)
    expect(await held(user.id)).toHaveLength(1)
    const second = await signUp(engine, { admin: true })
    expectError(await second.from('user_badges').insert(award), '23505')
  })

  it('are given and taken back by an admin, once each, and counted', async () => {
    const award = { user_id: member.user.id, badge_id: badgeId, awarded_by: admin.user.id }
    expectAllowed(await admin.from('user_badges').insert(award))
    expect(await badgeCount(member.user.id)).toBe(1)
    expectError(await admin.from('user_badges').insert(award), '23505')
    expect(await badgeCount(member.user.id)).toBe(1)
    expectError(await admin.from('user_badges').insert({ ...award, badge_id: randomUUID() }), 'BD001')
    expectError(await admin.from('user_badges').insert({ ...award, user_id: randomUUID() }), 'BD002')
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

  it('record truthfully who gave them and when', async () => {
    const target = await signUp(engine)
    const forged = { user_id: target.user.id, badge_id: badgeId, awarded_by: member.user.id }
    expectDenied(await admin.from('user_badges').insert({ ...forged, awarded_at: '2999-01-01' }))
    expectAllowed(await admin.from('user_badges').insert(forged))
    expect(await held(target.user.id)).toMatchObject([{ awarded_by: admin.user.id }])
  })

  it('are deleted with their badge, and the count is updated', async () => {
    const target = await signUp(engine)
    const made = await admin.from('badges').insert({ name: 'Season', description: 'Over' }).select().single()
    const { id } = expectAllowed(made)
    expectAllowed(await admin.from('user_badges').insert({ user_id: target.user.id, badge_id: id }))
    expectAllowed(await admin.from('badges').delete().eq('id', id))
    expect(await held(target.user.id)).toEqual([])
    expect(await badgeCount(target.user.id)).toBe(0)
  })

  it('count for each of many members, and deleting two badges at once does not deadlock', async () => {
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

  it('are visible to every member, with the badge', async () => {
    const target = await signUp(engine)
    expectAllowed(await admin.from('user_badges').insert({ user_id: target.user.id, badge_id: badgeId }))
    const seen = await member.from('user_badges').select('badges(name)').eq('user_id', target.user.id)
    expect(expectAllowed(seen)).toEqual([{ badges: { name: 'Night owl' } }])
    expectDenied(await guest(engine).from('user_badges').select())
  })
})

describe('a withdrawn badge', () => {
  const posts = async (who: Persona) =>
    (
      await engine.owner.query(
        `select content from newsfeed_posts where user_id = $1 and type = 'badge_award' order by content`,
        [who.user.id],
      )
    ).map(({ content }) => content)
  const make = async (name: string) =>
    expectAllowed(await admin.from('badges').insert({ name, description: 'x' }).select('id').single()).id as string

  it('removes its post, and no other post', async () => {
    const [first, second] = [await make('Early bird'), await make('Late bird')]
    const [one, two] = [await signUp(engine), await signUp(engine)]
    const both = [first, second].map((badge_id) => ({ user_id: one.user.id, badge_id }))
    expectAllowed(await admin.from('user_badges').insert([...both, { user_id: two.user.id, badge_id: first }]))
    const withdraw = (who: Persona) =>
      who.from('user_badges').delete().eq('user_id', one.user.id).eq('badge_id', first).select()
    expectDeniedOrNothing(await withdraw(one))
    expect(await posts(one)).toEqual(['earned Early bird', 'earned Late bird'])
    expect(expectAllowed(await withdraw(admin))).toHaveLength(1)
    expect(await posts(one)).toEqual(['earned Late bird'])
    expect(await posts(two)).toEqual(['earned Early bird'])
    expectAllowed(await admin.from('badges').update({ name: 'Last bird' }).eq('id', second))
    expectAllowed(await admin.from('user_badges').delete().eq('badge_id', second))
    expect(await posts(one)).toEqual([])
  })

  it('keeps its post when the badge itself is deleted, because it was earned', async () => {
    const id = await make('Pioneer')
    const holder = await signUp(engine)
    expectAllowed(await admin.from('user_badges').insert({ user_id: holder.user.id, badge_id: id }))
    expectAllowed(await admin.from('badges').delete().eq('id', id))
    expect(await posts(holder)).toEqual(['earned Pioneer'])
  })
})
