import type { BenchEngine } from '../support/engine.ts'

const POSTS = 5_000

/** Adds posts, comments, points and games, without triggers. @returns IDs of open games. */
export async function fillClub(engine: BenchEngine, members: string[]): Promise<string[]> {
  await engine.ask(
    `do $$ begin
       set local session_replication_role = replica;
       create temp table people as select id, row_number() over () - 1 as n from public.profiles;
       update public.profiles set points = abs(hashtext(id::text)) % 5000;
       insert into public.newsfeed_posts (user_id, content, created_at)
         select p.id, repeat('A fine morning on the lake. ', 1 + s % 8), now() - s * interval '7 minutes'
         from generate_series(1, ${POSTS}) as s join people as p on p.n = s % ${members.length};
       insert into public.points_log (user_id, points_change, reason, created_at)
         select p.id, 1 + s % 40, 'Session report', now() - s * interval '3 minutes'
         from generate_series(1, ${POSTS * 4}) as s join people as p on p.n = s % ${members.length};
       drop table people;
     end $$`,
  )
  await engine.ask(
    `insert into public.newsfeed_comments (post_id, user_id, content)
     select id, user_id, 'Well in, number ' || n from public.newsfeed_posts, generate_series(1, 3) as n`,
  )
  const rows = await engine.ask(
    `insert into public.games (type, title, image_url, start_date, end_date, status, metadata)
     select 'pick_swim', 'Swim ' || n, 'https://lakes.example/withy.jpg', now() - interval '1 hour', now() + interval '6 days', 'active', '{"winning_square": 47}'
     from generate_series(1, 3) as n returning id`,
  )
  await engine.ask('analyze')
  return rows.map(({ id }) => String(id))
}
