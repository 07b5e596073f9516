import { afterAll, beforeAll, describe } from 'vitest'
import { game } from '../../../supabase/tests/games/game-rows.ts'
import { type MemberArea, openMemberArea } from '../../../supabase/tests/support/member-area.ts'
import { like, testSpecCalls } from './spec-calls.ts'

let area: MemberArea
let swims = ''
let carp = ''
let entry = ''
let photo = ''
beforeAll(async () => {
  area = await openMemberArea()
  const add = async (fields: object) => {
    const row = game(fields)
    const { data } = await area.admin.from('games').insert(row).select('id').single().throwOnError()
    return data.id as string
  }
  swims = await add({ title: 'Withy Lake', status: 'active' })
  carp = await add({ title: 'Carp of the week', type: 'carp_of_week', status: 'active' })
  const { data } = await area.member
    .from('game_entries')
    .insert({
      game_id: carp,
      user_id: area.member.user.id,
      entry_data: {},
      photo_url: await area.file(area.member, 'game-photos'),
    })
    .select('id')
    .single()
    .throwOnError()
  entry = data.id
  photo = await area.file(area.other, 'game-photos')
})
afterAll(() => area.engine.close())

describe('games', () => {
  testSpecCalls(
    () => area,
    [
      {
        call: 'insert',
        run: (client) =>
          client
            .from('games')
            .insert(game({ title: 'Brook Farm', type: 'guess_weight', metadata: { actual_weight: 31.5, unit: 'lbs' } }))
            .select('title, status')
            .single(),
        not: { guest: 'denied', member: 'denied' },
        by: 'admin',
        gives: like({ title: 'Brook Farm', status: 'draft' }),
      },
      {
        call: 'a draft is read by admins only',
        run: (client) => client.from('games').select('title').eq('title', 'Brook Farm'),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: like([{ title: 'Brook Farm' }]),
      },
      {
        call: 'read with prize_package and entries; member view: active and completed, by start_date descending',
        run: (client) =>
          client
            .from('games')
            .select('id, title, metadata, prize_package:prize_packages(name), entries:game_entries(id, user_id)')
            .in('status', ['active', 'completed'])
            .eq('id', carp)
            .order('start_date', { ascending: false }),
        not: { guest: 'denied' },
        by: 'other',
        gives: (answer) =>
          like([{ id: carp, prize_package: null, entries: [{ user_id: area.member.user.id }] }])(answer),
      },
      {
        call: 'the answer of a running game is the admin’s',
        run: (client) => client.rpc('game_answer', { game_id: swims }),
        not: { guest: 'denied', member: 'denied' },
        by: 'admin',
        gives: like({ winning_square: 47 }),
      },
    ],
  )
})

describe('game_entries', () => {
  testSpecCalls(
    () => area,
    [
      {
        call: 'insert game_id, user_id, entry_data',
        run: (client) =>
          client
            .from('game_entries')
            .insert({ game_id: swims, user_id: area.member.user.id, entry_data: { square: 47 } })
            .select('entry_data')
            .single(),
        not: { guest: 'denied', other: 'denied' },
        by: 'member',
        gives: like({ entry_data: { square: 47 } }),
      },
      {
        call: 'insert game_id, user_id, photo_url',
        run: (client) =>
          client
            .from('game_entries')
            .insert({
              game_id: carp,
              user_id: area.other.user.id,
              entry_data: {},
              photo_url: photo,
            })
            .select('photo_url')
            .single(),
        not: { guest: 'denied', suspended: 'denied' },
        by: 'other',
        gives: (answer) => like({ photo_url: new URL(photo).pathname })(answer),
      },
      {
        call: 'update winner_place',
        run: (client) => client.from('game_entries').update({ winner_place: 1 }).eq('id', entry).select('winner_place'),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: like([{ winner_place: 1 }]),
      },
    ],
  )
})

describe('games, to the end', () => {
  testSpecCalls(
    () => area,
    [
      {
        call: 'update status: completed',
        run: (client) => client.from('games').update({ status: 'completed' }).eq('id', swims).select('status'),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: like([{ status: 'completed' }]),
      },
      {
        call: 'read the winners and the answer of a completed game',
        run: (client) =>
          client
            .from('games')
            .select('metadata, entries:game_entries(user_id, is_winner, winner_place)')
            .eq('id', swims),
        not: { guest: 'denied' },
        by: 'other',
        gives: (answer) =>
          like([
            {
              metadata: { winning_square: 47 },
              entries: [{ user_id: area.member.user.id, is_winner: true, winner_place: 1 }],
            },
          ])(answer),
      },
      {
        call: 'update status: cancelled',
        run: (client) => client.from('games').update({ status: 'cancelled' }).eq('id', carp).select('status'),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: like([{ status: 'cancelled' }]),
      },
      {
        call: 'delete',
        run: (client) => client.from('games').delete().eq('id', carp).select('id'),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: (answer) => like([{ id: carp }])(answer),
      },
    ],
  )
})
