-- Opening the address of a thing marks the notifications about it as read: also those about the live video and about
-- referrals, whose addresses have no ID. What is for the club's team is read in the console, not on the members' page of
-- the same thing: a game that an admin looks at still needs its result.

-- Functions ------------------------------------------------------------------------------------------------

create function private.subjects_of_path(p_path text, p_reader_id uuid) returns uuid[]
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if p_path = '/live' then
      return array(select v.id from public.live_videos as v where v.is_active);
    elsif p_path = '/profile' then
      return array(
        select n.subject_id
        from private.notifications as n join private.notification_kinds as k on k.name = n.kind
        where n.user_id = p_reader_id and n.read_at is null and k.subject = 'referral'
        order by n.updated_at desc
        limit 200);
    elsif p_path ~ '^/members/.' then
      return array(
        select p.id from public.profiles as p
        where private.username_key(p.username) = private.username_key(substring(p_path from 10)));
    end if;
    return array(
      select f.id::uuid
      from substring(p_path from '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$') as f (id)
      where f.id is not null);
  end
  $$;
comment on function private.subjects_of_path(text, uuid) is
  'The subjects that an address shows: the one whose ID or name ends it, the active video, or the reader''s referrals.';
revoke execute on function private.subjects_of_path(text, uuid) from public, anon, authenticated, service_role;

create or replace function private.mark_notifications_read(
  p_ids uuid[], p_path text, p_before timestamptz, out unread integer, out marked_at timestamptz
)
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_reader_id constant uuid := auth.uid();
    v_subjects constant uuid[] := case when p_path is not null then private.subjects_of_path(p_path, v_reader_id) end;
    v_in_console constant boolean := p_path like '/admin/%';
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
          when p_path is not null then not v_in_console and n.subject_id = any (v_subjects)
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
            when p_path is not null then n.subject_id = any (v_subjects)
              and exists (
                select from private.notification_kinds as k
                where k.name = n.kind and (k.audience = 'admins') = v_in_console)
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
  'time only those that are shown; what is for admins only by a path of the console.';

drop function private.subject_of_path(text);

comment on function public.mark_notifications_read(uuid[], text, timestamptz) is
  'Marks the caller''s notifications as read: these, those about what a path shows (the address of a page, names not '
  'escaped), or those up to a time; returns how many are left.';
