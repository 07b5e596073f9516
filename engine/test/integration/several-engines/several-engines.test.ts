import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { guest, signIn, signUp } from '../../../../test-support/personas.ts'
import { follow } from '../../conformance/realtime-follow.ts'
import { pictureBytes } from '../../conformance/storage-fixture.ts'
import { type OneOfSeveral, type SeveralEngines, startSeveral } from './engines.ts'

// Whole processes, which compete with everything else that runs.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

let several: SeveralEngines
let [first, second, third] = [] as unknown as [OneOfSeveral, OneOfSeveral, OneOfSeveral]
beforeAll(async () => {
  several = await startSeveral(3)
  ;[first, second, third] = several.engines as [OneOfSeveral, OneOfSeveral, OneOfSeveral]
})
afterAll(() => several.close())

const posts = { event: 'INSERT', schema: 'public', table: 'newsfeed_posts' } as const

/** The engine's answers to a copied token at its services. */
async function statuses({ url, publishableKey }: OneOfSeveral, token: string): Promise<number[]> {
  const headers = { apikey: publishableKey, authorization: `Bearer ${token}` }
  const status = async (path: string) => (await fetch(url + path, { headers })).status
  return [await status('/rest/v1/profiles?select=id&limit=1'), await status('/auth/v1/user')]
}

it('lets a member sign in at one, post at the second and see it live at the third', async () => {
  const member = await signUp(first)
  const writer = await signIn(second, member.user)
  const reader = await signIn(third, member.user)
  const seen = await follow(reader, [posts])
  const { data } = await writer
    .from('newsfeed_posts')
    .insert({ user_id: member.user.id, content: 'A fine morning' })
    .select('id')
    .single()
    .throwOnError()
  const changes = await seen.until((all) => all.some((change) => change.new.id === data.id))
  expect(changes.at(-1)?.new.content).toBe('A fine morning')
  // A change acknowledged by one engine is visible at the others at once, because the state is in the database.
  const read = await member.from('newsfeed_posts').select('content').eq('id', data.id).single().throwOnError()
  expect(read.data.content).toBe('A fine morning')
  await reader.removeAllChannels()
})

it('serves a photo and its renditions from every engine', async () => {
  const member = await signUp(first)
  const path = `${member.user.id}/morning.png`
  const { error } = await member.storage.from('avatars').upload(path, await pictureBytes('png', 640, 480))
  expect(error).toBeNull()
  for (const engine of several.engines) {
    const photo = await fetch(`${engine.url}/storage/v1/object/public/avatars/${path}`)
    expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/png'])
    const small = await fetch(`${engine.url}/storage/v1/render/image/public/avatars/${path}?width=64`)
    expect(small.status).toBe(200)
    await Promise.all([photo.arrayBuffer(), small.arrayBuffer()])
  }
  const remover = await signIn(second, member.user)
  expect((await remover.storage.from('avatars').remove([path])).error).toBeNull()
  for (const engine of several.engines)
    expect((await fetch(`${engine.url}/storage/v1/object/public/avatars/${path}`)).status).toBe(400)
})

describe('a session that ends at one engine ends at all', () => {
  it.each<[string, (engine: OneOfSeveral, member: Awaited<ReturnType<typeof signUp>>) => Promise<unknown>]>([
    ['its member signs out', async (_engine, member) => await member.auth.signOut({ scope: 'global' })],
    [
      'its member sets a new password elsewhere',
      async (engine, member) => {
        const elsewhere = await signIn(engine, member.user)
        const { error } = await elsewhere.auth.updateUser({
          password: 'another long password',
          current_password: member.user.password,
        })
        if (error) throw error
      },
    ],
    [
      'an admin deletes its member',
      async (engine, member) => {
        const admin = await signUp(engine, { admin: true })
        await admin.rpc('delete_user', { user_id: member.user.id }).throwOnError()
      },
    ],
  ])('when %s', async (_how, ends) => {
    const member = await signUp(first)
    const token = (await member.auth.getSession()).data.session?.access_token ?? ''
    for (const engine of several.engines) expect(await statuses(engine, token)).toEqual([200, 200])
    const reader = await signIn(third, member.user)
    await ends(second, member)
    for (const engine of several.engines)
      await expect.poll(() => statuses(engine, token), { timeout: 2_000, interval: 20 }).toEqual([401, 403])
    await reader.removeAllChannels()
  })
})

it('loses no acknowledged write when one is killed under load, and the others continue', async () => {
  const victim = await several.start()
  const member = await signUp(first)
  const acknowledged: string[] = []
  const writers = await Promise.all(
    [victim, victim, second, third].map(async (engine) => ({ engine, client: await signIn(engine, member.user) })),
  )
  const survivors = { written: 0 }
  let killed = false
  const work = writers.map(async ({ engine, client }, n) => {
    for (let i = 0; i < 400; i += 1) {
      const content = `word ${n}-${i}`
      const { error } = await client.from('newsfeed_posts').insert({ user_id: member.user.id, content })
      if (error) {
        // Only clients of the killed engine may be refused, and only from then on.
        expect([killed, engine === victim, error.message]).toEqual([true, true, error.message])
        return
      }
      acknowledged.push(content)
      if (killed && engine !== victim) survivors.written += 1
      if (acknowledged.length === 200) {
        killed = true
        void victim.process.end('SIGKILL')
      }
      if (survivors.written > 100) return
    }
  })
  await Promise.all(work)
  expect(killed).toBe(true)
  expect(survivors.written).toBeGreaterThan(100)
  const rows = await first.owner.query('select content from public.newsfeed_posts where user_id = $1', [member.user.id])
  const kept = new Set(rows.map(({ content }) => content))
  expect(acknowledged.filter((content) => !kept.has(content))).toEqual([])
  // One more starts with the files and rows that the killed one left behind.
  const successor = await several.start()
  expect((await guest(successor).from('site_settings').select('*').limit(1)).error).toBeNull()
})
