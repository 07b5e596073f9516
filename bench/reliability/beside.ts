import { setTimeout as delay } from 'node:timers/promises'
import { type Caller, callerOf } from '../support/call.ts'
import type { BenchEngine } from '../support/engine.ts'
import { percentile, round, Statuses } from '../support/figures.ts'
import type { BenchMember } from '../support/members.ts'

/** What members experienced while something else was running. */
export interface Felt {
  p50: number
  p99: number
  requests: number
  /** Answers other than success. */
  failed: number
  /** Comments that were acknowledged. */
  acknowledged: string[]
}

/**
 * Lets members use the site for a while like people, each from another address with its ordinary limits:
 * mostly reading, a comment now and then, a pause after each call.
 * @param ms how long, or a function that says whether to continue.
 */
export async function visitSite(
  engine: BenchEngine,
  members: readonly BenchMember[],
  postId: string,
  ms: number | (() => boolean),
  pauseMs = 400,
): Promise<Felt> {
  const started = performance.now()
  const going = typeof ms === 'function' ? ms : () => performance.now() - started < ms
  const times: number[] = []
  const statuses = new Statuses()
  const acknowledged: string[] = []
  await Promise.all(
    members.map(async (member, index) => {
      const call = callerOf(engine, `127.0.1.${1 + index}`)
      await delay((index / members.length) * pauseMs)
      for (let n = 0; going(); n += 1) {
        const answer = await (n % 10 === 9 ? comment(call, member, postId) : read(call, member, n))
        times.push(answer.ms)
        statuses.add(answer.status)
        if (answer.status === 201) acknowledged.push(String(JSON.parse(answer.text)[0].id))
        await delay(pauseMs)
      }
    }),
  )
  return {
    p50: round(percentile(times, 0.5), 1),
    p99: round(percentile(times, 0.99), 1),
    requests: times.length,
    failed: statuses.outside([200, 201]),
    acknowledged,
  }
}

const FEED = 'select=id,content,created_at,comment_count,reaction_counts,my_reaction,author:profiles(id,username)'

function read(call: Caller, { id, token }: BenchMember, n: number) {
  const paths = [
    `/rest/v1/newsfeed_posts?${FEED}&order=created_at.desc,id.desc&limit=20`,
    `/rest/v1/profiles?select=id,username,points&id=eq.${id}`,
    '/rest/v1/leaderboard?select=rank,username,points&order=rank&limit=100',
  ]
  return call({ path: paths[n % paths.length] ?? '', token })
}

function comment(call: Caller, { id, token }: BenchMember, postId: string) {
  return call({
    method: 'POST',
    path: '/rest/v1/newsfeed_comments?select=id',
    token,
    body: JSON.stringify({ post_id: postId, user_id: id, content: `Well in ${performance.now()} ${Math.random()}` }),
    headers: { prefer: 'return=representation' },
  })
}

/** How many acknowledged comments are not in the database. */
export async function lostComments(engine: BenchEngine, acknowledged: readonly string[]): Promise<number> {
  const kept = await engine.ask('select id from public.newsfeed_comments where id = any($1::uuid[])', [acknowledged])
  return acknowledged.length - kept.length
}

/** A club with posts to read. @returns IDs of the posts. */
export async function fillFeed(engine: BenchEngine, members: readonly BenchMember[], posts = 2_000): Promise<string[]> {
  const ids = members.map(({ id }) => id)
  const rows = await engine.ask(
    `with post as (
       insert into public.newsfeed_posts (user_id, content, created_at)
       select ($1::uuid[])[1 + n % $2], repeat('A fine morning on the lake. ', 1 + n % 8), now() - n * interval '7 minutes'
       from generate_series(1, $3) as n returning id, user_id
     ), said as (
       insert into public.newsfeed_comments (post_id, user_id, content)
       select id, user_id, 'Well in, number ' || n from post, generate_series(1, 4) as n
     ), felt as (
       insert into public.newsfeed_reactions (post_id, user_id, reaction) select id, user_id, 'heart' from post
     ) select id from post`,
    [ids, ids.length, posts],
  )
  await engine.ask('analyze')
  return rows.map(({ id }) => String(id))
}
