import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { endPush } from '../../lib/end-push.ts'
import { expectSignOut } from '../../lib/leaving.ts'
import { holdRequests, supabase } from '../../lib/supabase.ts'
import { KEPT_PHOTOS } from '../../lib/worker-messages.ts'

const SIGN_OUT = ['sign-out']

/** Ends this browser's session. Fails with an AuthError when the service cannot be reached; the session then stays. */
export function useSignOutMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: SIGN_OUT,
    mutationFn: async () => {
      const client = await supabase()
      expectSignOut(true)
      // Requests still running for this member would be refused once the session has ended.
      await queries.cancelQueries()
      // The push service tells the sender with the next message that this browser has left.
      const ending = endPush().then(() => client.auth.signOut({ scope: 'local' }))
      // So would requests that start before then: a page that is just opening sends them as a guest.
      holdRequests(ending)
      const { error } = await ending
      if (error) {
        expectSignOut(false)
        throw error
      }
      try {
        indexedDB.deleteDatabase(KEPT_PHOTOS)
      } catch {
        // Without storage nothing was stored.
      }
    },
  })
}

/** Whether the session is being ended; until that has finished, its owner is unknown. */
export function useSigningOut(): boolean {
  return useIsMutating({ mutationKey: SIGN_OUT }) > 0
}
