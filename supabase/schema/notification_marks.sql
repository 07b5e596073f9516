-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.is_muted(p_subject_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return exists (
      select from private.notification_mutes as m where m.user_id = auth.uid() and m.subject_id = p_subject_id);
  end
  $function$;
comment on function private.is_muted(p_subject_id uuid) is 'Whether the caller has muted this post, game or member.';

grant execute on function private.is_muted(p_subject_id uuid) to authenticated;

create function private.mark_notifications_read(p_ids uuid[], p_path text, p_before timestamp with time zone, OUT unread integer, OUT marked_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
                where k.name = n.kind and (k.audience in ('admins', 'team')) = v_in_console)
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
  $function$;
comment on function private.mark_notifications_read(p_ids uuid[], p_path text, p_before timestamp with time zone, OUT unread integer, OUT marked_at timestamp with time zone) is 'Marks the caller''s notifications as read, all at one moment, and drops what was still to be sent about them. By path or time only those that are shown; what is for admins only by a path of the console.';

grant execute on function private.mark_notifications_read(p_ids uuid[], p_path text, p_before timestamp with time zone, OUT unread integer, OUT marked_at timestamp with time zone) to authenticated;

create function private.mute_notifications(p_subject_id uuid, p_is_muted boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_user_id constant uuid := auth.uid();
  begin
    perform private.hold_gate();
    if not private.is_member() or p_subject_id is null or p_is_muted is null then
      raise exception 'give a post, a game or a member' using errcode = '22023';
    end if;
    if not p_is_muted then
      delete from private.notification_mutes as m where m.user_id = v_user_id and m.subject_id = p_subject_id;
    else
      perform private.check_rate('mute-day', 200, interval '1 day');
      -- The same answer for what does not exist and what the caller cannot see.
      insert into private.notification_mutes (user_id, subject_id) values (v_user_id, p_subject_id)
        on conflict (user_id, subject_id) do nothing;
      delete from private.outbox as o using private.notifications as n
        where o.user_id = v_user_id and o.sent_at is null and n.id = o.notification_id
          and (
            n.subject_id = p_subject_id
            or not private.is_notification_shown(
              n.id, n.kind, n.subject_id, n.created_at, n.user_id is null, v_user_id));
    end if;
    perform private.note_members(array[v_user_id], 'notifications');
  end
  $function$;
comment on function private.mute_notifications(p_subject_id uuid, p_is_muted boolean) is 'Mutes a post, a game or a member for the caller, or ends that; 200 a day (PT429). Nobody else learns of it.';

grant execute on function private.mute_notifications(p_subject_id uuid, p_is_muted boolean) to authenticated;

create function private.muted_subjects()
 RETURNS TABLE(subject_id uuid, kind text, title text, path text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_user_id constant uuid := auth.uid();
    v_blocked constant uuid[] := private.blocked_with_me();
  begin
    return query
      select m.subject_id,
        case when p.id is not null then 'post' when g.id is not null then 'game' when u.id is not null then 'member' end,
        coalesce(private.excerpt(p.content), g.title, u.username),
        coalesce('/newsfeed/' || p.id, '/games/' || g.id, '/members/' || private.path_part(u.username))
      from private.notification_mutes as m
        left join (public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id and not a.is_suspended)
          on p.id = m.subject_id and p.hidden_at is null and not private.is_suspended() and p.user_id <> all (v_blocked)
        left join public.games as g on g.id = m.subject_id and g.status in ('active', 'completed')
        left join public.profiles as u on u.id = m.subject_id and not u.is_suspended and u.id <> all (v_blocked)
      where m.user_id = v_user_id
      order by m.created_at desc, m.subject_id
      limit 200;
  end
  $function$;
comment on function private.muted_subjects() is 'The posts, games and members that the caller has muted, newest first, at most 200; only the ID of what members cannot see.';

grant execute on function private.muted_subjects() to authenticated;

create function private.my_notification_data(p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return jsonb_build_object(
      'notifications', (
        select coalesce(
          jsonb_agg(jsonb_build_object('kind', n.kind, 'subject_id', n.subject_id, 'created_at', n.created_at,
            'read_at', coalesce(n.read_at, m.read_at)) order by n.created_at),
          '[]')
        from private.notifications as n
          left join private.notification_marks as m on m.notification_id = n.id and m.user_id = p_user_id
        where (n.user_id = p_user_id or m.read_at is not null)
          and private.is_notification_shown(n.id, n.kind, n.subject_id, n.created_at, n.user_id is null, p_user_id)
      ),
      'muted', (
        select coalesce(
          jsonb_agg(jsonb_build_object('subject_id', m.subject_id, 'created_at', m.created_at) order by m.created_at), '[]')
        from private.notification_mutes as m where m.user_id = p_user_id
      ),
      'notification_settings', private.delivery_settings(p_user_id),
      'to_be_sent', (
        select coalesce(
          jsonb_agg(jsonb_build_object('channel', o.channel, 'due_at', o.due_at, 'sent_at', o.sent_at) order by o.due_at),
          '[]')
        from private.outbox as o
        where o.user_id = p_user_id and (o.sent_at is not null or private.is_unread(o.notification_id, p_user_id))
      ),
      'push_devices', (
        select coalesce(
          jsonb_agg(jsonb_build_object('device', s.device, 'created_at', s.created_at, 'used_at', s.used_at)
            order by s.created_at),
          '[]')
        from private.push_subscriptions as s where s.user_id = p_user_id and private.has_session(s)
      ));
  end
  $function$;
comment on function private.my_notification_data(p_user_id uuid) is 'Notifications that are shown, mutes, settings, what is to be sent and to which browsers, for the export of a member''s data. Nobody who caused a notification is named.';

create function private.undo_marking(p_marked_at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_reader_id constant uuid := auth.uid();
  begin
    perform private.hold_gate();
    if not private.is_member() or p_marked_at is null then
      raise exception 'give the moment of marking' using errcode = '22023';
    end if;
    -- Repeated when a new bundle was committed during the statement; the next one sees it.
    loop
      begin
        update private.notifications as n set read_at = null
          where n.user_id = v_reader_id and n.read_at = p_marked_at
            and not exists (
              select from private.notifications as o
              where o.user_id = n.user_id and o.kind = n.kind and o.subject_id = n.subject_id and o.is_bundled
                and o.read_at is null
            );
        exit;
      exception when unique_violation then null;
      end;
    end loop;
    delete from private.notification_marks as m where m.user_id = v_reader_id and m.read_at = p_marked_at;
    perform private.note_members(array[v_reader_id], 'notifications');
    return private.unread_notifications(v_reader_id);
  end
  $function$;
comment on function private.undo_marking(p_marked_at timestamp with time zone) is 'Makes unread again what the caller''s call of this moment marked as read. What it dropped is not sent.';

grant execute on function private.undo_marking(p_marked_at timestamp with time zone) to authenticated;

create function public.is_muted(subject_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.is_muted(is_muted.subject_id) $function$;
comment on function public.is_muted(subject_id uuid) is 'Whether the caller has muted this post, game or member.';

grant execute on function public.is_muted(subject_id uuid) to authenticated;

create function public.mark_all_notifications_read(before timestamp with time zone)
 RETURNS TABLE(unread integer, marked_at timestamp with time zone)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    select m.unread, m.marked_at
    from private.mark_notifications_read(null, null, mark_all_notifications_read.before) as m
  $function$;
comment on function public.mark_all_notifications_read(before timestamp with time zone) is 'Marks the caller''s notifications up to a time as read; returns the number of those left unread, and the moment for undo_marking.';

grant execute on function public.mark_all_notifications_read(before timestamp with time zone) to authenticated;

create function public.mark_notifications_read(ids uuid[] DEFAULT NULL::uuid[], path text DEFAULT NULL::text, before timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    select m.unread
    from private.mark_notifications_read(
      mark_notifications_read.ids, mark_notifications_read.path, mark_notifications_read.before) as m
  $function$;
comment on function public.mark_notifications_read(ids uuid[], path text, before timestamp with time zone) is 'Marks the caller''s notifications as read: these, those about what a path shows (the address of a page, names not escaped), or those up to a time; returns how many are left.';

grant execute on function public.mark_notifications_read(ids uuid[], path text, before timestamp with time zone) to authenticated;

create function public.mute_notifications(subject_id uuid, is_muted boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.mute_notifications(mute_notifications.subject_id, mute_notifications.is_muted) $function$;
comment on function public.mute_notifications(subject_id uuid, is_muted boolean) is 'Mutes a post, a game or a member for the caller, or ends that.';

grant execute on function public.mute_notifications(subject_id uuid, is_muted boolean) to authenticated;

create function public.muted_subjects()
 RETURNS TABLE(subject_id uuid, kind text, title text, path text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select m.* from private.muted_subjects() as m $function$;
comment on function public.muted_subjects() is 'The posts, games and members that the caller has muted, newest first, at most 200. Without title and path: it can no longer be seen.';

grant execute on function public.muted_subjects() to authenticated;

create function public.undo_marking(marked_at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.undo_marking(undo_marking.marked_at) $function$;
comment on function public.undo_marking(marked_at timestamp with time zone) is 'Makes unread again what mark_all_notifications_read marked at this moment; returns the number of those unread.';

grant execute on function public.undo_marking(marked_at timestamp with time zone) to authenticated;
