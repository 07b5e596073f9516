import type { QueryClient } from '@tanstack/react-query'
import { followTopic } from '../../lib/live/follow-topic.ts'
import { refetchRunning } from '../../lib/live/refetch-running.ts'
import type { Load, TopicListener } from '../../lib/live/topic-listener.ts'
import type { TopicMessage } from '../../lib/live/topic-message.ts'
import { supabase } from '../../lib/supabase.ts'
import type { InfoCard } from './cards-query.ts'
import { cardsKeys } from './keys.ts'

const PLACEMENTS = ['home', 'games', 'newsfeed'] as const
/** The cards change for all readers at the same moment; their requests are spread over this time. */
const SPREAD_MS = 900
/** The server answers for the next ten minutes only. */
const ASK_AGAIN_MS = 9 * 60_000

/** Many readers return to a page with cards within a minute or two. */
const AWAY_MS = 120_000

let followers = 0
let stop: (() => void) | undefined
let leaving: ReturnType<typeof setTimeout> | undefined

/** Follows the cards for every slot of the page at once. @returns a function that stops following some time later. */
export function followCards(queries: QueryClient): () => void {
  clearTimeout(leaving)
  followers += 1
  stop ??= start(queries)
  return () => {
    followers -= 1
    if (followers > 0) return
    leaving = setTimeout(() => {
      stop?.()
      stop = undefined
    }, AWAY_MS)
  }
}

function start(queries: QueryClient): () => void {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const rows = PLACEMENTS.map((placement) => cardsKeys.placement(placement))
  const reload = async () => {
    await Promise.all([...rows.map((queryKey) => queries.invalidateQueries({ queryKey })), waitForNextChange()])
  }
  const waitForNextChange = async () => {
    const left = await nextChange()
    clearTimeout(timer)
    if (stopped) return
    const work = left === null ? waitForNextChange : reload
    timer = setTimeout(
      () => {
        // A hidden page loads when it becomes visible.
        if (document.visibilityState !== 'hidden') work().catch(report)
      },
      (left === null ? ASK_AGAIN_MS : left + 1) + Math.random() * SPREAD_MS,
    )
  }
  const askSoon = () => {
    clearTimeout(timer)
    if (stopped) return
    timer = setTimeout(() => void waitForNextChange().catch(report), Math.random() * SPREAD_MS)
  }
  const onMessage = ({ changed, gone }: TopicMessage): Load => {
    if (gone.length > 0) {
      for (const queryKey of rows)
        queries.setQueryData<InfoCard[]>(queryKey, (cards) => cards?.filter(({ id }) => !gone.includes(id)))
      refetchRunning(queries, cardsKeys.all)
    }
    // Without any row: the clock will change something soon.
    if (changed.length === 0 && gone.length === 0) askSoon()
    return changed.length > 0 ? 'all' : undefined
  }
  // When a server comes back, all pages join at once.
  const joined = () => {
    if (timer === undefined) askSoon()
  }
  const listener: TopicListener = { rows, kept: rows, onMessage, reload, joined }
  const leave = followTopic(queries, 'cards', () => listener)
  return () => {
    stopped = true
    clearTimeout(timer)
    leave()
  }
}

const report = (error: unknown) => console.error('cards', error)

/** Milliseconds until a card next begins or ends by the server's clock; null when that is far off or unknown. */
async function nextChange(): Promise<number | null> {
  const client = await supabase()
  const { data } = await client.rpc('next_card_change')
  return data
}
