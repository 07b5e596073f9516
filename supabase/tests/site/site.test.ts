import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing } from '../support/denied.ts'

let engine: TestEngine
let admin: Persona
let member: Persona
let suspended: Persona

beforeAll(async () => {
  engine = await startEngine()
  admin = await signUp(engine, { admin: true })
  member = await signUp(engine)
  suspended = await signUp(engine)
  await engine.owner.query('update profiles set is_suspended = true where id = $1', [suspended.user.id])
})
afterAll(() => engine.close())

const read = async (table: string) => engine.owner.query(`select * from ${table} order by id`)

const FIXED: { table: string; edit: Record<string, unknown>; guests: boolean }[] = [
  { table: 'site_settings', edit: { currency_symbol: '£' }, guests: true },
  { table: 'landing_content', edit: { title: 'Welcome' }, guests: true },
  { table: 'referral_settings', edit: { points_per_referral: 5 }, guests: false },
]

describe.each(FIXED)('$table', ({ table, edit, guests }) => {
  it('can be read by members, and by guests where the page is public', async () => {
    expect(expectAllowed(await member.from(table).select())).not.toEqual([])
    const answer = await guest(engine).from(table).select()
    if (guests) expect(expectAllowed(answer)).not.toEqual([])
    else expectDenied(answer)
  })

  it('can be changed by admins only', async () => {
    const before = await read(table)
    const { id } = before[0] as { id: string }
    for (const persona of [guest(engine), member, suspended]) {
      expectDeniedOrNothing(await persona.from(table).update(edit).eq('id', id).select())
    }
    expect(await read(table)).toEqual(before)
    expect(expectAllowed(await admin.from(table).update(edit).eq('id', id).select().single())).toMatchObject(edit)
  })

  it('keeps its rows: none can be inserted, deleted or given another ID', async () => {
    const before = await read(table)
    const { id } = before[0] as { id: string }
    for (const persona of [guest(engine), member, suspended, admin]) {
      expectDenied(await persona.from(table).insert(edit))
      expectDenied(await persona.from(table).delete().eq('id', id))
      expectDeniedOrNothing(await persona.from(table).update({ id: crypto.randomUUID() }).eq('id', id).select())
    }
    // Not by a migration either.
    const again = table === 'landing_content' ? `(section, title) values ('hero', 'Again')` : 'default values'
    await expect(engine.owner.query(`insert into ${table} ${again}`)).rejects.toMatchObject({ code: '23505' })
    expect(await read(table)).toEqual(before)
  })
})

describe('limits', () => {
  it.each([
    ['site_settings', { currency_symbol: 'CHF' }, true],
    ['site_settings', { currency_symbol: 'EURO' }, false],
    ['site_settings', { currency_symbol: '  ' }, false],
    ['site_settings', { currency_symbol: '\u0007' }, false],
    ['referral_settings', { points_per_referral: 0 }, true],
    ['referral_settings', { points_per_referral: 10_000 }, true],
    ['referral_settings', { points_per_referral: 10_001 }, false],
    ['referral_settings', { points_per_referral: -1 }, false],
    ['referral_settings', { points_per_referral: 1.5 }, false],
    ['landing_content', { title: 'é'.repeat(100) }, true],
    ['landing_content', { title: 'x'.repeat(101) }, false],
    ['landing_content', { description: '🎣'.repeat(500) }, true],
    ['landing_content', { description: 'x'.repeat(501) }, false],
    ['landing_content', { image_url: `https://a.example/${'x'.repeat(2030)}` }, true],
    ['landing_content', { image_url: `https://a.example/${'x'.repeat(2031)}` }, false],
    ['landing_content', { image_url: '' }, true],
    ['landing_content', { image_url: null }, true],
    ['landing_content', { image_url: '/art/hero.svg' }, true],
    ['landing_content', { image_url: 'javascript:alert(1)' }, false],
    ['landing_content', { image_url: ' javascript:alert(1)' }, false],
    ['landing_content', { image_url: 'data:image/png;base64,AA' }, false],
    ['landing_content', { image_url: '//evil.example/x.png' }, false],
    ['landing_content', { image_url: '/\\evil.example' }, false],
    ['landing_content', { image_url: 'https://a@evil.example' }, false],
  ])('of %s: %o is allowed: %s', async (table, edit, allowed) => {
    const before = await read(table)
    const { id } = before[0] as { id: string }
    const { error } = await admin.from(table).update(edit).eq('id', id)
    if (allowed) expect(error).toBeNull()
    else {
      expect(error?.code).toMatch(/^(23514|22\w{3})$/)
      expect(await read(table)).toEqual(before)
    }
  })
})

describe('the initial data', () => {
  it('is a dollar, the points of a referral and four sections of the landing page', async () => {
    const fresh = await startEngine()
    try {
      expect(await fresh.owner.query('select currency_symbol from site_settings')).toEqual([{ currency_symbol: '$' }])
      expect(await fresh.owner.query('select from referral_settings')).toHaveLength(1)
      const sections = await guest(fresh).from('landing_content').select('section, title').order('section')
      expect(expectAllowed(sections).map((row) => row.section)).toEqual(['feature1', 'feature2', 'feature3', 'hero'])
      expect(expectAllowed(sections).every((row) => row.title.length > 0)).toBe(true)
    } finally {
      await fresh.close()
    }
  })

  it('records by itself who changed the points of a referral, and when', async () => {
    const { id } = (await read('referral_settings'))[0] as { id: string }
    const forged = { points_per_referral: 50, updated_by: member.user.id, updated_at: '2999-01-01' }
    expectAllowed(await admin.from('referral_settings').update(forged).eq('id', id))
    const row = (await read('referral_settings'))[0]
    expect(row).toMatchObject({ updated_by: admin.user.id })
    expect(row?.updated_at.getFullYear()).toBeLessThan(2999)
  })
})
