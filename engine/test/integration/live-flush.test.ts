import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'

// Notes of changes are written by triggers (supabase/tests/live); here the engines announce them.

let first: TestEngine
let second: TestEngine
let writer: Persona
let postId: string
beforeAll(async () => {
  first = await startEngine()
  const { databaseUrl, jwtSecret, publishableKey, secretKey } = first
  second = await startEngine({ databaseUrl, jwtSecret, publishableKey, secretKey })
  writer = await signUp(first)
  const { data } = await writer
    .from('newsfeed_posts')
    .insert({ content: 'Bite alarm' })
    .select('id')
    .single()
    .throwOnError()
  postId = data.id
})
afterAll(async () => {
  await second.close()
  await first.close()
})

interface Said {
  n?: number
  numbers?: Record<string, number[]>
  comments?: { content: string }[]
}

async function hear(reader: Persona, topic: string) {
  const said: Said[] = []
  const statuses: string[] = []
  const channel = reader.channel(topic, { config: { private: true } })
  channel.on('broadcast', { event: 'live' }, ({ payload }) => void said.push(payload))
  channel.subscribe((status) => void statuses.push(status))
  await expect.poll(() => statuses.at(-1), { timeout: 15_000 }).toBe('SUBSCRIBED')
  const contents = () => said.flatMap(({ comments = [] }) => comments.map(({ content }) => content))
  return { said, contents, statuses }
}
const comment = async (content: string) =>
  await writer.from('newsfeed_comments').insert({ post_id: postId, content }).throwOnError()

it('what is written at one engine is announced at both, in order and once', async () => {
  const readers = [await signUp(first), await signUp(second)]
  const threads = await Promise.all(readers.map((reader) => hear(reader, `post:${postId}`)))
  const contents = Array.from({ length: 10 }, (_, number) => `Comment ${number}`)
  for (const content of contents) await comment(content)
  for (const { contents: heard } of threads) await expect.poll(heard).toEqual(contents)
  await Promise.all(readers.map((reader) => reader.removeAllChannels()))
})

it('messages of both engines have one sequence of numbers', async () => {
  const reader = await signUp(second)
  const other = await signUp(second)
  const feed = await hear(reader, 'feed')
  const hearts = () => feed.said.flatMap(({ numbers = {} }) => numbers[postId]?.[1] ?? [])
  for (const [count, member] of [writer, other].entries()) {
    await member.from('newsfeed_reactions').insert({ post_id: postId, reaction: 'heart' }).throwOnError()
    await expect.poll(() => hearts().at(-1)).toBe(count + 1)
  }
  const numbers = feed.said.map(({ n = 0 }) => n)
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
  await reader.removeAllChannels()
})

it('what another program writes is announced as well', async () => {
  const reader = await signUp(first)
  const thread = await hear(reader, `post:${postId}`)
  await first.owner.query('insert into public.newsfeed_comments (post_id, user_id, content) values ($1, $2, $3)', [
    postId,
    writer.user.id,
    'By post',
  ])
  await expect.poll(thread.contents).toEqual(['By post'])
  await reader.removeAllChannels()
})

it('notes do not accumulate while there are no subscribers', async () => {
  await comment('Quiet water')
  // The topic of the console has the longest gap of those concerned, two seconds.
  const left = async () => await first.owner.query('select from private.live_pending')
  await expect.poll(left, { timeout: 15_000 }).toEqual([])
})

it('continues after its connection was ended', async () => {
  const reader = await signUp(first)
  const thread = await hear(reader, `post:${postId}`)
  await first.owner.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ~ 'flush_live' and pid <> pg_backend_pid()`)
  await comment('Back again')
  await expect.poll(thread.contents, { timeout: 15_000 }).toEqual(['Back again'])
  await reader.removeAllChannels()
})
