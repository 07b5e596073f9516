/**
 * The `or` filter that finds a text anywhere in name, bio or area, as the REST service reads it.
 * What the member typed is taken literally: `%` and `_` are escaped for LIKE, quotes and backslashes for the filter's
 * quoted form, in which commas and brackets mean nothing.
 */
export function searchFilter(text: string): string {
  // The service takes every asterisk for a wildcard and knows no way to escape it: one unknown character is nearest.
  const literal = text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')
  const quoted = `"%${literal.replace(/[\\"]/g, '\\$&')}%"`
  return ['username', 'bio', 'fishing_area'].map((column) => `${column}.ilike.${quoted}`).join(',')
}
