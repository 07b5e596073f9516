-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.active_members()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (
      select jsonb_build_object(
        'total', count(*),
        'week', count(*) filter (where m.last_seen >= now() - interval '7 days'),
        'month', count(*) filter (where m.last_seen >= now() - interval '30 days')
      )
      from (
        select greatest(
          u.last_sign_in_at,
          -- refreshed_at is a timestamp without time zone, and means UTC.
          (select max(s.refreshed_at) at time zone 'utc' from auth.sessions as s where s.user_id = p.id),
          (select max(n.created_at) from public.newsfeed_posts as n where n.user_id = p.id and n.type = 'post'),
          (select max(c.created_at) from public.newsfeed_comments as c where c.user_id = p.id),
          (select max(r.created_at) from public.newsfeed_reactions as r where r.user_id = p.id),
          (select max(e.created_at) from public.game_entries as e where e.user_id = p.id),
          (select max(g.created_at) from public.point_gifts as g where g.from_user_id = p.id)
        ) as last_seen
        from public.profiles as p
          join auth.users as u on u.id = p.id
      ) as m
    );
  end
  $function$;
comment on function private.active_members() is 'The number of members, and of those who in the last 7 and 30 days signed in, came back, posted, commented, reacted, entered a game or gave points.';

create function private.admin_overview(p_time_zone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.admin_overview(p_time_zone text) is 'The figures of the overview; days begin at midnight of the time zone.';

grant execute on function private.admin_overview(p_time_zone text) to authenticated;

create function private.open_claims()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (
      select jsonb_agg(
        jsonb_build_object('from_day', b.from_day, 'to_day', b.to_day, 'pending', b.pending, 'processing', b.processing,
          'shipped', b.shipped)
        order by b.from_day
      )
      from (
        select
          d.from_day,
          d.to_day,
          count(*) filter (where a.fulfillment = 'pending') as pending,
          count(*) filter (where a.fulfillment = 'processing') as processing,
          count(*) filter (where a.fulfillment = 'shipped') as shipped
        from (values (0, 2), (3, 7), (8, 14), (15, null)) as d (from_day, to_day)
          left join (
            select c.claimed_at, coalesce(c.fulfillment_status, 'pending') as fulfillment
            from public.prize_awards as c where c.status = 'claimed'
          ) as a
            on a.claimed_at <= now() - make_interval(days => d.from_day)
            and (d.to_day is null or a.claimed_at > now() - make_interval(days => d.to_day + 1))
        group by d.from_day, d.to_day
      ) as b
    );
  end
  $function$;
comment on function private.open_claims() is 'Claimed prizes that are not delivered or closed yet, by status and by days since the claim.';

create function public.admin_overview(time_zone text DEFAULT 'UTC'::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  begin
    return private.admin_overview(coalesce(admin_overview.time_zone, 'UTC'));
  end
  $function$;
comment on function public.admin_overview(time_zone text) is 'The club in figures. days: the last 30, today included, with sign_ups and posts. members: total, and active in the last week and month. points: given and taken by kind in those 30 days. claims: open ones by age in days and status. unclaimed. games: those in progress. Admins only (42501); an unknown time zone is 22023.';

grant execute on function public.admin_overview(time_zone text) to authenticated;
