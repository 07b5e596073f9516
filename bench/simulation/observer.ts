import { setTimeout as delay } from 'node:timers/promises'
import { readRanking, withFirstPlaces } from '../../web/src/data/leaderboard/ranking-message.ts'
import type { RankedMember } from '../../web/src/data/leaderboard/ranking-query.ts'
import { withNumbers } from '../../web/src/data/newsfeed/feed-message.ts'
import { type Feed, feedOf, mapPosts, postsOf } from '../../web/src/data/newsfeed/feed-pages.ts'
import { readNumbers } from '../../web/src/data/newsfeed/post-numbers.ts'
import { REACTIONS } from '../../web/src/data/newsfeed/reaction.ts'
import { rememberNumbers, withLaterNumbers } from '../../web/src/data/newsfeed/recent-numbers.ts'
import { readTopicMessage } from '../../web/src/lib/live/topic-message.ts'
import type { BenchEngine } from '../support/engine.ts'
import type { BenchMember } from '../support/members.ts'
import { HttpClient } from './http-client.ts'
import { type HeardMessage, LiveConnection } from './live-connection.ts'
import { fill, requestsOf, socketSearch } from './requests.ts'

type Post = ReturnType<typeof postsOf>[number]

export interface Verdict {
  /** Posts and places that are shown, and of them those that differ from the database. */
  posts: number
  places: number
  wrong: number
  /** Messages that were skipped. */
  lost: number
  messages: number
}

const SETTLED_MS = 20_000

/**
 * A member who only watches: follows the feed and the leaderboard, and changes what was loaded by every message with the
 * functions of the app, without loading anything again. At the end it must show what the database says.
 */
export class Observer {
  #feed: Feed = feedOf({ pinned: [], posts: [], next: undefined })
  #ranking: RankedMember[] = []
  #lost = 0
  #messages = 0
  readonly #last = new Map<string, number>()
  readonly #loading = new Set<Promise<void>>()
  readonly #client: HttpClient
  readonly #live: LiveConnection
  readonly #engine: BenchEngine
  readonly #member: BenchMember

  /** @param pages loaded pages of the feed. */
  static async start(engine: BenchEngine, member: BenchMember, pages: number): Promise<Observer> {
    let observer: Observer | undefined
    await new Promise<void>((resolve, reject) => {
      observer = new Observer(engine, member, resolve, reject)
    })
    if (!observer) throw new Error('the observer did not start')
    for (let page = 0; page < pages; page += 1) await observer.#loadPage()
    await observer.#loadRanking()
    return observer
  }

  private constructor(engine: BenchEngine, member: BenchMember, joined: () => void, failed: (error: Error) => void) {
    this.#engine = engine
    this.#member = member
    this.#client = new HttpClient(engine.url, '127.0.0.1')
    const address = `${engine.url.replace('http', 'ws')}/realtime/v1/websocket${socketSearch(engine.publishableKey)}`
    let left = 2
    this.#live = new LiveConnection(address, '127.0.0.1', member.token, {
      onMessage: (message) => this.#hear(message),
      onJoined: () => {
        left -= 1
        if (left === 0) joined()
      },
      onFailure: (what) => failed(new Error(`the observer: ${what}`)),
    })
    this.#live.follow(['feed', 'leaderboard'])
  }

  /** Compares what is shown with the database, once it has announced everything. */
  async compare(): Promise<Verdict> {
    await this.#settle()
    this.#live.close()
    this.#client.close()
    const posts = postsOf(this.#feed)
    const stored = await this.#engine.ask(
      `select p.id,
         (select count(*)::int from public.newsfeed_comments as c where c.post_id = p.id) as comments,
         (select coalesce(jsonb_object_agg(r.reaction, r.count), '{}') from (
           select reaction, count(*)::int from public.newsfeed_reactions where post_id = p.id group by reaction
         ) as r) as reactions
       from public.newsfeed_posts as p where p.id = any($1::uuid[])`,
      [posts.map(({ id }) => id)],
    )
    const known = new Map(stored.map((row) => [String(row.id), row]))
    const wrongPosts = posts.filter((post) => !agrees(post, known.get(post.id)))
    const places = await this.#engine.ask('select username, points::int, rank::int from public.leaderboard')
    const byName = new Map(places.map((row) => [String(row.username), row]))
    const first = this.#ranking.slice(0, 50)
    const wrongPlaces = first.filter(({ username, points, rank }) => {
      const row = byName.get(username)
      return row?.points !== points || row.rank !== rank
    })
    return {
      posts: posts.length,
      places: first.length,
      wrong: wrongPosts.length + wrongPlaces.length,
      lost: this.#lost,
      messages: this.#messages,
    }
  }

  /** Waits until there is no note of a change left and the last message of each topic has arrived. */
  async #settle(): Promise<void> {
    const until = performance.now() + SETTLED_MS
    while (performance.now() < until) {
      const [row] = await this.#engine.ask(
        `select (select count(*)::int from private.live_pending where topic in ('feed', 'leaderboard')) as pending,
           (select jsonb_object_agg(topic, n) from private.live_sent where topic in ('feed', 'leaderboard')) as sent`,
      )
      const sent = (row?.sent ?? {}) as Record<string, number>
      const heard = Object.entries(sent).every(([topic, n]) => (this.#last.get(topic) ?? n) >= n)
      if (row?.pending === 0 && heard && this.#loading.size === 0) return
      await delay(200)
    }
  }

  #hear(heard: HeardMessage): void {
    this.#messages += 1
    const { topic, ...payload } = heard
    const message = readTopicMessage(payload)
    const last = this.#last.get(topic)
    if (message.n !== undefined) {
      if (last !== undefined) this.#lost += Math.abs(message.n - last - 1)
      this.#last.set(topic, message.n)
    }
    if (topic === 'leaderboard') {
      const rows = readRanking(message.body.rows)
      if (rows) this.#ranking = withFirstPlaces(this.#ranking, rows)
      return
    }
    const numbers = readNumbers(message.body.numbers) ?? new Map()
    rememberNumbers(numbers)
    this.#feed = mapPosts(withNumbers(this.#feed, numbers), (post) =>
      message.gone.includes(post.id) ? undefined : post,
    )
    if (message.new.length > 0) this.#track(this.#loadNew(message.new))
  }

  #track(loading: Promise<void>): void {
    this.#loading.add(loading)
    loading.finally(() => this.#loading.delete(loading)).catch((error: unknown) => console.error('observer', error))
  }

  async #loadNew(ids: readonly string[]): Promise<void> {
    const asked = performance.now()
    const request = requestsOf('newsfeed, new posts').find(({ path }) => path.includes('{loaded}'))
    const loaded = (await this.#ask(request, { loaded: ids.join('%2C') })) as Post[]
    const [page] = this.#feed.pages
    if (page) this.#feed = feedOf({ ...page, posts: [...withLaterNumbers(loaded, asked), ...page.posts] })
  }

  async #loadPage(): Promise<void> {
    const asked = performance.now()
    const last = postsOf(this.#feed).at(-1)
    const request = requestsOf(last ? 'newsfeed, next page' : 'newsfeed, arrival').find(({ path }) =>
      path.includes('newsfeed_page?size='),
    )
    const cursor: Record<string, string> = last ? { last: last.id, last_date: encodeURIComponent(last.created_at) } : {}
    const loaded = (await this.#ask(request, cursor)) as Post[]
    const [page] = this.#feed.pages
    if (page) this.#feed = feedOf({ ...page, posts: [...page.posts, ...withLaterNumbers(loaded, asked)] })
  }

  async #loadRanking(): Promise<void> {
    const request = requestsOf('leaderboard').find(({ path }) => path.includes('/v1/leaderboard'))
    this.#ranking = readRanking(await this.#ask(request, {})) ?? []
  }

  async #ask(request: ReturnType<typeof requestsOf>[number] | undefined, values: Record<string, string>) {
    if (!request) throw new Error('the request of the app was not recorded')
    const { path, headers, method } = request
    const authorization = `Bearer ${this.#member.token}`
    const { status, text } = await this.#client.send(
      { method, path: fill(path, values), headers: { ...headers, apikey: this.#engine.publishableKey, authorization } },
      true,
    )
    if (status !== 200) throw new Error(`${path} was answered with ${status}: ${text}`)
    return JSON.parse(text) as unknown
  }
}

function agrees(post: Post, row: Record<string, unknown> | undefined): boolean {
  if (!row) return false
  const reactions = row.reactions as Record<string, number>
  return (
    post.comment_count === row.comments &&
    REACTIONS.every((reaction) => (post.reaction_counts[reaction] ?? 0) === (reactions[reaction] ?? 0))
  )
}
