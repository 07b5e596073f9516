import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, signUp } from '../../../test-support/personas.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
let people: Record<'guest' | 'member' | 'suspended' | 'moderator' | 'admin', SupabaseClient>
beforeAll(async () => {
  area = await openMemberArea()
  const { member, suspended, admin } = area
  const moderator = await signUp(area.engine, { moderator: true })
  people = { guest: guest(area.engine), member, suspended, moderator, admin }
})
afterAll(async () => {
  await Promise.all(Object.values(people).map((client) => client.removeAllChannels()))
  await area.engine.close()
})

/** Whether the client can join a private channel. */
async function getsIn(client: SupabaseClient, topic: string): Promise<boolean> {
  await client.realtime.setAuth()
  const channel = client.channel(topic, { config: { private: true } })
  const answer = await new Promise<boolean>((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve(true)
      else if (error?.message.startsWith('Unauthorized')) resolve(false)
      else reject(error ?? new Error(status))
    })
  })
  await client.removeChannel(channel)
  return answer
}

describe('joining a topic', () => {
  it.each([
    ['cards', ['guest', 'member', 'suspended', 'moderator', 'admin']],
    ['leaderboard', ['guest', 'member', 'suspended', 'moderator', 'admin']],
    ['live', ['member', 'suspended', 'moderator', 'admin']],
    ['games', ['member', 'suspended', 'moderator', 'admin']],
    ['notices', ['member', 'suspended', 'moderator', 'admin']],
    ['feed', ['member', 'moderator', 'admin']],
    ['moderation', ['moderator']],
    ['admin', ['admin']],
    ['member:', []],
    ['member', []],
    ['other', []],
    ['cards ', []],
    ['Cards', []],
  ])('%s: %j', async (topic, welcome) => {
    const answers = await Promise.all(
      Object.entries(people).map(async ([name, client]) => ((await getsIn(client, topic)) ? [name] : [])),
    )
    expect(answers.flat()).toEqual(welcome)
  })

  it('a member’s own topic: only that member, not even an admin, and only in one spelling', async () => {
    const own = `member:${area.member.user.id}`
    expect(await getsIn(area.member, own)).toBe(true)
    for (const client of [people.guest, area.other, area.admin]) expect(await getsIn(client, own)).toBe(false)
    expect(await getsIn(area.member, own.toUpperCase())).toBe(false)
    expect(await getsIn(area.suspended, `member:${area.suspended.user.id}`)).toBe(true)
  })
})

describe('the thread of a post', () => {
  const postBy = async (author: string) =>
    String(
      (
        await area.row(
          `insert into public.newsfeed_posts (user_id, content) values ($1, gen_random_uuid()::text) returning id`,
          [author],
        )
      )?.id,
    )
  const admitted = async (topic: string) => {
    const answers = await Promise.all(
      Object.entries(people).map(async ([name, client]) => ((await getsIn(client, topic)) ? [name] : [])),
    )
    return answers.flat()
  }

  it('is joined by those who can read the post, and by no guest or suspended member', async () => {
    expect(await admitted(`post:${await postBy(area.other.user.id)}`)).toEqual(['member', 'moderator', 'admin'])
  })

  it('of a post by a suspended member is joined by admins and moderators only', async () => {
    expect(await admitted(`post:${await postBy(area.suspended.user.id)}`)).toEqual(['moderator', 'admin'])
  })

  it('of a deleted post, or under a name that is not an ID, cannot be joined by anyone', async () => {
    const id = await postBy(area.other.user.id)
    await area.row('delete from public.newsfeed_posts where id = $1', [id])
    const live = await postBy(area.other.user.id)
    const malformed = ['', 'x', live.toUpperCase(), `${live} `, `{${live}}`, live.replaceAll('-', ''), `${live}:1`]
    for (const name of [id, ...malformed]) expect(await admitted(`post:${name}`), name).toEqual([])
    expect(await admitted(`Post:${live}`)).toEqual([])
    expect(await admitted(`member:${live}`)).toEqual([])
  })
})

describe('sending on a topic', () => {
  const topics = () => [
    'cards',
    'leaderboard',
    'live',
    'games',
    'feed',
    'moderation',
    'admin',
    `member:${area.member.user.id}`,
  ]

  it('is refused over HTTP', async () => {
    for (const client of Object.values(people))
      for (const topic of topics()) {
        const channel = client.channel(topic, { config: { private: true } })
        await client.realtime.setAuth()
        await expect(channel.httpSend('live', { gone: ['x'] }), topic).rejects.toThrow()
        await client.removeChannel(channel)
      }
  })

  it('is dropped on a joined channel, while messages of the database arrive', async () => {
    const received: unknown[] = []
    const listener = area.other.channel('cards', { config: { private: true } })
    const arrived = new Promise<void>((resolve) => {
      listener.on('broadcast', { event: '*' }, ({ payload }) => {
        received.push(payload)
        if ((payload as { last?: boolean }).last) resolve()
      })
    })
    await area.other.realtime.setAuth()
    await new Promise<void>((resolve) => {
      listener.subscribe((status) => status === 'SUBSCRIBED' && resolve())
    })
    for (const client of Object.values(people)) {
      const channel = client.channel('cards', { config: { private: true } })
      await client.realtime.setAuth()
      await new Promise<void>((resolve) => {
        channel.subscribe((status) => status === 'SUBSCRIBED' && resolve())
      })
      await channel.send({ type: 'broadcast', event: 'live', payload: { gone: ['x'] } })
      // The answer to leaving comes after everything sent before it.
      await client.removeChannel(channel)
    }
    await area.row(`select realtime.send('{"last": true}', 'live', 'cards')`)
    await arrived
    expect(received).toEqual([{ last: true, id: expect.any(String) }])
    await area.other.removeChannel(listener)
  })

  it('has no policy', async () => {
    expect(
      await area.engine.owner.query(`select polname as name, polcmd as command from pg_policy
        where polrelid = 'realtime.messages'::regclass order by polname`),
    ).toEqual([{ name: 'hear_topic', command: 'r' }])
  })
})
