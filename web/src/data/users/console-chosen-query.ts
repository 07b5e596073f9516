import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { usersKeys } from './keys.ts'
import { accounts, type UserRow } from './user-row.ts'

/** Some accounts by username, as they are now. One that was deleted is absent. At most 100: their IDs are in the address. */
export const chosenUsersQuery = (userIds: readonly string[]) =>
  queryOptions({
    queryKey: usersKeys.chosen(userIds),
    queryFn: async ({ signal }): Promise<UserRow[]> => {
      const client = await supabase()
      const { data } = await accounts(client)
        .in('id', [...userIds])
        .order('username')
        .order('id')
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
