import type { HttpReply } from '../http/types.ts'

/** A refusal of the Auth service: an HTTP status, a GoTrue error code and a text that may be shown to the caller. */
export class AuthError extends Error {
  override name = 'AuthError'
  readonly status: number
  readonly code: string
  /** Further keys of the body, e.g. `weak_password`. */
  readonly extra: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: string,
    message: string,
    extra: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.extra = extra
    this.headers = headers
  }
}

export type WeakPasswordReason = 'length' | 'characters'

const weakPassword = (message: string, reasons: WeakPasswordReason[]) =>
  new AuthError(422, 'weak_password', message, { weak_password: { reasons } })

/**
 * 422 if a rule of the application refused, 500 if the database failed. GoTrue answers both with 500 and
 * `unexpected_failure`; supabase-js takes any 5xx for a broken connection and shows the member only `{}`.
 */
const databaseFailure =
  (message: string) =>
  (status: 422 | 500 = 500) =>
    new AuthError(status, status === 422 ? 'validation_failed' : 'unexpected_failure', message)

/** Every failure that this service can answer; texts and codes are GoTrue's, because clients compare them. */
export const authErrors = {
  badJson: () => new AuthError(400, 'bad_json', 'Could not parse request body as JSON'),
  unsupportedMediaType: () => new AuthError(415, 'bad_json', 'Content-Type must be application/json'),
  payloadTooLarge: () => new AuthError(413, 'request_too_large', 'Request body is too large'),
  requestTimeout: () => new AuthError(408, 'request_timeout', 'The request body arrived too slowly'),
  validationFailed: (message: string) => new AuthError(400, 'validation_failed', message),
  invalidParameter: (name: string) => new AuthError(400, 'validation_failed', `Invalid value of ${name}`),
  notFound: () => new AuthError(404, 'not_found', 'The requested path does not exist'),
  methodNotAllowed: (allow: string[]) =>
    new AuthError(405, 'method_not_allowed', 'Method not allowed', {}, { Allow: allow.join(', ') }),

  invalidEmail: () => new AuthError(400, 'validation_failed', 'Unable to validate email address: invalid format'),
  passwordMissing: () => new AuthError(400, 'validation_failed', 'Signup requires a valid password'),
  passwordTooLong: () => new AuthError(400, 'validation_failed', 'Password cannot be longer than 72 characters'),
  passwordTooShort: (min: number) => weakPassword(`Password should be at least ${min} characters.`, ['length']),
  passwordLacks: (sets: readonly string[]) =>
    weakPassword(`Password should contain at least one character of each: ${sets.join(', ')}.`, ['characters']),
  passwordCharacters: () => weakPassword('Password must not contain a NUL character.', ['characters']),
  samePassword: () => new AuthError(422, 'same_password', 'New password should be different from the old password.'),
  currentPasswordRequired: () =>
    new AuthError(400, 'current_password_required', 'Current password required when setting new password.'),
  reauthenticationNeeded: () =>
    new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication'),
  reauthenticationNotValid: () => new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'),
  currentPasswordInvalid: () => new AuthError(400, 'current_password_invalid', 'Current password is incorrect.'),

  userAlreadyExists: () => new AuthError(422, 'user_already_exists', 'User already registered'),
  emailExists: () => new AuthError(422, 'email_exists', 'A user with this email address has already been registered'),
  signUpsClosed: () => new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance'),
  anonymousDisabled: () => new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
  /** @param status 422 for the password of a telephone number, and 400 otherwise, as GoTrue has it. */
  phoneDisabled: (status: 400 | 422 = 400) =>
    new AuthError(status, 'phone_provider_disabled', 'Phone logins are disabled'),
  phoneSignUpsDisabled: () => new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled'),
  phoneUnsupported: () => new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider'),
  providerUnsupported: () => new AuthError(400, 'validation_failed', 'Unsupported provider: provider is not enabled'),
  providerDisabled: () => new AuthError(400, 'provider_disabled', 'Provider is not enabled'),
  web3Disabled: () => new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
  samlDisabled: () => new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  manualLinkingDisabled: () => new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled'),
  emailChangeDisabled: () => new AuthError(422, 'feature_disabled', 'Changing the email address is not available'),
  metadataTooLarge: (bytes: number) =>
    new AuthError(400, 'validation_failed', `User metadata must not exceed ${bytes} bytes`),
  savingAnonymousUser: databaseFailure('Database error creating anonymous user'),
  anonymousPassword: () =>
    new AuthError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    ),
  savingUser: databaseFailure('Database error saving new user'),
  updatingUser: databaseFailure('Database error updating user'),
  deletingUser: databaseFailure('Database error deleting user'),
  confirmingUser: databaseFailure('Error confirming user'),

  unsupportedGrantType: () => new AuthError(400, 'validation_failed', 'unsupported_grant_type'),
  invalidCredentials: () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials'),
  emailNotConfirmed: () => new AuthError(400, 'email_not_confirmed', 'Email not confirmed'),
  userBanned: (status: 400 | 403 = 400) => new AuthError(status, 'user_banned', 'User is banned'),
  refreshTokenMissing: () => new AuthError(400, 'validation_failed', 'refresh_token required'),
  refreshTokenNotFound: () =>
    new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  refreshTokenAlreadyUsed: () =>
    new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  sessionExpired: () => new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired'),
  authCodeMissing: () =>
    new AuthError(400, 'validation_failed', 'invalid request: both auth code and code verifier should be non-empty'),
  flowStateNotFound: () => new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'),
  flowStateExpired: () => new AuthError(403, 'flow_state_expired', 'invalid flow state, flow state has expired'),
  badCodeVerifier: () =>
    new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier'),

  noAuthorization: () => new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
  badJwt: (reason: string) => new AuthError(403, 'bad_jwt', `invalid JWT: ${reason}`),
  sessionNotFound: () => new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
  userFromTokenNotFound: () => new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist'),
  userWithEmailNotFound: () => new AuthError(404, 'user_not_found', 'User with this email not found'),
  userNotFound: () => new AuthError(404, 'user_not_found', 'User not found'),
  notAdmin: () => new AuthError(403, 'not_admin', 'User not allowed'),

  factorNotFound: () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found'),
  invalidFactorId: () => new AuthError(404, 'validation_failed', 'factor_id must be an UUID'),
  factorNameTaken: (name: string) =>
    new AuthError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
    ),
  tooManyFactors: () =>
    new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    ),
  challengeNotFound: () =>
    new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'),
  challengeElsewhere: () =>
    new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.'),
  challengeExpired: (id: string) =>
    new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    ),
  wrongFactorCode: () => new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered'),
  signInNeeded: () => new AuthError(400, 'reauthentication_needed', 'Sign in again to add a second step'),
  secondStepNeeded: (status: 401 | 403 | 422, message: string) => new AuthError(status, 'insufficient_aal', message),
  // Not 400: supabase-js keeps the session, and finds the tokens that another tab has just received.
  refreshTokenReplaced: () =>
    new AuthError(503, 'conflict', 'This session has just received another refresh token', {}, { 'Retry-After': '2' }),

  foreignForm: () => new AuthError(403, 'cross_site_request', 'This form was sent by another site'),
  // GoTrue has no code for it: there the new address may always be the first to confirm.
  oldAddressFirst: () =>
    new AuthError(
      403,
      'old_address_first',
      'Confirm the change with the link sent to your old address first, or open this link in the browser that asked for the change',
    ),
  addressJustChanged: () => new AuthError(409, 'conflict', 'The address of this account has just changed: try again'),
  otpExpired: () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired'),
  codeExpired: () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid'),
  overRequestRate: (seconds?: number) =>
    new AuthError(
      429,
      'over_request_rate_limit',
      'Request rate limit reached',
      {},
      seconds === undefined ? {} : { 'Retry-After': String(seconds) },
    ),
  // Not 429: supabase-js would end the session of the token.
  overRefreshRate: (seconds: number) =>
    new AuthError(503, 'over_request_rate_limit', 'Request rate limit reached', {}, { 'Retry-After': String(seconds) }),
  overEmailSendRate: (seconds: number) =>
    new AuthError(
      429,
      'over_email_send_rate_limit',
      `For security purposes, you can only request this once every ${seconds} seconds`,
      {},
      { 'Retry-After': String(seconds) },
    ),
  tooManyMails: () => new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded'),
  sendingInvitation: (cause: unknown) =>
    Object.assign(new AuthError(500, 'unexpected_failure', 'Error sending invite email'), { cause }),
  overload: () => new AuthError(503, 'overload', 'The service is busy, try again shortly', {}, { 'Retry-After': '2' }),
  unexpected: () => new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs'),
}

const API_VERSION = '2024-01-01'

/**
 * Renders a failure in the shape that the caller expects: `{code: <error code>, message}` if the request names API
 * version 2024-01-01 or later, otherwise the older `{code: <status>, error_code, msg}`.
 * @param requestedVersion value of the request's `X-Supabase-Api-Version`, a date.
 */
export function renderAuthError(error: AuthError, requestedVersion: string | undefined): HttpReply {
  const current = requestedVersion !== undefined && requestedVersion >= API_VERSION
  const body = current
    ? { code: error.code, message: error.message, ...error.extra }
    : { code: error.status, error_code: error.code, msg: error.message, ...error.extra }
  return {
    status: error.status,
    headers: {
      ...error.headers,
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'x-sb-error-code': error.code,
      ...(current ? { 'X-Supabase-Api-Version': API_VERSION } : {}),
    },
    body: JSON.stringify(body),
  }
}
