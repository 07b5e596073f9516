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
      return query
        select n.* from private.near_of_all_time() as n order by n.points desc, n.username collate private.reading_order;
    else
      return query
        select n.* from private.near_since(p_start, null) as n order by n.points desc, n.username collate private.reading_order;
    end if;
  end
  $function$;
comment on function private.leaderboard_near(p_start timestamp with time zone) is 'The caller and their neighbours, best first.';

grant execute on function private.leaderboard_near(p_start timestamp with time zone) to authenticated;

create function private.near_by_name(p_ids uuid[], p_key text, p_is_after boolean)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
  begin
    if p_ids is null then
      return '{}';
    end if;
    -- A key takes long to compute, so a few are computed, and many are read from the index in their order. The coalesce
    -- keeps the planner from joining all of them first.
    if cardinality(p_ids) <= 500 then
      if p_is_after then
        return array(
          select p.id from public.profiles as p
          where p.id = any (p_ids) and (p_key is null or private.username_key(p.username) > p_key)
          order by private.username_key(p.username)
          limit 5);
      end if;
      return array(
        select p.id from public.profiles as p
        where p.id = any (p_ids) and (p_key is null or private.username_key(p.username) < p_key)
        order by private.username_key(p.username) desc
        limit 5);
    end if;
    if p_is_after then
      return array(
        select p.id from public.profiles as p
        where not p.is_suspended and (p_key is null or private.username_key(p.username) > p_key)
          and coalesce(p.id in (select u.id from unnest(p_ids) as u (id)), false)
        order by private.username_key(p.username)
        limit 5);
    end if;
    return array(
      select p.id from public.profiles as p
      where not p.is_suspended and (p_key is null or private.username_key(p.username) < p_key)
        and coalesce(p.id in (select u.id from unnest(p_ids) as u (id)), false)
      order by private.username_key(p.username) desc
      limit 5);
  end
  $function$;
comment on function private.near_by_name(p_ids uuid[], p_key text, p_is_after boolean) is 'Of members who are not suspended, the five whose names come first after a key, or last before it; without a key the first or the last five.';

create function private.near_of_all_time()
 RETURNS TABLE(username text, avatar_url text, badge_count integer, points bigint, is_own boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_own public.profiles;
    v_points bigint;
    v_key text;
  begin
    select p.* into v_own from public.profiles as p where p.id = auth.uid() and not p.is_suspended
        and p.points + p.points_spent > 0;
    if v_own.id is null then
      return;
    end if;
    v_points := v_own.points + v_own.points_spent;
    v_key := private.username_key(v_own.username);
    -- Equal points, and more or fewer, are read apart: each is one short piece of the index profiles_leaderboard. A rank is
    -- not among them, as it is a count of everybody above.
    return query
      select t.username, t.avatar_url, t.badge_count, t.points, false
      from (
        select * from (
          select p.username::text, p.avatar_url, p.badge_count, p.points + p.points_spent as points,
            private.username_key(p.username) as key
          from public.profiles as p
          where not p.is_suspended and p.points + p.points_spent = v_points and private.username_key(p.username) < v_key
          order by private.username_key(p.username) desc
          limit 5
        ) as equal
        union all
        select * from (
          select p.username::text, p.avatar_url, p.badge_count, p.points + p.points_spent as points,
            private.username_key(p.username) as key
          from public.profiles as p
          where not p.is_suspended and p.points + p.points_spent > v_points
          order by p.points + p.points_spent, private.username_key(p.username) desc
          limit 5
        ) as more
        order by 4, 5 desc
        limit 5
      ) as t
      union all
      select v_own.username::text, v_own.avatar_url, v_own.badge_count, v_points, true
      union all
      select t.username, t.avatar_url, t.badge_count, t.points, false
      from (
        select * from (
          select p.username::text, p.avatar_url, p.badge_count, p.points + p.points_spent as points,
            private.username_key(p.username) as key
          from public.profiles as p
          where not p.is_suspended and p.points + p.points_spent = v_points and private.username_key(p.username) > v_key
          order by private.username_key(p.username)
          limit 5
        ) as equal
        union all
        select * from (
          select p.username::text, p.avatar_url, p.badge_count, p.points + p.points_spent as points,
            private.username_key(p.username) as key
          from public.profiles as p
          where not p.is_suspended and p.points + p.points_spent < v_points and p.points + p.points_spent > 0
          order by p.points + p.points_spent desc, private.username_key(p.username)
          limit 5
        ) as fewer
        order by 4 desc, 5
        limit 5
      ) as t;
  end
  $function$;
comment on function private.near_of_all_time() is 'The caller and five members on each side by balance and rewards together; no row for suspended members and without points.';

create function public.leaderboard_near(start_date timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(username text, avatar_url text, badge_count integer, points bigint, is_own boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select * from private.leaderboard_near(leaderboard_near.start_date) $function$;
comment on function public.leaderboard_near(start_date timestamp with time zone) is 'The caller, five members above and five below on the leaderboard, best first; no row for suspended members and without points. Without a date: all time. 22023 for a date that selects neither the last 7 days nor the last month.';

grant execute on function public.leaderboard_near(start_date timestamp with time zone) to authenticated;
