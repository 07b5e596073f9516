const DAY = /^(20\d\d|21\d\d)-(\d\d)-(\d\d)$/

/** Whether this is a day as the address has it: `2026-11-21`. */
export const isDay = (text: string): boolean => {
  const [, year, month, day] = DAY.exec(text) ?? []
  const date = new Date(Number(year), Number(month) - 1, Number(day))
  return date.getMonth() === Number(month) - 1 && date.getDate() === Number(day)
}

/**
 * The moment at which a day begins in the reader's time zone.
 * @param later days after it.
 */
export function beginningOf(day: string, later = 0): string {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(year ?? 0, (month ?? 1) - 1, (date ?? 1) + later).toISOString()
}
