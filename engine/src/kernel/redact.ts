const SECRET_NAME =
  /^(authorization|proxy-authorization|apikey|api_key|cookie|set-cookie|password|.*_password|.*secret.*|.*token.*|secretkey)$/i
const SECRET_IN_URL = /([?&#](?:apikey|token|access_token|refresh_token|code|token_hash)=)[^&#\s"']+/gi
// A mailed link carries its token in the path.
const TOKEN_IN_PATH = /(\/auth\/v1\/verify\/)[^/?#\s"']+/gi
// Without the scheme: every letter of a long text could begin one, and each would be tried.
const CREDENTIALS_IN_URL = /(:\/\/[^\s:/@]*:)[^\s@/]+@/g
/** Characters of a path in the access log. */
const LOGGED_PATH = 500
const MAX_DEPTH = 6

/** The text with the values of key and token parameters and the passwords in addresses replaced. */
export function redactUrls(text: string): string {
  return text.replace(SECRET_IN_URL, '$1[redacted]').replace(CREDENTIALS_IN_URL, '$1[redacted]@')
}

/** The path of a request for the access log: without the token of a mailed link, and cut. */
export function redactPath(path: string): string {
  const logged = path.length > LOGGED_PATH ? `${path.slice(0, LOGGED_PATH)}…` : path
  return redactUrls(logged).replace(TOKEN_IN_PATH, '$1[redacted]')
}

/** A copy of log fields without secrets: by field name at any depth, and in every text. Errors become plain objects. */
export function redactFields(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactUrls(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return '[deep]'
  if (value instanceof Error) return describeError(value, depth)
  if (Array.isArray(value)) return value.map((item) => redactFields(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      SECRET_NAME.test(name) && field !== undefined && field !== null ? '[redacted]' : redactFields(field, depth + 1),
    ]),
  )
}

// `detail`, `where` and `parameters` of a database error can quote other members' rows.
function describeError(error: Error, depth: number): object {
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: redactUrls(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    stack: redactUrls(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: redactFields(error.cause, depth + 1) }),
  }
}
