import { codeOf } from '../kernel/errors.ts'
import { DatabaseUnreachableError } from './errors.ts'

/** Errors of statements that another server prepared: a pooler changes servers between transactions. */
const OTHERS_STATEMENTS = ['42P05', '26000']

/**
 * Whether a statement was refused because the connection leads to the wrong server: one that takes no writes (a
 * standby, or one that was a primary a moment ago), or another one than prepared the statement. Nothing took effect, so
 * the request may be repeated, but the connection is of no further use.
 * @param readOnly whether the request itself was read-only, so that the refused write was its own fault.
 */
export function isUnfitConnection(error: unknown, readOnly: boolean): boolean {
  const code = codeOf(error) ?? ''
  // The reporting routine of the server decides, because a function of the application may raise any code.
  const { routine = '' } = error as { routine?: string }
  if (OTHERS_STATEMENTS.includes(code)) return routine !== 'exec_stmt_raise'
  return code === '25006' && !readOnly && routine.startsWith('PreventCommand')
}

/** The error as callers of the port know it: the required server is not available at present. */
export function unfitConnection(error: unknown): DatabaseUnreachableError {
  const { message } = error as Error
  return new DatabaseUnreachableError(message, { cause: error })
}
