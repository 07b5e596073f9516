import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const pageOf = async (name: string, reader: Persona = area.member) =>
  expectAllowed(await reader.rpc('member_page', { name }))
const nameOf = async ({ user }: Persona) =>
  (await area.row('select username from public.profiles where id = $1', [user.id]))?.username as string

let count = 0
const fresh = (word: string) => `${word} ${++count}x${Date.now() % 100_000}`

describe('the page of a member', () => {
  it('is found by the name in any case, with figures, badges and the newest posts', async () => {
    const name = fresh('Perch')
    const author = await signUp(area.engine, { username: name })
    await area.givePoints(author, 40)
    for (let post = 1; post <= 7; post++)
      expectAllowed(
        await author
          .from('newsfeed_posts')
          .insert({ content: `Post ${post}` })
          .select('id'),
      )
    await area.row(
      `with b as (insert into public.badges (name, description) values ($1, 'For patience') returning id)
        insert into public.user_badges (user_id, badge_id) select $2, b.id from b`,
      [fresh('Patience'), author.user.id],
    )
    const [page] = await pageOf(name.toUpperCase())
    expect(page).toMatchObject({ username: name, points: 40, is_suspended: false, badge_count: 1, post_count: 8 })
    expect(page?.posts).toHaveLength(6)
    expect(page?.posts[0]).toMatchObject({ type: 'badge_award' })
    expect(page?.posts[1]).toMatchObject({ content: 'Post 7' })
    expect(page?.badges).toHaveLength(1)
    const above = await area.row(
      'select count(*)::int + 1 as rank from public.profiles where points > 40 and not is_suspended',
    )
    expect(page?.rank).toBe(above?.rank)
  })

  it('has no rank without points', async () => {
    const [page] = await pageOf(await nameOf(area.other))
    expect(page?.rank).toBeNull()
  })

  it('is for members: a guest cannot ask, and an unknown or impossible name has no page', async () => {
    const name = await nameOf(area.other)
    expect(await pageOf(name)).toHaveLength(1)
    expectError(await guest(area.engine).rpc('member_page', { name }), '42501')
    for (const unknown of ['no such angler', '', ' ', '\u202e', 'x'.repeat(200)])
      expect(await pageOf(unknown)).toEqual([])
  })

  it('returns every column that the search for members returns', async () => {
    const name = fresh('Loach')
    const { user } = await signUp(area.engine, { username: name })
    const found = expectAllowed(await area.other.from('member_search').select('*').eq('id', user.id).single())
    expect(Object.keys((await pageOf(name))[0] ?? {})).toEqual(expect.arrayContaining(Object.keys(found)))
  })

  it('of a suspended member shows other members only the name; that member and admins see all of it', async () => {
    const name = fresh('Gudgeon')
    const author = await signUp(area.engine, { username: name })
    expectAllowed(await author.from('newsfeed_posts').insert({ content: 'Soon hidden' }).select('id'))
    const texts = await area.engine.owner.query<{ name: string }>(`
      select column_name::text as name from information_schema.column_privileges
      where table_schema = 'public' and table_name = 'profiles' and grantee = 'authenticated' and privilege_type = 'UPDATE'
        and column_name in (select unnest(proargnames) from pg_proc where oid = 'public.member_page(text)'::regprocedure)
        and column_name in (select attname from pg_attribute
          where attrelid = 'public.profiles'::regclass and atttypid = 'text'::regtype)
        and column_name not in ('username', 'avatar_url')`)
    expect(texts.map(({ name: column }) => column)).toContain('bio')
    const written = Object.fromEntries(texts.map(({ name: column }) => [column, 'Likes gravel pits']))
    expectAllowed(
      await author
        .from('profiles')
        .update(written as never)
        .eq('id', author.user.id)
        .select('id'),
    )
    await area.row('update public.profiles set is_suspended = true where id = $1', [author.user.id])
    const { id, username, is_suspended, ...others } = (await pageOf(name))[0] ?? {}
    expect({ id, username, is_suspended }).toEqual({ id: author.user.id, username: name, is_suspended: true })
    const isBlank = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)
    const shown = Object.entries(others).filter(([, value]) => !isBlank(value))
    expect(shown, 'member_page() returns nothing of these to other members').toEqual([])
    expect((await pageOf(name, area.admin))[0]).toMatchObject({ ...written, posts: [{}] })
    // Their own posts are hidden from suspended members themselves.
    expect((await pageOf(name, author))[0]).toMatchObject({ ...written, posts: [] })
  })
})

describe('a name that was given up', () => {
  const rename = async (who: Persona, username: string) =>
    expectAllowed(await who.from('profiles').update({ username }).eq('id', who.user.id).select('username'))

  it('leads to the member while it is kept from others, and no longer', async () => {
    const [first, second] = [fresh('Quill'), fresh('Reel')]
    const member = await signUp(area.engine, { username: first })
    await rename(member, second)
    expect((await pageOf(first))[0]?.username).toBe(second)
    await area.row(
      `update private.username_keys set freed_at = freed_at - interval '91 days'
        where key = any (private.username_keys_of($1))`,
      [first],
    )
    expect(await pageOf(first)).toEqual([])
    expect((await pageOf(second))[0]?.username).toBe(second)
  })

  it('leads to the member who has it now', async () => {
    const name = fresh('Swingtip')
    const [before, after] = [await signUp(area.engine, { username: name }), await signUp(area.engine)]
    await rename(before, fresh('Boilie'))
    await area.row(
      `update private.username_keys set freed_at = freed_at - interval '91 days'
        where key = any (private.username_keys_of($1))`,
      [name],
    )
    await rename(after, name)
    expect((await pageOf(name))[0]?.id).toBe(after.user.id)
  })

  it('leads nowhere once its member has left', async () => {
    const [first, second] = [fresh('Bobbin'), fresh('Hanger')]
    const member = await signUp(area.engine, { username: first })
    await rename(member, second)
    expectAllowed(await area.admin.rpc('delete_user', { user_id: member.user.id }))
    expect(await pageOf(first)).toEqual([])
    expect(await pageOf(second)).toEqual([])
  })
})
