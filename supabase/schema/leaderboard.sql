-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create view public.leaderboard with (security_invoker=true) as
 SELECT rank,
    username COLLATE private.reading_order AS username,
    avatar_url,
    badge_count,
    points
   FROM private.leaderboard() l(rank, username, avatar_url, badge_count, points);
comment on view public.leaderboard is 'All time ranking, best 100. Read it with order=rank,username.';

grant select on public.leaderboard to anon, authenticated, service_role;

create function private.leaderboard()
 RETURNS TABLE(rank bigint, username text, avatar_url text, badge_count integer, points bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return query
      select rank() over (order by t.points desc), t.username, t.avatar_url, t.badge_count, t.points
      from (
        select p.username, p.avatar_url, p.badge_count, p.points + p.points_spent as points
        from public.profiles as p
        where not p.is_suspended and p.points + p.points_spent > 0
        order by p.points + p.points_spent desc, private.username_key(p.username)
        limit 100
      ) as t
      order by t.points desc, t.username collate "und-x-icu";
  end
  $function$;
comment on function private.leaderboard() is 'All time: the first 100 with points, by balance and rewards together; equal points share a rank.';

grant execute on function private.leaderboard() to anon, authenticated, service_role;

create function private.leaderboard_since(p_start timestamp with time zone)
 RETURNS TABLE(rank bigint, username text, avatar_url text, badge_count integer, points bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return query
      select t.rank, p.username, p.avatar_url, p.badge_count, t.points
      from (
        select s.user_id, s.points, rank() over (order by s.points desc) as rank
        from private.points_since(private.timeframe_start(p_start)) as s
      ) as t
        join public.profiles as p on p.id = t.user_id
      where t.rank <= 100
      order by t.rank, p.username collate "und-x-icu"
      limit 100;
  end
  $function$;
comment on function private.leaderboard_since(p_start timestamp with time zone) is 'The first 100 by the points that they earned in the last 7 days or the last month.';

grant execute on function private.leaderboard_since(p_start timestamp with time zone) to anon, authenticated, service_role;

create function private.message_of_leaderboard()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return jsonb_build_object('rows', (
      select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from (select * from public.leaderboard as l order by l.rank, l.username limit 50) as t));
  end
  $function$;
comment on function private.message_of_leaderboard() is 'The first 50 of all time, as guests see them.';

create function private.my_leaderboard_position(p_start timestamp with time zone)
 RETURNS TABLE(rank bigint, points bigint, badge_count integer, next_username text, next_gap bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if p_start is null then
      return query select * from private.my_position_of_all_time();
    else
      return query select * from private.my_position_since(p_start);
    end if;
  end
  $function$;
comment on function private.my_leaderboard_position(p_start timestamp with time zone) is 'The caller''s own place; no row for suspended members, rank null without points in the timeframe.';

grant execute on function private.my_leaderboard_position(p_start timestamp with time zone) to authenticated;

create function private.my_position_of_all_time()
 RETURNS TABLE(rank bigint, points bigint, badge_count integer, next_username text, next_gap bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select
      case when m.points + m.points_spent > 0 then
        (select count(*) + 1 from public.profiles as p where not p.is_suspended
            and p.points + p.points_spent > m.points + m.points_spent)
      end,
      m.points + m.points_spent,
      m.badge_count,
      n.username,
      n.points - (m.points + m.points_spent)
    from public.profiles as m
      left join lateral (
        select p.username, p.points + p.points_spent as points
        from public.profiles as p
        where not p.is_suspended and p.points + p.points_spent > greatest(m.points + m.points_spent, 0)
        order by p.points + p.points_spent, private.username_key(p.username)
        limit 1
      ) as n on true
    where m.id = auth.uid() and not m.is_suspended
  $function$;
comment on function private.my_position_of_all_time() is 'The caller''s place by balance and rewards together; no row for suspended members, rank null without points.';

create function private.my_position_since(p_start timestamp with time zone)
 RETURNS TABLE(rank bigint, points bigint, badge_count integer, next_username text, next_gap bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    with sums as materialized (
      select s.user_id, s.points from private.points_since(private.timeframe_start(p_start)) as s
    ),
    mine as (
      select p.badge_count, coalesce((select s.points from sums as s where s.user_id = p.id), 0) as points
      from public.profiles as p
      where p.id = auth.uid() and not p.is_suspended
    ),
    ahead as (
      select s.user_id, s.points from sums as s, mine as m where s.points > m.points
    ),
    next as (
      select p.username, a.points
      from ahead as a
        join public.profiles as p on p.id = a.user_id
      where a.points = (select min(b.points) from ahead as b)
      order by p.username collate "und-x-icu"
      limit 1
    )
    select
      case when m.points > 0 then (select count(*) + 1 from ahead) end,
      m.points,
      m.badge_count,
      n.username,
      n.points - m.points
    from mine as m
      left join next as n on true
  $function$;
comment on function private.my_position_since(p_start timestamp with time zone) is 'The caller''s place in a timeframe; no row for suspended members, rank null without points in it.';

create function private.points_since(p_start timestamp with time zone)
 RETURNS TABLE(user_id uuid, points bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_start timestamptz;
    v_next_day date;
    v_next_month date;
  begin
    if p_start is null or not isfinite(p_start) then
      raise exception 'start_date must be a date' using errcode = '22023';
    end if;
    v_start := greatest(p_start, now() - interval '366 days');
    v_next_day := (v_start at time zone 'utc')::date + 1;
    v_next_month := date_trunc('month', v_next_day + interval '1 month' - interval '1 day')::date;
    -- The rest of the first day comes from the ledger, the rest of its month from the sums by day, everything later
    -- from the sums by month.
    return query
      select t.user_id, t.points
      from (
        select s.user_id, sum(s.points)::bigint as points
        from (
          select l.user_id, l.points_change::bigint as points
          from public.points_log as l
          where l.created_at >= v_start and l.created_at < v_next_day::timestamp at time zone 'utc'
            and private.is_ranked(l.kind)
          union all
          select d.user_id, d.points
          from private.points_by_day as d
          where d.day >= v_next_day and d.day < v_next_month
          union all
          select m.user_id, m.points
          from private.points_by_month as m
          where m.month >= v_next_month
        ) as s
        group by s.user_id
        having sum(s.points) > 0
      ) as t
      where not exists (select from public.profiles as p where p.id = t.user_id and p.is_suspended);
  end
  $function$;
comment on function private.points_since(p_start timestamp with time zone) is 'Positive sums of members who are not suspended, since a date at most 366 days ago; 22023 for a date that is not finite.';

create function private.timeframe_start(p_start timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  declare
    v_age interval;
  begin
    if p_start is null or not isfinite(p_start) then
      raise exception 'start_date must be a date' using errcode = '22023';
    end if;
    v_age := now() - p_start;
    -- Wide enough for a device whose clock is some days wrong; the start itself follows from the server's clock alone.
    if v_age between interval '3 days' and interval '14 days' then
      return now() - interval '7 days';
    elsif v_age between interval '21 days' and interval '45 days' then
      return now() - interval '1 month';
    end if;
    raise exception 'there is a ranking of the last 7 days and of the last month'
      using errcode = '22023', hint = 'send a start_date 7 days or one month ago';
  end
  $function$;
comment on function private.timeframe_start(p_start timestamp with time zone) is 'The start of the timeframe that a date selects: 7 days or one calendar month ago; 22023 for any other date.';

create function public.get_points_by_timeframe(start_date timestamp with time zone)
 RETURNS TABLE(rank bigint, username text, avatar_url text, badge_count integer, points bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select * from private.leaderboard_since(get_points_by_timeframe.start_date) $function$;
comment on function public.get_points_by_timeframe(start_date timestamp with time zone) is 'Ranking of the last 7 days or the last month, best 100, also for guests; the date selects one of the two. 22023 for any other date.';

grant execute on function public.get_points_by_timeframe(start_date timestamp with time zone) to anon, authenticated, service_role;

create function public.my_leaderboard_position(start_date timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(rank bigint, points bigint, badge_count integer, next_username text, next_gap bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select * from private.my_leaderboard_position(my_leaderboard_position.start_date) $function$;
comment on function public.my_leaderboard_position(start_date timestamp with time zone) is 'One row: the caller''s rank, points and badges, the next member above and the difference. Without a date: all time.';

grant execute on function public.my_leaderboard_position(start_date timestamp with time zone) to authenticated;
