/** One `postgres_changes` entry of a join. */
export interface Binding {
  event: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  schema: string
  /** `*` when absent. */
  table: string
  /** Empty for none. */
  filter: string
  select: readonly string[] | undefined
  /** As the client sent it, because the reply repeats it verbatim. */
  sent: Readonly<Record<string, unknown>>
}
