import { useMutation, useQueryClient } from '@tanstack/react-query'
import { requireValues } from '../../lib/has-values.ts'
import { supabase } from '../../lib/supabase.ts'
import { BLOCK_COLUMNS, type ConsoleBlock, readBlock } from './console-content-query.ts'
import { landingKeys } from './keys.ts'

export interface BlockChange {
  seen: ConsoleBlock
  title: string
  description: string
  imageUrl: string | null
}

/**
 * Saves a section over the version that was seen, and resolves to the stored one.
 * Fails with `StaleError` when another admin changed it first.
 */
export function useContentMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: saveBlock,
    onSuccess: (block) => {
      queries.setQueryData<ConsoleBlock[]>(landingKeys.console(), (blocks) =>
        blocks?.map((other) => (other.id === block.id ? block : other)),
      )
      return queries.invalidateQueries({ queryKey: landingKeys.content() })
    },
    onError: () => queries.invalidateQueries({ queryKey: landingKeys.console() }),
  })
}

async function saveBlock({ seen, title, description, imageUrl }: BlockChange): Promise<ConsoleBlock> {
  const client = await supabase()
  const wanted = { title, description, image_url: imageUrl }
  const { data } = await client
    .from('landing_content')
    .update({ ...wanted, updated_at: new Date().toISOString() })
    .eq('id', seen.id)
    .eq('updated_at', seen.updatedAt)
    .select(BLOCK_COLUMNS)
    .throwOnError()
  if (data[0]) return readBlock(data[0])
  const { data: now } = await client
    .from('landing_content')
    .select(BLOCK_COLUMNS)
    .eq('id', seen.id)
    .maybeSingle()
    .throwOnError()
  requireValues(now, wanted)
  return readBlock(now)
}
