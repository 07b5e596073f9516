import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import type { MemberArea } from '../../../supabase/tests/support/member-area.ts'
import { guest } from '../../../test-support/personas.ts'

/** Who calls: a visitor, the member whose own things are at stake, another one, a suspended one, an admin. */
type Who = 'guest' | 'member' | 'other' | 'suspended' | 'admin'

/**
 * How a call is refused: with 42501, by an empty answer (rows that may not be seen are not there), or with another
 * error, by its code.
 */
type Refusal = 'denied' | 'nothing' | (string & {})

interface Answer {
  error: unknown
  data: unknown
  count?: number | null
}

/** One call as the specification words it. */
export interface SpecCall {
  call: string
  run: (client: SupabaseClient) => PromiseLike<Answer>
  /** Who is refused, and how. They try first. */
  not: Partial<Record<Who, Refusal>>
  /** Who may. */
  by: Who
  /** What that one gets; may look at rows that were made after the table was written. */
  gives: (answer: { data: unknown; count: number | null }) => void
}

/** One test a call: the wrong ones are refused, then the right one gets the result. */
export function testSpecCalls(area: () => MemberArea, calls: readonly SpecCall[]): void {
  const clientOf = (who: Who) => (who === 'guest' ? guest(area().engine) : area()[who])
  it.each(calls.map((call) => [call.call, call] as const))('%s', async (_name, { run, not, by, gives }) => {
    for (const [who, refusal] of Object.entries(not) as [Who, Refusal][]) {
      const { error, data } = await run(clientOf(who))
      const said = `${who}: ${JSON.stringify({ error, data })}`
      if (refusal === 'nothing') {
        expect(error, said).toBeNull()
        expect(data ?? [], said).toEqual([])
      } else expect((error as { code?: string } | null)?.code, said).toBe(refusal === 'denied' ? '42501' : refusal)
    }
    const { error, data, count } = await run(clientOf(by))
    expect(error, `${by} is refused: ${JSON.stringify(error)}`).toBeNull()
    gives({ data, count: count ?? null })
  })
}

/** The data holds these rows or fields, among others. */
export const like =
  (expected: unknown): SpecCall['gives'] =>
  ({ data }) =>
    expect(data).toMatchObject(expected as object)

/** The data is rows in the order of a field. */
export const ordered =
  (field: string, direction: 'up' | 'down'): SpecCall['gives'] =>
  ({ data }) => {
    const values = (data as Record<string, string>[]).map((row) => row[field] as string)
    expect(values.length).toBeGreaterThan(1)
    const sorted = values.toSorted((a, b) => (direction === 'up' ? 1 : -1) * (a < b ? -1 : a > b ? 1 : 0))
    expect(values).toEqual(sorted)
  }
