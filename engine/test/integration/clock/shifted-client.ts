// A browser whose clock is wrong by CLOCK_SHIFT_MS: signs in, writes, lets the session refresh itself, reads, signs out.
// Run by clock.test.ts in a separate process; prints its results as one JSON line.
import { createClient } from '@supabase/supabase-js'
import WebSocket from 'ws'

const { ENGINE_URL = '', ENGINE_KEY = '', EMAIL = '', PASSWORD = '', CLOCK_SHIFT_MS = '0' } = process.env
const trueNow = Date.now
Date.now = () => trueNow() + Number(CLOCK_SHIFT_MS)

const client = createClient(ENGINE_URL, ENGINE_KEY, {
  auth: { persistSession: false, autoRefreshToken: true, detectSessionInUrl: false },
  realtime: { transport: WebSocket as never },
})
const signedIn = await client.auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
const written = await client
  .from('newsfeed_posts')
  .insert({ content: `shifted by ${CLOCK_SHIFT_MS}` })
  .select('created_at')
const refreshed = await client.auth.refreshSession()
const read = await client.from('newsfeed_posts').select('id').limit(1)
const out = await client.auth.signOut()
console.log(
  JSON.stringify({
    errors: [signedIn, written, refreshed, read, out].map(({ error }) => error?.message ?? null),
    createdAt: written.data?.[0]?.created_at,
  }),
)
process.exit()
