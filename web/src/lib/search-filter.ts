/**
 * The `or` filter that finds a text anywhere in one of the columns, as the REST service reads it.
 * What was typed is taken literally: `%` and `_` are escaped for LIKE, quotes and backslashes for the filter's quoted
 * form, in which commas and brackets mean nothing.
 */
export function foundInAny(columns: readonly string[], text: string): string {
  // The service takes every asterisk for a wildcard and knows no way to escape it: one unknown character is nearest.
  const literal = text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')
  const quoted = `"%${literal.replace(/[\\"]/g, '\\$&')}%"`
  return columns.map((column) => `${column}.ilike.${quoted}`).join(',')
}
