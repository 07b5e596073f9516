import { randomUUID } from 'node:crypto'
import { steadyNow } from '../realtime/crowd.ts'
import type { BenchMember } from '../support/members.ts'
import { PASSWORD } from '../support/members.ts'
import type { HttpClient } from './http-client.ts'
import { type HeardMessage, LiveConnection } from './live-connection.ts'
import { fill, requestsOf, type Screen, socketSearch, type Template, topicsOf } from './requests.ts'
import type { Tally } from './tally.ts'

export interface VisitSettings {
  url: string
  publishableKey: string
  member: BenchMember
  /** IDs of open games. */
  games: readonly string[]
  client: HttpClient
  localAddress: string
  tally: Tally
  /** Whether the arrival of every message is noted. */
  observed: boolean
  random: () => number
}

/** A screen that loads again after messages: milliseconds between two loads, and which of its requests. */
const RELOADS: Partial<Record<Screen, { topic: string; gapMs: number; matching: RegExp }>> = {
  dashboard: { topic: 'feed', gapMs: 10_000, matching: /GET profiles/ },
  network: { topic: 'leaderboard', gapMs: 10_000, matching: /GET member_/ },
  leaderboard: { topic: 'leaderboard', gapMs: 30_000, matching: /leaderboard/ },
}
/** Screens that messages keep up to date after they were left, and by which topic. */
const KEPT: Partial<Record<Screen, string>> = { newsfeed: 'feed', leaderboard: 'leaderboard' }
const AWAY_MS = 120_000
const SPREAD_MS = 900
/** Posts of a page, and those that the app loads again with one request. */
const PAGE = 20
const IDS_PER_REQUEST = 50
const LOADED = '{loaded}'
const AGES = /live_ages$/
const SHELL = /^(live|member:.*)$/

export interface LoadedPost {
  id: string
  created_at: string
}

/** A member on the site: the open screen, the loaded posts and the live connection. */
export class Visit {
  posts: LoadedPost[] = []
  hasNews = false
  readonly random: () => number
  #screen: Screen = 'newsfeed'
  #reloading = false
  #loadedAt = 0
  #left = false
  /** When screens were left whose rows are still up to date. */
  readonly #away = new Map<Screen, number>()
  readonly #lastNumbers = new Map<string, number>()
  readonly #live: LiveConnection | undefined
  readonly #settings: VisitSettings

  constructor(settings: VisitSettings, hasConnection: boolean) {
    this.#settings = settings
    this.random = settings.random
    if (hasConnection) {
      const address = `${settings.url.replace('http', 'ws')}/realtime/v1/websocket${socketSearch(settings.publishableKey)}`
      this.#live = new LiveConnection(address, settings.localAddress, settings.member.token, {
        onMessage: (message, at) => this.#hear(message, at),
        onJoined: (ms) => settings.tally.joined(ms),
        onFailure: (what) => settings.tally.failed('live connection', what),
      })
    }
  }

  /** Opens the feed as the first page. */
  async arrive(): Promise<void> {
    await this.#show('newsfeed', 'newsfeed, arrival')
  }

  /** Follows a link to a screen. Does nothing on the same screen. */
  async open(screen: Screen): Promise<void> {
    if (screen === this.#screen) return
    if (this.#live && KEPT[this.#screen] !== undefined) this.#away.set(this.#screen, performance.now())
    if (this.#isKept(screen)) return this.#showAgain(screen)
    await this.#show(screen, screen === 'newsfeed' ? 'newsfeed, again' : screen)
  }

  /** Opens the comments of a post. */
  async openThread(post: string): Promise<void> {
    this.#follow([...this.#topics('newsfeed'), `post:${post}`])
    await this.ask('thread', { post })
  }

  /** Reads what is new at the top of the feed. */
  async readNews(): Promise<void> {
    const before = this.posts
    this.hasNews = false
    this.posts = []
    await this.ask('newsfeed, new posts')
    await this.#loadAgain(before.slice(PAGE).map(({ id }) => id))
  }

  /** Reacts to a post or comments on it. */
  async write(step: 'reaction' | 'comment', post: string): Promise<void> {
    await this.ask(step, { post })
  }

  /** Sends the requests of a step: the writes first, then all others at once. */
  async ask(step: string, values: Readonly<Record<string, string>> = {}): Promise<void> {
    const requests = requestsOf(step).filter(({ kind, path }) => !AGES.test(kind) && !path.includes(LOADED))
    const isWrite = ({ method, path }: Template) => method !== 'GET' && !path.includes('/rpc/')
    for (const request of requests.filter(isWrite)) await this.#send(request, values)
    await Promise.all(requests.filter((request) => !isWrite(request)).map((request) => this.#send(request, values)))
  }

  leave(): void {
    this.#left = true
    this.#live?.close()
  }

  async #show(screen: Screen, step: string): Promise<void> {
    this.#screen = screen
    this.#loadedAt = performance.now()
    const fresh = this.#follow(this.#topics(screen))
    const [ages] = requestsOf('newsfeed, arrival').filter(({ kind }) => AGES.test(kind))
    const asked = fresh?.filter((topic) => step === 'newsfeed, arrival' || !SHELL.test(topic)) ?? []
    const loaded = this.posts.slice(PAGE).map(({ id }) => id)
    await this.ask(step)
    if (screen === 'newsfeed') await this.#loadAgain(loaded)
    if (ages && asked.length > 0) await this.#send(ages, { topics: JSON.stringify(asked) })
  }

  /** Whether a screen that was left is shown again without any request. */
  #isKept(screen: Screen): boolean {
    const left = this.#away.get(screen)
    this.#away.delete(screen)
    return left !== undefined && performance.now() - left < AWAY_MS
  }

  #showAgain(screen: Screen): void {
    this.#screen = screen
    this.#follow(this.#topics(screen))
  }

  /** Loads posts again that are not on the page that has just come, as the app does with all that it shows. */
  async #loadAgain(posts: readonly string[]): Promise<void> {
    const again = requestsOf('newsfeed, new posts').find(({ path }) => path.includes(LOADED))
    if (again) await Promise.all(slices(posts).map((ids) => this.#send(again, { loaded: ids.join('%2C') })))
  }

  #topics(screen: Screen): string[] {
    return topicsOf(screen).map((topic) => fill(topic, { member: this.#settings.member.id }))
  }

  #follow(topics: readonly string[]): string[] | undefined {
    const away = [...this.#away.keys()].flatMap((screen) => KEPT[screen] ?? [])
    const fresh = this.#live?.follow([...new Set([...topics, ...away])])
    for (const topic of fresh ?? []) this.#lastNumbers.delete(topic)
    return fresh
  }

  async #send({ kind, method, path, headers, body }: Template, more: Readonly<Record<string, string>>): Promise<void> {
    if (this.#left) return
    const { client, member, publishableKey, tally } = this.#settings
    const values = { ...this.#values(), ...more }
    const isPage = path.includes('/newsfeed_page')
    const isText = method === 'POST' && /newsfeed_(posts|comments)$/.test(kind)
    const measured = tally.measuring
    const { status, ms, text } = await client.send(
      {
        method,
        path: fill(path, values),
        headers: {
          ...headers,
          apikey: publishableKey,
          authorization: `Bearer ${kind.startsWith('POST token') ? publishableKey : member.token}`,
        },
        body: body === undefined ? undefined : fill(body, values),
      },
      isPage || isText,
    )
    tally.called(kind, ms, measured)
    // A second entry in the same game is refused, as it should be.
    const fine = (status >= 200 && status < 300) || (kind === 'POST game_entries' && status === 409)
    if (!fine) return tally.failed(kind, status)
    if (isPage) {
      const page = JSON.parse(text) as LoadedPost[]
      const fresh = new Set(page.map(({ id }) => id))
      const others = this.posts.filter(({ id }) => !fresh.has(id))
      this.posts = path.includes('before=') ? [...others, ...page] : [...page, ...others]
    }
    const [, written] = (isText && /"id":\s*"([0-9a-f-]{36})"/.exec(text)) || []
    if (written !== undefined) tally.wrote(written, steadyNow())
  }

  #values(): Record<string, string> {
    const { member, games, random } = this.#settings
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    return {
      member: member.id,
      email: member.email,
      password: PASSWORD,
      game: games[Math.floor(random() * games.length)] ?? '',
      square: String(1 + Math.floor(random() * 60)),
      text: `A fine morning: ${random()}`,
      request: randomUUID(),
      since: daysAgo(7),
      claimed_since: encodeURIComponent(daysAgo(90)),
    }
  }

  #hear(message: HeardMessage, at: number): void {
    const { tally, observed } = this.#settings
    const { topic, n } = message
    tally.delivered()
    if (observed)
      for (const id of [...(message.new ?? []), ...(message.comments ?? []).map(({ id }) => id)]) tally.heard(id, at)
    const last = this.#lastNumbers.get(topic)
    if (n !== undefined) this.#lastNumbers.set(topic, n)
    const lost = n !== undefined && last !== undefined ? n - last - 1 : 0
    if (lost !== 0) tally.lost(Math.abs(lost))
    if (message.new?.length) this.hasNews = true
    const asksToLoad = topic === 'leaderboard' || lost !== 0 || message.reload || (message.changed?.length ?? 0) > 0
    for (const [screen, by] of Object.entries(KEPT)) if (asksToLoad && by === topic) this.#away.delete(screen as Screen)
    const reload = RELOADS[this.#screen]
    if (lost !== 0 || message.reload || reload?.topic === topic) this.#reloadLater()
  }

  /** Loads again at intervals, a little later than the message, so that members do not all ask at once. */
  #reloadLater(): void {
    if (this.#reloading) return
    this.#reloading = true
    const screen = this.#screen
    const { tally } = this.#settings
    const { gapMs = 2_000, matching = /$/ } = RELOADS[screen] ?? {}
    const wait = Math.max(0, this.#loadedAt + gapMs - performance.now()) + this.random() * SPREAD_MS
    setTimeout(() => {
      this.#reloading = false
      if (this.#screen !== screen || this.#left) return
      this.#loadedAt = performance.now()
      tally.reloaded()
      const again =
        screen === 'newsfeed'
          ? this.readNews()
          : Promise.all(requestsOf(screen).flatMap((each) => (matching.test(each.kind) ? this.#send(each, {}) : [])))
      again.catch((error: unknown) => tally.failed('a load after a message', String(error)))
    }, wait)
  }
}

const slices = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / IDS_PER_REQUEST) }, (_, n) =>
    ids.slice(n * IDS_PER_REQUEST, (n + 1) * IDS_PER_REQUEST),
  )
