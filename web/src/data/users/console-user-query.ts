import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { usersKeys } from './keys.ts'
import { USER_COLUMNS, type UserRow } from './user-row.ts'

/** One account with its balance as it is now; null when there is none of that id. */
export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: usersKeys.one(userId),
    queryFn: async ({ signal }): Promise<UserRow | null> => {
      const client = await supabase()
      const { data } = await client
        .from('user_profiles_with_email')
        .select(USER_COLUMNS)
        .eq('id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
        .overrideTypes<UserRow, { merge: false }>()
      return data
    },
  })
