-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.notifications_on_top(p_reader_id uuid, p_kinds text[], p_unread boolean, p_limit integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.notifications_on_top(p_reader_id uuid, p_kinds text[], p_unread boolean, p_limit integer) is 'Those of a member that close within a day, the first to close first: unclaimed prizes, and games without the member''s entry.';
