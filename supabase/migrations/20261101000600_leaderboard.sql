-- Leaderboard: what guests may see of members, and nothing more. The bodies are definer functions in private, because
-- guests cannot read profiles.

-- Functions: the rankings ----------------------------------------------------------------------------------

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
    -- The rest of the first day from the ledger, the rest of its month from the days, the rest from the months.
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
  'Positive sums of members who are not suspended, since a date at most 366 days back; 22023 when it is no finite date.';

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
        where not p.is_suspended
        order by p.points desc, private.username_key(p.username)
        limit 100
      ) as t
      order by t.points desc, t.username collate "und-x-icu";
  end
  $$;
comment on function private.leaderboard() is 'All time: the first 100 by balance; equal points share a rank.';

create function private.leaderboard_since(p_start timestamptz)
  returns table (rank bigint, username text, avatar_url text, badge_count integer, points bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      select t.rank, p.username, p.avatar_url, p.badge_count, t.points
      from (
        select s.user_id, s.points, rank() over (order by s.points desc) as rank
        from private.points_since(p_start) as s
      ) as t
        join public.profiles as p on p.id = t.user_id
      where t.rank <= 100
      order by t.rank, p.username collate "und-x-icu"
      limit 100;
  end
  $$;
comment on function private.leaderboard_since(timestamptz) is 'The first 100 by what the ledger holds since a date.';

create function private.my_leaderboard_position(p_start timestamptz)
  returns table (rank bigint, points bigint, badge_count integer, next_username text, next_gap bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_me public.profiles;
  begin
    select p.* into v_me from public.profiles as p where p.id = auth.uid() and not p.is_suspended;
    if v_me.id is null then
      return;
    end if;
    if p_start is null then
      return query
        select
          (select count(*) + 1 from public.profiles as p where not p.is_suspended and p.points > v_me.points),
          v_me.points,
          v_me.badge_count,
          n.username,
          n.points - v_me.points
        from (select 1) as one
          left join lateral (
            select p.username, p.points
            from public.profiles as p
            where not p.is_suspended and p.points > v_me.points
            order by p.points, private.username_key(p.username)
            limit 1
          ) as n on true;
      return;
    end if;
    return query
      with sums as materialized (
        select s.user_id, s.points from private.points_since(p_start) as s
      ),
      mine as (
        select coalesce((select s.points from sums as s where s.user_id = v_me.id), 0) as points
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
        v_me.badge_count,
        n.username,
        n.points - m.points
      from mine as m
        left join next as n on true;
  end
  $$;
comment on function private.my_leaderboard_position(timestamptz) is
  'The caller''s own place; no row for suspended members, rank null without points in the timeframe.';

-- Views and functions of the API ---------------------------------------------------------------------------

create view public.leaderboard with (security_invoker = true) as
  select l.rank, l.username, l.avatar_url, l.badge_count, l.points
  from private.leaderboard() as l;
comment on view public.leaderboard is 'All time ranking, best 100. Read it with order=rank,username.';

create function public.get_points_by_timeframe(start_date timestamptz)
  returns table (rank bigint, username text, avatar_url text, badge_count integer, points bigint)
  language sql stable set search_path = ''
  as $$ select * from private.leaderboard_since(get_points_by_timeframe.start_date) $$;
comment on function public.get_points_by_timeframe(timestamptz) is
  'Ranking since a date, best 100, for guests too; the date is taken as at most 366 days back.';

create function public.my_leaderboard_position(start_date timestamptz default null)
  returns table (rank bigint, points bigint, badge_count integer, next_username text, next_gap bigint)
  language sql stable set search_path = ''
  as $$ select * from private.my_leaderboard_position(my_leaderboard_position.start_date) $$;
comment on function public.my_leaderboard_position(timestamptz) is
  'One row: the caller''s rank, points and badges, who is next above and by how much. Without a date: all time.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on public.leaderboard from anon, authenticated, service_role;
grant select on public.leaderboard to anon, authenticated, service_role;
revoke execute on function
  private.points_since(timestamptz),
  private.leaderboard(),
  private.leaderboard_since(timestamptz),
  private.my_leaderboard_position(timestamptz),
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
