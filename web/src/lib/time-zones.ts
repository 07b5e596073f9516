/** The time zones that this browser can list, with UTC and the one that is chosen, which it may not know. */
export function zonesWith(chosen: string): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), chosen])].sort()
}
