type Listener = (urls: readonly string[]) => void

const listeners = new Set<Listener>()

/** Follows which photos of a refused post are no longer stored. @returns a function that ends it. */
export function followGone(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Adds to the refusal of a post (FL001) which of its photos are no longer stored, as its detail. The database does not say
 * it, so the storage service is asked for each, and only then.
 * @param urls addresses of its photos, in their order.
 */
export async function withPlaces<Refusal extends object>(error: Refusal, urls: readonly string[]): Promise<Refusal> {
  const isGone = await Promise.all(urls.map(isMissing))
  const places = urls.flatMap((_, at) => (isGone[at] ? at + 1 : []))
  // Without an answer the refusal has only its own text.
  if (places.length === 0) return error
  for (const listener of listeners) listener(urls.filter((_, at) => isGone[at]))
  return Object.assign(error, { details: places.join(', ').replace(/, (?=\d+$)/, ' and ') })
}

async function isMissing(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(url, { method: 'HEAD', cache: 'no-store' })
    // The engine answers 400 for a file that it does not have, as Supabase's storage does.
    return status === 400 || status === 404
  } catch {
    return false
  }
}
