-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.daily_figures(p_time_zone text, p_now timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.daily_figures(p_time_zone text, p_now timestamp with time zone) is 'Sign-ups and posts of the 30 days that end with the day of p_now, by days of the time zone.';

create function private.points_by_kind(p_time_zone text, p_now timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.points_by_kind(p_time_zone text, p_now timestamp with time zone) is 'Points given and taken, by kind, in the 30 days that end with the day of p_now in the time zone.';
