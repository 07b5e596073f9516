/**
 * The LIKE pattern of values that contain the text. `%`, `_` and backslashes are escaped, so that the text is taken
 * literally. The REST service reads every asterisk as a wildcard and cannot escape it: it becomes one unknown
 * character, the nearest match.
 */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`
}

/**
 * The `or` filter that finds a text in any of the columns, in the REST service's quoted form: quotes and backslashes
 * are escaped; commas and brackets have no meaning.
 */
export function anyColumnContains(columns: readonly string[], text: string): string {
  const quoted = `"${likePattern(text).replace(/[\\"]/g, '\\$&')}"`
  return columns.map((column) => `${column}.ilike.${quoted}`).join(',')
}
