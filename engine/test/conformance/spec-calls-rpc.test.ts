import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type MemberArea, openMemberArea } from '../../../supabase/tests/support/member-area.ts'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { like, testSpecCalls } from './spec-calls.ts'

let area: MemberArea
let referred: Persona
beforeAll(async () => {
  area = await openMemberArea()
  referred = await signUp(area.engine, { data: { referrer_id: area.member.user.id } })
  await area.givePoints(area.member, 30)
})
afterAll(() => area.engine.close())

describe('referrals', () => {
  testSpecCalls(
    () => area,
    [
      {
        // The sign-up's own trigger does this when the link named a referrer; no one can create a referral for others.
        call: 'insert referrer_id, referred_email, status pending: the new member, with the own address',
        run: (client) =>
          client
            .from('referrals')
            .insert({ referrer_id: area.admin.user.id, referred_email: area.other.user.email, status: 'pending' }),
        not: { guest: 'denied', member: 'denied', admin: 'denied' },
        by: 'other',
        gives: ({ data }) => expect(data).toBeNull(),
      },
      {
        call: 'read pending by referrer',
        run: (client) =>
          client
            .from('referrals')
            .select('id, referred_email, status')
            .eq('referrer_id', area.member.user.id)
            .eq('status', 'pending'),
        not: { guest: 'denied', other: 'nothing' },
        by: 'member',
        gives: (answer) => like([{ referred_email: referred.user.email, status: 'pending' }])(answer),
      },
      {
        call: 'referral_details: read by referrer_id, newest first',
        run: (client) =>
          client
            .from('referral_details')
            .select('*')
            .eq('referrer_id', area.member.user.id)
            .order('created_at', { ascending: false }),
        not: { guest: 'denied', other: 'nothing' },
        by: 'member',
        gives: (answer) => like([{ referred_username: referred.user.username, status: 'pending' }])(answer),
      },
      {
        call: 'update status completed',
        run: (client) =>
          client
            .from('referrals')
            .update({ status: 'completed' })
            .eq('referrer_id', area.member.user.id)
            .eq('referred_email', referred.user.email)
            .select('status, points_awarded'),
        not: { guest: 'denied', other: 'nothing' },
        by: 'member',
        gives: like([{ status: 'completed', points_awarded: expect.any(Number) }]),
      },
    ],
  )
})

describe('remote procedures', () => {
  const ago = { month: 31, week: 7 }
  testSpecCalls(
    () => area,
    [
      ...(
        [
          ['member', 'one’s own', { total_referrals: 1, completed_referrals: 1, pending_referrals: 0 }],
          ['other', 'nothing of another’s', { total_referrals: 0, completed_referrals: 0, pending_referrals: 0 }],
        ] as const
      ).map(([by, what, stats]) => ({
        call: `get_user_referral_stats(user_id): ${what}`,
        run: (client: SupabaseClient) =>
          client.rpc('get_user_referral_stats', { user_id: area.member.user.id }).single(),
        not: { guest: 'denied' as const },
        by,
        gives: ({ data }: { data: unknown }) => expect(data).toEqual(stats),
      })),
      ...(['month', 'week'] as const).map((span) => ({
        call: `get_points_by_timeframe(start_date) for the ${span}`,
        run: (client: SupabaseClient) =>
          client.rpc('get_points_by_timeframe', {
            start_date: new Date(Date.now() - ago[span] * 86_400_000).toISOString(),
          }),
        not: {},
        by: 'guest' as const,
        gives: ({ data }: { data: unknown }) =>
          expect(data).toMatchObject([{ rank: 1, username: area.member.user.username, badge_count: 0 }]),
      })),
      {
        call: 'delete_user(user_id)',
        run: (client) => client.rpc('delete_user', { user_id: referred.user.id }),
        not: { guest: 'denied', member: 'denied', other: 'denied' },
        by: 'admin',
        gives: ({ data }) => expect(data).toBeNull(),
      },
      {
        call: 'after delete_user the account and its profile do not exist',
        run: (client) => client.from('profiles').select('id').eq('id', referred.user.id),
        not: {},
        by: 'admin',
        gives: ({ data }) => expect(data).toEqual([]),
      },
    ],
  )
})
