import { restErrors } from '../errors.ts'

/** The supported preferences of the `Prefer` header. */
export interface Preferences {
  resolution?: 'merge-duplicates' | 'ignore-duplicates'
  missing?: 'default' | 'null'
  return?: 'minimal' | 'representation' | 'headers-only'
  count?: 'exact' | 'planned' | 'estimated'
  handling?: 'strict' | 'lenient'
  /** Only if the operator lets clients choose. */
  tx?: 'commit' | 'rollback'
  /** Name of an existing time zone; times in the reply are in it. */
  timezone?: string
  maxAffected?: number
}

const KNOWN: Record<string, readonly string[]> = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['minimal', 'representation', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
  // Always known, but honoured only where a client may undo what a rule has recorded.
  tx: ['commit', 'rollback'],
}

/** Names of time zones that are looked up for one request, until one exists. */
const MOST_ZONES = 3

/**
 * Parses `Prefer`; of a repeated preference the first counts.
 * @param allowTx whether `tx` is honoured.
 * @throws {RestError} PGRST122 for an unknown preference under `handling=strict`.
 */
export function parsePreferences(header: string | undefined, allowTx = false): Preferences {
  const preferences: Record<string, string | number> = {}
  const unknown: string[] = []
  let zones = 0
  for (const token of (header ?? '').split(',')) {
    const text = token.trim()
    if (text === '') continue
    const equals = text.indexOf('=')
    const name = equals < 0 ? text : text.slice(0, equals).trim()
    const value = equals < 0 ? '' : text.slice(equals + 1).trim()
    if (name === 'max-affected' && /^\d{1,9}$/.test(value)) preferences.maxAffected ??= Number(value)
    // Looking up a zone takes longer than everything else of a request.
    else if (
      name === 'timezone' &&
      (preferences.timezone !== undefined || (++zones <= MOST_ZONES && isTimeZone(value)))
    )
      preferences.timezone ??= value
    else if (Object.hasOwn(KNOWN, name) && KNOWN[name]?.includes(value)) preferences[name] ??= value
    else unknown.push(text)
  }
  if (preferences.handling === 'strict' && unknown.length > 0) throw restErrors.preferences(unknown)
  if (preferences.handling !== 'strict') delete preferences.maxAffected
  if (!allowTx) delete preferences.tx
  return preferences as Preferences
}

/** Names of places only: PostgreSQL reads abbreviations and offsets differently (in `UTC+2` it sees west of UTC). */
function isTimeZone(name: string): boolean {
  if (!/^(?:UTC|GMT|[A-Z][A-Za-z_]{2,31}(?:\/[A-Za-z][A-Za-z_-]{0,31}){1,2})$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
