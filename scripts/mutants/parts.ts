/** A stretch of SQL of one kind. */
export interface Part {
  text: string
  kind: 'code' | 'string' | 'comment'
}

const COMMENT = /--[^\n]*|\/\*[\s\S]*?\*\//y
const STRING = /'(?:[^']|'')*'/y
const ESCAPED_STRING = /[eE]'(?:[^'\\]|\\.|'')*'/y
const PLAIN = /[\w$]+|[\s\S]/y

/**
 * Splits SQL into code, strings with their quotes, and comments; joined they are the text again. Text between dollars
 * counts as code: it is SQL that the function executes.
 */
export function partsOf(sql: string): Part[] {
  const parts: Part[] = []
  const take = (pattern: RegExp, kind: Part['kind'], at: number): number => {
    pattern.lastIndex = at
    const text = pattern.exec(sql)?.[0]
    if (text === undefined) return at
    const last = parts.at(-1)
    if (kind === 'code' && last?.kind === 'code') last.text += text
    else parts.push({ kind, text })
    return at + text.length
  }
  let at = 0
  while (at < sql.length) {
    const next = [
      [COMMENT, 'comment'],
      [ESCAPED_STRING, 'string'],
      [STRING, 'string'],
      [PLAIN, 'code'],
    ] as const
    const start = at
    for (const [pattern, kind] of next) if (at === start) at = take(pattern, kind, start)
  }
  return parts
}
