import { codeOf } from '../kernel/errors.ts'
import { type AuthError, authErrors } from './errors.ts'

// A constraint, a value that does not fit, a raised refusal, a missing right, a limit: the same call fails again.
const RULE = /^(2[23]|P0|PT4|42501)/

/**
 * Runs a work that writes an account. A trigger of the application may refuse it; what the trigger says may name other
 * people's data, so it becomes the `cause`, for the log, and never reaches the answer.
 * @param failure what the caller is told instead, as 422 when a rule refused and 500 when the database failed.
 * @throws {AuthError} `user_already_exists` when the address is taken, else `failure`; errors that are not the
 *   database's refusal (a lost connection, an `AuthError`) pass unchanged.
 */
export async function refusedByDatabase<T>(
  failure: (status: 422 | 500) => AuthError,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!/^[0-9A-Z]{5}$/.test(codeOf(error) ?? '')) throw error
    const { code, schema, table } = error as { code: string; schema?: string; table?: string }
    // A trigger's own tables can fail with 23505 too: only the index on the address means that it is taken.
    const taken = code === '23505' && schema === 'auth' && table === 'users'
    const refusal = taken ? authErrors.userAlreadyExists() : failure(RULE.test(code) ? 422 : 500)
    refusal.cause = error
    throw refusal
  }
}
