const dates = new Map<string, Intl.DateTimeFormat>()
const numbers = new Map<string, Intl.NumberFormat>()

/** Shown in place of a moment that cannot be shown, such as a year outside the range of dates. */
export const NO_DATE = 'date unknown'

/**
 * A moment as `Intl.DateTimeFormat` writes it; {@link NO_DATE} for an invalid one, so that one bad row does not break
 * a page. Formatters are cached: creating one takes as long as rendering a post.
 */
export function writeDate(date: string | Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  const moment = new Date(date)
  if (Number.isNaN(+moment)) return NO_DATE
  return kept(dates, locale, options, () => new Intl.DateTimeFormat(locale, options)).format(moment)
}

/** Like `new Intl.NumberFormat`, created once for each locale and shape. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept(numbers, locale, options, () => new Intl.NumberFormat(locale, options))
}

function kept<Format>(formats: Map<string, Format>, locale: string, options: object, make: () => Format): Format {
  const key = locale + JSON.stringify(options)
  const known = formats.get(key)
  if (known) return known
  const made = make()
  formats.set(key, made)
  return made
}
