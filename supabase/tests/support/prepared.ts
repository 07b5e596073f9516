import type { ClientBase, QueryResultRow } from 'pg'

/** One name for each text: a connection knows its statements by their names. */
const names = new Map<string, string>()

/**
 * The rows of a statement that a test runs again and again. Each connection plans it once, because planning a read under
 * policies takes longer than the read.
 */
export async function prepared<R extends QueryResultRow>(
  client: Pick<ClientBase, 'query'>,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  const name = names.get(text) ?? `again_${names.size}`
  names.set(text, name)
  return (await client.query<R>({ name, text, values })).rows
}
