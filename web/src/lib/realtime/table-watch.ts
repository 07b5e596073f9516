import type { RealtimeChannel } from '@supabase/supabase-js'
import { type SpreadCall, spreadCalls } from './spread-calls.ts'

const GAP_MS = 2_000
const JITTER_MS = 400
/** A server that is busy is asked for a quarter of the time at most; one that answers in half a second never rests. */
const REST_FACTOR = 3
const LONGEST_MS = 30_000
/** A screen often gives way to one that follows the same tables. */
const LINGER_MS = 5_000
const COMEBACK_MS = [1_000, 2_000, 5_000, 10_000, 30_000] as const

/** What the watch needs of the client. */
export interface ChannelSource {
  channel(name: string): RealtimeChannel
  removeChannel(channel: RealtimeChannel): Promise<unknown>
}

/** Follows one set of tables for everybody on this page who asks for it. */
export interface TableWatch {
  /**
   * @param listener may return a promise of what it loads: the longer that takes, the later it is called again.
   * @returns the undo.
   */
  add(listener: () => unknown): () => void
}

/**
 * One channel for a set of tables of the public schema. Listeners are called after changes, after every gap in which
 * changes may have been missed, when the page comes back to sight and when the network returns. What a change holds
 * is not passed on: guests are told that a table changed, and nothing else. Without a live connection the page still
 * catches up when it is looked at again. While the server answers slowly, what follows from changes waits longer; what
 * the user does never comes through here, or waits no longer than else.
 * @param connect the client; when it fails, it is asked again later.
 * @param onIdle called when nobody listens any more and the channel is gone.
 */
export function watchTables(
  tables: readonly string[],
  connect: () => Promise<ChannelSource>,
  onIdle: () => void,
): TableWatch {
  const listeners = new Set<() => unknown>()
  const call: SpreadCall = spreadCalls(
    () => {
      // A page out of sight catches up when it is looked at.
      if (document.visibilityState === 'hidden') return undefined
      return Promise.allSettled([...listeners].map(async (listener) => await listener()))
    },
    { gapMs: GAP_MS, jitterMs: JITTER_MS, restFactor: REST_FACTOR, longestMs: LONGEST_MS },
  )
  let close: (() => void) | undefined
  let lingering: ReturnType<typeof setTimeout> | undefined

  const onVisible = () => {
    if (document.visibilityState === 'visible') call.askSoon()
  }
  const open = () => {
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('online', call.askSoon)
    const leave = keepJoined(tables, connect, call.ask)
    close = () => {
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('online', call.askSoon)
      call.cancel()
      leave()
    }
  }
  const remove = (listener: () => void) => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    lingering = setTimeout(() => {
      close?.()
      close = undefined
      onIdle()
    }, LINGER_MS)
  }
  return {
    add(listener) {
      const own = () => listener()
      listeners.add(own)
      clearTimeout(lingering)
      if (close) call.askSoon()
      else open()
      return () => remove(own)
    },
  }
}

/** Joins, and joins anew whenever the server has closed the channel, which the client takes as final. */
function keepJoined(tables: readonly string[], connect: () => Promise<ChannelSource>, onNews: () => void): () => void {
  let left = false
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let undo = () => {}

  const later = () => {
    const pause = COMEBACK_MS[Math.min(attempt, COMEBACK_MS.length - 1)] ?? 0
    attempt += 1
    clearTimeout(timer)
    timer = setTimeout(join, pause * (1 + Math.random() / 2))
  }
  const join = () => {
    connect().then((source) => {
      if (left) return
      const channel = source.channel(`tables:${tables.join(',')}`)
      undo = () => void source.removeChannel(channel)
      for (const table of tables) channel.on('postgres_changes', { event: '*', schema: 'public', table }, onNews)
      channel.subscribe((status) => {
        if (left) return
        if (status === 'SUBSCRIBED') {
          attempt = 0
          // What happened between the first load, or the loss of the connection, and now is told by nobody.
          onNews()
        }
        // The client rejoins by itself after errors and timeouts; a close by the server is final for it.
        if (status === 'CLOSED') later()
      })
    }, later)
  }
  join()
  return () => {
    left = true
    clearTimeout(timer)
    undo()
  }
}
