import { KEPT_PHOTOS } from '../../lib/worker-messages.ts'

/**
 * Deletes photos of posts that this device must not keep any longer; see `kept-tidy.ts`, which few need to load. The worker
 * may have stored them without a page.
 */
export function tidyPhotos(userId: string | undefined): void {
  const tidyUp = async () => {
    const databases = await indexedDB.databases()
    if (databases.some(({ name }) => name === KEPT_PHOTOS)) await (await import('./kept-tidy.ts')).tidy(userId)
  }
  tidyUp().catch((error: unknown) => console.warn('photos', error))
}
