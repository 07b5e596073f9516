-- Seasons of the leaderboard: a board of the points earned in the club's season, and the final table of each season that has
-- ended, with its medals.

-- Tables ---------------------------------------------------------------------------------------------------

create table private.running_season (
  is_only boolean primary key default true,
  begins date not null,
  zone text not null,
  constraint running_season_one_row check (is_only),
  constraint running_season_dates_bounds check (begins >= '2000-01-01' and begins < '2200-01-01'),
  constraint running_season_zone_length check (char_length(zone) <= 64)
);
comment on table private.running_season is
  'The season that is closed next, and the time zone in which its sums are kept. One row; close_seasons and a change of '
  'the settings move it on.';

alter table private.running_season enable row level security;

create table private.season_points (
  season date not null,
  user_id uuid not null references public.profiles on delete cascade,
  points bigint not null,
  primary key (user_id, season),
  constraint season_points_dates_bounds check (season >= '2000-01-01' and season < '2200-01-01')
);
comment on table private.season_points is
  'Points earned (private.is_earned) per member in the running season and later ones, kept by the trigger of points_log. '
  'season: its first day.';

create index season_points_best on private.season_points (season, points desc) include (user_id);

alter table private.season_points enable row level security;

create table private.seasons (
  begins date primary key,
  closed_at timestamptz not null default now(),
  constraint seasons_dates_bounds check (
    begins >= '2000-01-01' and begins < '2200-01-01'
    and closed_at >= '2000-01-01T00:00:00Z' and closed_at < '2200-01-01T00:00:00Z'
  )
);
comment on table private.seasons is 'Seasons that have ended and of which the final table is kept, by their first day.';

alter table private.seasons enable row level security;

create table private.season_places (
  season date not null references private.seasons on delete cascade,
  position integer not null,
  rank integer not null,
  user_id uuid references public.profiles on delete set null,
  points bigint not null,
  primary key (season, position),
  constraint season_places_dates_bounds check (season >= '2000-01-01' and season < '2200-01-01'),
  constraint season_places_position_range check (position between 1 and 100),
  constraint season_places_rank_range check (rank between 1 and position),
  constraint season_places_points_positive check (points > 0)
);
comment on table private.season_places is
  'The first 100 of a season as it was closed. Ranks 1 to 3 are its medals. Nothing changes a row afterwards.';
comment on column private.season_places.rank is 'Members with equal points share it.';
comment on column private.season_places.user_id is 'Null when the account was deleted.';

create index season_places_user_id on private.season_places (user_id, season desc);

alter table private.season_places enable row level security;

-- Names and bounds -----------------------------------------------------------------------------------------

create function private.season_name(p_begins date) returns text
  language sql immutable parallel safe set search_path = ''
  as $$
    select case
      when extract(month from p_begins) = 1 and extract(day from p_begins) = 1 then to_char(p_begins, 'FMYYYY')
      else to_char(p_begins, 'FMYYYY') || '/' || to_char(p_begins + interval '1 year', 'YY')
    end
  $$;
comment on function private.season_name(date) is
  'The name of the season that begins on a day: 2026, or 2026/27 when it does not begin on 1 January.';

create or replace function private.season_of(p_day date)
 RETURNS TABLE(name text, begins date, ends date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select private.season_name(b.begins), b.begins, (b.begins + interval '1 year')::date
    from (
      select (d.day - case when d.day > p_day then interval '1 year' else interval '0' end)::date as begins
      from (
        select (extract(year from p_day) || '-' || coalesce((select s.season_begins from public.site_settings as s), '01-01'))::date
          as day
      ) as d
    ) as b
  $function$;

create function private.current_season() returns date
  language sql stable security definer set search_path = ''
  as $$ select s.begins from private.season_of(private.club_day()) as s $$;
comment on function private.current_season() is 'The first day of the season of now.';

-- Sums -----------------------------------------------------------------------------------------------------

create function private.season_since(p_begins date, p_day date) returns date
  language sql immutable parallel safe set search_path = ''
  as $$ select (p_begins + make_interval(years => extract(year from age(p_day::timestamp, p_begins::timestamp))::integer))::date $$;
comment on function private.season_since(date, date) is
  'The first day of the season of a day, where seasons begin on p_begins and each year after it.';

create or replace function private.tg_points_log__apply()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_begins date;
    v_zone text;
  begin
    perform from public.profiles as p
      where p.id in (select a.user_id from added as a)
      order by p.id
      for no key update;
    update public.profiles as p set points = p.points + s.points_change, points_spent = p.points_spent + s.points_spent
      from (
        select
          a.user_id,
          sum(a.points_change) as points_change,
          coalesce(-sum(a.points_change) filter (where not private.is_ranked(a.kind)), 0) as points_spent
        from added as a
        group by a.user_id
      ) as s
      where p.id = s.user_id;
    insert into private.points_earned as e (user_id, points)
      select a.user_id, sum(a.points_change)
      from added as a
      where private.is_earned(a.kind)
      group by 1
      order by 1
      on conflict (user_id) do update set points = e.points + excluded.points;
    -- A day belongs to a season in the club's time zone. Seasons that are closed do not change.
    select r.begins, coalesce(private.known_zone(r.zone), 'UTC') into v_begins, v_zone from private.running_season as r;
    insert into private.season_points as s (season, user_id, points)
      select
        case when e.day < v_begins + 365 then v_begins else private.season_since(v_begins, e.day) end, e.user_id, sum(e.points)
      from (
        select a.user_id, (a.created_at at time zone v_zone)::date as day, a.points_change as points
        from added as a
        where private.is_earned(a.kind)
      ) as e
      where e.day >= v_begins
      group by 1, 2
      order by 2, 1
      on conflict (user_id, season) do update set points = s.points + excluded.points;
    insert into private.points_by_day as d (user_id, day, points)
      select a.user_id, (a.created_at at time zone 'utc')::date, sum(a.points_change)
      from added as a
      where private.is_ranked(a.kind)
      group by 1, 2
      order by 1, 2
      on conflict (day, user_id) do update set points = d.points + excluded.points;
    insert into private.points_by_month as m (user_id, month, points)
      select a.user_id, date_trunc('month', a.created_at at time zone 'utc')::date, sum(a.points_change)
      from added as a
      where private.is_ranked(a.kind)
      group by 1, 2
      order by 1, 2
      on conflict (month, user_id) do update set points = m.points + excluded.points;
    return null;
  end
  $function$;

comment on function private.tg_points_log__apply() is
  'Keeps profiles.points and points_spent, the points earned, those of the season, and the sums by day and month equal to '
  'the ledger. Rewards are in the first two only, gifts in neither of the points earned.';

create function private.follow_seasons() returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_begins date;
    v_zone text;
    v_from timestamptz;
    v_kinds text[];
  begin
    perform private.hold_gate();
    perform from private.running_season as r for update;
    -- Entries that are being made finish first, and later ones wait to see the season that is followed now.
    lock table public.points_log in share row exclusive mode;
    v_begins := private.current_season();
    v_zone := private.club_zone();
    -- A zone is at most 14 hours from UTC.
    v_from := (v_begins - 1)::timestamp at time zone 'utc';
    -- Of each kind it is asked once, as the ledger is long.
    with kinds as materialized (select distinct l.kind from public.points_log as l where l.created_at >= v_from)
      select coalesce(array_agg(k.kind), '{}') into v_kinds from kinds as k where private.is_earned(k.kind);
    insert into private.running_season as r (begins, zone) values (v_begins, v_zone)
      on conflict (is_only) do update set begins = excluded.begins, zone = excluded.zone;
    delete from private.season_points;
    insert into private.season_points (season, user_id, points)
      select
        case when e.day < v_begins + 365 then v_begins else private.season_since(v_begins, e.day) end, e.user_id, sum(e.points)
      from (
        select l.user_id, (l.created_at at time zone v_zone)::date as day, l.points_change as points
        from public.points_log as l
        where l.kind = any (v_kinds) and l.created_at >= v_from
      ) as e
      where e.day >= v_begins
      group by 1, 2
      order by 2, 1;
  end
  $$;
comment on function private.follow_seasons() is
  'Follows the current season of the settings: adds up its points again, from the ledger.';

create function private.tg_site_settings__follow_season() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- What has ended by the settings of before is closed by them.
    perform private.close_ended_seasons(interval '0');
    perform private.follow_seasons();
    insert into private.live_pending (topic, kind) values ('leaderboard', 'row');
    return null;
  end
  $$;
comment on function private.tg_site_settings__follow_season() is
  'Adds up the season anew when its first day or the time zone of the club was changed.';

create trigger _500_follow_season
  after update of season_begins, time_zone on public.site_settings
  for each row when (new.season_begins <> old.season_begins or new.time_zone <> old.time_zone)
  execute function private.tg_site_settings__follow_season();

-- The board ------------------------------------------------------------------------------------------------

create function private.season_best(p_season date) returns table (user_id uuid, points bigint)
  language plpgsql stable security definer rows 100 set search_path = '' set plan_cache_mode = force_custom_plan
  as $$
  declare
    v_last bigint;
    v_left integer;
    v_equal uuid[];
  begin
    select min(b.points) into v_last
      from (
        select s.points
        from private.season_points as s
        where s.season = p_season and s.points > 0
          and not exists (select from public.profiles as p where p.id = s.user_id and p.is_suspended)
        order by s.points desc
        limit 100
      ) as b;
    if v_last is null then
      return;
    end if;
    return query
      select s.user_id, s.points
      from private.season_points as s
      where s.season = p_season and s.points > v_last
        and not exists (select from public.profiles as p where p.id = s.user_id and p.is_suspended);
    get diagnostics v_left = row_count;
    v_left := 100 - v_left;
    v_equal := array(
      select s.user_id
      from private.season_points as s
      where s.season = p_season and s.points = v_last
        and not exists (select from public.profiles as p where p.id = s.user_id and p.is_suspended));
    -- Of those with the points of the last place the first by name. As in near_by_name, the names of many are read from
    -- the index.
    if cardinality(v_equal) <= 500 then
      return query
        select p.id, v_last from public.profiles as p
        where p.id = any (v_equal)
        order by private.username_key(p.username)
        limit v_left;
    else
      return query
        select p.id, v_last from public.profiles as p
        where not p.is_suspended and coalesce(p.id in (select u.id from unnest(v_equal) as u (id)), false)
        order by private.username_key(p.username)
        limit v_left;
    end if;
  end
  $$;
comment on function private.season_best(date) is
  'The first 100 by the points that they earned in a season, without suspended members; of equal ones at the end the first '
  'by name.';

create function private.season_leaderboard()
  returns table (rank bigint, username text, avatar_url text, badge_count integer, points bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      select rank() over (order by b.points desc), p.username::text, p.avatar_url, p.badge_count, b.points
      from private.season_best(private.current_season()) as b
        join public.profiles as p on p.id = b.user_id
      order by b.points desc, p.username collate "und-x-icu";
  end
  $$;
comment on function private.season_leaderboard() is 'See public.season_leaderboard.';

create function public.season_leaderboard()
  returns table (rank bigint, username text, avatar_url text, badge_count integer, points bigint)
  language sql stable set search_path = ''
  as $$ select l.* from private.season_leaderboard() as l $$;
comment on function public.season_leaderboard() is
  'Ranking of the points earned in the club''s current season, without gifts and rewards, best 100, also for guests; equal '
  'points share a rank.';

create function private.my_season_position()
  returns table (rank bigint, points bigint, badge_count integer, next_username text, next_gap bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_season constant date := private.current_season();
    v_points bigint;
    v_badges integer;
    v_ahead bigint;
    v_next bigint;
    v_name text;
  begin
    select coalesce(s.points, 0), p.badge_count into v_points, v_badges
      from public.profiles as p
        left join private.season_points as s on s.season = v_season and s.user_id = p.id
      where p.id = auth.uid() and not p.is_suspended;
    if v_points is null then
      return;
    end if;
    if v_points > 0 then
      -- Few are suspended: they are taken off.
      v_ahead := (select count(*) from private.season_points as s where s.season = v_season and s.points > v_points)
        - (
          select count(*)
          from public.profiles as p join private.season_points as s on s.season = v_season and s.user_id = p.id
          where p.is_suspended and s.points > v_points
        );
    end if;
    select s.points into v_next
      from private.season_points as s
      where s.season = v_season and s.points > greatest(v_points, 0)
        and not exists (select from public.profiles as p where p.id = s.user_id and p.is_suspended)
      order by s.points
      limit 1;
    if v_next is not null then
      select p.username::text into v_name
        from public.profiles as p
        where p.id = (private.near_by_name(
          array(
            select s.user_id from private.season_points as s
            where s.season = v_season and s.points = v_next
              and not exists (select from public.profiles as u where u.id = s.user_id and u.is_suspended)),
          null, true))[1];
    end if;
    return query select v_ahead + 1, v_points, v_badges, v_name, v_next - v_points;
  end
  $$;
comment on function private.my_season_position() is 'See public.my_season_position.';

create function public.my_season_position()
  returns table (rank bigint, points bigint, badge_count integer, next_username text, next_gap bigint)
  language sql stable set search_path = ''
  as $$ select m.* from private.my_season_position() as m $$;
comment on function public.my_season_position() is
  'One row: the caller''s rank, points and badges in the current season, the next member above and the difference. No row '
  'for suspended members, rank null without points in it.';

create function private.season_around(p_season date) returns table (user_id uuid, points bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_own bigint;
    v_most bigint;
    v_least bigint;
  begin
    select s.points into v_own
      from private.season_points as s join public.profiles as p on p.id = s.user_id
      where s.season = p_season and s.user_id = auth.uid() and s.points > 0 and not p.is_suspended;
    if v_own is null then
      return;
    end if;
    select max(a.points) into v_most
      from (
        select s.points from private.season_points as s
        where s.season = p_season and s.points > v_own
          and not exists (select from public.profiles as p where p.id = s.user_id and p.is_suspended)
        order by s.points
        limit 5
      ) as a;
    select min(a.points) into v_least
      from (
        select s.points from private.season_points as s
        where s.season = p_season and s.points > 0 and s.points < v_own
          and not exists (select from public.profiles as p where p.id = s.user_id and p.is_suspended)
        order by s.points desc
        limit 5
      ) as a;
    return query
      select s.user_id, s.points from private.season_points as s
      where s.season = p_season and s.points between coalesce(v_least, v_own) and coalesce(v_most, v_own)
        and not exists (select from public.profiles as p where p.id = s.user_id and p.is_suspended);
  end
  $$;
comment on function private.season_around(date) is
  'The caller''s points of a season, and those of all members from the fifth below to the fifth above; no row for suspended '
  'members and without points.';

create function private.sums_near(p_start timestamptz, p_season date) returns table (user_id uuid, points bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if p_season is not null then
      return query select s.* from private.season_around(p_season) as s;
    else
      return query select s.* from private.points_since(private.timeframe_start(p_start)) as s;
    end if;
  end
  $$;
comment on function private.sums_near(timestamptz, date) is
  'What near_since ranks: the sums near the caller in a season, or else all of a timeframe.';

drop function private.near_since(timestamptz);

create function private.near_since(p_start timestamp with time zone, p_season date)
 RETURNS TABLE(username text, avatar_url text, badge_count integer, points bigint, is_own boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_own bigint;
    v_key text;
    -- The points of the fifth above, and of the fifth below.
    v_most bigint;
    v_least bigint;
    -- Who has as many, and who has more or fewer than the member but is nearer than the fifth: at most four on each side.
    v_equal uuid[];
    v_at_most uuid[];
    v_at_least uuid[];
    v_between uuid[];
    v_between_points bigint[];
  begin
    with sums as materialized (
      select s.user_id, s.points from private.sums_near(p_start, p_season) as s
    ),
    bounds as materialized (
      select
        m.points as own,
        (select max(a.points) from (
          select s.points from sums as s where s.points > m.points order by s.points limit 5) as a) as most,
        (select min(a.points) from (
          select s.points from sums as s where s.points < m.points order by s.points desc limit 5) as a) as least
      from sums as m
      where m.user_id = auth.uid()
    )
    select
      b.own, b.most, b.least,
      array_agg(s.user_id) filter (where s.points = b.own and s.user_id <> auth.uid()),
      array_agg(s.user_id) filter (where s.points = b.most),
      array_agg(s.user_id) filter (where s.points = b.least),
      array_agg(s.user_id) filter (where s.points > b.own and s.points < b.most or s.points < b.own and s.points > b.least),
      array_agg(s.points) filter (where s.points > b.own and s.points < b.most or s.points < b.own and s.points > b.least)
      into v_own, v_most, v_least, v_equal, v_at_most, v_at_least, v_between, v_between_points
      from bounds as b cross join sums as s
      group by b.own, b.most, b.least;
    if v_own is null then
      return;
    end if;
    select private.username_key(p.username) into v_key from public.profiles as p where p.id = auth.uid();
    return query
      with picked as (
        select t.id, t.sum from unnest(v_between, v_between_points) as t (id, sum)
        union all
        select u.id, v_most from unnest(private.near_by_name(v_at_most, null, false)) as u (id)
        union all
        select u.id, v_own from unnest(private.near_by_name(v_equal, v_key, false)) as u (id)
        union all
        select u.id, v_own from unnest(private.near_by_name(v_equal, v_key, true)) as u (id)
        union all
        select u.id, v_least from unnest(private.near_by_name(v_at_least, null, true)) as u (id)
      ),
      near as materialized (
        select
          p.username::text as name, p.avatar_url as avatar, p.badge_count as badges, t.sum,
          private.username_key(p.username) as key
        from picked as t join public.profiles as p on p.id = t.id
      )
      (
        select n.name, n.avatar, n.badges, n.sum, false
        from near as n
        where n.sum > v_own or (n.sum = v_own and n.key < v_key)
        order by n.sum, n.key desc
        limit 5
      )
      union all
      select p.username::text, p.avatar_url, p.badge_count, v_own, true from public.profiles as p where p.id = auth.uid()
      union all
      (
        select n.name, n.avatar, n.badges, n.sum, false
        from near as n
        where n.sum < v_own or (n.sum = v_own and n.key > v_key)
        order by n.sum desc, n.key
        limit 5
      );
  end
  $function$;

comment on function private.near_since(timestamptz, date) is
  'The caller and five members on each side in a season, or else a timeframe; no row for suspended members and without '
  'points in it.';

create or replace function private.leaderboard_near(p_start timestamp with time zone)
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

create function private.season_leaderboard_near()
  returns table (username text, avatar_url text, badge_count integer, points bigint, is_own boolean)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      select n.* from private.near_since(null, private.current_season()) as n
      order by n.points desc, n.username collate private.reading_order;
  end
  $$;
comment on function private.season_leaderboard_near() is 'See public.season_leaderboard_near.';

create function public.season_leaderboard_near()
  returns table (username text, avatar_url text, badge_count integer, points bigint, is_own boolean)
  language sql stable set search_path = ''
  as $$ select n.* from private.season_leaderboard_near() as n $$;
comment on function public.season_leaderboard_near() is
  'The caller, five members above and five below on the board of the current season, best first; no row for suspended '
  'members and without points in it.';

-- Final tables ---------------------------------------------------------------------------------------------

create function private.close_ended_seasons(p_wait interval) returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_running private.running_season;
    v_closed integer := 0;
  begin
    perform private.hold_gate();
    loop
      -- Two engines at once: the second waits, and finds the next season.
      select r.* into v_running from private.running_season as r for update;
      exit when not found
        or (v_running.begins + interval '1 year') at time zone coalesce(private.known_zone(v_running.zone), 'UTC')
          > now() - p_wait;
      -- A season is kept once, also when the settings are moved back; two in a quarter of a year would count the same
      -- points for two medals. One in which nobody earned a point has no table.
      insert into private.seasons (begins)
        select v_running.begins
        where not exists (select from private.seasons as k where k.begins > v_running.begins - 90)
          and exists (select from private.season_best(v_running.begins));
      if found then
        insert into private.season_places (season, position, rank, user_id, points)
          select v_running.begins,
            row_number() over (order by b.points desc, private.username_key(p.username)),
            rank() over (order by b.points desc),
            p.id, b.points
          from private.season_best(v_running.begins) as b
            join public.profiles as p on p.id = b.user_id;
        insert into private.live_pending (topic, kind) values ('leaderboard', 'row');
        v_closed := v_closed + 1;
      end if;
      delete from private.season_points as s where s.season <= v_running.begins;
      update private.running_season as r set begins = (v_running.begins + interval '1 year')::date;
    end loop;
    return v_closed;
  end
  $$;
comment on function private.close_ended_seasons(interval) is
  'Keeps the final table of each season that ended at least so long ago, once, and deletes its sums; returns how many.';

create function private.close_seasons() returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_closed integer;
  begin
    -- Entries that began before midnight have ended ten minutes later.
    v_closed := private.close_ended_seasons(interval '10 minutes');
    -- Settings that were restored past their trigger, or a zone that this server does not have.
    if not exists (
      select from private.running_season as r
      where r.zone = private.club_zone() and private.season_since(r.begins, private.club_day()) = private.current_season()
    ) then
      perform private.follow_seasons();
    end if;
    return v_closed;
  end
  $$;
comment on function private.close_seasons() is
  'For the job: closes the seasons that ended at least ten minutes ago, and follows the settings.';

create function private.seasons()
  returns table (begins date, ends date, name text, closed_at timestamptz)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      select s.begins, (s.begins + interval '1 year')::date, private.season_name(s.begins), s.closed_at
      from private.seasons as s
      order by s.begins desc
      limit 200;
  end
  $$;
comment on function private.seasons() is 'See public.seasons.';

create function public.seasons()
  returns table (begins date, ends date, name text, closed_at timestamptz)
  language sql stable set search_path = ''
  as $$ select s.* from private.seasons() as s $$;
comment on function public.seasons() is
  'The seasons that have ended and of which there is a final table, the newest first, also for guests. begins: the first '
  'day; ends: the first day of the season after it; name: 2026, or 2026/27.';

create function private.season_table(p_season date)
  returns table (season date, rank integer, username text, avatar_url text, points bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_season constant date := coalesce(p_season, (select max(s.begins) from private.seasons as s));
  begin
    return query
      select t.season, t.rank, p.username::text, p.avatar_url, t.points
      from private.season_places as t
        left join public.profiles as p on p.id = t.user_id
      where t.season = v_season and p.is_suspended is distinct from true
      order by t.position;
  end
  $$;
comment on function private.season_table(date) is 'See public.season_table.';

create function public.season_table(season date default null)
  returns table (season date, rank integer, username text, avatar_url text, points bigint)
  language sql stable set search_path = ''
  as $$ select t.* from private.season_table(season_table.season) as t $$;
comment on function public.season_table(date) is
  'The final table of a season, given its first day, or of the newest: the first 100 with the points with which it was '
  'closed, also for guests. Names and avatars are those of today; username is null for a deleted account. Without members '
  'who are suspended now. No row for a season without a table.';

create function private.season_medals(p_user_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(jsonb_agg(
      jsonb_build_object('begins', m.season, 'season', private.season_name(m.season), 'rank', m.rank)
      order by m.season desc), '[]')
    from (
      select t.season, t.rank from private.season_places as t
      where t.user_id = p_user_id and t.rank <= 3
      order by t.season desc
      limit 20
    ) as m
  $$;
comment on function private.season_medals(uuid) is
  'The seasons in which a member came first, second or third, the newest first, the last 20: begins, season (its name), rank.';

drop function public.member_page(text);

create function public.member_page(name text)
 RETURNS TABLE(id uuid, username text, is_suspended boolean, avatar_url text, bio text, fishing_area text, fishing_photos text[], created_at timestamp with time zone, points bigint, rank bigint, badge_count integer, post_count bigint, badges jsonb, posts jsonb, joined_on date, level text, medals jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  declare
    v_id constant uuid := private.member_of_name(member_page.name);
    v_member public.profiles;
    v_post_count bigint;
    v_rank bigint;
    v_badges jsonb;
    v_posts jsonb;
  begin
    select p.* into v_member from public.profiles as p where p.id = v_id;
    if v_member.id is null or v_id = any (private.blocked_with_me()) then
      return;
    end if;
    if v_member.is_suspended and v_id is distinct from auth.uid() and not private.is_admin() then
      return query select v_member.id, v_member.username, true, '', '', '', '{}'::text[], null::timestamptz, null::bigint,
        null::bigint, null::integer, null::bigint, '[]'::jsonb, '[]'::jsonb, null::date,
        null::text, '[]'::jsonb;
      return;
    end if;
    select m.post_count into v_post_count from public.member_search as m where m.id = v_id;
    if v_member.points + v_member.points_spent > 0 and not v_member.is_suspended then
      select count(*) + 1 into v_rank
        from public.profiles as p
        where not p.is_suspended and p.points + p.points_spent > v_member.points + v_member.points_spent;
    end if;
    select coalesce(jsonb_agg(to_jsonb(b) order by b.awarded_at desc, b.id), '[]') into v_badges
      from (
        select b.id, b.name, b.icon, b.color, u.awarded_at
        from public.user_badges as u join public.badges as b on b.id = u.badge_id
        where u.user_id = v_id
        order by u.awarded_at desc, b.id
        limit 60
      ) as b;
    select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at desc, n.id), '[]') into v_posts
      from (
        select n.id, n.type, left(n.content, 280) as content, n.image_url, n.created_at
        from public.newsfeed_posts as n
        where n.user_id = v_id
        order by n.created_at desc
        limit 6
      ) as n;
    return query select v_member.id, v_member.username, v_member.is_suspended, v_member.avatar_url, v_member.bio,
      v_member.fishing_area, v_member.fishing_photos, v_member.created_at, v_member.points + v_member.points_spent, v_rank,
      v_member.badge_count, v_post_count, v_badges, v_posts, v_member.joined_on, private.level_name(v_id),
      private.season_medals(v_id);
  end
  $function$;

comment on function public.member_page(name text) is 'A member by their username, or one that they gave up in the last 90 days, with rank, badges (at most 60), newest posts (6) the name of their level and their medals of seasons as the caller may see them; no row for an unknown name, and where one of the two has blocked the other. Of a suspended member other members get the name only. joined_on: the day on which a member who was imported joined; null for others, who have joined when created_at says.';

create or replace function private.my_dealings(p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return jsonb_build_object(
      'points', (
        select coalesce(
          jsonb_agg(to_jsonb(l) - array['user_id', 'created_by', 'source_key', 'request_id'] order by l.created_at), '[]')
        from public.points_log as l where l.user_id = p_user_id
      ),
      'seasons', (
        select coalesce(
          jsonb_agg(jsonb_build_object('season', private.season_name(s.season), 'points', s.points, 'rank', s.rank,
            'is_final', s.is_final) order by s.season, s.is_final),
          '[]')
        from (
          select t.season, t.points, t.rank, true as is_final from private.season_places as t where t.user_id = p_user_id
          union all
          select n.season, n.points, null, false from private.season_points as n where n.user_id = p_user_id
        ) as s
      ),
      'gifts', (
        select coalesce(
          jsonb_agg(jsonb_build_object(
            'from', coalesce(f.username, 'Deleted member'),
            'to', coalesce(t.username, 'Deleted member'),
            'points', g.points, 'message', g.message, 'created_at', g.created_at) order by g.created_at),
          '[]')
        from public.point_gifts as g
          left join public.profiles as f on f.id = g.from_user_id
          left join public.profiles as t on t.id = g.to_user_id
        where p_user_id in (g.from_user_id, g.to_user_id)
      ),
      'badges', (
        select coalesce(jsonb_agg(jsonb_build_object('badge', b.name, 'awarded_at', u.awarded_at) order by u.awarded_at), '[]')
        from public.user_badges as u join public.badges as b on b.id = u.badge_id
        where u.user_id = p_user_id
      ),
      'referrals', (
        select coalesce(
          jsonb_agg(to_jsonb(r) - array['referrer_id', 'referred_user_id', 'referred_email'] || jsonb_build_object(
            'referrer', coalesce(f.username, 'Deleted member'),
            'referred', coalesce(t.username, 'Deleted member')) order by r.created_at),
          '[]')
        from public.referrals as r
          left join public.profiles as f on f.id = r.referrer_id
          left join public.profiles as t on t.id = r.referred_user_id
        where p_user_id in (r.referrer_id, r.referred_user_id)
      ),
      'invitation', (
        select to_jsonb(i) - array['member_id', 'code'] from private.invitations as i where i.member_id = p_user_id
      ),
      'mailed_invitations', (
        -- Whoever has not proved an address does not learn whether it was invited.
        select coalesce(
          jsonb_agg(jsonb_build_object('invited_by', p.username, 'created_at', m.created_at, 'expires_at', m.expires_at,
            'accepted_at', m.accepted_at, 'proposed_name', m.proposed_name, 'joined_on', m.joined_on, 'points', m.points)
            order by m.created_at),
          '[]')
        from auth.users as u
          join private.mailed_invitations as m on m.address = lower(u.email)
          left join public.profiles as p on p.id = m.invited_by
        where u.id = p_user_id and private.is_proved_address(p_user_id)
      ),
      'connections', (
        select coalesce(
          jsonb_agg(jsonb_build_object('asked_by', f.username, 'asked', t.username, 'status', m.status,
            'created_at', m.created_at) order by m.created_at),
          '[]')
        from public.member_connections as m
          join public.profiles as f on f.id = m.user_id
          join public.profiles as t on t.id = m.connected_user_id
        where p_user_id in (m.user_id, m.connected_user_id)
      ),
      'blocked', (
        select coalesce(
          jsonb_agg(jsonb_build_object('member', p.username, 'created_at', b.created_at) order by b.created_at), '[]')
        from private.member_blocks as b join public.profiles as p on p.id = b.blocked_id
        where b.blocker_id = p_user_id
      ),
      'prizes', (
        select coalesce(
          jsonb_agg(to_jsonb(a) - array['user_id', 'admin_notes'] || jsonb_build_object('prize', i.title)
            order by a.awarded_at),
          '[]')
        from public.prize_awards as a join public.prize_items as i on i.id = a.item_id
        where a.user_id = p_user_id
      ),
      'redemptions', (
        select coalesce(
          jsonb_agg(to_jsonb(r) - array['account_id', 'package_id'] || jsonb_build_object('reward', p.name)
            order by r.redeemed_at, r.id),
          '[]')
        from private.redemptions as r join public.prize_packages as p on p.id = r.package_id
        where r.account_id = p_user_id
      ),
      'first_steps', (
        select coalesce(jsonb_agg(to_jsonb(f) - 'account_id' order by f.taken_at, f.step), '[]')
        from private.first_steps as f where f.account_id = p_user_id
      ),
      'first_session', (
        select coalesce(jsonb_agg(to_jsonb(h) - 'user_id'), '[]')
        from private.hidden_first_sessions as h where h.user_id = p_user_id
      ),
      'addresses', (
        select coalesce(jsonb_agg(to_jsonb(s) - array['user_id', 'request_id'] order by s.created_at), '[]')
        from public.shipping_addresses as s where s.user_id = p_user_id
      ),
      'admins_did', (
        select coalesce(jsonb_agg(jsonb_build_object('at', x.created_at, 'action', x.action) order by x.created_at), '[]')
        from private.audit_log as x where x.subject_id = p_user_id and x.subject_kind = 'member'
          -- Its own part of one's data tells what a decision about a report told its author.
          and x.action not in ('decide_report', 'reopen_report', 'answer_suspension', 'decide_appeal')
          -- The team's notes are for the team.
          and x.action not in ('add_note', 'delete_note')
      )
    );
  end
  $function$;

-- Jobs -----------------------------------------------------------------------------------------------------

create or replace function private.schedule_jobs()
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if to_regprocedure('cron.schedule(text,text,text)') is null then
      raise notice 'pg_cron is not enabled: nothing is deleted by itself. Enable it, then run select '
        'private.schedule_jobs();';
      return false;
    end if;
    execute $cron$
      select cron.schedule('bankside-addresses', '17 3 * * *', 'select private.purge_delivered_addresses()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-marks', '27 3 * * *', 'select private.delete_expired_marks()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-reminders', '* * * * *', 'select private.remind()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-suspensions', '* * * * *', 'select private.end_suspensions()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-gone-members', '* * * * *', 'select private.forget_gone_members()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-deliver', '15 seconds', 'select private.call_deliver()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-tend-deliveries', '47 3 * * *', 'select private.tend_deliveries()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-reports', '57 3 * * *', 'select private.tend_reports()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-rewards', '* * * * *', 'select private.return_expired_rewards()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-seasons', '*/10 * * * *', 'select private.close_seasons()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-log', '37 3 * * *',
        'delete from cron.job_run_details where end_time < now() - interval ''7 days''')
    $cron$;
    return true;
  end
  $function$;

select private.follow_seasons();
select private.schedule_jobs();

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on function
  private.season_name(date),
  private.current_season(),
  private.season_since(date, date),
  private.follow_seasons(),
  private.tg_site_settings__follow_season(),
  private.season_best(date),
  private.season_leaderboard(),
  public.season_leaderboard(),
  private.my_season_position(),
  public.my_season_position(),
  private.season_around(date),
  private.sums_near(timestamptz, date),
  private.near_since(timestamptz, date),
  private.season_leaderboard_near(),
  public.season_leaderboard_near(),
  private.close_ended_seasons(interval),
  private.close_seasons(),
  private.seasons(),
  public.seasons(),
  private.season_table(date),
  public.season_table(date),
  private.season_medals(uuid),
  public.member_page(text)
  from public, anon, authenticated, service_role;
grant execute on function
  private.season_leaderboard(),
  public.season_leaderboard(),
  private.seasons(),
  public.seasons(),
  private.season_table(date),
  public.season_table(date)
  to anon, authenticated, service_role;
grant execute on function
  private.my_season_position(),
  public.my_season_position(),
  private.season_leaderboard_near(),
  public.season_leaderboard_near()
  to authenticated;
grant execute on function
  private.season_medals(uuid),
  public.member_page(text)
  to authenticated, service_role;
