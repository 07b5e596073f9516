/** The values that a form started with, and the version of their row; undefined where it has no version. */
export interface Base<Values> {
  start: Values
  version: string | undefined
}

/** Whether the row was changed since the form was opened. Versions are times of the last change. */
export function hasMoved(now: string | undefined, began: string | undefined): boolean {
  if (now === undefined || began === undefined) return false
  const [one, other] = [Date.parse(now), Date.parse(began)]
  // A Date drops microseconds; two saves within one millisecond must still differ.
  return one > other || (one === other && now > began)
}

/** The values, with changes made elsewhere in the fields that were not edited here. */
export function withUntouched<Values extends object>(values: Values, began: Values, now: Values): Values {
  const fields = Object.keys(now) as (keyof Values)[]
  return Object.fromEntries(
    fields.map((field) => [field, isSame(values[field], began[field]) ? now[field] : values[field]]),
  ) as Values
}

/** Whether two values are the same, field by field. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Like {@link isSame}, but ignores white space at the ends of texts. */
export const isSameTrimmed = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, trimmed) === JSON.stringify(other, trimmed)

const trimmed = (_key: string, value: unknown) => (typeof value === 'string' ? value.trim() : value)
