import type { QueryKey } from '@tanstack/react-query'
import type { TopicMessage } from './topic-message.ts'

/** `all` after a message without enough information, `named` for the rows that a message names, undefined for none. */
export type Load = 'all' | 'named' | undefined

/** How a screen handles the messages of a live topic. */
export interface TopicListener {
  /** Keys of the queries whose data the topic is about. */
  rows: readonly QueryKey[]
  /**
   * Called with every message as it arrives, to change what is shown. Without it, each message loads `rows` again unless
   * it only removes rows.
   * @returns what to load.
   */
  onMessage?: (message: TopicMessage) => Load
  /**
   * Loads again, instead of all `rows`: within a second after a message, and all after a gap in the connection. May return
   * a promise of the loading: the longer it takes, the later the next call.
   */
  reload?: (all: boolean) => unknown
  /**
   * Keys of queries that messages keep up to date by themselves, also for some minutes after the screen was left: they
   * are requested again only after a message that asks for it. Their `staleTime` is `staleUnlessFollowed`.
   */
  kept?: readonly QueryKey[]
  /** Loads what messages name at most once in so many milliseconds; without it, as often as the topic allows. */
  gapMs?: number
  /** Called once, when messages can be received. */
  joined?: () => void
  /** Called when the server has closed the channel. */
  closed?: () => void
}
