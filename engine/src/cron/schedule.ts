import { Cron } from 'croner'

/** When a job is due. */
export interface Schedule {
  /** The first time after this one, in UTC; undefined if there is none. */
  next(after: Date): Date | undefined
}

const NAMED: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}

/**
 * Reads a schedule of pg_cron: five fields, `$` for the last day of the month, a name such as `@daily`, or a number of
 * seconds. `engine.is_cron_schedule` checks in SQL what is valid.
 * @throws {TypeError} for anything else.
 */
export function parseSchedule(text: string): Schedule {
  const plain = text.trim().toLowerCase()
  const [, seconds] = /^([1-9]|[1-5]\d) seconds?$/.exec(plain) ?? []
  if (seconds !== undefined) return { next: (after) => new Date(after.getTime() + Number(seconds) * 1_000) }
  const fields = (NAMED[plain] ?? plain).split(/[ \t]+/)
  const [, , day = '', , weekday = ''] = fields
  const pattern = fields.map((field, i) => (i === 2 && field === '$' ? 'L' : field)).join(' ')
  const cron = new Cron(pattern, {
    // UTC; a named time zone takes several times as long.
    utcOffset: 0,
    mode: '5-part',
    paused: true,
    // As in Vixie's cron: if neither field begins with `*`, one of the two is enough.
    domAndDow: day.startsWith('*') || weekday.startsWith('*'),
  })
  return { next: (after) => cron.nextRun(after) ?? undefined }
}
