import { tokenOfMember } from '../../lib/member-token.ts'
import { LineLost } from '../../lib/photo/upload-line.ts'
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
    const { data: changed } = await client
      .from('catches')
      .update(fields)
      .eq('id', id)
      .select('id')
      .setHeader(HEADER, bearer(token))
      .throwOnError()
    if (changed.length === 0) throw notAllowed(id)
  },
  remove: async (token, requestId) => {
    const client = await supabase()
    const { data: id } = await client
      .rpc('request_row', { request_id: requestId })
      .setHeader(HEADER, bearer(token))
      .throwOnError()
    if (id === null) return
    const rows = () => client.from('catches')
    const { data: gone } = await rows()
      .delete()
      .eq('id', id)
      .select('id')
      .setHeader(HEADER, bearer(token))
      .throwOnError()
    if (gone.length > 0) return
    const { data: still } = await rows().select('id').eq('id', id).setHeader(HEADER, bearer(token)).throwOnError()
    if (still.length > 0) throw notAllowed(id)
  },
  upload: (userId, photo) =>
    uploadCatchPhoto(userId, photo, {
      signal: new AbortController().signal,
      onProgress: () => {},
      // The other catches do not wait with it. What was begun is not removed: the next attempt goes on with it.
      onWait: (waiting) => {
        if (waiting) throw new LineLost()
      },
    }),
}

// The database leaves out rows that may not be changed, without an error.
const notAllowed = (id: string) => Object.assign(new Error(`catch ${id} was not changed`), { code: '42501' })
