import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type MemberArea, openMemberArea } from '../../../supabase/tests/support/member-area.ts'
import { like, testSpecCalls } from './spec-calls.ts'

let area: MemberArea
const post = randomUUID()
const comment = randomUUID()
beforeAll(async () => {
  area = await openMemberArea()
  await area.row('insert into public.newsfeed_posts (id, user_id, content) values ($1, $2, $3)', [
    post,
    area.member.user.id,
    'A common of thirty pounds',
  ])
  await area.row('insert into public.newsfeed_comments (id, post_id, user_id, content) values ($1, $2, $3, $4)', [
    comment,
    post,
    area.member.user.id,
    'On maize',
  ])
  await area.givePoints(area.member, 100)
})
afterAll(() => area.engine.close())

describe('newsfeed_posts', () => {
  testSpecCalls(
    () => area,
    [
      {
        call: 'read with author, comments and reactions',
        run: (client) =>
          client
            .from('newsfeed_posts')
            .select(
              'id, content, author:profiles!newsfeed_posts_user_id_fkey(username, avatar_url), comments:newsfeed_comments(content), reactions:newsfeed_reactions(reaction)',
            )
            .order('created_at', { ascending: false }),
        not: { guest: 'denied', suspended: 'nothing' },
        by: 'other',
        gives: (answer) =>
          like([
            {
              content: 'A common of thirty pounds',
              author: { username: area.member.user.username },
              comments: [{ content: 'On maize' }],
              reactions: [],
            },
          ])(answer),
      },
      {
        call: 'insert content, user_id, type, image_url, is_announcement, pinned_until',
        run: (client) =>
          client
            .from('newsfeed_posts')
            .insert({
              content: 'Windy today',
              user_id: area.member.user.id,
              type: 'post',
              image_url: null,
              is_announcement: false,
              pinned_until: null,
            })
            .select('content, type')
            .single(),
        not: { guest: 'denied', other: 'denied', suspended: 'denied' },
        by: 'member',
        gives: like({ content: 'Windy today', type: 'post' }),
      },
      {
        call: 'insert an announcement, pinned for seven days',
        run: (client) =>
          client
            .from('newsfeed_posts')
            .insert({ content: 'Work party on Sunday', type: 'post', is_announcement: true })
            .select('is_announcement, pinned_until')
            .single(),
        not: { guest: 'denied', member: 'denied' },
        by: 'admin',
        gives: like({ is_announcement: true, pinned_until: expect.any(String) }),
      },
      {
        call: 'insert prize_award post: user_id, content, type, metadata.package_name',
        run: (client) =>
          client
            .from('newsfeed_posts')
            .insert({
              user_id: area.member.user.id,
              content: 'won the Box',
              type: 'prize_award',
              metadata: { package_name: 'Box' },
            })
            .select('type, metadata')
            .single(),
        not: { guest: 'denied', member: 'denied' },
        by: 'admin',
        gives: like({ type: 'prize_award', metadata: { package_name: 'Box' } }),
      },
      {
        call: 'update content',
        run: (client) =>
          client.from('newsfeed_posts').update({ content: 'A mirror of thirty' }).eq('id', post).select('content'),
        not: { guest: 'denied', other: 'nothing' },
        by: 'member',
        gives: like([{ content: 'A mirror of thirty' }]),
      },
      {
        call: 'count per user',
        run: (client) =>
          client
            .from('newsfeed_posts')
            .select('*', { count: 'exact', head: true })
            .eq('user_id', area.member.user.id)
            .eq('type', 'post'),
        // A reply without a body reports its error only by the status.
        not: { suspended: 'nothing' },
        by: 'other',
        gives: ({ count }) => expect(count).toBe(2),
      },
    ],
  )
})

describe('newsfeed_comments', () => {
  testSpecCalls(
    () => area,
    [
      {
        call: 'insert post_id, user_id, content',
        run: (client) =>
          client
            .from('newsfeed_comments')
            .insert({ post_id: post, user_id: area.other.user.id, content: 'Well in' })
            .select('content')
            .single(),
        not: { guest: 'denied', member: 'denied', suspended: 'denied' },
        by: 'other',
        gives: like({ content: 'Well in' }),
      },
      {
        call: 'update content',
        run: (client) =>
          client.from('newsfeed_comments').update({ content: 'On tigers' }).eq('id', comment).select('content'),
        not: { guest: 'denied', other: 'nothing' },
        by: 'member',
        gives: like([{ content: 'On tigers' }]),
      },
      {
        call: 'count',
        run: (client) =>
          client.from('newsfeed_comments').select('*', { count: 'exact', head: true }).eq('post_id', post),
        not: { suspended: 'nothing' },
        by: 'member',
        gives: ({ count }) => expect(count).toBe(2),
      },
      {
        call: 'delete',
        run: (client) => client.from('newsfeed_comments').delete().eq('id', comment).select('id'),
        not: { guest: 'denied', other: 'nothing' },
        by: 'member',
        gives: like([{ id: comment }]),
      },
    ],
  )
})

describe('newsfeed_reactions', () => {
  const react = (reaction: string) => () => ({ post_id: post, user_id: area.other.user.id, reaction })
  testSpecCalls(
    () => area,
    [
      ...['heart', 'fish'].map((reaction) => ({
        call: `upsert on conflict of post_id and user_id: ${reaction}`,
        run: (client: SupabaseClient) =>
          client
            .from('newsfeed_reactions')
            .upsert(react(reaction)(), { onConflict: 'post_id,user_id' })
            .select('reaction'),
        not: { guest: 'denied', member: 'denied', suspended: 'denied' },
        by: 'other' as const,
        gives: like([{ reaction }]),
      })),
      {
        call: 'count: the second replaced the first',
        run: (client) =>
          client.from('newsfeed_reactions').select('*', { count: 'exact', head: true }).eq('post_id', post),
        not: { suspended: 'nothing' },
        by: 'member',
        gives: ({ count }) => expect(count).toBe(1),
      },
      {
        call: 'delete by post and user',
        run: (client) =>
          client
            .from('newsfeed_reactions')
            .delete()
            .eq('post_id', post)
            .eq('user_id', area.other.user.id)
            .select('reaction'),
        not: { guest: 'denied', member: 'nothing' },
        by: 'other',
        gives: like([{ reaction: 'fish' }]),
      },
      {
        call: 'newsfeed_posts: delete',
        run: (client) => client.from('newsfeed_posts').delete().eq('id', post).select('id'),
        not: { guest: 'denied', other: 'nothing' },
        by: 'member',
        gives: like([{ id: post }]),
      },
    ],
  )
})

describe('the network', () => {
  testSpecCalls(
    () => area,
    [
      {
        call: 'member_connections: insert',
        run: (client) =>
          client
            .from('member_connections')
            .insert({ user_id: area.member.user.id, connected_user_id: area.other.user.id, status: 'pending' })
            .select('status')
            .single(),
        not: { guest: 'denied', other: 'denied' },
        by: 'member',
        gives: like({ status: 'pending' }),
      },
      {
        call: 'member_connections: read',
        run: (client) => client.from('member_connections').select('user_id, status').eq('user_id', area.member.user.id),
        not: { guest: 'denied', suspended: 'nothing' },
        by: 'other',
        gives: (answer) => like([{ user_id: area.member.user.id, status: 'pending' }])(answer),
      },
      {
        call: 'point_gifts: insert from_user_id, to_user_id, points, message',
        run: (client) =>
          client
            .from('point_gifts')
            .insert({
              from_user_id: area.member.user.id,
              to_user_id: area.other.user.id,
              points: 40,
              message: 'For the net',
            })
            .select('points')
            .single(),
        not: { guest: 'denied', other: 'denied' },
        by: 'member',
        gives: like({ points: 40 }),
      },
      {
        call: 'points_log: insert user_id, points_change, reason, created_by',
        run: (client) =>
          client
            .from('points_log')
            .insert({
              user_id: area.member.user.id,
              points_change: 15,
              reason: 'Work party',
              created_by: area.admin.user.id,
            })
            .select('points_change')
            .single(),
        not: { guest: 'denied', member: 'denied' },
        by: 'admin',
        gives: like({ points_change: 15 }),
      },
      {
        call: 'points_log: read last 5 for a user',
        run: (client) =>
          client
            .from('points_log')
            .select('points_change, reason')
            .eq('user_id', area.member.user.id)
            .order('created_at', { ascending: false })
            .limit(5),
        not: { guest: 'denied', other: 'nothing' },
        by: 'member',
        gives: like([{ points_change: 15, reason: 'Work party' }, { points_change: -40 }, { points_change: 100 }]),
      },
    ],
  )
})
