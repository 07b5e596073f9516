import { REST_LIMITS } from './api-request/limits.ts'

/** A reply of the REST service other than success, in PostgREST's shape. */
export class RestError extends Error {
  override name = 'RestError'
  status: number
  code: string
  details: unknown
  hint: string | null
  headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: unknown; hint?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = more.details ?? null
    this.hint = more.hint ?? null
    this.headers = more.headers ?? {}
  }
}

/**
 * All errors that the service finds itself, with PostgREST's codes and messages. Hints that would name tables,
 * columns or functions are left out on purpose (hint null): a guest must not learn names by guessing.
 */
export const restErrors = {
  parse: (what: string, text: string, column: number, details: string) =>
    new RestError(400, 'PGRST100', `"failed to parse ${what} (${text})" (line 1, column ${column})`, { details }),
  limit: (message: string) => new RestError(400, 'PGRST100', message),
  tooLarge: (message: string) => new RestError(413, 'PGRST102', message),
  /** The code is PostgreSQL's for a limit of the program. */
  answerTooLarge: () =>
    new RestError(413, '54000', `The answer is larger than ${REST_LIMITS.answerBytes / 1024 / 1024} MiB`, {
      hint: 'Ask for fewer rows or columns.',
    }),
  rpcMethod: (method: string) => new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`),
  body: (message: string) => new RestError(400, 'PGRST102', message),
  contentType: (type: string) => new RestError(400, 'PGRST102', `Content-Type not acceptable: ${type}`),
  range: (details: string, total?: number) =>
    new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
      details,
      ...(total === undefined ? {} : { headers: { 'content-range': `*/${total}` } }),
    }),
  putFilters: () =>
    new RestError(405, 'PGRST105', "Filters must include all and only primary key columns with 'eq' operators"),
  schema: (name: string, exposed: readonly string[]) =>
    new RestError(406, 'PGRST106', `Invalid schema: ${name}`, {
      hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
    }),
  mediaType: (accept: string) => new RestError(406, 'PGRST107', `None of these media types are available: ${accept}`),
  notEmbedded: (name: string) =>
    new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    }),
  putRange: () => new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT'),
  putKey: () => new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)'),
  singular: (rows: number) =>
    new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${rows} rows`,
    }),
  method: (method: string) => new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`),
  relatedOrder: (from: string, to: string) =>
    new RestError(400, 'PGRST118', `A related order on '${to}' is not possible`, {
      details: `'${from}' and '${to}' do not form a many-to-one or one-to-one relationship`,
    }),
  embedFilter: (name: string) =>
    new RestError(400, 'PGRST120', `Bad operator on the '${name}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    }),
  preferences: (unknown: readonly string[]) =>
    new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${unknown.join(', ')}`,
    }),
  aggregates: () => new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed'),
  spreadAggregates: () =>
    new RestError(400, 'PGRST127', 'Feature not implemented', {
      details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    }),
  maxAffectedOnScalar: () =>
    new RestError(
      400,
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    ),
  raise: (details: string, hint: string) =>
    new RestError(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', { details, hint }),
  path: () => new RestError(404, 'PGRST125', 'Invalid path specified in request URL'),
  noRelationship: (from: string, to: string, schema: string, hint: string | undefined) =>
    new RestError(400, 'PGRST200', `Could not find a relationship between '${from}' and '${to}' in the schema cache`, {
      details:
        `Searched for a foreign key relationship between '${from}' and '${to}' ` +
        `${hint === undefined ? '' : `using the hint '${hint}' `}in the schema '${schema}', but no matches were found.`,
    }),
  ambiguousRelationship: (from: string, to: string, details: object[], names: readonly string[]) =>
    new RestError(
      300,
      'PGRST201',
      `Could not embed because more than one relationship was found for '${from}' and '${to}'`,
      {
        details,
        hint:
          `Try changing '${to}' to one of the following: ${names.map((name) => `'${name}'`).join(', ')}. ` +
          "Find the desired relationship in the 'details' key.",
      },
    ),
  /** @param body the types that an unnamed parameter for the whole body may have; undefined for GET and forms. */
  noFunction: (schema: string, name: string, args: readonly string[], body: string | undefined) => {
    const unnamed = body === undefined ? '' : `with a single unnamed ${body} parameter`
    const bare = body !== undefined && body !== 'json/jsonb'
    const parameters = args.length
      ? `with parameter${args.length > 1 ? 's' : ''} ${args.join(', ')}`
      : 'without parameters'
    const list = args.length ? `(${args.join(', ')})` : ' without parameters'
    const searched = bare ? unnamed : [parameters, ...(unnamed === '' ? [] : [unnamed])].join(' or ')
    return new RestError(
      404,
      'PGRST202',
      `Could not find the function ${schema}.${name}${bare ? '' : list} in the schema cache`,
      {
        details: `Searched for the function ${schema}.${name} ${searched}, but no matches were found in the schema cache.`,
      },
    )
  },
  ambiguousFunction: (candidates: readonly string[]) =>
    new RestError(300, 'PGRST203', `Could not choose the best candidate function between: ${candidates.join(', ')}`, {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    }),
  noColumn: (column: string, relation: string) =>
    new RestError(400, 'PGRST204', `Could not find the '${column}' column of '${relation}' in the schema cache`),
  noRelation: (schema: string, name: string) =>
    new RestError(404, 'PGRST205', `Could not find the table '${schema}.${name}' in the schema cache`),
  /** PostgreSQL's own message: clients must not notice that the name was refused before it reached the database. */
  undefinedColumn: (relation: string, column: string) =>
    new RestError(400, '42703', `column ${relation}.${column} does not exist`),
  undefinedType: (name: string) => new RestError(400, '42704', `type "${name}" does not exist`),
  /** The code is PostgreSQL's for a statement that is too complex. */
  searchTooDeep: () => new RestError(400, '54001', 'The search has too many operators'),
  safeUpdate: (command: 'UPDATE' | 'DELETE') => new RestError(400, '21000', `${command} requires a WHERE clause`),
  unreachable: () => new RestError(503, 'PGRST000', 'Could not connect with the database.'),
  connectionLost: () => new RestError(503, 'PGRST001', 'Database connection lost. Retrying the connection.'),
  callerBusy: () =>
    new RestError(429, 'over_request_rate_limit', 'Too many requests: wait a moment', {
      headers: { 'retry-after': '10' },
    }),
  poolTimeout: () => new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.'),
}
