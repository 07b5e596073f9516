/**
 * The LIKE pattern of values that hold the text anywhere. What was typed is taken literally: `%`, `_` and backslashes
 * are escaped. The REST service takes every asterisk for a wildcard and knows no way to escape it: one unknown
 * character is nearest.
 */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`
}

/**
 * The `or` filter that finds a text anywhere in one of the columns, as the REST service reads it: in its quoted form
 * quotes and backslashes are escaped, commas and brackets mean nothing.
 */
export function foundInAny(columns: readonly string[], text: string): string {
  const quoted = `"${containing(text).replace(/[\\"]/g, '\\$&')}"`
  return columns.map((column) => `${column}.ilike.${quoted}`).join(',')
}
