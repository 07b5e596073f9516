-- Leaderboard: what guests may see of members. The bodies are definer functions in private, because guests cannot read
-- profiles. There are only two timeframes: with any other window a caller could read a single credit, which the ledger
-- keeps private.

-- Functions: the rankings ----------------------------------------------------------------------------------

create function private.timeframe_start(p_start timestamptz) returns timestamptz
  language plpgsql stable set search_path = ''
  as $$
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
  $$;
comment on function private.timeframe_start(timestamptz) is
  'The start of the timeframe that a date selects: 7 days or one calendar month ago; 22023 for any other date.';

create function private.points_since(p_start timestamptz) returns table (user_id uuid, points bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.points_since(timestamptz) is
  'Positive sums of members who are not suspended, since a date at most 366 days ago; 22023 for a date that is not '
  'finite.';

create function private.leaderboard()
  returns table (rank bigint, username text, avatar_url text, badge_count integer, points bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      select rank() over (order by t.points desc), t.username, t.avatar_url, t.badge_count, t.points
      from (
        select p.username, p.avatar_url, p.badge_count, p.points
        from public.profiles as p
        where not p.is_suspended and p.points > 0
        order by p.points desc, private.username_key(p.username)
        limit 100
      ) as t
      order by t.points desc, t.username collate "und-x-icu";
  end
  $$;
comment on function private.leaderboard() is
  'All time: the first 100 with points, by balance; equal points share a rank.';

create function private.leaderboard_since(p_start timestamptz)
  returns table (rank bigint, username text, avatar_url text, badge_count integer, points bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.leaderboard_since(timestamptz) is
  'The first 100 by the points that they earned in the last 7 days or the last month.';

-- Functions: the caller's own place ------------------------------------------------------------------------

-- Two functions, for all time and for a timeframe, so that each fits on a screen.
create function private.my_position_of_all_time()
  returns table (rank bigint, points bigint, badge_count integer, next_username text, next_gap bigint)
  language sql stable security definer set search_path = ''
  as $$
    select
      case when m.points > 0 then
        (select count(*) + 1 from public.profiles as p where not p.is_suspended and p.points > m.points)
      end,
      m.points,
      m.badge_count,
      n.username,
      n.points - m.points
    from public.profiles as m
      left join lateral (
        select p.username, p.points
        from public.profiles as p
        where not p.is_suspended and p.points > greatest(m.points, 0)
        order by p.points, private.username_key(p.username)
        limit 1
      ) as n on true
    where m.id = auth.uid() and not m.is_suspended
  $$;
comment on function private.my_position_of_all_time() is
  'The caller''s place by balance; no row for suspended members, rank null without points.';

create function private.my_position_since(p_start timestamptz)
  returns table (rank bigint, points bigint, badge_count integer, next_username text, next_gap bigint)
  language sql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.my_position_since(timestamptz) is
  'The caller''s place in a timeframe; no row for suspended members, rank null without points in it.';

create function private.my_leaderboard_position(p_start timestamptz)
  returns table (rank bigint, points bigint, badge_count integer, next_username text, next_gap bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if p_start is null then
      return query select * from private.my_position_of_all_time();
    else
      return query select * from private.my_position_since(p_start);
    end if;
  end
  $$;
comment on function private.my_leaderboard_position(timestamptz) is
  'The caller''s own place; no row for suspended members, rank null without points in the timeframe.';

-- Functions: the API ---------------------------------------------------------------------------------------

create function public.get_points_by_timeframe(start_date timestamptz)
  returns table (rank bigint, username text, avatar_url text, badge_count integer, points bigint)
  language sql stable set search_path = ''
  as $$ select * from private.leaderboard_since(get_points_by_timeframe.start_date) $$;
comment on function public.get_points_by_timeframe(timestamptz) is
  'Ranking of the last 7 days or the last month, best 100, also for guests; the date selects one of the two. 22023 '
  'for any other date.';

create function public.my_leaderboard_position(start_date timestamptz default null)
  returns table (rank bigint, points bigint, badge_count integer, next_username text, next_gap bigint)
  language sql stable set search_path = ''
  as $$ select * from private.my_leaderboard_position(my_leaderboard_position.start_date) $$;
comment on function public.my_leaderboard_position(timestamptz) is
  'One row: the caller''s rank, points and badges, the next member above and the difference. Without a date: all '
  'time.';

-- Views ----------------------------------------------------------------------------------------------------

create view public.leaderboard with (security_invoker = true) as
  select l.rank, l.username collate private.reading_order as username, l.avatar_url, l.badge_count, l.points
  from private.leaderboard() as l;
comment on view public.leaderboard is 'All time ranking, best 100. Read it with order=rank,username.';

-- Functions: announcing ------------------------------------------------------------------------------------

create function private.message_of_leaderboard() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return jsonb_build_object('rows', (
      select coalesce(jsonb_agg(to_jsonb(t)), '[]')
      from (select * from public.leaderboard as l order by l.rank, l.username limit 50) as t));
  end
  $$;
comment on function private.message_of_leaderboard() is 'The first 50 of all time, as guests see them.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on public.leaderboard from anon, authenticated, service_role;
grant select on public.leaderboard to anon, authenticated, service_role;

revoke execute on function
  private.timeframe_start(timestamptz),
  private.points_since(timestamptz),
  private.leaderboard(),
  private.leaderboard_since(timestamptz),
  private.my_position_of_all_time(),
  private.my_position_since(timestamptz),
  private.my_leaderboard_position(timestamptz),
  private.message_of_leaderboard(),
  public.get_points_by_timeframe(timestamptz),
  public.my_leaderboard_position(timestamptz)
  from public, anon, authenticated, service_role;
grant execute on function
  private.leaderboard(),
  private.leaderboard_since(timestamptz),
  public.get_points_by_timeframe(timestamptz)
  to anon, authenticated, service_role;
grant execute on function
  private.my_leaderboard_position(timestamptz),
  public.my_leaderboard_position(timestamptz)
  to authenticated;

-- Rows -----------------------------------------------------------------------------------------------------

insert into private.live_topics (topic, kind, gap_ms) values ('leaderboard', 'leaderboard', 5000);
