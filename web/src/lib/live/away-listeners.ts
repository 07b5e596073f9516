import type { Load } from './topic-listener.ts'
import type { TopicMessage } from './topic-message.ts'

/** Many readers return to a screen within a minute or two. */
const AWAY_MS = 120_000

export interface AwayListener {
  /** The same for listeners of the same rows. Without it, a listener is not kept. */
  id?: string | undefined
  onMessage: (message: TopicMessage) => Load
  /** Called when its rows are no longer kept up to date. */
  forget: () => void
  /** Called when another listener keeps its rows up to date. */
  release: () => void
}

/** Listeners of screens that were left recently, whose rows are still updated by messages. */
export interface AwayListeners<T extends AwayListener> {
  keep(listener: T): void
  /** @returns whether the rows of a listener like this one are up to date; it is then no longer kept. */
  take(listener: T): boolean
  /** Passes a message on. A listener that would have to load rows is removed, because no screen shows them. */
  hear(message: TopicMessage): void
  forgetAll(): void
  readonly size: number
}

/** @param onForgotten called whenever a listener has been forgotten. */
export function awayListeners<T extends AwayListener>(onForgotten: () => void): AwayListeners<T> {
  const kept = new Map<string, { listener: T; timer: ReturnType<typeof setTimeout> }>()
  const remove = (id: string) => {
    const found = kept.get(id)
    clearTimeout(found?.timer)
    kept.delete(id)
    return found?.listener
  }
  const forget = (id: string) => {
    remove(id)?.forget()
    onForgotten()
  }
  return {
    keep(listener) {
      const { id } = listener
      if (id === undefined) return
      remove(id)
      kept.set(id, { listener, timer: setTimeout(() => forget(id), AWAY_MS) })
    },
    take({ id }) {
      const before = id === undefined ? undefined : remove(id)
      before?.release()
      return before !== undefined
    },
    hear(message) {
      for (const [id, { listener }] of [...kept]) if (listener.onMessage(message)) forget(id)
    },
    forgetAll() {
      for (const id of [...kept.keys()]) forget(id)
    },
    get size() {
      return kept.size
    },
  }
}
