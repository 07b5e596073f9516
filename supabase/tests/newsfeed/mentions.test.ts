import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
let writer: Persona
let carl: Persona
let spaced: Persona
let short: Persona
beforeAll(async () => {
  area = await openMemberArea()
  writer = await signUp(area.engine, { username: 'Weir_Wendy' })
  carl = await signUp(area.engine, { username: 'carp_carl' })
  spaced = await signUp(area.engine, { username: "Old Father O'Thames" })
  short = await signUp(area.engine, { username: 'Old' })
})
afterAll(() => area.engine.close())

const post = async (content: string, by = writer) =>
  String(expectAllowed(await by.from('newsfeed_posts').insert({ content }).select('id').single()).id)
const edit = async (id: string, content: string, by = writer) =>
  expectAllowed(await by.from('newsfeed_posts').update({ content }).eq('id', id).select())
interface Mentioned {
  name: string
  id: string
  username: string
}
const mentioned = async (id: string, reader = area.member): Promise<Mentioned[]> =>
  expectAllowed(await reader.from('newsfeed_posts').select('mentioned').eq('id', id).single()).mentioned
const namesIn = async (content: string) => (await mentioned(await post(content))).map(({ name }) => name)
const rename = (who: Persona, username: string) =>
  area.row('update public.profiles set username = $2 where id = $1', [who.user.id, username])
const suspend = (who: Persona, yes: boolean) =>
  area.row('update public.profiles set is_suspended = $2 where id = $1', [who.user.id, yes])

describe('a text', () => {
  it('mentions members by their names, and leaves the text around them unchanged', async () => {
    for (const [content, names] of [
      ['@carp_carl', ['carp_carl']],
      ['Well done, @carp_carl!', ['carp_carl']],
      ['(@CARP_Carl)', ['CARP_Carl']],
      ['@carp_carl\nis next', ['carp_carl']],
      ["Ask @Old Father O'Thames about it", ["Old Father O'Thames"]],
      ['The swim of @Old Father Time', ['Old']],
      ['@carp_carl and @Old', ['Old', 'carp_carl']],
      ['@@carp_carl', ['carp_carl']],
    ] as const)
      expect(await namesIn(content), content).toEqual(names)
  })

  it('does not mention members for parts of words, addresses, unknown names or an `@` alone', async () => {
    for (const content of [
      'tom@carp_carl',
      '@carp_carlos',
      '@carp_car',
      '@ carp_carl',
      '@',
      'carp_carl',
      '@nobody_here',
    ])
      expect(await namesIn(content), content).toEqual([])
  })

  it('mentions at most ten members', async () => {
    const names = Array.from({ length: 12 }, () => `m${randomUUID().slice(0, 8)}`)
    for (const username of names) await signUp(area.engine, { username })
    expect((await namesIn(names.map((name) => `@${name}`).join(' '))).sort()).toEqual(names.slice(0, 10).sort())
  })

  it('of 5,000 signs is read in a bounded number of steps', async () => {
    expect(await namesIn(`${'@a '.repeat(1600)}@carp_carl`)).toEqual([])
  })

  it('of an award does not mention anyone', async () => {
    const badge = await area.row(
      `insert into public.badges (name, description) values ('For @carp_carl', 'A badge') returning id`,
    )
    await area.row('insert into public.user_badges (user_id, badge_id) values ($1, $2)', [writer.user.id, badge?.id])
    const posted = await area.row(
      `select mentions from public.newsfeed_posts where user_id = $1 and type = 'badge_award'`,
      [writer.user.id],
    )
    expect(posted?.mentions).toEqual({})
  })
})

describe('names that begin with the same words', () => {
  // Beginnings of a test's own, since usernames are unique.
  const one = (name: string) => `${name}${randomUUID().slice(0, 6)}`
  const member = async (username: string) => ({ username, id: (await signUp(area.engine, { username })).user.id })
  const idsIn = async (id: string) => (await mentioned(id)).map((each) => each.id)
  const content = async (id: string) =>
    (await area.row('select content from public.newsfeed_posts where id = $1', [id]))?.content

  it('without a choice lead to whose name is older, so no later name catches a mention', async () => {
    const tom = await member(one('Tom'))
    await member(`${tom.username} thanks`)
    expect(await idsIn(await post(`@${tom.username} thanks`))).toEqual([tom.id])
    expect(await idsIn(await post(`@${tom.username} thanks a lot`))).toEqual([tom.id])
    const withy = await member(one('Una Withy'))
    const una = await member('Una')
    expect(await idsIn(await post(`@${withy.username}, and @${una.username}`))).toEqual(
      expect.arrayContaining([withy.id, una.id]),
    )
  })

  it('the name counts, not the account: an old member cannot take a name that catches mentions', async () => {
    const old = await signUp(area.engine, { username: one('aged') })
    const tom = await member(one('Tom'))
    await rename(old, `${tom.username} thanks`)
    expect(await idsIn(await post(`@${tom.username} thanks`))).toEqual([tom.id])
    await area.row('update public.profiles set username = upper(username) where id = $1', [tom.id])
    expect(await idsIn(await post(`And @${tom.username} thanks`))).toEqual([tom.id])
  })

  it('lead to the member who was chosen, in posts and comments, and the text does not show the choice', async () => {
    const catcher = await member(one('Ted thanks'))
    const ted = await member(catcher.username.slice(0, 3))
    const [first, rest] = [ted.username, catcher.username.slice(4)]
    for (const [chosen, words, id] of [
      [first, ` ${rest}`, ted.id],
      [`${first} ${rest}`, ' for the net', catcher.id],
      [`${first} ${rest}`, '', catcher.id],
      [`${first} ${rest}`, '. Well in', catcher.id],
    ] as const) {
      const written = `Hello @${chosen}\u2060${words}`
      const postId = await post(written)
      expect(await idsIn(postId), written).toEqual([id])
      expect(await content(postId)).toBe(`Hello @${chosen}${words}`)
      const comment = expectAllowed(
        await writer
          .from('newsfeed_comments')
          .insert({ post_id: postId, content: written })
          .select('content, mentioned')
          .single(),
      )
      expect(comment).toMatchObject({ content: `Hello @${chosen}${words}`, mentioned: [{ id }] })
    }
  })

  it('do not go to a name that was given up and taken again after the longer one', async () => {
    const name = one('Xylo')
    const early = await member(name)
    await area.row('update public.profiles set username = $2 where id = $1', [early.id, one('Other')])
    const longer = await member(`${name} Banks`)
    await area.row('update public.profiles set username = $2 where id = $1', [early.id, name])
    expect(await idsIn(await post(`Thanks @${name} Banks`))).toEqual([longer.id])
  })

  it('stay with the chosen member when the text is edited, and an edit can choose another', async () => {
    const tim = await member(one('Tim'))
    const longer = await member(`${tim.username} Withy`)
    const id = await post(`@${longer.username}\u2060`)
    expect(await idsIn(id)).toEqual([longer.id])
    await edit(id, `Well in, @${longer.username}!`)
    expect(await idsIn(id)).toEqual([longer.id])
    await edit(id, `Well in, @${longer.username}! And @${tim.username}`)
    expect((await idsIn(id)).sort()).toEqual([longer.id, tim.id].sort())
    await edit(id, `@${tim.username}\u2060 Withy`)
    expect(await idsIn(id)).toEqual([tim.id])
    await edit(id, `@${tim.username} Withy, again`)
    expect(await idsIn(id)).toEqual([tim.id])
    await edit(id, `@${longer.username}\u2060, again`)
    expect(await idsIn(id)).toEqual([longer.id])
    expect(await content(id)).toBe(`@${longer.username}, again`)
  })

  it('a choice wins over the member who had the name when the text was written', async () => {
    const name = one('Ann')
    const before = await signUp(area.engine, { username: name })
    const id = await post(`Thanks @${name}`)
    await rename(before, one('Bea'))
    await area.row(
      `update private.username_keys set freed_at = now() - interval '400 days' where user_id = $1 and freed_at is not null`,
      [before.user.id],
    )
    const after = await member(name)
    await edit(id, `Many thanks @${name}`)
    expect(await idsIn(id)).toEqual([before.user.id])
    await edit(id, `Many thanks @${name}\u2060`)
    expect(await idsIn(id)).toEqual([after.id])
  })

  it('a choice of no name, or of a suspended member, is plain text', async () => {
    const tess = await signUp(area.engine, { username: one('Tess') })
    await suspend(tess, true)
    expect(await idsIn(await post(`@${tess.user.username}\u2060 and @nobody_at_all\u2060`))).toEqual([])
  })
})

describe('a mention', () => {
  it('leads to the same member after a new name, also when another takes the old one and the text is edited', async () => {
    const member = await signUp(area.engine, { username: 'first_name' })
    const id = await post('Thanks @first_name')
    await rename(member, 'second_name')
    expect(await mentioned(id)).toEqual([{ name: 'first_name', id: member.user.id, username: 'second_name' }])
    await area.row(
      `update private.username_keys set freed_at = now() - interval '400 days' where user_id = $1 and freed_at is not null`,
      [member.user.id],
    )
    const other = await signUp(area.engine, { username: 'first_name' })
    await edit(id, 'Many thanks @first_name and @second_name')
    expect((await mentioned(id)).map(({ name, id: of }) => [name, of])).toEqual([
      ['first_name', member.user.id],
      ['second_name', member.user.id],
    ])
    expect((await mentioned(await post('Welcome @first_name')))[0]?.id).toBe(other.user.id)
  })

  it('becomes plain text with the account, also for another who takes the name', async () => {
    const member = await signUp(area.engine, { username: 'leaving_soon' })
    const id = await post('Goodbye @leaving_soon')
    await area.row('delete from auth.users where id = $1', [member.user.id])
    expect(await mentioned(id)).toEqual([])
    await area.row('delete from private.username_keys where key = any (private.username_keys_of($1))', ['leaving_soon'])
    await signUp(area.engine, { username: 'leaving_soon' })
    await edit(id, 'Goodbye, @leaving_soon')
    expect(await mentioned(id)).toEqual([])
  })

  it('of a suspended member is plain text while it lasts, and cannot be made', async () => {
    const id = await post('With @carp_carl')
    await suspend(carl, true)
    expect(await mentioned(id)).toEqual([])
    expect(await namesIn('And @carp_carl again')).toEqual([])
    await suspend(carl, false)
    expect(await mentioned(id)).toMatchObject([{ username: 'carp_carl' }])
  })

  it('cannot be written to the column', async () => {
    for (const attempt of [
      writer.from('newsfeed_posts').insert({ content: 'Nobody', mentions: { Nobody: carl.user.id } }),
      writer
        .from('newsfeed_comments')
        .update({ mentions: { Nobody: carl.user.id } })
        .eq('user_id', writer.user.id),
    ])
      expectDenied(await attempt)
    const id = await post('Nobody')
    await area.row('update public.newsfeed_posts set mentions = $2 where id = $1', [id, { Nobody: carl.user.id }])
    expect(await mentioned(id)).toEqual([])
  })

  it('in a comment is part of the comment, in the thread and on its topic', async () => {
    const id = await post('Who was at the lake?')
    const comment = expectAllowed(
      await carl
        .from('newsfeed_comments')
        .insert({ post_id: id, content: '@Weir_Wendy and I' })
        .select('id, mentioned')
        .single(),
    )
    const said = [{ name: 'Weir_Wendy', id: writer.user.id, username: 'Weir_Wendy' }]
    expect(comment.mentioned).toEqual(said)
    const told = await area.row('select private.message_of_comments($1, $2) as message', [`post:${id}`, [comment.id]])
    expect(told?.message).toMatchObject({ comments: [{ mentioned: said }] })
  })

  it('is part of a page of the feed', async () => {
    const id = await post('First light with @Old')
    const [row] = expectAllowed(await area.member.rpc('newsfeed_page', { ids: [id] }))
    expect(row.mentioned).toEqual([{ name: 'Old', id: short.user.id, username: 'Old' }])
  })
})

describe('members to mention', () => {
  const find = async (name: string, by = writer) =>
    expectAllowed(await by.rpc('find_members', { name })).map(({ username }: { username: string }) => username)

  it('are found by the beginning or a part of their names, never oneself or those suspended', async () => {
    expect(await find('carp_c')).toContain('carp_carl')
    expect(await find('thames')).toContain(spaced.user.username)
    expect(await find('weir_w')).not.toContain('Weir_Wendy')
    expect(await find('weir_w', carl)).toContain('Weir_Wendy')
    await suspend(carl, true)
    expect(await find('carp_c')).not.toContain('carp_carl')
    await suspend(carl, false)
  })

  it('are not found by guests', async () => {
    expectDenied(await guest(area.engine).rpc('find_members', { name: 'carp' }))
  })
})
