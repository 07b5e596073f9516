/** The reason why a function refused a call. */
export class FunctionError extends Error {
  override name = 'FunctionError'
  /** HTTP status. */
  readonly statusCode: number
  readonly code: string
  constructor(statusCode: number, code: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.code = code
  }
}

/** All refusals of this service; refusals of the storage service keep their own codes. */
export const functionErrors = {
  noSuchFunction: () => new FunctionError(404, 'NOT_FOUND', 'Requested function was not found'),
  wrongMethod: () => new FunctionError(405, 'method_not_allowed', 'Use POST'),
  invalidBody: (message: string) => new FunctionError(400, 'invalid_body', message),
  keyNeeded: () => new FunctionError(401, 'key_needed', 'Only functions of this site send mails'),
  /** The mail server refuses this mail permanently, e.g. because the recipient does not exist. */
  mailRefused: (reason: string) => new FunctionError(422, 'mail_refused', reason),
  mailFailed: (reason: string) => new FunctionError(503, 'mail_failed', reason),
  invalidAddress: () => new FunctionError(400, 'invalid_address', 'Invalid image URL'),
  addressTooLong: (max: number) =>
    new FunctionError(400, 'address_too_long', `An address has ${max} characters at most`),
  /** The address is in a private network, or its port is not one of a web server. */
  notPublic: () => new FunctionError(422, 'address_not_public', 'Only addresses on the public web are fetched'),
  unreachable: (reason: string) =>
    new FunctionError(422, 'address_unreachable', `The address gave no picture: ${reason}`),
  tooSlow: () => new FunctionError(422, 'address_too_slow', 'The picture took too long'),
}
