import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { gamesKeys } from './keys.ts'

/** Takes the photo out of an entry; one that has none any more counts as done. */
export function useEntryPhotoRemoval() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (entry_id: string) => {
      const client = await supabase()
      await client.rpc('remove_entry_photo', { entry_id }).throwOnError()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: gamesKeys.all }),
  })
}
