import { bannerText, type FailedAction, lostReason } from '../failure-text.ts'
import { NotAuthenticated } from '../not-authenticated.ts'
import { StaleError } from '../stale-error.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

/** Why a form was not sent, or what is not known about the result. */
export interface FormFailure {
  outcome: Outcome
  text: string
  /** Shown after the text when there is more that the reader can act on. */
  reason?: string | undefined
}

/** The texts of a form's failures. */
export interface FailureTexts {
  /** The failed action, as named in the catalogue of texts. */
  action: FailedAction | ((error: unknown) => FailedAction)
  /** The whole text, in place of the catalogue's. */
  text?: (error: unknown) => string
  /** The service's reason for the refusal, as text; undefined when it gave none. */
  reason?: (error: unknown) => string | undefined
  /** Shown when the answer was lost, in place of `lostReason`: another try is safe. */
  unanswered?: string
}

/** @param online whether the browser had a network when the request was made. */
export function failureOf(error: unknown, plan: FailureTexts, online: boolean): FormFailure {
  // A stale version has its own notice.
  if (error instanceof StaleError) return { outcome: 'stale', text: '' }
  const action = typeof plan.action === 'function' ? plan.action(error) : plan.action
  const text = plan.text?.(error) ?? bannerText(action, error)
  if (error instanceof NotAuthenticated) return { outcome: 'refused', text }
  const reason = plan.reason?.(error)
  const outcome = reason === undefined ? outcomeOf(error, online) : 'refused'
  if (outcome === 'unknown')
    return { outcome, text, reason: plan.unanswered ?? (plan.text ? undefined : lostReason(error)) }
  if (outcome === 'unsent') return { outcome, text, reason: plan.unanswered }
  return { outcome, text, reason }
}
