import { useMutation, useQueryClient } from '@tanstack/react-query'
import { StaleError } from '../../lib/stale-error.ts'
import { supabase } from '../../lib/supabase.ts'
import { prizesKeys } from './keys.ts'
import { PackageNotFoundError } from './refusal.ts'

export interface PackageEdit {
  id: string
  name: string
  description: string
  isActive: boolean
  /** `updatedAt` of the package as the admin saw it. */
  seen: string
}

/**
 * Changes a package as the admin saw it.
 * @throws {StaleError} when somebody else changed it meanwhile, {@link PackageNotFoundError} when it is gone.
 */
export function usePackageEditMutation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: editPackage,
    onSettled: () => queryClient.invalidateQueries({ queryKey: prizesKeys.all }),
  })
}

async function editPackage({ id, name, description, isActive, seen }: PackageEdit): Promise<void> {
  const client = await supabase()
  const { data } = await client
    .from('prize_packages')
    .update({ name, description, is_active: isActive })
    .eq('id', id)
    .eq('updated_at', seen)
    .select('id')
    .throwOnError()
  if (data.length > 0) return
  const { data: now } = await client
    .from('prize_packages')
    .select('name, description, is_active')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  if (!now) throw new PackageNotFoundError()
  // The answer to an earlier attempt may have been lost; then it is as wanted already.
  if (now.name !== name || now.description !== description || now.is_active !== isActive) throw new StaleError()
}
