import type { PhotoBucket } from '../../lib/photo/photo-upload.ts'
import { supabase } from '../../lib/supabase.ts'

const BUCKETS = [
  'avatars',
  'fishing-photos',
  'newsfeed-images',
  'game-photos',
  'catch-photos',
] as const satisfies PhotoBucket[]
const PAGE = 100

export interface OwnFile {
  bucket: PhotoBucket
  /** Path inside the bucket. */
  path: string
}

/** Every file in the member's own folders. */
export async function ownFiles(userId: string): Promise<OwnFile[]> {
  const lists = await Promise.all(BUCKETS.map((bucket) => filesIn(bucket, userId)))
  return lists.flat()
}

async function filesIn(bucket: PhotoBucket, userId: string): Promise<OwnFile[]> {
  const storage = (await supabase()).storage.from(bucket)
  const files: OwnFile[] = []
  for (;;) {
    const { data, error } = await storage.list(userId, { limit: PAGE, offset: files.length })
    if (error) throw error
    files.push(...data.map(({ name }) => ({ bucket, path: `${userId}/${name}` })))
    if (data.length < PAGE) return files
  }
}

/** Removes the files. Fails with the first error; files removed before it stay removed. */
export async function removeOwnFiles(files: readonly OwnFile[]): Promise<void> {
  const client = await supabase()
  for (const bucket of BUCKETS) {
    const paths = files.filter((file) => file.bucket === bucket).map(({ path }) => path)
    for (let at = 0; at < paths.length; at += PAGE) {
      const { error } = await client.storage.from(bucket).remove(paths.slice(at, at + PAGE))
      if (error) throw error
    }
  }
}
