-- The overview's figures by day take their moment from the caller, so that tests can try every hour of a day.

create function private.daily_figures(p_time_zone text, p_now timestamptz) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_today constant date := (p_now at time zone p_time_zone)::date;
    v_start constant timestamptz := (v_today - 29)::timestamp at time zone p_time_zone;
  begin
    return (
      select jsonb_agg(
        jsonb_build_object('day', d.day, 'sign_ups', coalesce(s.members, 0), 'posts', coalesce(n.posts, 0))
        order by d.day)
      from (select v_today - k as day from generate_series(0, 29) as k) as d
        left join (
          select (p.created_at at time zone p_time_zone)::date as day, count(*) as members
          from public.profiles as p where p.created_at >= v_start
          group by 1
        ) as s on s.day = d.day
        left join (
          select (x.created_at at time zone p_time_zone)::date as day, count(*) as posts
          from public.newsfeed_posts as x where x.created_at >= v_start and x.type = 'post'
          group by 1
        ) as n on n.day = d.day
    );
  end
  $$;
comment on function private.daily_figures(text, timestamptz) is
  'Sign-ups and posts of the 30 days that end with the day of p_now, by days of the time zone.';

create function private.points_by_kind(p_time_zone text, p_now timestamptz) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_today constant date := (p_now at time zone p_time_zone)::date;
    v_start constant timestamptz := (v_today - 29)::timestamp at time zone p_time_zone;
  begin
    return (
      select coalesce(
        jsonb_agg(jsonb_build_object('kind', k.kind, 'given', k.given, 'taken', k.taken) order by k.given desc, k.kind),
        '[]')
      from (
        select
          l.kind,
          coalesce(sum(l.points_change) filter (where l.points_change > 0), 0) as given,
          coalesce(-sum(l.points_change) filter (where l.points_change < 0), 0) as taken
        from public.points_log as l where l.created_at >= v_start
        group by l.kind
      ) as k
    );
  end
  $$;
comment on function private.points_by_kind(text, timestamptz) is
  'Points given and taken, by kind, in the 30 days that end with the day of p_now in the time zone.';

create or replace function private.admin_overview(p_time_zone text) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_admin();
    return jsonb_build_object(
      'at', now(),
      'days', private.daily_figures(p_time_zone, now()),
      'members', private.active_members(),
      'points', private.points_by_kind(p_time_zone, now()),
      'claims', private.open_claims(),
      'unclaimed', (
        select count(*) from public.prize_awards as a where a.status <> 'claimed' and a.claim_deadline > now()
      ),
      'games', private.games_in_progress(),
      'games_total', (select count(*) from public.games as g where g.status = 'active')
    );
  end
  $$;

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.daily_figures(text, timestamptz),
  private.points_by_kind(text, timestamptz)
  from public, anon, authenticated, service_role;
