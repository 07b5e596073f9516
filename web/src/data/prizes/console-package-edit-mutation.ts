import { useMutation, useQueryClient } from '@tanstack/react-query'
import { requireValues } from '../../lib/has-values.ts'
import { supabase } from '../../lib/supabase.ts'
import { prizesKeys } from './keys.ts'
import { PackageNotFoundError } from './refusal.ts'

export interface PackageEdit {
  id: string
  name: string
  description: string
  isActive: boolean
  /** In points; null if it is no reward. */
  price: number | null
  /** Per member and season; null for no limit. */
  limit: number | null
  /** `updatedAt` of the package as the admin saw it. */
  seen: string
}

/**
 * Changes a package from the version that the admin saw.
 * @throws {StaleError} when it was changed in the meantime, {@link PackageNotFoundError} when it was deleted.
 */
export function usePackageEditMutation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: editPackage,
    onSettled: () => queryClient.invalidateQueries({ queryKey: prizesKeys.all }),
  })
}

async function editPackage({ id, name, description, isActive, price, limit, seen }: PackageEdit): Promise<void> {
  const client = await supabase()
  const wanted = { name, description, is_active: isActive, points_price: price, limit_per_member: limit }
  const { data } = await client
    .from('prize_packages')
    .update(wanted)
    .eq('id', id)
    .eq('updated_at', seen)
    .select('id')
    .throwOnError()
  if (data.length > 0) return
  const { data: now } = await client
    .from('prize_packages')
    .select('name, description, is_active, points_price, limit_per_member')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  if (!now) throw new PackageNotFoundError()
  requireValues(now, wanted)
}
