import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { storedFile } from '../../../test-support/stored-file.ts'
import { game } from '../games/game-rows.ts'
import { expectAllowed } from '../support/denied.ts'

let engine: TestEngine
let admin: Persona
let member: Persona
beforeAll(async () => {
  engine = await startEngine()
  ;[admin, member] = await Promise.all([signUp(engine, { admin: true }), signUp(engine)])
})
afterAll(() => engine.close())

const headOf = async (path: string, reader = guest(engine)) => expectAllowed(await reader.rpc('page_head', { path }))

async function makeGame(fields: object) {
  const { data } = await admin
    .from('games')
    .insert({ ...game({ type: 'guess_weight' }), ...fields } as never)
    .select('id, title, metadata')
    .single()
    .throwOnError()
  return data
}

describe('the head of a game', () => {
  it('has only its title, kind and closing date while it is active', async () => {
    const { id } = await makeGame({
      status: 'active',
      title: 'Guess the mirror',
      metadata: { actual_weight: 28.61, unit: 'lbs' },
    })
    const [head] = await headOf(`/games/${id}`)
    expect(head).toEqual({
      status: 200,
      title: 'Guess the mirror',
      description: expect.stringMatching(/^Guess the weight\. Closes \d+ \w+ \d{4}, \d\d:\d\d UTC\.$/),
      picture: {
        path: `/games/${id}`,
        kind: 'guess_weight',
        label: 'Guess the weight',
        title: 'Guess the mirror',
        note: expect.stringMatching(/^Closes /),
      },
    })
    expect(JSON.stringify(head)).not.toContain('28.61')
    await admin.from('games').update({ status: 'completed' }).eq('id', id).throwOnError()
    expect((await headOf(`/games/${id}`))[0]).toMatchObject({
      description: 'Guess the weight, completed. See the result.',
      picture: { label: 'Guess the weight, completed', title: 'Guess the mirror', figure: '28.61 lbs' },
    })
  })

  it('says that it is closed from its end until it has a result', async () => {
    const hour = 3_600_000
    const { id } = await makeGame({
      status: 'active',
      title: 'Guess the linear',
      metadata: { actual_weight: 20, unit: 'kg' },
      start_date: new Date(Date.now() - 3 * hour).toISOString(),
      end_date: new Date(Date.now() - hour).toISOString(),
    })
    expect((await headOf(`/games/${id}`))[0]).toMatchObject({
      status: 200,
      description: expect.stringMatching(/^Guess the weight\. Closed \d+ \w+ \d{4}, \d\d:\d\d UTC\.$/),
      picture: { label: 'Guess the weight', note: expect.stringMatching(/^Closed /) },
    })
  })

  it('is the same for a draft, a cancelled and an unknown one', async () => {
    const unknown = await headOf(`/games/${randomUUID()}`)
    expect(unknown).toEqual([{ status: 404, title: null, description: null, picture: null }])
    const { id } = await makeGame({
      status: 'draft',
      title: 'Not yet told',
      metadata: { actual_weight: 20, unit: 'kg' },
    })
    expect(await headOf(`/games/${id}`)).toEqual(unknown)
    // Also for those who may see it: the page is the same for everyone, and caches keep it.
    expect(await headOf(`/games/${id}`, admin)).toEqual(unknown)
    await admin.from('games').update({ status: 'cancelled' }).eq('id', id).throwOnError()
    expect(await headOf(`/games/${id}`)).toEqual(unknown)
    for (const path of ['/games/no-game', `/games/${id}x`, `/games/x${id}`]) expect(await headOf(path)).toEqual(unknown)
  })
})

it('a completed game names its first winner, and none in place of one who is suspended or has left', async () => {
  const { id } = await makeGame({ status: 'active', type: 'carp_of_week', title: 'Best common', metadata: {} })
  const winners = [await signUp(engine), await signUp(engine)]
  for (const { user } of winners)
    await engine.owner.query('insert into public.game_entries (game_id, user_id, photo_url) values ($1, $2, $3)', [
      id,
      user.id,
      `${engine.url}/storage/v1/object/public/game-photos/${await storedFile(engine, 'game-photos', user.id)}`,
    ])
  for (const [at, { user }] of winners.entries())
    await engine.owner.query('update public.game_entries set winner_place = $3 where game_id = $1 and user_id = $2', [
      id,
      user.id,
      at + 1,
    ])
  await admin.from('games').update({ status: 'completed' }).eq('id', id).throwOnError()
  const named = async () => ((await headOf(`/games/${id}`)) as [{ picture: { winner?: object } }])[0].picture.winner
  const [first] = winners as [Persona, Persona]
  const [{ username } = {}] = await engine.owner.query('select username from profiles where id = $1', [first.user.id])
  const suspend = (is_suspended: boolean) =>
    admin.from('profiles').update({ is_suspended }).eq('id', first.user.id).throwOnError()
  expect(await named()).toEqual({ name: username, place: 1 })
  await suspend(true)
  expect(await named()).toBeUndefined()
  await suspend(false)
  expect(await named()).toEqual({ name: username, place: 1 })
  await engine.owner.query('delete from auth.users where id = $1', [first.user.id])
  expect(await named()).toBeUndefined()
})

it('is the same with a query that another site has added', async () => {
  const { id } = await makeGame({ status: 'active', title: 'Guess the tench', metadata: { actual_weight: 3 } })
  for (const path of [`/games/${id}`, '/newsfeed/x', '/leaderboard', '/', '/games/no-game'])
    expect(await headOf(`${path}?fbclid=1&ref=x`)).toEqual(await headOf(path))
})

describe('what is for members has one head', () => {
  it('for every post, member and badge, existing or not', async () => {
    const { data } = await member
      .from('newsfeed_posts')
      .insert({ content: 'For members only' })
      .select('id')
      .single()
      .throwOnError()
    const username = (await engine.owner.query('select username from profiles where id = $1', [member.user.id]))[0]
      ?.username
    for (const [path, other, title] of [
      [`/newsfeed/${data.id}`, `/newsfeed/${randomUUID()}`, 'A post on Bankside'],
      [`/members/${username}`, '/members/nobody', 'A member of Bankside'],
      [`/badges/${randomUUID()}`, '/badges/x', 'A badge on Bankside'],
    ] as const) {
      const [head] = await headOf(path)
      expect(head).toMatchObject({ status: 200, title, picture: null })
      expect(await headOf(other)).toEqual([head])
    }
  })
})

it('names the inviting member, as the register page does, and no one for an unknown link', async () => {
  const neutral = await headOf('/register')
  expect(neutral[0]?.title).toBe('Join Bankside')
  const name = expectAllowed(await guest(engine).rpc('referrer_username', { user_id: member.user.id }))
  const [invitation] = await headOf(`/register?ref=${member.user.id}`)
  expect(invitation).toMatchObject({
    title: `${name} invites you to Bankside`,
    picture: { path: `/register?ref=${member.user.id}`, text: `Join with ${name}'s link and play this week's games.` },
  })
  // One picture, however the link is written.
  expect(await headOf(`/register?ref=${member.user.id.toUpperCase()}`)).toEqual([invitation])
  expect(await headOf(`/register?utm_source=mail&ref=${member.user.id}&fbclid=1`)).toEqual([invitation])
  for (const path of [`/register?ref=${randomUUID()}`, '/register?ref=x', `/register?other=${member.user.id}`])
    expect(await headOf(path)).toEqual(neutral)
})

it('has the club’s own texts for the landing page, and none for pages without a preview', async () => {
  await engine.owner.query(
    `update landing_content set title = 'The club that plays', description = 'Come along' where section = 'hero'`,
  )
  expect(await headOf('/')).toEqual([
    {
      status: 200,
      title: 'Bankside: The club that plays',
      description: 'Come along',
      picture: { path: '/', kind: 'club', title: 'The club that plays', text: 'Come along' },
    },
  ])
  await engine.owner.query('update profiles set points = 0')
  expect((await headOf('/leaderboard'))[0]).toMatchObject({ title: 'Leaderboard', picture: { rows: [] } })
  for (const path of ['/dashboard', '/admin', '', '/games', '/newsfeed', "/'; drop table", 'x'.repeat(5000)])
    expect(await headOf(path)).toEqual([])
})
