import { tokenOfMember } from '../../lib/member-token.ts'
import { supabase } from '../../lib/supabase.ts'
import { logCatch } from './catch-mutations.ts'
import { uploadCatchPhoto } from './photo-query.ts'
import type { SendingTools } from './waiting-send.ts'

const HEADER = 'Authorization'
const bearer = (token: string) => `Bearer ${token}`

/**
 * The service as the queue uses it. The token is named with each request: another member may sign in between the check
 * and the request, in another tab.
 */
export const waitingTools: SendingTools = {
  token: async (userId) => tokenOfMember(await supabase(), userId),
  log: async (token, requestId, fields) => {
    const { data } = await logCatch(await supabase(), requestId, fields)
      .setHeader(HEADER, bearer(token))
      .single()
      .throwOnError()
    return data
  },
  change: async (token, id, fields) => {
    const client = await supabase()
    await client.from('catches').update(fields).eq('id', id).setHeader(HEADER, bearer(token)).throwOnError()
  },
  remove: async (token, requestId) => {
    const client = await supabase()
    const { data: id } = await client
      .rpc('request_row', { request_id: requestId })
      .setHeader(HEADER, bearer(token))
      .throwOnError()
    if (id !== null) await client.from('catches').delete().eq('id', id).setHeader(HEADER, bearer(token)).throwOnError()
  },
  upload: (userId, photo) =>
    uploadCatchPhoto(userId, photo, {
      signal: new AbortController().signal,
      onProgress: () => {},
      onWait: () => {},
    }),
}
