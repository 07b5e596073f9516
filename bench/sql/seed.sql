-- A large club for benchmarks: 10,000 members, 200,000 posts, 1 million comments, 2 million reactions, 1 million ledger
-- rows. Only for a throw-away database that holds the migrations and nothing else; run as a superuser.
-- Triggers are off, so the columns that they would maintain (balances, counts, sums) are written at the end.

set session_replication_role = replica;
set synchronous_commit = off;
set maintenance_work_mem = '256MB';
select setseed(0.42);

create function pg_temp.member(n bigint) returns uuid language sql immutable
  as $$ select md5('member' || (n % 10000))::uuid $$;
create function pg_temp.thing(kind text, n bigint) returns uuid language sql immutable
  as $$ select md5(kind || n)::uuid $$;

insert into auth.users (id, email, email_confirmed_at, created_at)
  select pg_temp.member(n), 'angler' || n || '@example.com', now(), now() - n * interval '1 hour'
  from generate_series(0, 9999) as n;
insert into public.profiles (id, username, bio, fishing_area, is_admin, is_suspended, created_at)
  select pg_temp.member(n), 'angler ' || n, 'Margin stalker', 'Lake ' || n % 50, n = 0, n % 500 = 499,
    now() - n * interval '1 hour'
  from generate_series(0, 9999) as n;
insert into private.account_emails (user_id, email)
  select pg_temp.member(n), 'angler' || n || '@example.com' from generate_series(0, 9999) as n;

insert into public.newsfeed_posts (id, user_id, content, created_at, is_announcement, pinned_until)
  select pg_temp.thing('post', n), pg_temp.member(n * 7919), 'A carp of ' || n % 50 || ' lbs on a sweetcorn rig',
    now() - n * interval '2 minutes', n % 2000 = 0,
    case when n % 2000 = 0 then now() - n * interval '2 minutes' + interval '7 days' end
  from generate_series(1, 200000) as n;
insert into public.newsfeed_comments (id, post_id, user_id, content, created_at)
  select gen_random_uuid(), pg_temp.thing('post', 1 + n % 200000), pg_temp.member(n * 31), 'Well in, number ' || n,
    now() - (n % 200000) * interval '2 minutes' + n / 200000 * interval '1 minute'
  from generate_series(1, 1000000) as n;
insert into public.newsfeed_reactions (id, post_id, user_id, reaction, created_at)
  select gen_random_uuid(), pg_temp.thing('post', p), pg_temp.member(p * 7 + k * 997),
    (array['heart', 'thumbs_up', 'fishing_rod', 'fish', 'trophy'])[1 + (p + k) % 5], now() - p * interval '2 minutes'
  from generate_series(1, 200000) as p, generate_series(1, 10) as k;
insert into public.points_log (user_id, points_change, reason, created_at)
  select pg_temp.member(n * 13), 1 + n % 40, 'Session report', now() - (n % 500000) * interval '1 minute'
  from generate_series(1, 1000000) as n;

insert into public.badges (id, name, description)
  select pg_temp.thing('badge', n), 'Badge ' || n, 'For carp' from generate_series(1, 40) as n;
insert into public.user_badges (user_id, badge_id)
  select pg_temp.member(n), pg_temp.thing('badge', 1 + (n / 10000 + n) % 40) from generate_series(0, 39999) as n
  on conflict do nothing;
insert into public.referrals (referrer_id, referred_user_id, referred_email)
  select pg_temp.member(n / 20), pg_temp.member(n + 5000), 'angler' || n + 5000 || '@example.com'
  from generate_series(0, 4999) as n where n / 20 <> n + 5000;
insert into public.member_connections (user_id, connected_user_id, status)
  select pg_temp.member(n), pg_temp.member(n + 1 + n / 10000), case n % 3 when 0 then 'pending' else 'accepted' end
  from generate_series(0, 49999) as n on conflict do nothing;
insert into public.point_gifts (from_user_id, to_user_id, points)
  select pg_temp.member(n), pg_temp.member(n + 3), 1 from generate_series(0, 99999) as n;
insert into public.info_cards (title, placement, start_date, end_date)
  select 'Card ' || n, (array['newsfeed', 'games', 'home'])[1 + n % 3], now() - interval '1 day', now() + interval '1 day'
  from generate_series(1, 60) as n;
insert into public.live_videos (title, embed_code, provider, video_id, scheduled_for, is_active)
  select 'Video ' || n, 'https://youtu.be/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', now(), n = 1
  from generate_series(1, 40) as n;
insert into public.prize_packages (id, name)
  select pg_temp.thing('package', n), 'Package ' || n from generate_series(1, 100) as n;
insert into public.prize_items (id, package_id, title, type, quantity, remaining_quantity)
  select pg_temp.thing('item', n), pg_temp.thing('package', 1 + n % 100), 'Item ' || n, 'physical', 1000, 500
  from generate_series(1, 300) as n;
insert into public.shipping_addresses
    (user_id, full_name, email, address_line1, city, state, postal_code, phone_number, is_default)
  select pg_temp.member(n), 'Angler', 'a@example.com', '1 Bank', 'Syracuse', 'NY', '13202', '+1', n < 10000
  from generate_series(0, 19999) as n;
insert into public.prize_awards (user_id, item_id, awarded_at, claim_deadline)
  select pg_temp.member(n), pg_temp.thing('item', 1 + n % 300), now() - n * interval '1 minute', now() + interval '9 days'
  from generate_series(0, 29999) as n;
insert into public.games (id, type, title, start_date, end_date, status, completed_at)
  select pg_temp.thing('game', n), 'carp_of_week', 'Game ' || n, now() - n * interval '1 day',
    now() - (n - 7) * interval '1 day', case when n < 6 then 'active' else 'completed' end,
    case when n >= 6 then now() end
  from generate_series(0, 299) as n;
insert into public.game_entries (game_id, user_id, is_winner, winner_place)
  select pg_temp.thing('game', n % 300), pg_temp.member(n / 300 * 7 + n % 300), n < 300, case when n < 300 then 1 end
  from generate_series(0, 149999) as n on conflict do nothing;

insert into private.post_counts (user_id, post_count)
  select p.id, count(n.id) from public.profiles as p left join public.newsfeed_posts as n on n.user_id = p.id group by p.id;
insert into private.points_by_day (user_id, day, points)
  select user_id, (created_at at time zone 'utc')::date, sum(points_change) from public.points_log group by 1, 2;
insert into private.points_by_month (user_id, month, points)
  select user_id, date_trunc('month', day)::date, sum(points) from private.points_by_day group by 1, 2;
update public.profiles as p set points = l.points
  from (select user_id, sum(points_change) as points from public.points_log group by user_id) as l
  where l.user_id = p.id;
update public.profiles as p set badge_count = b.badges
  from (select user_id, count(*) as badges from public.user_badges group by user_id) as b
  where b.user_id = p.id;

set session_replication_role = origin;
