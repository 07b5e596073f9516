import { useMutation, useQueryClient } from '@tanstack/react-query'
import { StaleError } from '../../lib/stale-error.ts'
import { supabase } from '../../lib/supabase.ts'
import { BLOCK_COLUMNS, type BlockRow, type ConsoleBlock, readBlock } from './console-content-query.ts'
import { landingKeys } from './keys.ts'

export interface BlockChange {
  seen: ConsoleBlock
  title: string
  description: string
  imageUrl: string | null
}

/**
 * Saves a section over the version that was seen, and resolves to it as it is now.
 * Fails with {@link StaleError} when another admin was faster.
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
  const { data } = await client
    .from('landing_content')
    .update({ title, description, image_url: imageUrl, updated_at: new Date().toISOString() })
    .eq('id', seen.id)
    .eq('updated_at', seen.updatedAt)
    .select(BLOCK_COLUMNS)
    .throwOnError()
    .overrideTypes<BlockRow[], { merge: false }>()
  const row = data[0]
  if (!row) throw new StaleError()
  return readBlock(row)
}
