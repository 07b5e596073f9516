import { setTimeout as delay } from 'node:timers/promises'
import type { Screen } from './requests.ts'
import { Visit, type VisitSettings } from './visit.ts'

export interface Habits {
  /** Average seconds between two actions of a member. */
  thinkSeconds: number
  /** Share of members with a live connection. */
  socketShare: number
  /** Share of visits that begin with email and password; the others resume a session. */
  signInShare: number
}

/** How often each action occurs, of a hundred. */
const ACTIONS: readonly (readonly [share: number, act: (visit: Visit) => Promise<void>])[] = [
  [28, nextPage],
  [18, (visit) => onPost(visit, 'reaction')],
  [12, (visit) => onPost(visit, 'thread')],
  [5, (visit) => onPost(visit, 'comment')],
  [1, post],
  [9, (visit) => visit.open('leaderboard')],
  [4, weekOfLeaderboard],
  [7, (visit) => visit.open('games')],
  [2, enterGame],
  [6, (visit) => visit.open('profile')],
  [4, (visit) => visit.open('network')],
  [4, (visit) => visit.open('dashboard')],
]

/** Of those who see that there are new posts, this share wants to read them. */
const CURIOUS = 0.3
/** Nobody scrolls further than this. */
const LONGEST_FEED = 200

/**
 * Lets a member use the site, one action after the other, until the signal.
 * @param arrival milliseconds until the member comes.
 */
export async function live(
  settings: VisitSettings,
  { thinkSeconds, socketShare, signInShare }: Habits,
  arrival: number,
  signal: AbortSignal,
): Promise<void> {
  const { random } = settings
  try {
    await delay(arrival, undefined, { signal })
    const visit = new Visit(settings, random() < socketShare)
    signal.addEventListener('abort', () => visit.leave(), { once: true })
    if (random() < signInShare) await visit.ask('sign-in')
    await visit.arrive()
    for (;;) {
      // Pauses like people's: many short ones, a few long ones.
      await delay(-Math.log(1 - random()) * thinkSeconds * 1000, undefined, { signal })
      await chosen(random)(visit)
      signal.throwIfAborted()
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

function chosen(random: () => number) {
  let left = random() * ACTIONS.reduce((sum, [share]) => sum + share, 0)
  for (const [share, act] of ACTIONS) {
    left -= share
    if (left < 0) return act
  }
  return nextPage
}

async function feed(visit: Visit): Promise<void> {
  await visit.open('newsfeed' satisfies Screen)
  if (visit.hasNews && visit.random() < CURIOUS) await visit.readNews()
}

async function nextPage(visit: Visit): Promise<void> {
  await feed(visit)
  const last = visit.posts.at(-1)
  if (!last || visit.posts.length > LONGEST_FEED) return visit.readNews()
  await visit.ask('newsfeed, next page', { last: last.id, last_date: encodeURIComponent(last.created_at) })
}

async function onPost(visit: Visit, step: 'reaction' | 'thread' | 'comment'): Promise<void> {
  await feed(visit)
  const post = visit.posts[Math.floor(visit.random() * visit.posts.length)]
  if (!post) return
  if (step === 'reaction') return visit.write(step, post.id)
  await visit.openThread(post.id)
  if (step === 'comment') await visit.write(step, post.id)
}

async function post(visit: Visit): Promise<void> {
  await feed(visit)
  await visit.ask('post')
}

async function weekOfLeaderboard(visit: Visit): Promise<void> {
  await visit.open('leaderboard')
  await visit.ask('leaderboard, week')
}

async function enterGame(visit: Visit): Promise<void> {
  await visit.open('games')
  await visit.ask('game entry')
}
