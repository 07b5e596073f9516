/** The browser's time zone at a moment, in short: `GMT`, `CEST`. Empty when the browser has no name for it. */
export function zoneName(moment: string | Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'short' }).formatToParts(new Date(moment))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
