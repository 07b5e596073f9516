import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import type { MemberArea } from '../../../supabase/tests/support/member-area.ts'
import { guest } from '../../../test-support/personas.ts'

/** Callers: a guest, the member who owns the rows, another one, a suspended one, an admin. */
type Who = 'guest' | 'member' | 'other' | 'suspended' | 'admin'

/**
 * How a call is refused: with 42501, by an empty answer (rows that the caller may not see do not appear), or by the
 * code of another error.
 */
type Refusal = 'denied' | 'nothing' | (string & {})

interface Answer {
  error: unknown
  data: unknown
  count?: number | null
}

/** One call, as the specification describes it. */
export interface SpecCall {
  call: string
  run: (client: SupabaseClient) => PromiseLike<Answer>
  /** Who is refused, and how. These callers go first. */
  not: Partial<Record<Who, Refusal>>
  /** Who is allowed. */
  by: Who
  /** The expected result; a function, because it may use rows that are created later. */
  gives: (answer: { data: unknown; count: number | null }) => void
}

/** One test per call: those without the right are refused, then the one with it gets the result. */
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

/** The data contains these rows or fields, among others. */
export const like =
  (expected: unknown): SpecCall['gives'] =>
  ({ data }) =>
    expect(data).toMatchObject(expected as object)

/** The data is a list of rows in the order of a field. */
export const ordered =
  (field: string, direction: 'up' | 'down'): SpecCall['gives'] =>
  ({ data }) => {
    const values = (data as Record<string, string>[]).map((row) => row[field] as string)
    expect(values.length).toBeGreaterThan(1)
    const sorted = values.toSorted((a, b) => (direction === 'up' ? 1 : -1) * (a < b ? -1 : a > b ? 1 : 0))
    expect(values).toEqual(sorted)
  }
