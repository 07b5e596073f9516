-- Marking all as read, or those of a page, marked what is hidden too: a comment of a suspended member was read before it was
-- shown again.

create or replace function private.mark_notifications_read(
  p_ids uuid[], p_path text, p_before timestamptz, out unread integer, out marked_at timestamptz
)
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_reader_id constant uuid := auth.uid();
    v_subject_id constant uuid := case when p_path is not null then private.subject_of_path(p_path) end;
    v_read uuid[];
    v_marked uuid[];
  begin
    perform private.hold_gate();
    marked_at := clock_timestamp();
    if not private.is_member() or num_nonnulls(p_ids, p_path, p_before) <> 1 then
      raise exception 'give ids, a path or a time' using errcode = '22023';
    end if;
    with own as (
      select n.id from private.notifications as n
      where n.user_id = v_reader_id and n.read_at is null
        and case
          when p_ids is not null then n.id = any (p_ids)
          when p_path is not null then n.subject_id = v_subject_id
          else n.updated_at <= p_before
        end
        and (p_ids is not null
          or private.is_notification_shown(n.id, n.kind, n.subject_id, n.created_at, false, v_reader_id))
      order by n.id
      for update
    ),
    changed as (
      update private.notifications as n set read_at = marked_at from own as o where n.id = o.id returning n.id
    )
    select coalesce(array_agg(c.id), '{}') into v_read from changed as c;
    with marked as (
      insert into private.notification_marks (notification_id, user_id, read_at)
        select n.id, v_reader_id, marked_at
        from private.notifications as n
        where n.user_id is null
          and case
            when p_ids is not null then n.id = any (p_ids)
            when p_path is not null then n.subject_id = v_subject_id
            else n.updated_at <= p_before
          end
          and private.is_notification_shown(n.id, n.kind, n.subject_id, n.created_at, true, v_reader_id)
        on conflict (user_id, notification_id) do nothing
        returning notification_id
    )
    select coalesce(array_agg(m.notification_id), '{}') into v_marked from marked as m;
    delete from private.outbox as o
      where o.user_id = v_reader_id and o.sent_at is null and o.notification_id = any (v_read || v_marked);
    if cardinality(v_read || v_marked) > 0 then
      perform private.note_members(array[v_reader_id], 'notifications');
    end if;
    unread := private.unread_notifications(v_reader_id);
  end
  $$;
comment on function private.mark_notifications_read(uuid[], text, timestamptz) is
  'Marks the caller''s notifications as read, all at one moment, and drops what was still to be sent about them. By path or '
  'time only those that are shown.';
