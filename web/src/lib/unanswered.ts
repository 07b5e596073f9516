import { useRef } from 'react'
import { outcomeOf } from './form/outcome.ts'

/** The attempts of one mutation that got no answer and may still have been carried out. */
export interface Unanswered {
  /**
   * Call this with every failure. Before the query client repeats a request, only the mutation's function can do so.
   */
  note: (attempt: string, error: unknown) => void
  has: (attempt: string) => boolean
}

/** For a mutation without a request ID: a second attempt then checks what the first one may have done. */
export function useUnanswered(): Unanswered {
  const attempts = useRef(new Set<string>())
  return {
    note: (attempt, error) => {
      if (outcomeOf(error, true) === 'unknown') attempts.current.add(attempt)
    },
    has: (attempt) => attempts.current.has(attempt),
  }
}
