import { it } from 'vitest'

/** How often each race is run; `RACE_REPEATS=100` for the long run. */
export const RACE_REPEATS = Number(process.env.RACE_REPEATS ?? 3)

/** One race, repeated in one test, because a race shows its faults only sometimes. */
export function race(name: string, round: (round: number) => Promise<void>): void {
  it(
    name,
    async () => {
      for (let n = 0; n < RACE_REPEATS; n++) await round(n)
    },
    30_000 + RACE_REPEATS * 3000,
  )
}
