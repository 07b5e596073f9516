/** The value of a `class` attribute; names that do not apply are left out. */
export const joinClasses = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
