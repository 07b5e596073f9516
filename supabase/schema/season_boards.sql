-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.running_season (
  is_only boolean not null default true,
  begins date not null,
  zone text not null,
  constraint running_season_pkey PRIMARY KEY (is_only),
  constraint running_season_dates_bounds CHECK (begins >= '2000-01-01'::date AND begins < '2200-01-01'::date),
  constraint running_season_one_row CHECK (is_only),
  constraint running_season_zone_length CHECK (char_length(zone) <= 64)
);
comment on table private.running_season is 'The season that is closed next, and the time zone in which its sums are kept. One row; close_seasons and a change of the settings move it on.';

alter table private.running_season enable row level security;

create table private.season_places (
  season date not null,
  "position" integer not null,
  rank integer not null,
  user_id uuid,
  points bigint not null,
  constraint season_places_pkey PRIMARY KEY (season, "position"),
  constraint season_places_season_fkey FOREIGN KEY (season) REFERENCES private.seasons(begins) ON DELETE CASCADE,
  constraint season_places_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint season_places_dates_bounds CHECK (season >= '2000-01-01'::date AND season < '2200-01-01'::date),
  constraint season_places_points_positive CHECK (points > 0),
  constraint season_places_position_range CHECK ("position" >= 1 AND "position" <= 100),
  constraint season_places_rank_range CHECK (rank >= 1 AND rank <= "position")
);
comment on table private.season_places is 'The first 100 of a season as it was closed. Ranks 1 to 3 are its medals. Nothing changes a row afterwards.';
comment on column private.season_places.rank is 'Members with equal points share it.';
comment on column private.season_places.user_id is 'Null when the account was deleted.';

CREATE INDEX season_places_user_id ON private.season_places USING btree (user_id, season DESC);

alter table private.season_places enable row level security;

create table private.season_points (
  season date not null,
  user_id uuid not null,
  points bigint not null,
  constraint season_points_pkey PRIMARY KEY (user_id, season),
  constraint season_points_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint season_points_dates_bounds CHECK (season >= '2000-01-01'::date AND season < '2200-01-01'::date)
);
comment on table private.season_points is 'Points earned (private.is_earned) per member in the running season and later ones, kept by the trigger of points_log. season: its first day.';

CREATE INDEX season_points_best ON private.season_points USING btree (season, points DESC) INCLUDE (user_id);

alter table private.season_points enable row level security;

create table private.seasons (
  begins date not null,
  closed_at timestamp with time zone not null default now(),
  constraint seasons_pkey PRIMARY KEY (begins),
  constraint seasons_dates_bounds CHECK (begins >= '2000-01-01'::date AND begins < '2200-01-01'::date AND closed_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND closed_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.seasons is 'Seasons that have ended and of which the final table is kept, by their first day.';

alter table private.seasons enable row level security;

create function private.close_ended_seasons(p_wait interval)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.close_ended_seasons(p_wait interval) is 'Keeps the final table of each season that ended at least so long ago, once, and deletes its sums; returns how many.';

create function private.close_seasons()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.close_seasons() is 'For the job: closes the seasons that ended at least ten minutes ago, and follows the settings.';

create function private.current_season()
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select s.begins from private.season_of(private.club_day()) as s $function$;
comment on function private.current_season() is 'The first day of the season of now.';

create function private.follow_seasons()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.follow_seasons() is 'Follows the current season of the settings: adds up its points again, from the ledger.';

create function private.my_season_position()
 RETURNS TABLE(rank bigint, points bigint, badge_count integer, next_username text, next_gap bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.my_season_position() is 'See public.my_season_position.';

grant execute on function private.my_season_position() to authenticated;

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
comment on function private.near_since(p_start timestamp with time zone, p_season date) is 'The caller and five members on each side in a season, or else a timeframe; no row for suspended members and without points in it.';

create function private.season_around(p_season date)
 RETURNS TABLE(user_id uuid, points bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.season_around(p_season date) is 'The caller''s points of a season, and those of all members from the fifth below to the fifth above; no row for suspended members and without points.';

create function private.season_best(p_season date)
 RETURNS TABLE(user_id uuid, points bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
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
  $function$;
comment on function private.season_best(p_season date) is 'The first 100 by the points that they earned in a season, without suspended members; of equal ones at the end the first by name.';

create function private.season_leaderboard()
 RETURNS TABLE(rank bigint, username text, avatar_url text, badge_count integer, points bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return query
      select rank() over (order by b.points desc), p.username::text, p.avatar_url, p.badge_count, b.points
      from private.season_best(private.current_season()) as b
        join public.profiles as p on p.id = b.user_id
      order by b.points desc, p.username collate "und-x-icu";
  end
  $function$;
comment on function private.season_leaderboard() is 'See public.season_leaderboard.';

grant execute on function private.season_leaderboard() to anon, authenticated, service_role;

create function private.season_leaderboard_near()
 RETURNS TABLE(username text, avatar_url text, badge_count integer, points bigint, is_own boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return query
      select n.* from private.near_since(null, private.current_season()) as n
      order by n.points desc, n.username collate private.reading_order;
  end
  $function$;
comment on function private.season_leaderboard_near() is 'See public.season_leaderboard_near.';

grant execute on function private.season_leaderboard_near() to authenticated;

create function private.season_medals(p_user_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select coalesce(jsonb_agg(
      jsonb_build_object('begins', m.season, 'season', private.season_name(m.season), 'rank', m.rank)
      order by m.season desc), '[]')
    from (
      select t.season, t.rank from private.season_places as t
      where t.user_id = p_user_id and t.rank <= 3
      order by t.season desc
      limit 20
    ) as m
  $function$;
comment on function private.season_medals(p_user_id uuid) is 'The seasons in which a member came first, second or third, the newest first, the last 20: begins, season (its name), rank.';

grant execute on function private.season_medals(p_user_id uuid) to authenticated, service_role;

create function private.season_name(p_begins date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select case
      when extract(month from p_begins) = 1 and extract(day from p_begins) = 1 then to_char(p_begins, 'FMYYYY')
      else to_char(p_begins, 'FMYYYY') || '/' || to_char(p_begins + interval '1 year', 'YY')
    end
  $function$;
comment on function private.season_name(p_begins date) is 'The name of the season that begins on a day: 2026, or 2026/27 when it does not begin on 1 January.';

create function private.season_since(p_begins date, p_day date)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select (p_begins + make_interval(years => extract(year from age(p_day::timestamp, p_begins::timestamp))::integer))::date $function$;
comment on function private.season_since(p_begins date, p_day date) is 'The first day of the season of a day, where seasons begin on p_begins and each year after it.';

create function private.season_table(p_season date)
 RETURNS TABLE(season date, rank integer, username text, avatar_url text, points bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.season_table(p_season date) is 'See public.season_table.';

grant execute on function private.season_table(p_season date) to anon, authenticated, service_role;

create function private.seasons()
 RETURNS TABLE(begins date, ends date, name text, closed_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return query
      select s.begins, (s.begins + interval '1 year')::date, private.season_name(s.begins), s.closed_at
      from private.seasons as s
      order by s.begins desc
      limit 200;
  end
  $function$;
comment on function private.seasons() is 'See public.seasons.';

grant execute on function private.seasons() to anon, authenticated, service_role;

create function private.sums_near(p_start timestamp with time zone, p_season date)
 RETURNS TABLE(user_id uuid, points bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if p_season is not null then
      return query select s.* from private.season_around(p_season) as s;
    else
      return query select s.* from private.points_since(private.timeframe_start(p_start)) as s;
    end if;
  end
  $function$;
comment on function private.sums_near(p_start timestamp with time zone, p_season date) is 'What near_since ranks: the sums near the caller in a season, or else all of a timeframe.';

create function private.tg_site_settings__follow_season()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    -- What has ended by the settings of before is closed by them.
    perform private.close_ended_seasons(interval '0');
    perform private.follow_seasons();
    insert into private.live_pending (topic, kind) values ('leaderboard', 'row');
    return null;
  end
  $function$;
comment on function private.tg_site_settings__follow_season() is 'Adds up the season anew when its first day or the time zone of the club was changed.';

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

grant execute on function public.member_page(name text) to authenticated, service_role;

create function public.my_season_position()
 RETURNS TABLE(rank bigint, points bigint, badge_count integer, next_username text, next_gap bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select m.* from private.my_season_position() as m $function$;
comment on function public.my_season_position() is 'One row: the caller''s rank, points and badges in the current season, the next member above and the difference. No row for suspended members, rank null without points in it.';

grant execute on function public.my_season_position() to authenticated;

create function public.season_leaderboard()
 RETURNS TABLE(rank bigint, username text, avatar_url text, badge_count integer, points bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select l.* from private.season_leaderboard() as l $function$;
comment on function public.season_leaderboard() is 'Ranking of the points earned in the club''s current season, without gifts and rewards, best 100, also for guests; equal points share a rank.';

grant execute on function public.season_leaderboard() to anon, authenticated, service_role;

create function public.season_leaderboard_near()
 RETURNS TABLE(username text, avatar_url text, badge_count integer, points bigint, is_own boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select n.* from private.season_leaderboard_near() as n $function$;
comment on function public.season_leaderboard_near() is 'The caller, five members above and five below on the board of the current season, best first; no row for suspended members and without points in it.';

grant execute on function public.season_leaderboard_near() to authenticated;

create function public.season_table(season date DEFAULT NULL::date)
 RETURNS TABLE(season date, rank integer, username text, avatar_url text, points bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select t.* from private.season_table(season_table.season) as t $function$;
comment on function public.season_table(season date) is 'The final table of a season, given its first day, or of the newest: the first 100 with the points with which it was closed, also for guests. Names and avatars are those of today; username is null for a deleted account. Without members who are suspended now. No row for a season without a table.';

grant execute on function public.season_table(season date) to anon, authenticated, service_role;

create function public.seasons()
 RETURNS TABLE(begins date, ends date, name text, closed_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select s.* from private.seasons() as s $function$;
comment on function public.seasons() is 'The seasons that have ended and of which there is a final table, the newest first, also for guests. begins: the first day; ends: the first day of the season after it; name: 2026, or 2026/27.';

grant execute on function public.seasons() to anon, authenticated, service_role;
