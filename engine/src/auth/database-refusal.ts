import { codeOf, isDomainCode } from '../kernel/errors.ts'
import { type AuthError, authErrors } from './errors.ts'

/** Another transaction held a lock for longer than a statement may wait, which says nothing about the account. */
const LOCK_NOT_HAD = '55P03'
// A constraint, a value that does not fit, a raised refusal, a missing right, a limit: the same call fails again.
const RULE = /^(2[23]|P0|PT4|42501)/

// Codes of the application's own, in PostgreSQL's classes for bad values and for conflicts: their messages are written
// for people and contain no names.
const TOLD = /^2[23]U/

/**
 * Runs work that writes an account. A trigger of the application may refuse it. The trigger's message may contain other
 * people's data, so it becomes the `cause`, for the log, and is never part of the answer.
 * @param failure the answer instead: 422 if a rule refused, 500 if the database failed.
 * @param taken the answer if the address is taken: as in GoTrue, a sign-up and a change of address have codes of their
 *   own.
 * @throws {AuthError} `taken`, by default `user_already_exists`, otherwise `failure`; errors that are not the
 *   database's refusal (a lost connection, an `AuthError`) pass unchanged.
 */
export async function refusedByDatabase<T>(
  failure: (status: 422 | 500) => AuthError,
  work: () => Promise<T>,
  taken: () => AuthError = authErrors.userAlreadyExists,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!/^[0-9A-Z]{5}$/.test(codeOf(error) ?? '') || codeOf(error) === LOCK_NOT_HAD) throw error
    const { code, schema, table } = error as { code: string; schema?: string; table?: string }
    // A trigger's own tables can fail with 23505 too: only the index on the address means that it is taken.
    const isTaken = code === '23505' && schema === 'auth' && table === 'users'
    const refusal = isTaken ? taken() : failure(RULE.test(code) || isDomainCode(code) ? 422 : 500)
    if (TOLD.test(code)) refusal.message = (error as Error).message
    refusal.cause = error
    throw refusal
  }
}
