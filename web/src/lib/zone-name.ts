/** Short name of the browser's time zone at a moment: `GMT`, `CEST`. Empty when the browser has no name for it. */
export const zoneName = (moment: string | Date): string => nameOf(moment, 'short')

/** The same in words: `Greenwich Mean Time`. */
export const zoneInWords = (moment: string | Date): string => nameOf(moment, 'long')

function nameOf(moment: string | Date, timeZoneName: 'short' | 'long'): string {
  if (Number.isNaN(+new Date(moment))) return ''
  const parts = new Intl.DateTimeFormat('en', { timeZoneName }).formatToParts(new Date(moment))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
