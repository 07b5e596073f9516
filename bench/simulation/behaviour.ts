import { setTimeout as delay } from 'node:timers/promises'
import type { Answer, Call, Caller } from '../support/call.ts'
import type { BenchEngine } from '../support/engine.ts'
import { type BenchMember, PASSWORD } from '../support/members.ts'
import { openSocket } from '../support/sockets.ts'

/** What one member does on the site, and what came of it. */
export interface World {
  engine: BenchEngine
  call: Caller
  /** Ids of open games with squares to pick. */
  games: readonly string[]
  random: () => number
  /** Seconds between two things that somebody does, on average. */
  thinkSeconds: number
  /** Of all members, those whose live connection is up. */
  socketShare: number
  /** Of all visits, those that begin with e-mail and password; the others come back with a session. */
  signInShare: number
  seen(kind: string, answer: Answer): void
  /** A change arrived; how long after its commit is known of one in twenty. */
  delivered(ms: number | undefined): void
}

const AUTHOR = 'author:profiles(id,username,avatar_url,is_admin)'
const POST = `id,user_id,content,type,image_url,is_announcement,pinned_until,metadata,created_at,comment_count,reaction_counts,my_reaction,${AUTHOR}`
const FEED = `/rest/v1/newsfeed_posts?select=${POST}`
const GAME =
  'id,type,title,description,image_url,start_date,end_date,status,points_awarded,metadata,entry_count,own:game_entries(id,entry_data)'
const TABLES = ['newsfeed_posts', 'newsfeed_comments', 'newsfeed_reactions']
const REACTIONS = ['heart', 'thumbs_up', 'fishing_rod', 'fish', 'trophy']
/** The app looks again at most so often, however much changes, and rests longer where answers take long. */
const REFRESH_MS = 2_000
const REST_FACTOR = 3
const LONGEST_REST_MS = 30_000
const KEPT = { prefer: 'return=representation' }

interface Post {
  id: string
  created_at: string
}

/** How often each thing is done, of a hundred. */
const HABITS: readonly (readonly [share: number, name: keyof typeof ACTIONS])[] = [
  [30, 'feed, next page'],
  [18, 'reaction'],
  [12, 'comments of a post'],
  [5, 'comment'],
  [1, 'post'],
  [9, 'leaderboard, all time'],
  [4, 'leaderboard, week'],
  [7, 'games'],
  [2, 'game entry'],
  [8, 'own profile'],
  [4, 'members'],
]

interface Visit {
  world: World
  member: BenchMember
  posts: Post[]
}

/** Lets a member use the site until the end, one thing after the other. @param end moment of `performance.now()`. */
export async function live(world: World, member: BenchMember, end: number): Promise<void> {
  const { random, thinkSeconds } = world
  await delay(random() * thinkSeconds * 1000)
  if (random() < world.signInShare) await signIn(world, member)
  const visit: Visit = { world, member, posts: [] }
  await firstPage(visit, 'feed, first page')
  const socket = random() < world.socketShare ? follow(visit) : undefined
  while (performance.now() < end) {
    // Pauses of people: many short ones, a few long ones.
    await delay(-Math.log(1 - random()) * thinkSeconds * 1000)
    if (performance.now() >= end) break
    await ACTIONS[habit(random)](visit)
  }
  socket?.close()
}

function habit(random: () => number): keyof typeof ACTIONS {
  let left = random() * HABITS.reduce((sum, [share]) => sum + share, 0)
  for (const [share, name] of HABITS) {
    left -= share
    if (left < 0) return name
  }
  return 'own profile'
}

const ACTIONS = {
  'feed, next page': async (visit: Visit) => {
    const last = visit.posts.at(-1)
    if (!last || visit.posts.length > 200) return firstPage(visit, 'feed, first page')
    const after = `created_at=lte.${encodeURIComponent(last.created_at)}&or=(created_at.lt."${encodeURIComponent(last.created_at)}",id.lt.${last.id})`
    const path = `${FEED}&or=(pinned_until.is.null,pinned_until.lte.now)&${after}&order=created_at.desc,id.desc&limit=20`
    visit.posts.push(...rows(await ask(visit, 'feed, next page', { path })))
  },
  reaction: (visit: Visit) =>
    withPost(visit, (post_id) =>
      write(visit, 'reaction', 'newsfeed_reactions?on_conflict=post_id,user_id&select=reaction', {
        post_id,
        reaction: pick(REACTIONS, visit.world.random),
      }),
    ),
  'comments of a post': (visit: Visit) =>
    withPost(visit, (id) =>
      ask(visit, 'comments of a post', {
        path: `/rest/v1/newsfeed_comments?select=id,user_id,content,created_at,${AUTHOR}&post_id=eq.${id}&order=created_at.desc,id.desc&limit=30`,
      }),
    ),
  comment: (visit: Visit) =>
    withPost(visit, (post_id) =>
      write(visit, 'comment', `newsfeed_comments?select=id,${AUTHOR}`, { post_id, content: words(visit) }),
    ),
  post: (visit: Visit) =>
    write(visit, 'post', `newsfeed_posts?select=${POST}`, { content: words(visit), type: 'post' }),
  'leaderboard, all time': (visit: Visit) =>
    ask(visit, 'leaderboard, all time', {
      path: '/rest/v1/leaderboard?select=rank,username,avatar_url,badge_count,points',
    }),
  'leaderboard, week': (visit: Visit) => {
    const start = new Date(Date.now() - 7 * 86_400_000).toISOString()
    return ask(visit, 'leaderboard, week', {
      method: 'POST',
      path: '/rest/v1/rpc/get_points_by_timeframe',
      body: JSON.stringify({ start_date: start }),
    })
  },
  games: (visit: Visit) =>
    ask(visit, 'games', {
      path: `/rest/v1/games?select=${GAME}&status=eq.active&own.user_id=eq.${visit.member.id}&order=start_date.desc,id`,
    }),
  'game entry': (visit: Visit) =>
    write(visit, 'game entry', 'game_entries?select=id', {
      game_id: pick(visit.world.games, visit.world.random),
      entry_data: { square: 1 + Math.floor(visit.world.random() * 20) },
    }),
  'own profile': (visit: Visit) =>
    ask(visit, 'own profile', { path: `/rest/v1/profiles?select=*&id=eq.${visit.member.id}` }),
  members: (visit: Visit) =>
    ask(visit, 'members', {
      path: `/rest/v1/profiles?select=id,username,avatar_url,points&order=points.desc,id&limit=30`,
      headers: { prefer: 'count=exact' },
    }),
} satisfies Record<string, (visit: Visit) => Promise<unknown>>

async function firstPage(visit: Visit, kind: string): Promise<void> {
  const pinned = `${FEED}&pinned_until=gt.now&order=pinned_until.desc,created_at.desc&limit=50`
  const page = `${FEED}&or=(pinned_until.is.null,pinned_until.lte.now)&order=created_at.desc,id.desc&limit=20`
  const [, posts] = await Promise.all([ask(visit, 'feed, pinned', { path: pinned }), ask(visit, kind, { path: page })])
  visit.posts = rows(posts)
}

/** A live connection; what changes makes the app look again, as seldom as it may. */
function follow(visit: Visit) {
  const { engine, random, delivered } = visit.world
  let waiting = false
  let open = true
  const socket = openSocket(engine, visit.member.token, TABLES, (committedAt) => {
    delivered(committedAt === undefined ? undefined : Date.now() - committedAt)
    if (waiting) return
    waiting = true
    void delay(REFRESH_MS + random() * 500).then(async () => {
      const began = performance.now()
      if (open) await firstPage(visit, 'feed, looked at again')
      const rest = Math.min(REST_FACTOR * (performance.now() - began), LONGEST_REST_MS)
      if (rest > REFRESH_MS) await delay(rest - REFRESH_MS)
      waiting = false
    })
  })
  return {
    close: () => {
      open = false
      socket.close()
    },
  }
}

async function signIn({ call, seen }: World, { email }: BenchMember): Promise<void> {
  const body = JSON.stringify({ email, password: PASSWORD })
  seen('sign-in', await call({ method: 'POST', path: '/auth/v1/token?grant_type=password', body }))
}

async function ask({ world, member }: Visit, kind: string, call: Call): Promise<Answer> {
  const answer = await world.call({ token: member.token, ...call })
  world.seen(kind, answer)
  return answer
}

function write(visit: Visit, kind: string, path: string, row: object): Promise<Answer> {
  const headers = kind === 'reaction' ? { prefer: 'return=representation,resolution=merge-duplicates' } : KEPT
  const body = JSON.stringify({ ...row, user_id: visit.member.id })
  return ask(visit, kind, { method: 'POST', path: `/rest/v1/${path}`, body, headers })
}

async function withPost(visit: Visit, work: (id: string) => Promise<unknown>): Promise<void> {
  const post = visit.posts.length > 0 ? pick(visit.posts, visit.world.random) : undefined
  if (post) await work(post.id)
}

function rows(answer: Answer): Post[] {
  return answer.status === 200 ? JSON.parse(answer.text) : []
}

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)] as T
const words = ({ world, member }: Visit) => `A fine morning, ${member.email}: ${world.random()}`
