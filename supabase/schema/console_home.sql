-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.admin_waiting(p_time_zone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_today timestamptz;
  begin
    perform private.require_team();
    v_today := date_trunc('day', now(), p_time_zone);
    if not private.is_admin() then
      return jsonb_build_object(
        'reports', private.reports_to_decide(),
        'appeals', private.appeals_to_decide(),
        'records', private.records_to_verify());
    end if;
    return jsonb_build_object(
      'claims', private.claims_to_send(),
      'games', private.games_to_settle(),
      'reports', private.reports_to_decide(),
      'appeals', private.appeals_to_decide(),
      'records', private.records_to_verify(),
      'prizes', private.prizes_running_low(),
      'undelivered', (
        select count(*) from (select from private.deliveries as d where d.outcome = 'dead' limit 100) as u
      ),
      'coming', private.coming_up(),
      'joined', private.joined_this_week(),
      'started', jsonb_build_object(
        'members', exists (select from public.profiles as p where not p.is_admin),
        'prize', exists (select from public.prize_packages),
        'game', exists (select from public.games)
      ),
      'done', (
        select coalesce(jsonb_agg(
          jsonb_build_object('action', d.action, 'count', d.count) order by d.count desc, d.action), '[]')
        from (
          select l.action, count(*) from private.audit_log as l
          where l.created_at >= v_today and l.actor_id is not null group by l.action
        ) as d
      )
    );
  end
  $function$;
comment on function private.admin_waiting(p_time_zone text) is 'What waits for the club team; today begins at midnight of the time zone. For a moderator only reports, answers of suspended members and catches that are offered for the records.';

grant execute on function private.admin_waiting(p_time_zone text) to authenticated;

create function private.claims_to_send()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (
      with c as (
        select a.*, coalesce(a.fulfillment_status, 'pending') as stage,
          a.claimed_at <= now() - case coalesce(a.fulfillment_status, 'pending')
            when 'pending' then interval '7 days' else interval '10 days' end as is_overdue
        from public.prize_awards as a
        where a.status = 'claimed' and coalesce(a.fulfillment_status, 'pending') in ('pending', 'processing')
      )
      select jsonb_build_object(
        'count', (select count(*) from c),
        'overdue', (select count(*) from c where c.is_overdue),
        'oldest', (
          select coalesce(jsonb_agg(
            jsonb_build_object('id', o.id, 'title', i.title, 'user_id', p.id,
              'username', p.username, 'avatar_url', p.avatar_url, 'method', o.shipping_method,
              'city', o.shipping_details ->> 'city', 'stage', o.stage, 'claimed_at', o.claimed_at,
              'is_overdue', o.is_overdue)
            order by o.claimed_at, o.id), '[]')
          from (select c.* from c order by c.claimed_at, c.id limit 3) as o
            join public.prize_items as i on i.id = o.item_id
            left join public.profiles as p on p.id = o.user_id
        )
      )
    );
  end
  $function$;
comment on function private.claims_to_send() is 'Claimed prizes that are not sent yet: how many, how many overdue (pending for 7 days, or processing 10 days after the claim), and the three oldest.';

create function private.coming_up()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (
      select coalesce(jsonb_agg(
        jsonb_build_object('kind', o.kind, 'id', o.id, 'title', o.title, 'at', o.at) order by o.at, o.id), '[]')
      from (
        (select 'video' as kind, v.id, v.title, v.scheduled_for as at from public.live_videos as v
          where v.is_active and v.scheduled_for > now() order by v.scheduled_for, v.id limit 2)
        union all
        (select 'game_start', g.id, g.title, g.start_date from public.games as g
          where g.status = 'active' and g.start_date > now() order by g.start_date, g.id limit 2)
        union all
        (select 'game_end', g.id, g.title, g.end_date from public.games as g
          where g.status = 'active' and g.start_date <= now() and g.end_date > now() order by g.end_date, g.id limit 2)
      ) as o
    );
  end
  $function$;
comment on function private.coming_up() is 'The next two live videos, starts of games and ends of games, by their moment.';

create function private.games_to_settle()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (
      with g as (
        select x.* from public.games as x where x.status = 'active' and x.end_date <= now()
      )
      select jsonb_build_object(
        'count', (select count(*) from g),
        'oldest', (
          select coalesce(jsonb_agg(
            jsonb_build_object('id', o.id, 'title', o.title, 'type', o.type, 'end_date', o.end_date,
              'entries', (select count(*) from public.game_entries as e where e.game_id = o.id),
              'places', (select count(*) from public.game_entries as e
                where e.game_id = o.id and e.winner_place is not null))
            order by o.end_date, o.id), '[]')
          from (select g.* from g order by g.end_date, g.id limit 3) as o
        )
      )
    );
  end
  $function$;
comment on function private.games_to_settle() is 'Games that have ended and are not completed: how many, and the three that ended first, with the places chosen.';

create function private.joined_this_week()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (
      select jsonb_build_object(
        'count', (select count(*) from public.profiles as p where p.created_at > now() - interval '7 days'),
        'newest', (
          select coalesce(jsonb_agg(
            jsonb_build_object('id', o.id, 'username', o.username, 'avatar_url', o.avatar_url, 'at', o.created_at,
              'referrer', (select r.username from public.referrals as f join public.profiles as r on r.id = f.referrer_id
                where f.referred_user_id = o.id))
            order by o.created_at desc, o.id), '[]')
          from (
            select p.id, p.username, p.avatar_url, p.created_at from public.profiles as p
            where p.created_at > now() - interval '7 days' order by p.created_at desc, p.id limit 3
          ) as o
        )
      )
    );
  end
  $function$;
comment on function private.joined_this_week() is 'The members of the last 7 days: how many, and the three newest.';

create function private.prizes_running_low()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (
      with i as (
        select x.*, k.is_promised
        from public.prize_items as x
          join public.prize_packages as p on p.id = x.package_id
          cross join lateral (
            select exists (
              select from public.games as g where g.prize_package_id = p.id and g.status in ('draft', 'active')
            ) as is_promised
          ) as k
        where p.is_active
          and ((x.quantity > 1 and x.remaining_quantity * 5 <= x.quantity)
            or (x.remaining_quantity = 0 and k.is_promised))
      )
      select jsonb_build_object(
        'count', (select count(*) from i),
        'lowest', (
          select coalesce(jsonb_agg(
            jsonb_build_object('id', o.id, 'package_id', o.package_id, 'title', o.title, 'type', o.type,
              'image_url', o.image_url, 'remaining', o.remaining_quantity, 'quantity', o.quantity,
              'is_promised', o.is_promised)
            order by o.is_promised desc, o.remaining_quantity, o.title, o.id), '[]')
          from (
            select i.* from i order by i.is_promised desc, i.remaining_quantity, i.title, i.id limit 3
          ) as o
        )
      )
    );
  end
  $function$;
comment on function private.prizes_running_low() is 'Items of active packages of which a fifth or less is left; single ones count if a game promises them. How many, and three of them: those that a game promises first.';

create function public.admin_waiting(time_zone text DEFAULT 'UTC'::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  begin
    return private.admin_waiting(coalesce(admin_waiting.time_zone, 'UTC'));
  end
  $function$;
comment on function public.admin_waiting(time_zone text) is 'What waits for the club team. claims: to be sent. games: ended and not completed. reports: to be decided. appeals: answers of suspended members. records: catches offered for the club records. prizes: nearly out of stock. undelivered: messages that were given up. coming: the next videos and games. joined: members of the last 7 days. started: whether there are members, prizes and games. done: entries of today''s audit trail by action. For a moderator only reports, appeals and records. Admins and moderators only (42501); an unknown time zone is 22023.';

grant execute on function public.admin_waiting(time_zone text) to authenticated;
