import type { Client } from 'pg'

const MEMBERS = 2_000
const POSTS = 5_000
const COMMENTS = 20_000
const REACTIONS = 40_000

/**
 * A few thousand rows, the same in every run; inserted as superuser, without triggers and limits.
 * @returns IDs of the posts.
 */
export async function seed(client: Client): Promise<string[]> {
  await client.query('update private.settings set rate_limit_scale = 1000000')
  await client.query(
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
     select md5('member ' || n)::uuid, 'member-' || n || '@example.com', now(), jsonb_build_object('username', 'angler-' || n)
     from generate_series(1, ${MEMBERS}) as n`,
  )
  await client.query('set session_replication_role = replica')
  await client.query(`update public.profiles set points = abs(hashtext(id::text)) % 5000`)
  await client.query(
    `insert into public.newsfeed_posts (id, user_id, content, created_at)
     select md5('post ' || n)::uuid, md5('member ' || 1 + n * 7 % ${MEMBERS})::uuid,
       repeat('A fine morning on the lake. ', 1 + n % 8), now() - n * interval '7 minutes'
     from generate_series(1, ${POSTS}) as n`,
  )
  await client.query(
    `insert into public.newsfeed_comments (post_id, user_id, content)
     select md5('post ' || 1 + n % ${POSTS})::uuid, md5('member ' || 1 + n * 3 % ${MEMBERS})::uuid, 'Well in, number ' || n
     from generate_series(1, ${COMMENTS}) as n`,
  )
  await client.query(
    `insert into public.newsfeed_reactions (post_id, user_id, reaction)
     select md5('post ' || 1 + n % ${POSTS})::uuid, md5('member ' || 1 + n / ${POSTS})::uuid,
       (array['heart', 'thumbs_up', 'fish'])[1 + n % 3]
     from generate_series(1, ${REACTIONS}) as n on conflict do nothing`,
  )
  await client.query('set session_replication_role = origin')
  await client.query('analyze')
  const { rows } = await client.query<{ id: string }>('select id from public.newsfeed_posts order by id')
  return rows.map(({ id }) => id)
}
