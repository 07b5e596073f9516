import type { SupabaseClient } from '@supabase/supabase-js'

const AT_ONCE = 4

/**
 * Uploads through the Storage API, so that files and rows agree; a few at a time.
 * @returns a function that stores a JPEG in a folder of a bucket and returns its public address, without a host.
 */
export function createUploader(client: SupabaseClient, now: number) {
  let running = 0
  let count = 0
  const waiting: (() => void)[] = []
  return async (bucket: string, folder: string, jpeg: Buffer): Promise<string> => {
    const path = `${folder}/${now + count++}.jpg`
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    running++
    try {
      const { error } = await client.storage
        .from(bucket)
        .upload(path, jpeg, { contentType: 'image/jpeg', cacheControl: '3600' })
      if (error) throw error
    } finally {
      running--
      waiting.shift()?.()
    }
    return `/storage/v1/object/public/${bucket}/${path}`
  }
}
