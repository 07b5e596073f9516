import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

// The numbers of the feed are counted without the policies, so they are compared here with what the policies show.

let area: MemberArea
let wavering: Persona
let second: Persona
let posts: Record<string, unknown>[]
let connection: pg.Client

beforeAll(async () => {
  area = await openMemberArea()
  wavering = await signUp(area.engine)
  second = await signUp(area.engine, { admin: true })
  const { member, other, suspended, admin, engine } = area
  const authors = [member, other, suspended, wavering, admin]
  const kinds = ['heart', 'thumbs_up', 'fishing_rod', 'fish', 'trophy']
  for (const [n, author] of [...authors, ...authors].entries()) {
    const post = (
      await engine.owner.query('insert into public.newsfeed_posts (user_id, content) values ($1, $2) returning id', [
        author.user.id,
        randomUUID(),
      ])
    )[0]
    // One post stays without comments and reactions, the others get more and more from all members.
    for (const [k, who] of authors.entries()) {
      for (let comment = 0; comment < (n * (2 * k + 1)) % 4; comment++)
        await area.row('insert into public.newsfeed_comments (post_id, user_id, content) values ($1, $2, $3)', [
          post?.id,
          who.user.id,
          `comment ${comment}`,
        ])
      if ((n + k) % 3)
        await area.row('insert into public.newsfeed_reactions (post_id, user_id, reaction) values ($1, $2, $3)', [
          post?.id,
          who.user.id,
          kinds[(n * k) % kinds.length],
        ])
    }
  }
  posts = await engine.owner.query('select * from public.newsfeed_posts')
  connection = new pg.Client(engine.databaseUrl)
  await connection.connect()
})
afterAll(async () => {
  await connection.end()
  await area.engine.close()
})

/** The counts of every post, visible or not, in a request of that member: by the functions, and by hand. */
async function numbersFor(role: 'authenticated' | 'service_role', userId?: string) {
  await connection.query('begin')
  try {
    await connection.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: userId, role })])
    await connection.query(`set local role ${role}`)
    const { rows } = await connection.query(
      `select p.id, public.comment_count(p)::int as comments, public.reaction_counts(p) as reactions,
          public.my_reaction(p) as mine,
          (select count(*)::int from public.newsfeed_comments as c where c.post_id = p.id) as seen_comments,
          (select coalesce(jsonb_object_agg(k.reaction, k.members), '{}') from (
            select r.reaction, count(*) as members from public.newsfeed_reactions as r
            where r.post_id = p.id group by r.reaction
          ) as k) as seen_reactions,
          (select r.reaction from public.newsfeed_reactions as r where r.post_id = p.id and r.user_id = auth.uid())
            as seen_mine
        from jsonb_populate_recordset(null::public.newsfeed_posts, $1) as p`,
      [JSON.stringify(posts)],
    )
    return rows
  } finally {
    await connection.query('rollback')
  }
}

const total = (rows: { comments: number }[]) => rows.reduce((sum, row) => sum + row.comments, 0)

async function expectExact() {
  const { member, other, suspended, admin } = area
  const people = [member, other, suspended, wavering, admin, second].map(({ user }) => user.id)
  const sums: number[] = []
  for (const id of [...people, randomUUID()]) {
    const rows = await numbersFor('authenticated', id)
    expect(rows).toHaveLength(posts.length)
    for (const row of rows)
      expect([row.comments, row.reactions, row.mine]).toEqual([row.seen_comments, row.seen_reactions, row.seen_mine])
    sums.push(total(rows))
  }
  const all = total(await numbersFor('service_role'))
  expect(all).toBe(await area.row('select count(*)::int as n from public.newsfeed_comments').then((row) => row?.n))
  return { sums, all }
}

it('match what the policies show to each viewer, through suspensions, reinstatements and promotions', async () => {
  const { admin } = area
  const change = async (fields: object) =>
    expectAllowed(await admin.from('profiles').update(fields).eq('id', wavering.user.id).select())
  const before = await expectExact()
  const [member = 0, , suspended, wave, adminSum] = before.sums
  expect([suspended, adminSum]).toEqual([0, before.all])
  expect([wave, member < before.all, member > 0]).toEqual([member, true, true])

  await change({ is_suspended: true })
  const during = await expectExact()
  expect([during.sums[3], (during.sums[0] ?? 0) < member, during.sums[4]]).toEqual([0, true, before.all])

  await change({ is_suspended: false, is_admin: true })
  expect((await expectExact()).sums[3]).toBe(before.all)
  await change({ is_suspended: true })
  expect((await expectExact()).sums[3]).toBe(0)
  await change({ is_suspended: false, is_admin: false })
  expect(await expectExact()).toEqual(before)

  expectAllowed(await admin.rpc('delete_user', { user_id: area.suspended.user.id }).then((a) => ({ ...a, data: true })))
  posts = await area.engine.owner.query('select * from public.newsfeed_posts')
  const after = await expectExact()
  expect(after.sums[0]).toBe(after.all)
})

it('reveal nothing to a suspended member about a post that they pass as an argument', async () => {
  const { member } = area
  const ask = async (post: Record<string, unknown>) => [
    expectCounted(await member.rpc('comment_count', { post })),
    expectCounted(await member.rpc('reaction_counts', { post })),
    (await member.rpc('my_reaction', { post })).data,
  ]
  const made: Record<string, unknown> = { ...posts[0], user_id: member.user.id }
  await member.from('newsfeed_comments').insert({ post_id: made.id, content: 'Well in' })
  await member
    .from('newsfeed_reactions')
    .upsert({ post_id: made.id, reaction: 'fish' }, { onConflict: 'post_id,user_id' })
  const [comments, reactions, mine] = await ask(made)
  expect([comments, reactions, mine]).toEqual([
    expect.any(Number),
    expect.objectContaining({ fish: expect.any(Number) }),
    'fish',
  ])
  await area.row('update public.profiles set is_suspended = true where id = $1', [member.user.id])
  expect(await ask(made)).toEqual([0, {}, null])
  await area.row('update public.profiles set is_suspended = false where id = $1', [member.user.id])
})

it('and rows of a hidden post are shown to admins, and not to members who cannot read the post', async () => {
  const { member, other, admin } = area
  const author = await signUp(area.engine)
  const { id } = (
    await author.from('newsfeed_posts').insert({ content: 'A carp' }).select('id').single().throwOnError()
  ).data
  for (const who of [member, author]) {
    await who.from('newsfeed_comments').insert({ post_id: id, content: randomUUID() }).throwOnError()
    await who.from('newsfeed_reactions').insert({ post_id: id, reaction: 'fish' }).throwOnError()
  }
  // As rpc/comment_count gets it; everything but the id is made up.
  const post = { id, user_id: other.user.id }
  const seenBy = async (who: Persona) => [
    expectCounted(await who.rpc('comment_count', { post })),
    expectCounted(await who.rpc('reaction_counts', { post })),
    expectCounted(await who.rpc('my_reaction', { post })),
    expectCounted(await who.from('newsfeed_comments').select('id').eq('post_id', id)),
    expectCounted(await who.from('newsfeed_reactions').select('id').eq('post_id', id)),
  ]
  const two = [{ id: expect.any(String) }, { id: expect.any(String) }]
  expect(await seenBy(member)).toEqual([2, { fish: 2 }, 'fish', two, two])
  expect(await seenBy(other)).toEqual([2, { fish: 2 }, null, two, two])

  await area.row('update public.profiles set is_suspended = true where id = $1', [author.user.id])
  for (const who of [member, other, author]) expect(await seenBy(who)).toEqual([0, {}, null, [], []])
  expect(await seenBy(admin)).toEqual([2, { fish: 2 }, null, two, two])
  await area.row('update public.profiles set is_suspended = false where id = $1', [author.user.id])
  expect(await seenBy(other)).toEqual([2, { fish: 2 }, null, two, two])
})

function expectCounted(answer: { error: unknown; data: unknown }): unknown {
  expect(answer.error).toBeNull()
  return answer.data
}
