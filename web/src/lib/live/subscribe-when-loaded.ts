import { supabase } from '../supabase.ts'

const AGAIN_MS = 10_000

/**
 * Follows something whose code is loaded after the client, so that no first screen waits for it.
 * @param follow loads the code and starts; its promise returns the function that stops. When it fails, it is called
 *   again later.
 * @returns a function that stops following.
 */
export function subscribeWhenLoaded(follow: () => Promise<() => void>): () => void {
  let left = false
  let leave = () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = () => {
    supabase()
      .then(follow)
      .then(
        (end) => {
          if (left) end()
          else leave = end
        },
        () => {
          if (!left) timer = setTimeout(start, AGAIN_MS)
        },
      )
  }
  start()
  return () => {
    left = true
    clearTimeout(timer)
    leave()
  }
}
