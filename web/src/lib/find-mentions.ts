/** A part of a text: plain, or a mentioned member with their current name. */
export type MentionPart = string | { username: string }

const WORD = /[\p{L}\p{N}_]/u

/**
 * Finds the members whom a text names with `@`.
 * @param mentioned whom the database found in the text: the name as it was written, and the current one.
 * @returns the parts in their order.
 */
export function findMentions(
  text: string,
  mentioned: readonly { name: string; username: string }[],
): readonly MentionPart[] {
  if (mentioned.length === 0) return [text]
  const longestFirst = mentioned.toSorted((one, other) => other.name.length - one.name.length)
  const parts: MentionPart[] = []
  let done = 0
  let at = text.indexOf('@')
  while (at >= 0) {
    const name = text.slice(at + 1)
    const found = longestFirst.find((each) => name.startsWith(each.name) && !WORD.test(charAt(name, each.name.length)))
    if (found && !WORD.test(text.slice(0, at).slice(-1))) {
      if (at > done) parts.push(text.slice(done, at))
      parts.push({ username: found.username })
      done = at + 1 + found.name.length
    }
    at = text.indexOf('@', Math.max(done, at + 1))
  }
  if (done < text.length) parts.push(text.slice(done))
  return parts
}

const charAt = (text: string, index: number) => String.fromCodePoint(text.codePointAt(index) ?? 32)
