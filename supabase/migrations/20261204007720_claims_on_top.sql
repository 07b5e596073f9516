-- A claim or a game that closes within a day stays on top of the list until it is done, read or not. These are at most five,
-- and fewer than a page, so that each page ends with a notification in the order of time: the next page begins after it.

create function private.notifications_on_top(p_reader_id uuid, p_kinds text[], p_unread boolean, p_limit integer) returns uuid[]
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return array(
      select l.id
      from (
          -- A deadline that was moved has been reminded of twice.
          select distinct on (x.subject_id) x.id, x.closes_at
          from (
              select n.id, n.kind, n.subject_id, n.created_at, n.updated_at, n.read_at, false as is_for_all,
                a.claim_deadline as closes_at
              from public.prize_awards as a
                join private.notifications as n on n.subject_id = a.id and n.user_id = p_reader_id
              where a.user_id = p_reader_id and a.status <> 'claimed'
                and a.claim_deadline > now() and a.claim_deadline <= now() + interval '1 day'
                -- What was won later than a day before has no reminder.
                and (n.kind = 'claim_closes_day'
                  or n.kind = 'prize_assigned' and a.awarded_at >= a.claim_deadline - interval '1 day')
              union all
              select n.id, n.kind, n.subject_id, n.created_at, n.updated_at, m.read_at, true, g.end_date
              from public.games as g
                join private.notifications as n on n.kind = 'game_closing' and n.subject_id = g.id and n.user_id is null
                left join private.notification_marks as m on m.notification_id = n.id and m.user_id = p_reader_id
              where g.status = 'active' and g.end_date > now() and g.end_date <= now() + interval '1 day'
            ) as x
          where x.kind = any (p_kinds) and (not p_unread or x.read_at is null)
            and private.is_notification_shown(x.id, x.kind, x.subject_id, x.created_at, x.is_for_all, p_reader_id)
          order by x.subject_id, x.updated_at desc, x.id desc
        ) as l
      order by l.closes_at, l.id
      limit p_limit);
  end
  $$;
comment on function private.notifications_on_top(uuid, text[], boolean, integer) is
  'Those of a member that close within a day, the first to close first: unclaimed prizes, and games without the member''s '
  'entry.';

create or replace function private.notifications_page(
  p_before timestamptz, p_before_id uuid, p_limit integer, p_filter text
) returns table (
  id uuid, kind text, group_name text, subject_id uuid, title text, excerpt text, path text, details jsonb,
  actor_count integer, actors jsonb, created_at timestamptz, updated_at timestamptz, read_at timestamptz
)
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.notifications_page(timestamptz, uuid, integer, text) is
  'The caller''s notifications before a place in the list: all, unread, or those of some groups. What closes within a day is '
  'on top of the first page (details.on_top) and on no other.';

comment on function public.notifications_page(timestamptz, uuid, integer, text) is
  'The caller''s notifications, newest first, at most 50; what closes within a day comes first of all, with details.on_top. '
  'The next page begins before updated_at and id of the last row. filter: all, unread, games, people, rewards (several groups '
  'each), or the name of a group.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function private.notifications_on_top(uuid, text[], boolean, integer)
  from public, anon, authenticated, service_role;
