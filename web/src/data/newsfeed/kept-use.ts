import { KEPT_PHOTOS } from '../../lib/worker-messages.ts'

/** How long other tabs have to answer, in milliseconds. A tab that the browser has stopped does not answer. */
const ANSWER_MS = 150

type Message = { asks: readonly string[] } | { uses: readonly string[] }

const used = new Set<string>()
let channel: BroadcastChannel | undefined

/** Notes that the composer of this tab has photos, and tells other tabs that ask. @returns a function that ends it. */
export function holdPhotos(ids: readonly string[]): () => void {
  for (const id of ids) used.add(id)
  listen()
  return () => {
    for (const id of ids) used.delete(id)
    if (used.size > 0) return
    channel?.close()
    channel = undefined
  }
}

function listen(): void {
  if (channel || used.size === 0) return
  const own = new BroadcastChannel(KEPT_PHOTOS)
  own.onmessage = ({ data }: MessageEvent<Message>) => {
    const uses = 'asks' in data ? data.asks.filter((id) => used.has(id)) : []
    if (uses.length > 0) own.postMessage({ uses } satisfies Message)
  }
  channel = own
}

/** Which photos the composer of no other tab has. A duplicated tab has the same draft. */
export async function unusedElsewhere(ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const free = new Set(ids)
  // Of its own: what a channel sends does not come back to itself.
  const asking = new BroadcastChannel(KEPT_PHOTOS)
  asking.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('uses' in data) for (const id of data.uses) free.delete(id)
  }
  asking.postMessage({ asks: ids } satisfies Message)
  await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
  asking.close()
  return ids.filter((id) => free.has(id))
}
