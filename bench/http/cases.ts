/** Placeholder in a captured value for the part that differs between requests. */
export const MARK = 'beefbeef-0000-4000-8000-000000000000'

export interface Case {
  name: string
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  /** With {@link MARK} in place of each request's own value. */
  body?: string
}

const FEED = [
  'id,content,created_at',
  'author:profiles!newsfeed_posts_user_id_fkey(username,avatar_url)',
  'comments:newsfeed_comments(id,content)',
  'reactions:newsfeed_reactions(reaction)',
].join(',')

/** The app's most frequent requests, as one member. */
export function cases(memberId: string, postId: string): Case[] {
  return [
    {
      name: 'one row',
      method: 'GET',
      path: `/rest/v1/profiles?select=id,username,bio,avatar_url,points&id=eq.${memberId}`,
    },
    {
      name: 'leaderboard',
      method: 'GET',
      path: '/rest/v1/leaderboard?select=rank,username,avatar_url,badge_count,points&order=rank,username',
    },
    { name: 'feed', method: 'GET', path: `/rest/v1/newsfeed_posts?select=${FEED}&order=created_at.desc&limit=20` },
    {
      name: 'member search',
      method: 'GET',
      path: '/rest/v1/profiles?select=id,username,avatar_url,points&username=ilike.*angler-12*&order=username&limit=20',
    },
    {
      name: 'dashboard counts',
      method: 'GET',
      path: '/rest/v1/newsfeed_posts?select=id&limit=1',
      headers: { Prefer: 'count=exact' },
    },
    { name: 'rpc', method: 'POST', path: '/rest/v1/rpc/my_leaderboard_position', body: '{}' },
    {
      name: 'insert',
      method: 'POST',
      path: '/rest/v1/newsfeed_comments',
      headers: { Prefer: 'return=minimal' },
      body: JSON.stringify({ post_id: postId, content: MARK }),
    },
    {
      name: 'upsert',
      method: 'POST',
      path: '/rest/v1/newsfeed_reactions?on_conflict=post_id,user_id',
      headers: { Prefer: 'return=minimal,resolution=merge-duplicates' },
      body: JSON.stringify({ post_id: MARK, reaction: 'heart' }),
    },
  ]
}
