import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import type { ConsoleEntriesPage, ConsoleEntry } from './console-entries-query.ts'
import { consoleGamesKeys } from './console-keys.ts'
import { gamesKeys } from './keys.ts'

export interface PlaceChoice {
  entryId: string
  /** 1 to 3; null removes the place. */
  place: number | null
}

/** Gives an entry of a carp of the week a place and removes it from other entries. The cache is updated at once. */
export function usePlaceMutation(gameId: string) {
  const queryClient = useQueryClient()
  const key = consoleGamesKeys.entries(gameId)
  return useMutation({
    mutationFn: choose,
    // One request after another, so that the last click wins.
    scope: { id: `place-${gameId}` },
    onMutate: async (choice) => {
      await queryClient.cancelQueries({ queryKey: key })
      const before = queryClient.getQueryData<InfiniteData<ConsoleEntriesPage>>(key)
      queryClient.setQueryData<InfiniteData<ConsoleEntriesPage>>(key, (data) => data && withChoice(data, choice))
      return before
    },
    // The list may fail to load as well: a place that is shown as set would be removed by the next press.
    onError: (_error, _choice, before) => queryClient.setQueryData(key, before),
    onSettled: () => queryClient.invalidateQueries({ queryKey: gamesKeys.all }),
  })
}

async function choose({ entryId, place }: PlaceChoice): Promise<void> {
  const client = await supabase()
  // The game's trigger clears the place of other entries in the same statement.
  await client
    .from('game_entries')
    .update({ winner_place: place })
    .eq('id', entryId)
    .select('id')
    .single()
    .throwOnError()
}

function withChoice(data: InfiniteData<ConsoleEntriesPage>, choice: PlaceChoice): InfiniteData<ConsoleEntriesPage> {
  return {
    ...data,
    pages: data.pages.map((page) => ({ ...page, entries: page.entries.map((entry) => placed(entry, choice)) })),
  }
}

function placed(entry: ConsoleEntry, { entryId, place }: PlaceChoice): ConsoleEntry {
  if (entry.id === entryId) return { ...entry, place }
  return place !== null && entry.place === place ? { ...entry, place: null } : entry
}
