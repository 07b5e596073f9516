-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.my_unread_notifications()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return private.unread_notifications(auth.uid());
  end
  $function$;
comment on function private.my_unread_notifications() is 'The caller''s number of unread notifications, at most 20.';

grant execute on function private.my_unread_notifications() to authenticated;

create function private.notifications_page(p_before timestamp with time zone, p_before_id uuid, p_limit integer, p_filter text)
 RETURNS TABLE(id uuid, kind text, group_name text, subject_id uuid, title text, excerpt text, path text, details jsonb, actor_count integer, actors jsonb, created_at timestamp with time zone, updated_at timestamp with time zone, read_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_reader_id constant uuid := auth.uid();
    v_kinds constant text[] := array(
      select k.name from private.notification_kinds as k
      where k.name = any (private.in_app_kinds(v_reader_id))
        and case coalesce(p_filter, 'all')
          when 'all' then true
          when 'unread' then true
          when 'games' then k.group_name in ('games', 'results', 'wins')
          when 'people' then k.group_name in ('reactions', 'replies', 'mentions', 'connections')
          when 'rewards' then k.group_name in ('prizes', 'points')
          else k.group_name = p_filter
        end);
    v_size constant integer := least(greatest(coalesce(p_limit, 20), 1), 50);
    v_before constant timestamptz := coalesce(p_before, 'infinity');
    v_before_id constant uuid := coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    v_unread constant boolean := p_filter is not distinct from 'unread';
    v_on_top constant uuid[] := private.notifications_on_top(v_reader_id, v_kinds, v_unread, least(5, v_size - 1));
    v_shown constant uuid[] := case when p_before is null then v_on_top else '{}' end;
  begin
    return query
      select l.id, l.kind, k.group_name, l.subject_id, d.title, d.excerpt, d.path,
        d.details || case when l.place is null then '{}' else '{"on_top": true}' end::jsonb,
        a.actor_count, a.actors, l.created_at, l.updated_at, l.read_at
      from (
          (
            select t.place, n.id, n.kind, n.subject_id, n.created_at, n.updated_at, coalesce(n.read_at, m.read_at) as read_at
            from unnest(v_shown) with ordinality as t (id, place)
              join private.notifications as n on n.id = t.id
              left join private.notification_marks as m on m.notification_id = n.id and m.user_id = v_reader_id
          )
          union all
          (
            select null, o.*
            from (
                (
                  select n.id, n.kind, n.subject_id, n.created_at, n.updated_at, n.read_at
                  from private.notifications as n
                  where n.user_id = v_reader_id and n.kind = any (v_kinds) and n.id <> all (v_on_top)
                    and (n.updated_at, n.id) < (v_before, v_before_id) and (not v_unread or n.read_at is null)
                    and private.is_notification_shown(n.id, n.kind, n.subject_id, n.created_at, false, v_reader_id)
                  order by n.updated_at desc, n.id desc
                  limit v_size
                )
                union all
                (
                  select n.id, n.kind, n.subject_id, n.created_at, n.updated_at, m.read_at
                  from private.notifications as n
                    left join private.notification_marks as m on m.notification_id = n.id and m.user_id = v_reader_id
                  where n.user_id is null and n.kind = any (v_kinds) and n.id <> all (v_on_top)
                    and (n.updated_at, n.id) < (v_before, v_before_id) and (not v_unread or m.read_at is null)
                    and private.is_notification_shown(n.id, n.kind, n.subject_id, n.created_at, true, v_reader_id)
                  order by n.updated_at desc, n.id desc
                  limit v_size
                )
                order by 5 desc, 1 desc
                limit v_size - cardinality(v_shown)
              ) as o
          )
        ) as l
        join private.notification_kinds as k on k.name = l.kind
        cross join lateral private.describe_notification(l.id, l.kind, l.subject_id, v_reader_id) as d
        cross join lateral private.shown_actors(l.id) as a
      order by l.place, l.updated_at desc, l.id desc;
  end
  $function$;
comment on function private.notifications_page(p_before timestamp with time zone, p_before_id uuid, p_limit integer, p_filter text) is 'The caller''s notifications before a place in the list: all, unread, or those of some groups. What closes within a day is on top of the first page (details.on_top) and on no other.';

grant execute on function private.notifications_page(p_before timestamp with time zone, p_before_id uuid, p_limit integer, p_filter text) to authenticated;

create function private.unread_notifications(p_reader_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_kinds constant text[] := private.in_app_kinds(p_reader_id);
  begin
    return least(20, (
      select count(*)::integer
      from (
        select
        from (
          select x.* from private.notifications as x
          where x.user_id = p_reader_id and x.read_at is null and x.kind = any (v_kinds)
          order by x.updated_at desc, x.id desc
          limit 200
        ) as n
        where private.is_notification_shown(n.id, n.kind, n.subject_id, n.created_at, false, p_reader_id)
        limit 20
      ) as own
    ) + (
      select count(*)::integer
      from (
        select
        from (
          select x.* from private.notifications as x
          where x.user_id is null and x.kind = any (v_kinds)
            and not exists (
              select from private.notification_marks as m where m.notification_id = x.id and m.user_id = p_reader_id
            )
          order by x.updated_at desc, x.id desc
          limit 200
        ) as n
        where private.is_notification_shown(n.id, n.kind, n.subject_id, n.created_at, true, p_reader_id)
        limit 20
      ) as common
    ));
  end
  $function$;
comment on function private.unread_notifications(p_reader_id uuid) is 'How many notifications a member has not read, at most 20, among the newest 200 unread ones of their own and 200 for all; what is hidden counts among these, so that the cost is bounded.';

create function public.notifications_page(before timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid, size integer DEFAULT 20, filter text DEFAULT 'all'::text)
 RETURNS TABLE(id uuid, kind text, group_name text, subject_id uuid, title text, excerpt text, path text, details jsonb, actor_count integer, actors jsonb, created_at timestamp with time zone, updated_at timestamp with time zone, read_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select p.* from private.notifications_page(
      notifications_page.before, notifications_page.before_id, notifications_page.size, notifications_page.filter) as p
  $function$;
comment on function public.notifications_page(before timestamp with time zone, before_id uuid, size integer, filter text) is 'The caller''s notifications, newest first, at most 50; what closes within a day comes first of all, with details.on_top. The next page begins before updated_at and id of the last row. filter: all, unread, games, people, rewards (several groups each), or the name of a group.';

grant execute on function public.notifications_page(before timestamp with time zone, before_id uuid, size integer, filter text) to authenticated;

create function public.unread_notifications()
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.my_unread_notifications() $function$;
comment on function public.unread_notifications() is 'How many notifications the caller has not read, at most 20.';

grant execute on function public.unread_notifications() to authenticated;
