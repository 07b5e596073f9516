/** The months, and how many days of each a season can begin on: it begins each year, so never on 29 February. */
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const two = (value: number) => String(value).padStart(2, '0')

/** `01` to `12`. */
export const MONTHS: readonly string[] = DAYS.map((_, index) => two(index + 1))

/** `01` to `31`. */
export const MONTH_DAYS: readonly string[] = Array.from({ length: 31 }, (_, index) => two(index + 1))

/** Whether a season can begin on the day. */
export const isSeasonDay = (month: string, day: string): boolean => Number(day) <= (DAYS[Number(month) - 1] ?? 0)
