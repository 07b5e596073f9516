/** Limits of one REST request; above them the reply is a clear 400 or 413, before any SQL. */
export const REST_LIMITS = {
  bodyBytes: 1024 * 1024,
  jsonDepth: 32,
  keysPerObject: 200,
  rowsPerWrite: 1000,
  /** Rows of one result, and of one embedded result: `max_rows` of hosted projects. */
  maxRows: 1000,
  embedDepth: 4,
  embeds: 12,
  selectItems: 400,
  filters: 60,
  logicDepth: 5,
  inItems: 1000,
  offset: 100_000,
  queryParams: 200,
  jsonPathSteps: 16,
  identifierBytes: 63,
} as const
