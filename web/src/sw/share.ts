import { POST_PHOTOS_MAX, TEXT_LIMITS } from '../../../contract/src/limits.ts'
import { SHARE_LOST, SHARED } from '../../../contract/src/share-target.ts'
import {
  type KeptPhoto,
  type KeptStore,
  type LeftOut,
  MOST_SHARES,
  SHARE_BYTES,
  SHARE_MS,
} from '../data/newsfeed/kept-record.ts'
import { keptStore } from '../data/newsfeed/kept-store.ts'
import { newId } from '../lib/new-id.ts'
import { photoType } from '../lib/photo/photo-check.ts'

// Control characters but for tabs and line ends, and overrides of the writing direction: no post may have them.
const UNSHOWABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu

/**
 * Keeps what a phone shares with the app and leads to the composer, which takes it. Any page can send such a request: it
 * is kept apart from what members have, within bounds, and the answer leads to the newsfeed whatever it contains.
 */
export async function receiveShare(request: Request, store: KeptStore = keptStore): Promise<Response> {
  const to = (mark: string) => Response.redirect(new URL(`/newsfeed?${SHARED}=${mark}`, request.url).href, 303)
  try {
    const form = await request.formData()
    const words = wordsOf(form)
    const { photos, leftOut } = await photosOf(form)
    const id = newId()
    const sharedAt = Date.now()
    const share = { id, words, photos: photos.map((photo) => photo.id), leftOut, sharedAt, taken: false }
    await store.addShare(share, photos, sharedAt - SHARE_MS, MOST_SHARES)
    return to(id)
  } catch (error) {
    // No room, no storage, or no form.
    console.warn('share', error)
    return to(SHARE_LOST)
  }
}

/** Title, text and address as one text; phones often repeat one in the other. */
function wordsOf(form: FormData): string {
  const parts: string[] = []
  for (const field of ['title', 'text', 'url']) {
    const value = form.get(field)
    if (typeof value !== 'string') continue
    const part = value
      .replace(/\r\n?/g, '\n')
      .replace(UNSHOWABLE, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
      .trim()
    if (part !== '' && !parts.includes(part)) parts.push(part)
  }
  const own = parts.filter((part) => !parts.some((other) => other !== part && other.includes(part)))
  return [...own.join('\n')].slice(0, TEXT_LIMITS.post).join('')
}

async function photosOf(form: FormData): Promise<{ photos: KeptPhoto[]; leftOut: LeftOut }> {
  const photos: KeptPhoto[] = []
  const leftOut: LeftOut = { many: 0, large: 0, other: 0 }
  let bytes = 0
  for (const file of form.getAll('photos')) {
    if (typeof file === 'string' || file.size === 0) continue
    const type = photoType(new Uint8Array(await file.slice(0, 12).arrayBuffer()))
    if (type === undefined) leftOut.other += 1
    else if (photos.length === POST_PHOTOS_MAX) leftOut.many += 1
    else if (file.size > SHARE_BYTES.file || bytes + file.size > SHARE_BYTES.all) leftOut.large += 1
    else {
      bytes += file.size
      photos.push({
        id: newId(),
        userId: '',
        name: file.name.slice(0, 100),
        // With the type of its bytes: what claims to be a page must not be opened as one.
        blob: file.slice(0, file.size, type),
        drawn: false,
        shared: true,
        keptAt: Date.now(),
      })
    }
  }
  return { photos, leftOut }
}
