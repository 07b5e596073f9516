-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.leaderboard_near(p_start timestamp with time zone)
 RETURNS TABLE(username text, avatar_url text, badge_count integer, points bigint, is_own boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    -- In the order of the leaderboard.
    if p_start is null then
      return query select n.* from private.near_of_all_time() as n order by n.points desc, n.username collate "und-x-icu";
    else
      return query select n.* from private.near_since(p_start) as n order by n.points desc, n.username collate "und-x-icu";
    end if;
  end
  $function$;
comment on function private.leaderboard_near(p_start timestamp with time zone) is 'The caller and their neighbours, best first.';

grant execute on function private.leaderboard_near(p_start timestamp with time zone) to authenticated;

create function private.near_of_all_time()
 RETURNS TABLE(username text, avatar_url text, badge_count integer, points bigint, is_own boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_own public.profiles;
    v_key text;
  begin
    select p.* into v_own from public.profiles as p where p.id = auth.uid() and not p.is_suspended and p.points > 0;
    if v_own.id is null then
      return;
    end if;
    v_key := private.username_key(v_own.username);
    -- Equal points, and more or fewer, are read apart: each is one short piece of the index profiles_leaderboard. A rank is
    -- not among them, as it is a count of everybody above.
    return query
      select t.username, t.avatar_url, t.badge_count, t.points, false
      from (
        select * from (
          select p.username::text, p.avatar_url, p.badge_count, p.points, private.username_key(p.username) as key
          from public.profiles as p
          where not p.is_suspended and p.points = v_own.points and private.username_key(p.username) < v_key
          order by private.username_key(p.username) desc
          limit 5
        ) as equal
        union all
        select * from (
          select p.username::text, p.avatar_url, p.badge_count, p.points, private.username_key(p.username) as key
          from public.profiles as p
          where not p.is_suspended and p.points > v_own.points
          order by p.points, private.username_key(p.username) desc
          limit 5
        ) as more
        order by 4, 5 desc
        limit 5
      ) as t
      union all
      select v_own.username::text, v_own.avatar_url, v_own.badge_count, v_own.points, true
      union all
      select t.username, t.avatar_url, t.badge_count, t.points, false
      from (
        select * from (
          select p.username::text, p.avatar_url, p.badge_count, p.points, private.username_key(p.username) as key
          from public.profiles as p
          where not p.is_suspended and p.points = v_own.points and private.username_key(p.username) > v_key
          order by private.username_key(p.username)
          limit 5
        ) as equal
        union all
        select * from (
          select p.username::text, p.avatar_url, p.badge_count, p.points, private.username_key(p.username) as key
          from public.profiles as p
          where not p.is_suspended and p.points < v_own.points and p.points > 0
          order by p.points desc, private.username_key(p.username)
          limit 5
        ) as fewer
        order by 4 desc, 5
        limit 5
      ) as t;
  end
  $function$;
comment on function private.near_of_all_time() is 'The caller and five members on each side by balance; no row for suspended members and without points.';

create function private.near_since(p_start timestamp with time zone)
 RETURNS TABLE(username text, avatar_url text, badge_count integer, points bigint, is_own boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    with sums as materialized (
      select s.user_id, s.points from private.points_since(private.timeframe_start(p_start)) as s
    ),
    mine as (
      select s.user_id, s.points, p.username::text, p.avatar_url, p.badge_count, private.username_key(p.username) as key
      from sums as s join public.profiles as p on p.id = s.user_id
      where s.user_id = auth.uid()
    ),
    -- Only members with points as near as the fifth on each side are looked up, as names take longer to compare.
    bounds as (
      select
        m.points,
        (select max(a.points) from (
          select s.points from sums as s where s.points > m.points order by s.points limit 5) as a) as most,
        (select min(b.points) from (
          select s.points from sums as s where s.points < m.points order by s.points desc limit 5) as b) as least
      from mine as m
    ),
    near as (
      select s.points, p.username::text, p.avatar_url, p.badge_count, private.username_key(p.username) as key
      from sums as s
        cross join bounds as b
        join public.profiles as p on p.id = s.user_id
      where s.points between coalesce(b.least, b.points) and coalesce(b.most, b.points) and s.user_id <> auth.uid()
    )
    (
      select n.username, n.avatar_url, n.badge_count, n.points, false
      from near as n cross join mine as m
      where n.points > m.points or (n.points = m.points and n.key < m.key)
      order by n.points, n.key desc
      limit 5
    )
    union all
    select m.username, m.avatar_url, m.badge_count, m.points, true from mine as m
    union all
    (
      select n.username, n.avatar_url, n.badge_count, n.points, false
      from near as n cross join mine as m
      where n.points < m.points or (n.points = m.points and n.key > m.key)
      order by n.points desc, n.key
      limit 5
    )
  $function$;
comment on function private.near_since(p_start timestamp with time zone) is 'The caller and five members on each side in a timeframe; no row for suspended members and without points in it.';

create function public.leaderboard_near(start_date timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(username text, avatar_url text, badge_count integer, points bigint, is_own boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select * from private.leaderboard_near(leaderboard_near.start_date) $function$;
comment on function public.leaderboard_near(start_date timestamp with time zone) is 'The caller, five members above and five below on the leaderboard, best first; no row for suspended members and without points. Without a date: all time. 22023 for a date that selects neither the last 7 days nor the last month.';

grant execute on function public.leaderboard_near(start_date timestamp with time zone) to authenticated;
