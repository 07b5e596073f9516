import { type QueryKey, queryOptions } from '@tanstack/react-query'

/**
 * Which of the rows that were selected before a reload, or before another page, still exist.
 * @param queryKey below the key of the list, so that it is asked again when a row of the list changes.
 * @param find answers with the rows that exist.
 */
export const rowsThere = (
  queryKey: QueryKey,
  ids: readonly string[],
  find: (ids: readonly string[], signal: AbortSignal) => PromiseLike<{ data: readonly { id: string | null }[] }>,
) =>
  queryOptions({
    queryKey: [...queryKey, 'there', ...ids],
    queryFn: async ({ signal }): Promise<string[]> =>
      (await find(ids, signal)).data.flatMap(({ id }) => (id === null ? [] : [id])),
    enabled: ids.length > 0,
  })

export type RowsThere = ReturnType<typeof rowsThere>
