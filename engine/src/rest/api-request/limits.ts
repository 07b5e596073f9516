/** Limits of one REST request; above them the reply is a clear 400 or 413, before any SQL. */
export const REST_LIMITS = {
  bodyBytes: 1024 * 1024,
  /** The same without a session and without the secret key: everybody has the published key, and guests write little. */
  guestBodyBytes: 64 * 1024,
  jsonDepth: 32,
  keysPerObject: 200,
  rowsPerWrite: 1000,
  embedDepth: 10,
  embeds: 12,
  selectItems: 400,
  /** How often one select list may name the same column: each name is another copy of its value in the answer. */
  selectRepeats: 5,
  /**
   * Bytes of one answer's body, whatever its format. Two reasons for a bound far below what PostgreSQL and Node.js can
   * hold: an answer is in memory several times before it is sent, and the driver cannot read one of more than 512 MiB.
   */
  answerBytes: 16 * 1024 * 1024,
  filters: 60,
  /** Terms of all order lists together. */
  orderTerms: 60,
  /** Subqueries of one statement that look at embeds: for filters on them, inner joins and orders by their columns. */
  subqueries: 100,
  logicDepth: 10,
  inItems: 1000,
  offset: 100_000,
  queryParams: 200,
  jsonPathSteps: 16,
  identifierBytes: 63,
} as const
