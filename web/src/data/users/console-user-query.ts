import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { usersKeys } from './keys.ts'
import { accounts, asUserRow, members, type UserRow } from './user-row.ts'

/**
 * One account with its current balance; null when the ID is unknown.
 * @param isModerator without the address, which only admins read.
 */
export const userQuery = (userId: string, isModerator = false) =>
  queryOptions({
    queryKey: usersKeys.one(userId, isModerator),
    queryFn: async ({ signal }): Promise<UserRow | null> => {
      const client = await supabase()
      if (isModerator) {
        const { data } = await members(client).eq('id', userId).abortSignal(signal).maybeSingle().throwOnError()
        return data && asUserRow(data)
      }
      const { data } = await accounts(client).eq('id', userId).abortSignal(signal).maybeSingle().throwOnError()
      return data
    },
  })
