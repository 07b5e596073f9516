// Session storage: the words survive a reload of this tab and are gone from a shared computer with the tab.
const keyOf = (userId: string, what: string) => `bankside-newsfeed-${userId}-${what}`

/** A post that is being written. */
export interface PostDraft {
  content: string
  imageUrl: string | null
  announcement: boolean
}

export const EMPTY_POST: PostDraft = { content: '', imageUrl: null, announcement: false }

/** The unsent post of this tab. What is stored is not trusted to have the right shape. */
export function readPostDraft(userId: string): PostDraft {
  try {
    const stored: unknown = JSON.parse(readDraft(userId, 'post') || '{}')
    const { content, imageUrl, announcement } = stored as Record<string, unknown>
    return {
      content: typeof content === 'string' ? content : '',
      imageUrl: typeof imageUrl === 'string' ? imageUrl : null,
      announcement: announcement === true,
    }
  } catch {
    return EMPTY_POST
  }
}

/** Keeps the unsent post for a reload; an empty one is forgotten. */
export function keepPostDraft(userId: string, draft: PostDraft): void {
  const empty = draft.content === '' && draft.imageUrl === null && !draft.announcement
  keepDraft(userId, 'post', empty ? '' : JSON.stringify(draft))
}

/** An unsent text, e.g. of `comment-<post id>`; empty without one. */
export function readDraft(userId: string, what: string): string {
  try {
    return sessionStorage.getItem(keyOf(userId, what)) ?? ''
  } catch {
    return ''
  }
}

/** Keeps an unsent text for a reload; an empty one is forgotten. */
export function keepDraft(userId: string, what: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(userId, what))
    else sessionStorage.setItem(keyOf(userId, what), text)
  } catch {
    // Storage may be full or forbidden; then a reload loses the words, as on any other page.
  }
}
