const dates = new Map<string, Intl.DateTimeFormat>()
const numbers = new Map<string, Intl.NumberFormat>()

/** As `new Intl.DateTimeFormat`, made once for each locale and shape: to make one takes as long as to render a post. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(dates, locale, options, () => new Intl.DateTimeFormat(locale, options))
}

/** As `new Intl.NumberFormat`, made once for each locale and shape. */
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
