import { KEPT_PHOTOS } from '../../lib/worker-messages.ts'

/** Deletes photos of posts that this device must not keep any longer; see `kept-tidy.ts`, which few need to load. */
export function tidyPhotos(userId: string | undefined): void {
  try {
    if (localStorage.getItem(KEPT_PHOTOS))
      import('./kept-tidy.ts').then(({ tidy }) => tidy(userId)).catch((error: unknown) => console.warn('photos', error))
  } catch {
    // Without storage nothing was stored.
  }
}
