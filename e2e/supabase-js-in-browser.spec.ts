import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type * as SupabaseJs from '@supabase/supabase-js'
import { expect, test } from './support/test.ts'

// The package as published on npm, in the form that a page loads with a script element.
const PACKAGE = fileURLToPath(new URL('../node_modules/@supabase/supabase-js/dist/umd/supabase.js', import.meta.url))

declare global {
  interface Window {
    supabase: typeof SupabaseJs
  }
}

// The site's own policy allows no foreign script, as it should; this test is about the client in a real browser.
test.use({ bypassCSP: true, expectedErrors: /status of 40[03]/ })

test('the unmodified package signs up, reads, writes, uploads and follows changes from a page', async ({
  page,
  instance,
}) => {
  const { url } = instance
  const unique = randomUUID().slice(0, 8)
  await page.goto('/')
  await page.addScriptTag({ path: PACKAGE })
  const seen = await page.evaluate(
    async ({ url, unique }) => {
      const { publishableKey } = (await (await fetch('/config.json')).json()) as { publishableKey: string }
      // Its own key in the browser's storage, so that the app on the page keeps its own session.
      const client = window.supabase.createClient(url, publishableKey, { auth: { storageKey: 'as-a-stranger' } })
      const events: string[] = []
      client.auth.onAuthStateChange((event) => void events.push(event))

      const email = `${unique}@bankside.test`
      const password = 'quiet-water'
      const username = `browser_${unique}`
      const signUp = await client.auth.signUp({ email, password, options: { data: { username } } })
      const id = signUp.data.user?.id ?? ''
      const profile = await client.from('profiles').select('username').eq('id', id).single()
      const post = await client
        .from('newsfeed_posts')
        .insert({ content: `Written by ${username}` })
        .select('content, author:profiles!newsfeed_posts_user_id_fkey(username)')
        .single()
      const count = await client.from('newsfeed_posts').select('*', { count: 'exact', head: true }).eq('user_id', id)
      const rpc = await client.rpc('get_user_referral_stats', { user_id: id }).single()
      const foreign = await client.from('points_log').insert({ user_id: id, points_change: 100, reason: 'mine' })

      const canvas = document.createElement('canvas')
      canvas.width = 60
      canvas.height = 40
      const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
      const path = `${id}/1700000000000.png`
      const bucket = client.storage.from('avatars')
      const upload = await bucket.upload(path, photo as Blob, { cacheControl: '3600', upsert: false })
      const { publicUrl } = bucket.getPublicUrl(path).data
      const picture = await createImageBitmap(await (await fetch(publicUrl)).blob())
      const download = await bucket.download(path)
      const elsewhere = await client.storage.from('avatars').upload(`${crypto.randomUUID()}/1.png`, photo as Blob)
      const removed = await bucket.remove([path])

      // Realtime: what this account and a guest receive about one change, each over its own socket.
      const visitor = window.supabase.createClient(url, publishableKey, { auth: { storageKey: 'as-a-guest' } })
      const follow = async (who: typeof client) => {
        const changes: SupabaseJs.RealtimePostgresChangesPayload<Record<string, unknown>>[] = []
        const [statuses, system]: [string[], string[]] = [[], []]
        const waiting = new Set<() => void>()
        const table = { event: '*', schema: 'public', table: 'newsfeed_posts' } as const
        const channel = who.channel('posts').on('postgres_changes', table, (change) => {
          changes.push(change)
          for (const check of waiting) check()
        })
        await new Promise<void>((resolve) => {
          channel.on('system', {}, ({ status }: { status: string }) => {
            system.push(status)
            resolve()
          })
          channel.subscribe((status) => void statuses.push(status))
        })
        const until = (holds: () => boolean) =>
          new Promise<void>((resolve) => {
            const check = () => void (holds() && resolve())
            waiting.add(check)
            check()
          })
        return { channel, changes, statuses, system, until }
      }
      const [own, guests] = [await follow(client), await follow(visitor)]
      const caught = `Live from the bank, ${unique}`
      await client.from('newsfeed_posts').update({ content: caught }).eq('user_id', id).throwOnError()
      const isMine = ({ new: row }: { new: Record<string, unknown> }) => row.content === caught
      await own.until(() => own.changes.some(isMine))
      const received = own.changes.find(isMine)
      const live = {
        statuses: [[...own.statuses], [...guests.statuses]],
        received: received && [received.eventType, 'user_id' in received.new && received.new.user_id === id],
        guest: [guests.system[0], guests.changes.length],
        left: [await client.removeChannel(own.channel), await visitor.removeChannel(guests.channel)],
      }

      const refreshed = await client.auth.refreshSession()
      const out = await client.auth.signOut()
      const wrong = await client.auth.signInWithPassword({ email, password: 'not-the-password' })
      const again = await client.auth.signInWithPassword({ email, password })
      return {
        errors: [signUp, profile, post, count, rpc, upload, download, removed, refreshed, out, again].map(
          ({ error }) => error?.message ?? null,
        ),
        username: profile.data?.username,
        post: post.data,
        count: count.count,
        stats: rpc.data,
        refused: [
          foreign.error?.code,
          wrong.error?.code,
          (elsewhere.error as { statusCode?: string } | null)?.statusCode,
        ],
        picture: [picture.width, picture.height, download.data?.type],
        removed: removed.data?.length,
        live,
        events: [...new Set(events)],
      }
    },
    { url, unique },
  )
  expect(seen).toEqual({
    errors: Array(11).fill(null),
    username: `browser_${unique}`,
    post: { content: `Written by browser_${unique}`, author: { username: `browser_${unique}` } },
    count: 1,
    stats: { total_referrals: 0, completed_referrals: 0, pending_referrals: 0 },
    refused: ['42501', 'invalid_credentials', '403'],
    picture: [60, 40, 'image/png'],
    removed: 1,
    live: {
      statuses: [['SUBSCRIBED'], ['SUBSCRIBED']],
      received: ['UPDATE', true],
      guest: ['error', 0],
      left: ['ok', 'ok'],
    },
    events: expect.arrayContaining(['SIGNED_IN', 'TOKEN_REFRESHED', 'SIGNED_OUT']),
  })
})
