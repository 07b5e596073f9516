import { useRef } from 'react'
import { outcomeOf } from './form/outcome.ts'

/** The attempts of one mutation that got no answer: they may have been carried out all the same. */
export interface Unanswered {
  /** Call it with every failure. Before a repetition by the query client only the mutation's function can. */
  note: (attempt: string, error: unknown) => void
  has: (attempt: string) => boolean
}

/** Where no request ID tells the second attempt from the first: it then looks for what the first may have done. */
export function useUnanswered(): Unanswered {
  const attempts = useRef(new Set<string>())
  return {
    note: (attempt, error) => {
      if (outcomeOf(error, true) === 'unknown') attempts.current.add(attempt)
    },
    has: (attempt) => attempts.current.has(attempt),
  }
}
