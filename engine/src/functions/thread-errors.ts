import { FunctionError } from './errors.ts'

/** Why a function gave no answer, in the codes of hosted Supabase. The error that it threw is only in the log. */
export const threadErrors = {
  bootFailed: () => new FunctionError(503, 'BOOT_ERROR', 'Function failed to start (please check logs)'),
  failed: () => new FunctionError(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)'),
  tookTooMuch: () =>
    new FunctionError(
      546,
      'WORKER_LIMIT',
      'Function failed due to not having enough compute resources (please check logs)',
    ),
  timedOut: () => new FunctionError(504, 'IDLE_TIMEOUT', 'The function did not answer in time'),
  /** The caller has disconnected, so this answer is not sent. */
  aborted: () => new FunctionError(499, 'ABORTED', 'The caller is gone'),
  stopped: () => new FunctionError(503, 'WORKER_STOPPED', 'The function was stopped'),
  busy: () => new FunctionError(429, 'TOO_MANY_CALLS', 'Too many calls of this function are running'),
  tooManyBodies: () =>
    new FunctionError(429, 'TOO_MANY_BODIES', 'Too many bodies are arriving, or wait in memory for their function'),
  noCredentials: () => new FunctionError(401, 'UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header'),
  invalidToken: () => new FunctionError(401, 'UNAUTHORIZED_INVALID_JWT_FORMAT', 'Invalid JWT'),
  bodyRefused: (status: number, message: string) => new FunctionError(status, 'BODY_REFUSED', message),
}
