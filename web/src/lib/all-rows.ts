// Hosted services silently cut answers at this many rows.
const BATCH = 1000

/** The end of a range past the last row is no failure: the last batch was full. */
const PAST_THE_END = 'PGRST103'

interface Answer<Row> {
  data: Row[] | null
  error: { code: string } | null
}

/**
 * All rows of a query, batch by batch, in its order, which must be one of unique rows.
 * @param load a range of them, from 0, both ends included.
 */
export async function allRows<Row>(load: (first: number, last: number) => PromiseLike<Answer<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const { data, error } = await load(rows.length, rows.length + BATCH - 1)
    if (error?.code === PAST_THE_END) return rows
    if (error) throw error
    rows.push(...(data ?? []))
    if ((data?.length ?? 0) < BATCH) return rows
  }
}
