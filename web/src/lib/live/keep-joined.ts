import type { RealtimeChannel } from '@supabase/supabase-js'

const COMEBACK_MS = [1_000, 2_000, 5_000, 10_000, 30_000] as const

/** The part of the client that a channel needs. */
export interface ChannelSource {
  channel(name: string, options?: { config: { private: true } }): RealtimeChannel
  removeChannel(channel: RealtimeChannel): Promise<unknown>
  realtime: { setAuth(): Promise<void> }
}

/**
 * Joins, and joins again whenever the server has closed the channel, which the client treats as final.
 * @param connect returns the client; when it fails, it is called again later.
 * @param open creates the channel with its message handlers.
 * @param onJoined called after every join: changes before it may have been missed.
 * @param onClosed called after every close by the server, which may mean that the session has ended.
 * @returns a function that leaves the channel.
 */
export function keepJoined(
  connect: () => Promise<ChannelSource>,
  open: (source: ChannelSource) => RealtimeChannel,
  onJoined: () => void,
  onClosed: () => void = () => {},
): () => void {
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
    connect()
      .then(async (source) => {
        // Without the session's token the client would join a private channel with the key, which is refused.
        await source.realtime.setAuth()
        if (left) return
        const channel = open(source)
        undo = () => void source.removeChannel(channel)
        channel.subscribe((status) => {
          if (left) return
          if (status === 'SUBSCRIBED') {
            attempt = 0
            onJoined()
          }
          // The client rejoins by itself after errors and timeouts; it treats a close by the server as final.
          if (status !== 'CLOSED') return
          onClosed()
          later()
        })
      })
      .catch(later)
  }
  join()
  return () => {
    left = true
    clearTimeout(timer)
    undo()
  }
}
