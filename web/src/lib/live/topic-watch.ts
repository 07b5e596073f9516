import { type AwayListener, awayListeners } from './away-listeners.ts'
import { type ChannelSource, keepJoined } from './keep-joined.ts'
import { spreadCalls } from './spread-calls.ts'
import type { Load } from './topic-listener.ts'
import { readTopicMessage, type TopicMessage } from './topic-message.ts'

/** How long a channel stays joined without listeners: the next screen often follows the same one. */
const LINGER_MS = 5_000
const SPREAD = { gapMs: 1_000, restFactor: 3, longestMs: 30_000 } as const
/** Minimum interval between loads on topics that may have a message at any moment. */
const BUSY_GAP_MS = 2_000
/** Many subscribers load within a second, at a random moment, so that browsers do not all send requests at once. */
const MANY_JITTER_MS = 900
/** After a gap in the connection or a change of many rows, there is more to load. */
const MISSED_JITTER_MS = 1_800
/** A member's own topic has one subscriber; but a game may have many winners, so a short random delay remains. */
const OWN_JITTER_MS = 200

/** As {@link TopicListener}, for one channel. */
export interface WatchListener extends AwayListener {
  reload: (all: boolean) => unknown
  /** Whether a shown row was requested at this moment or before, by `performance.now()`. */
  isOlderThan: (moment: number) => boolean
  /** Minimum interval between loads of what messages name, in milliseconds. */
  gapMs: number
  /** Called once, when messages can be received. */
  joined: () => void
  /** Called when the server has closed the channel, which is then joined again. */
  closed: () => void
  /** Called once, when messages keep the rows up to date. */
  upToDate: () => void
}

export interface TopicSource {
  /** Returns the client; when it fails, it is called again later. */
  connect: () => Promise<ChannelSource>
  /** Milliseconds since the topic's last message. */
  ageOf: (topic: string) => Promise<number>
}

/** Follows one topic for all its listeners on this page. */
export interface TopicWatch {
  /** @returns a function that removes the listener. */
  add(listener: WatchListener): () => void
}

/**
 * Listeners load after a message that asks for it, when a message was skipped, after every gap in the connection, when
 * the page becomes visible and when the network returns. After the first join they load only if the topic has had a
 * message since their rows were requested. While the server answers slowly, loading is delayed further. A listener that
 * is removed is kept for some minutes, and has nothing to load when it returns, as long as messages alone have kept its
 * rows up to date.
 * @param onIdle called when the last listener is removed and the channel has been left.
 */
export function watchTopic(topic: string, { connect, ageOf }: TopicSource, onIdle: () => void): TopicWatch {
  const listeners = new Set<WatchListener>()
  /** Listeners that have to load, and whether everything. */
  const due = new Map<WatchListener, boolean>()
  const own = topic.startsWith('member:')
  const gapMs = topic === 'feed' || topic === 'admin' ? BUSY_GAP_MS : SPREAD.gapMs
  const call = spreadCalls(
    () => {
      // A hidden page catches up when it becomes visible.
      if (document.visibilityState === 'hidden') return undefined
      const now = [...due]
      due.clear()
      for (const [listener] of now) loadedAt.set(listener, Date.now())
      return Promise.allSettled(
        now.map(async ([listener, all]) => {
          await listener.reload(all)
          if (all) settle(listener)
        }),
      )
    },
    { ...SPREAD, gapMs, jitterMs: own ? OWN_JITTER_MS : MANY_JITTER_MS },
  )
  const loadedAt = new WeakMap<WatchListener, number>()
  const resting = new Map<WatchListener, ReturnType<typeof setTimeout>>()
  let close: (() => void) | undefined
  let joined = false
  let last: number | undefined
  let lingering: ReturnType<typeof setTimeout> | undefined
  const settled = new WeakSet<WatchListener>()
  const away = awayListeners<WatchListener>(() => {
    if (away.size === 0) leaveLater()
  })

  const settle = (listener: WatchListener) => {
    if (!listeners.has(listener) || settled.has(listener)) return
    settled.add(listener)
    listener.upToDate()
  }
  const leaveLater = () => {
    clearTimeout(lingering)
    if (listeners.size > 0 || away.size > 0 || !close) return
    lingering = setTimeout(() => {
      close?.()
      close = undefined
      joined = false
      onIdle()
    }, LINGER_MS)
  }
  const allMissed = () => {
    away.forgetAll()
    for (const listener of listeners) due.set(listener, true)
  }
  const requestAll = () => {
    allMissed()
    call.request(own ? OWN_JITTER_MS : MISSED_JITTER_MS)
  }
  const requestAllSoon = () => {
    allMissed()
    call.requestSoon()
  }
  const request = (listener: WatchListener, load: Load) => {
    const rest = (loadedAt.get(listener) ?? Number.NEGATIVE_INFINITY) + listener.gapMs - Date.now()
    if (load === 'all' || rest <= 0) {
      due.set(listener, load === 'all' || due.get(listener) === true)
      call.request()
    } else if (!resting.has(listener))
      resting.set(
        listener,
        setTimeout(() => {
          resting.delete(listener)
          request(listener, load)
        }, rest),
      )
  }
  /** Compares the age of the rows with that of the last message. */
  const compare = async (added: readonly WatchListener[]) => {
    for (const { joined: heard } of added) heard()
    const age = await ageOf(topic).catch(() => 0)
    const at = performance.now() - age
    const missed = added.filter((listener) => listeners.has(listener) && listener.isOlderThan(at))
    for (const listener of missed) due.set(listener, true)
    if (missed.length > 0) call.requestSoon()
    for (const listener of added) if (!missed.includes(listener)) settle(listener)
  }

  const receive = (message: TopicMessage) => {
    const skipped = message.n !== undefined && last !== undefined && message.n !== last + 1
    last = message.n ?? last
    if (skipped || message.reload) requestAll()
    if (message.reload) return
    away.hear(message)
    for (const listener of listeners) {
      const load = listener.onMessage(message)
      if (load) request(listener, load)
    }
  }
  const onJoined = () => {
    last = undefined
    if (joined) requestAll()
    else void compare([...listeners])
    joined = true
  }
  const onClosed = () => {
    away.forgetAll()
    for (const { closed } of listeners) closed()
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') requestAllSoon()
  }
  const open = (source: ChannelSource) =>
    source
      .channel(topic, { config: { private: true } })
      .on('broadcast', { event: 'live' }, ({ payload }) => receive(readTopicMessage(payload)))
  const start = () => {
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('online', requestAllSoon)
    const leave = keepJoined(connect, open, onJoined, onClosed)
    close = () => {
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('online', requestAllSoon)
      call.cancel()
      leave()
    }
  }
  return {
    add(given) {
      const listener = { ...given }
      listeners.add(listener)
      clearTimeout(lingering)
      if (!close) start()
      else if (away.take(listener)) settle(listener)
      else if (joined) void compare([listener])
      return () => {
        const loads = due.has(listener) || resting.has(listener) || !settled.has(listener)
        listeners.delete(listener)
        due.delete(listener)
        clearTimeout(resting.get(listener))
        resting.delete(listener)
        if (loads || document.visibilityState === 'hidden') listener.forget()
        else away.keep(listener)
        leaveLater()
      }
    },
  }
}
