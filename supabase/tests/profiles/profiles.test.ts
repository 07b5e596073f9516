import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine } from '../../../test-support/start-engine.ts'
import { storedFile } from '../../../test-support/stored-file.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'

let engine: Awaited<ReturnType<typeof startEngine>>
let member: Persona
let other: Persona
let admin: Persona

beforeAll(async () => {
  engine = await startEngine()
  admin = await signUp(engine, { admin: true })
  member = await signUp(engine)
  other = await signUp(engine)
})
afterAll(() => engine.close())

const asOwner = async (id: string) => (await engine.owner.query('select * from profiles where id = $1', [id]))[0]
const photo = (owner: string, bucket = 'fishing-photos', name = '1700000000000.jpg') =>
  `${engine.url}/storage/v1/object/public/${bucket}/${owner}/${name}`

/** Stores a file at the address of `photo`. */
const store = (owner: string, bucket = 'fishing-photos', name = '1700000000000.jpg') =>
  storedFile(engine, bucket, owner, name)

describe('reading', () => {
  it('is for members, not for guests', async () => {
    expect(expectAllowed(await member.from('profiles').select('id').eq('id', other.user.id))).toHaveLength(1)
    expectDenied(await guest(engine).from('profiles').select('id'))
  })

  it('gives badges with the profile', async () => {
    const read = member.from('profiles').select('username, user_badges!user_badges_user_id_fkey(badges(name))')
    expect(expectAllowed(await read.eq('id', other.user.id).single()).user_badges).toEqual([])
  })
})

describe("one's own profile", () => {
  it('accepts every field of the profile page, and clears them again', async () => {
    const full = {
      username: `Carper ${member.user.id.slice(0, 8)}`,
      bio: 'Two rods,\none net 🎣',
      avatar_url: photo(member.user.id, 'avatars'),
      fishing_photos: [photo(member.user.id)],
      weight_value: 18.75,
      weight_unit: 'kg',
      fishing_area: 'North West',
    }
    await store(member.user.id, 'avatars')
    await store(member.user.id)
    const saved = await member.from('profiles').update(full).eq('id', member.user.id).select().single()
    const withoutHost = {
      avatar_url: new URL(full.avatar_url).pathname,
      fishing_photos: full.fishing_photos.map((address) => new URL(address).pathname),
    }
    expect(expectAllowed(saved)).toMatchObject({ ...full, ...withoutHost })
    const empty = { bio: '', avatar_url: '', fishing_photos: [], weight_value: null, fishing_area: '' }
    const cleared = await member.from('profiles').update(empty).eq('id', member.user.id).select().single()
    expect(expectAllowed(cleared)).toMatchObject(empty)
  })

  it('can be saved by an upsert with unchanged rights and a time of the browser', async () => {
    const before = await asOwner(admin.user.id)
    const saved = await admin
      .from('profiles')
      .upsert({
        id: admin.user.id,
        username: before?.username,
        bio: 'Bailiff',
        is_admin: true,
        updated_at: '2999-01-01',
      })
      .select()
      .single()
    expect(expectAllowed(saved)).toMatchObject({ bio: 'Bailiff', is_admin: true })
    expect(new Date((await asOwner(admin.user.id))?.updated_at as string).getFullYear()).toBeLessThan(2999)
  })

  it('can be inserted again right after sign-up without effect', async () => {
    const fresh = await signUp(engine)
    const { username } = (await asOwner(fresh.user.id)) as { username: string }
    const row = { id: fresh.user.id, username, bio: '', avatar_url: '', fishing_photos: [], is_admin: false }
    expectAllowed(await fresh.from('profiles').insert(row))
    expectAllowed(await fresh.from('profiles').upsert(row))
    expect(await asOwner(fresh.user.id)).toMatchObject({ username, is_admin: false, points: expect.anything() })
    const later = await fresh.from('profiles').update({ bio: 'Hello' }).eq('id', fresh.user.id)
    expect(later.error).toBeNull()
    expectError(await fresh.from('profiles').insert(row), '23505')
  })

  it('trims the username and the area', async () => {
    const row = { username: `  Tench ${other.user.id.slice(0, 6)} `, fishing_area: ' Kent\n' }
    const saved = await other.from('profiles').update(row).eq('id', other.user.id).select().single()
    expect(expectAllowed(saved)).toMatchObject({ username: row.username.trim(), fishing_area: 'Kent' })
  })

  it('cannot take a username that differs only in case or in compatible letters', async () => {
    await engine.owner.query("update profiles set username = 'Mirror Fin' where id = $1", [other.user.id])
    for (const username of ['MIRROR FIN', 'mirror fin', ' Mirror Ｆin']) {
      expectError(await member.from('profiles').update({ username }).eq('id', member.user.id), '23505')
    }
  })
})

describe('rights, suspension and points', () => {
  const forbidden = { is_admin: true, is_suspended: true, points: 1_000_000, badge_count: 5 }

  it.each(Object.entries(forbidden))('%s cannot be written by its owner', async (column, value) => {
    expectDenied(
      await member
        .from('profiles')
        .update({ [column]: value })
        .eq('id', member.user.id),
    )
    expect(await asOwner(member.user.id)).toMatchObject({ is_admin: false, is_suspended: false, badge_count: 0 })
  })

  it('are unchanged by an insert or upsert of one’s own profile', async () => {
    const fresh = await signUp(engine)
    const { username } = (await asOwner(fresh.user.id)) as { username: string }
    const own = { id: fresh.user.id, username }
    for (const column of ['points', 'badge_count'] as const) {
      expectDenied(await fresh.from('profiles').insert({ ...own, [column]: forbidden[column] }))
      expectDenied(await fresh.from('profiles').upsert({ ...own, [column]: forbidden[column] }))
    }
    const rights = { is_admin: true, is_suspended: true }
    await fresh.from('profiles').insert({ ...own, ...rights })
    expectAllowed(await fresh.from('profiles').upsert({ ...own, bio: 'mine', ...rights }))
    const row = await asOwner(fresh.user.id)
    expect(row).toMatchObject({ bio: 'mine', is_admin: false, is_suspended: false, badge_count: 0 })
    expect(Number(row?.points)).toBe(0)
    expectDenied(await fresh.from('badges').insert({ name: 'Mine', description: 'All mine' }))
  })

  it('of others are unchanged by a bulk upsert', async () => {
    const rows = [member, other].map(({ user }) => ({ id: user.id, username: `x${user.id.slice(0, 8)}`, points: 5 }))
    expectDenied(await member.from('profiles').upsert(rows))
    for (const { id } of rows) expect(Number((await asOwner(id))?.points)).toBe(0)
  })

  it('do not follow from metadata written by the member', async () => {
    await member.auth.updateUser({ data: { is_admin: true, role: 'service_role' } })
    expectDenied(await member.from('badges').insert({ name: 'Mine', description: 'All mine' }))
    expect(expectAllowed(await member.from('user_profiles_with_email').select())).toEqual([])
  })

  it('suspension cannot be lifted by the suspended member', async () => {
    const suspended = await signUp(engine)
    expectAllowed(await admin.from('profiles').update({ is_suspended: true }).eq('id', suspended.user.id))
    expectDenied(await suspended.from('profiles').update({ is_suspended: false }).eq('id', suspended.user.id))
    expect(await asOwner(suspended.user.id)).toMatchObject({ is_suspended: true })
    expectAllowed(await admin.from('profiles').update({ is_suspended: false }).eq('id', suspended.user.id))
    expect(await asOwner(suspended.user.id)).toMatchObject({ is_suspended: false })
  })
})

describe("others' profiles", () => {
  it('cannot be written by a member, with or without a filter', async () => {
    expectDeniedOrNothing(await member.from('profiles').update({ bio: 'hacked' }).eq('id', other.user.id).select())
    await member.from('profiles').update({ bio: 'all' }).neq('bio', 'all')
    expect((await asOwner(other.user.id))?.bio).toBe('')
    expectDenied(await member.from('profiles').upsert({ id: other.user.id, username: 'taken over' }))
    expectDeniedOrNothing(await member.from('profiles').delete().eq('id', other.user.id).select())
    expect(await asOwner(other.user.id)).toBeDefined()
  })

  it('cannot be invented, and an ID cannot be changed', async () => {
    expectDenied(await member.from('profiles').insert({ id: crypto.randomUUID(), username: 'ghost' }))
    expectDenied(await member.from('profiles').update({ id: crypto.randomUUID() }).eq('id', member.user.id))
    expectDenied(await admin.from('profiles').update({ id: crypto.randomUUID() }).eq('id', other.user.id))
    expect(await asOwner(member.user.id)).toBeDefined()
  })

  it('get a username and the admin flag from an admin, never points', async () => {
    const target = await signUp(engine)
    const edit = {
      username: `renamed ${target.user.id.slice(0, 6)}`,
      is_admin: true,
      updated_at: new Date().toISOString(),
    }
    expectAllowed(await admin.from('profiles').update(edit).eq('id', target.user.id))
    expect(await asOwner(target.user.id)).toMatchObject({ username: edit.username, is_admin: true })
    expectAllowed(await admin.from('profiles').update({ is_admin: false }).eq('id', target.user.id))
    expectDenied(await admin.from('profiles').update({ points: 10 }).eq('id', target.user.id))
    expectDenied(await admin.from('profiles').update({ is_admin: false }).eq('id', admin.user.id))
  })
})

describe('created_at and updated_at', () => {
  it('come from the server’s clock', async () => {
    const before = (await asOwner(member.user.id))?.created_at
    const future = { updated_at: '2999-01-01', bio: 'late' }
    expectDenied(await member.from('profiles').update({ created_at: '2999-01-01' }).eq('id', member.user.id))
    expectAllowed(await member.from('profiles').update(future).eq('id', member.user.id))
    const row = await asOwner(member.user.id)
    expect(row?.created_at).toEqual(before)
    expect(Math.abs(Date.now() - new Date(row?.updated_at as string).getTime())).toBeLessThan(60_000)
  })
})

describe('limits', () => {
  const fits = (id: string) =>
    [
      ['username 1', { username: id[0] }],
      ['username 50', { username: `${id.slice(0, 8)}${'ü'.repeat(42)}` }],
      ['bio 500 characters, not bytes', { bio: '🎣'.repeat(500) }],
      ['fishing area 100', { fishing_area: 'x'.repeat(100) }],
      ['500 kg', { weight_value: 500, weight_unit: 'kg' }],
      ['1000 lbs', { weight_value: 1000, weight_unit: 'lbs' }],
      ['0 kg', { weight_value: 0, weight_unit: 'kg' }],
      ['6 photos', { fishing_photos: Array.from({ length: 6 }, (_, n) => photo(id, 'fishing-photos', `${n}.webp`)) }],
      ['an avatar of the own folder', { avatar_url: photo(id, 'avatars') }],
    ] as const
  const breaks = (id: string, foreign: string) =>
    [
      ['username 51', { username: 'x'.repeat(51) }],
      ['username of blanks', { username: '   ' }],
      ['username of invisible characters', { username: '\u200b\u200b' }],
      ['username with a line break', { username: 'a\nb' }],
      ['username with an override of direction', { username: 'a\u202eb' }],
      ['bio 501', { bio: 'x'.repeat(501) }],
      ['bio with a control character', { bio: 'a\u0007' }],
      ['fishing area 101', { fishing_area: 'x'.repeat(101) }],
      ['500.01 kg', { weight_value: 500.01, weight_unit: 'kg' }],
      ['1000.1 lbs', { weight_value: 1000.1, weight_unit: 'lbs' }],
      ['-0.01 kg', { weight_value: -0.01, weight_unit: 'kg' }],
      ['not a number', { weight_value: 'NaN' as never, weight_unit: 'lbs' }],
      ['unknown unit', { weight_unit: 'stone' }],
      ['7 photos', { fishing_photos: Array.from({ length: 7 }, (_, n) => photo(id, 'fishing-photos', `${n}.webp`)) }],
      ['a photo of another member', { fishing_photos: [photo(foreign)] }],
      ['a photo of another bucket', { fishing_photos: [photo(id, 'avatars')] }],
      ['a photo of another site', { fishing_photos: ['https://tracker.example/pixel.png'] }],
      ['a photo with a way up', { fishing_photos: [photo(id, 'fishing-photos', '../x.png')] }],
      ['a nested list of photos', { fishing_photos: [[photo(id)], [photo(id)]] as never }],
      ['no photo in the list', { fishing_photos: [null] as never }],
      ['an avatar address of 10,000 characters', { avatar_url: photo(id, 'avatars', 'x'.repeat(10_000)) }],
      ['an avatar that is a script', { avatar_url: 'javascript:alert(1)' }],
      ['an avatar with a query', { avatar_url: `${photo(id, 'avatars')}?x=https://evil.example` }],
    ] as const

  it('accept values at the limit', async () => {
    await store(other.user.id, 'avatars')
    for (let n = 0; n < 6; n++) await store(other.user.id, 'fishing-photos', `${n}.webp`)
    for (const [what, row] of fits(other.user.id)) {
      const { error } = await other.from('profiles').update(row).eq('id', other.user.id)
      expect(error, what).toBeNull()
    }
  })

  it('refuse values just beyond the limit', async () => {
    const before = await asOwner(other.user.id)
    for (const [what, row] of breaks(other.user.id, member.user.id)) {
      const { error } = await other.from('profiles').update(row).eq('id', other.user.id)
      expect(error?.code, what).toMatch(/^(23514|22\w{3})$/)
    }
    expect(await asOwner(other.user.id)).toEqual(before)
  })
})
