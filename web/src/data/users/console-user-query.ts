import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { usersKeys } from './keys.ts'
import { accounts, type UserRow } from './user-row.ts'

/** One account with its current balance; null when the ID is unknown. */
export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: usersKeys.one(userId),
    queryFn: async ({ signal }): Promise<UserRow | null> => {
      const client = await supabase()
      const { data } = await accounts(client).eq('id', userId).abortSignal(signal).maybeSingle().throwOnError()
      return data
    },
  })
