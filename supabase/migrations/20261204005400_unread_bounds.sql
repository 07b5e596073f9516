-- The number on the bell is counted for every live message about notifications, in the flush that all topics share. It
-- counted to 20 but read every unread row until it had 20 that are shown: thousands of hidden ones, of a suspended member
-- or about texts that were edited, took seconds. It now reads the newest 200 of each sort.

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.unread_notifications(p_reader_id uuid) returns integer
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.unread_notifications(uuid) is
  'How many notifications a member has not read, at most 20, among the newest 200 unread ones of their own and 200 for '
  'all; what is hidden counts among these, so that the cost is bounded.';
