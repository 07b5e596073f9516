/** A name that is being typed after `@`. */
export interface Mention {
  /** Position of the `@`. */
  start: number
  /** Position of the caret, at the end of the name. */
  end: number
  name: string
}

/** Follows a name that was chosen, invisibly. The database prefers such a name and removes the sign. */
export const CHOSEN = '\u2060'

const NAME_MAX = 30
/** Text with more words than a username is likely to have is a sentence. */
const WORDS_MAX = 3

/** The name that is being typed at the caret; undefined when it does not follow an `@` at the start of a word. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const start = text.slice(0, caret).lastIndexOf('@')
  if (start < 0 || /[\p{L}\p{N}_]$/u.test(text.slice(0, start))) return undefined
  const name = text.slice(start + 1, caret)
  if (name.length > NAME_MAX || /^\s|[\n\u2060]/.test(name) || name.split(' ').length > WORDS_MAX) return undefined
  return { start, end: caret, name }
}

/** The text with the chosen member's name, marked as chosen, in place of the typed one, and the position after it. */
export function withMention(text: string, { start, end }: Mention, username: string): { text: string; caret: number } {
  const rest = text.slice(end)
  const before = `${text.slice(0, start)}@${username}${CHOSEN}${/^\s/.test(rest) ? '' : ' '}`
  return { text: before + rest, caret: before.length + (/^\s/.test(rest) ? 1 : 0) }
}

/** A member who can be mentioned. */
export interface Person {
  id: string
  username: string
  avatar_url: string | null
}

const SHOWN_MAX = 6

/**
 * The members to suggest for a name: those of the thread first, then those that were found. @returns an empty list when
 * the only member left is already typed in full, so that Enter has its usual effect again.
 */
export function peopleFor(name: string, thread: readonly Person[], found: readonly Person[]): Person[] {
  const typed = name.toLowerCase()
  const begins = ({ username }: Person) => username.toLowerCase().startsWith(typed)
  const near = thread.filter(({ username }) => username.toLowerCase().includes(typed))
  const known = new Set(near.map(({ id }) => id))
  const all = [...near, ...found.filter(({ id }) => !known.has(id))]
  // After a space the text may be the rest of the sentence.
  const offered = (name.includes(' ') ? all.filter(begins) : all).slice(0, SHOWN_MAX)
  return offered.length === 1 && offered[0]?.username.toLowerCase() === typed ? [] : offered
}
