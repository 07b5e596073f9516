import { useEffect, useRef } from 'react'
import type { AppForm } from '../../lib/form/plan.ts'

/**
 * Completes a form whose answer was lost as soon as its text is on the page. The form resends the same request, which
 * the database recognises, so nothing is written twice.
 * @param text the form's text, as the database would store it.
 * @param rowId the member's newest row on the page with this text.
 */
export function useLostAnswer(
  { failure, submit }: Pick<AppForm, 'failure' | 'submit'>,
  text: string,
  rowId: string | undefined,
): void {
  const known = useRef({ text: '', rowId })
  const lost = failure?.outcome === 'unknown'
  useEffect(() => {
    const { current } = known
    // A row that existed when the text was typed is a different one.
    if (current.text !== text) known.current = { text, rowId }
    else if (lost && rowId !== undefined && rowId !== current.rowId) {
      // Once per row: this answer may be lost too.
      known.current = { text, rowId }
      void submit()
    }
  }, [lost, text, rowId, submit])
}
