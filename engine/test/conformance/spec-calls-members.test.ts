import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type MemberArea, openMemberArea } from '../../../supabase/tests/support/member-area.ts'
import { like, ordered, testSpecCalls } from './spec-calls.ts'

let area: MemberArea
const badge = randomUUID()
const spare = randomUUID()
beforeAll(async () => {
  area = await openMemberArea()
  await area.row(`insert into public.badges (id, name, description) values ($1, 'Night owl', 'Ten nights')`, [badge])
  await area.row(`insert into public.badges (id, name, description) values ($1, 'Early bird', 'Up at dawn')`, [spare])
  await area.row('insert into public.user_badges (user_id, badge_id) values ($1, $2)', [area.member.user.id, badge])
  await area.givePoints(area.member, 120)
})
afterAll(() => area.engine.close())

const id = () => area.member.user.id

describe('profiles', () => {
  testSpecCalls(
    () => area,
    [
      {
        call: 'read with nested user_badges and badge',
        run: (client) =>
          client
            .from('profiles')
            .select(
              'id, username, bio, avatar_url, fishing_photos, weight_value, weight_unit, fishing_area, user_badges!user_badges_user_id_fkey(awarded_at, badge:badges(name))',
            )
            .eq('id', id())
            .order('awarded_at', { referencedTable: 'user_badges' })
            .maybeSingle(),
        not: { guest: 'denied' },
        by: 'other',
        gives: (answer) =>
          like({ username: area.member.user.username, bio: '', user_badges: [{ badge: { name: 'Night owl' } }] })(
            answer,
          ),
      },
      {
        call: 'read is_admin, is_suspended and points by id',
        run: (client) => client.from('profiles').select('is_admin, is_suspended, points').eq('id', id()).maybeSingle(),
        not: { guest: 'denied' },
        by: 'member',
        gives: like({ is_admin: false, is_suspended: false, points: 120 }),
      },
      {
        call: 'read id, username, points ordered by username',
        run: (client) => client.from('profiles').select('id, username, points').order('username'),
        not: { guest: 'denied' },
        by: 'admin',
        gives: ({ data }) => expect((data as unknown[]).length).toBe(4),
      },
      {
        call: 'read by id for the referrer’s username',
        run: (client) => client.from('profiles').select('username').eq('id', id()).single(),
        not: { guest: 'denied' },
        by: 'other',
        gives: (answer) => like({ username: area.member.user.username })(answer),
      },
      {
        call: 'leaderboard: top 100 by points with badge count',
        run: (client) =>
          client
            .from('profiles')
            .select('username, avatar_url, points, user_badges!user_badges_user_id_fkey(count)')
            .order('points', { ascending: false })
            .limit(100),
        not: { guest: 'denied' },
        by: 'member',
        gives: ({ data }) => expect((data as unknown[])[0]).toMatchObject({ points: 120, user_badges: [{ count: 1 }] }),
      },
      {
        call: 'the leaderboard’s view, which guests read too',
        run: (client) => client.from('leaderboard').select('*').order('rank').order('username'),
        not: {},
        by: 'guest',
        gives: ({ data }) => {
          const [first] = data as Record<string, unknown>[]
          expect(first).toEqual({
            rank: 1,
            username: area.member.user.username,
            avatar_url: '',
            badge_count: 1,
            points: 120,
          })
        },
      },
      {
        // The account's trigger has inserted it already: the member's insert of the same row succeeds without effect.
        call: 'insert at register',
        run: (client) =>
          client.from('profiles').insert({
            id: id(),
            username: area.member.user.username,
            bio: '',
            avatar_url: '',
            fishing_photos: [],
            is_admin: false,
          }),
        not: { guest: 'denied', other: 'denied' },
        by: 'member',
        gives: ({ data }) => expect(data).toBeNull(),
      },
      {
        call: 'upsert full profile fields plus updated_at',
        run: (client) =>
          client
            .from('profiles')
            .upsert({
              id: id(),
              username: area.member.user.username,
              bio: 'Carp, mostly at night',
              avatar_url: '',
              fishing_photos: [],
              weight_value: 38.4,
              weight_unit: 'lbs',
              fishing_area: 'Withy Lake',
              updated_at: new Date().toISOString(),
            })
            .select('bio, weight_value, weight_unit'),
        not: { guest: 'denied', other: 'denied' },
        by: 'member',
        gives: like([{ bio: 'Carp, mostly at night', weight_value: 38.4, weight_unit: 'lbs' }]),
      },
      {
        call: 'update username, is_suspended and updated_at of a member',
        run: (client) =>
          client
            .from('profiles')
            .update({ username: 'renamed', is_suspended: true, updated_at: new Date().toISOString() })
            .eq('id', area.suspended.user.id)
            .select('username, is_suspended'),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: like([{ username: 'renamed', is_suspended: true }]),
      },
      {
        call: 'update is_admin of a member',
        run: (client) =>
          client.from('profiles').update({ is_admin: true }).eq('id', area.other.user.id).select('is_admin'),
        not: { guest: 'denied', member: 'nothing', other: 'denied' },
        by: 'admin',
        gives: like([{ is_admin: true }]),
      },
      {
        call: 'update is_admin back',
        run: (client) =>
          client.from('profiles').update({ is_admin: false }).eq('id', area.other.user.id).select('is_admin'),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: like([{ is_admin: false }]),
      },
    ],
  )
})

describe('views of members', () => {
  testSpecCalls(
    () => area,
    [
      {
        call: 'user_profiles_with_email: read excluding self',
        run: (client) =>
          client.from('user_profiles_with_email').select('*').neq('id', area.admin.user.id).eq('id', id()),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: (answer) => like([{ auth_email: area.member.user.email, username: area.member.user.username }])(answer),
      },
      {
        call: 'member_search: read excluding self',
        run: (client) => client.from('member_search').select('*').neq('id', area.other.user.id).eq('id', id()),
        not: { guest: 'denied' },
        by: 'other',
        gives: like([{ points: 120, badge_count: 1, post_count: 1 }]),
      },
    ],
  )
})

describe('badges', () => {
  testSpecCalls(
    () => area,
    [
      {
        call: 'read ordered by name',
        run: (client) => client.from('badges').select('*').order('name'),
        not: { guest: 'denied' },
        by: 'member',
        gives: ordered('name', 'up'),
      },
      {
        call: 'insert a custom badge',
        run: (client) =>
          client
            .from('badges')
            .insert({
              name: 'Zander hunter',
              description: 'Not a carp',
              icon: '🐟',
              color: '#22AA55',
              is_custom: true,
              created_by: area.admin.user.id,
            })
            .select('name, is_custom')
            .single(),
        not: { guest: 'denied', member: 'denied' },
        by: 'admin',
        gives: like({ name: 'Zander hunter', is_custom: true }),
      },
      {
        call: 'user_badges: insert user_id, badge_id, awarded_by',
        run: (client) =>
          client
            .from('user_badges')
            .insert({ user_id: id(), badge_id: spare, awarded_by: area.admin.user.id })
            .select('badge_id')
            .single(),
        not: { guest: 'denied', member: 'denied' },
        by: 'admin',
        gives: like({ badge_id: spare }),
      },
      {
        call: 'profiles with user_badges by the date of their award, each with its badge',
        run: (client) =>
          client
            .from('profiles')
            .select('id, user_badges!user_badges_user_id_fkey(awarded_at, badge:badges(name))')
            .order('awarded_at', { referencedTable: 'user_badges' })
            .eq('id', id()),
        not: { guest: 'denied' },
        by: 'other',
        gives: like([{ user_badges: [{ badge: { name: 'Night owl' } }, { badge: { name: 'Early bird' } }] }]),
      },
      {
        call: 'user_badges: delete by user and badge',
        run: (client) =>
          client.from('user_badges').delete().eq('user_id', id()).eq('badge_id', spare).select('badge_id'),
        not: { guest: 'denied', member: 'nothing' },
        by: 'admin',
        gives: like([{ badge_id: spare }]),
      },
    ],
  )
})

describe('profiles, at the end', () => {
  testSpecCalls(
    () => area,
    [
      {
        call: 'delete',
        run: (client) => client.from('profiles').delete().eq('id', area.suspended.user.id).select('id'),
        not: { guest: 'denied', member: 'nothing', other: 'nothing' },
        by: 'admin',
        gives: (answer) => like([{ id: area.suspended.user.id }])(answer),
      },
    ],
  )
})
