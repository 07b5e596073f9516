-- A member does not hear of a notification that is hidden from them, neither live nor in the export of their data.

create or replace function private.notify(p_kind text, p_user_id uuid, p_subject_id uuid, p_cause_id uuid, p_actor_id uuid, p_at timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_kind record;
    v_id uuid;
    v_updated_at timestamptz;
    v_is_new boolean := false;
    v_is_shown boolean := true;
  begin
    if p_user_id is null or p_user_id = p_actor_id or exists (
      select from private.notification_mutes as m
      where m.user_id = p_user_id and m.subject_id in (p_subject_id, p_actor_id)
    ) or private.is_blocked_between(p_user_id, p_actor_id) then
      return;
    end if;
    select k.is_bundled, k.group_name, g.push or g.email as is_sent into strict v_kind
      from private.notification_kinds as k join private.notification_groups as g on g.name = k.group_name
      where k.name = p_kind;
    -- The unread bundle may be read between the two statements.
    for v_attempt in 1..10 loop
      if v_kind.is_bundled then
        select n.id, n.updated_at into v_id, v_updated_at
          from private.notifications as n
          where n.user_id = p_user_id and n.kind = p_kind and n.subject_id = p_subject_id
            and n.is_bundled and n.read_at is null
          for share;
        exit when v_id is not null;
      end if;
      insert into private.notifications as n (user_id, kind, subject_id, is_bundled, created_at, updated_at)
        values (p_user_id, p_kind, p_subject_id, v_kind.is_bundled, p_at, p_at)
        on conflict (user_id, kind, subject_id) where is_bundled and read_at is null do nothing
        returning n.id into v_id;
      v_is_new := v_id is not null;
      exit when v_is_new;
    end loop;
    if v_id is null then
      return;
    end if;
    perform private.add_cause(v_id, p_cause_id, p_actor_id, p_at);
    -- Once a minute is enough for the order of the list, and a row that another transaction is moving need not be moved.
    if not v_is_new and v_updated_at < p_at - interval '1 minute' then
      update private.notifications as n set updated_at = p_at
        where n.id = (select x.id from private.notifications as x where x.id = v_id for no key update skip locked);
    end if;
    if v_is_new and (v_kind.is_sent or exists (
      select from private.notification_choices as c
      where c.user_id = p_user_id and c.group_name = v_kind.group_name and c.is_on
    )) then
      v_is_shown := private.is_notification_shown(v_id, p_kind, p_subject_id, p_at, false, p_user_id);
      if v_is_shown and not private.has_withdrawn(p_actor_id, p_user_id, p_subject_id) then
        perform private.enqueue(v_id, p_user_id, p_kind, p_at);
      end if;
    end if;
    -- A bundle is hidden by a block between its reader and the author of the post, or while its reader is suspended. These
    -- are few, and the others need not be asked for at each comment. Reactions are to posts of the reader's own.
    if v_kind.is_sent and not v_is_new then
      if exists (
        select from public.profiles as p
        where p.id = p_user_id and (
          p.is_suspended
          or exists (select from private.member_blocks as b where b.blocker_id = p.id)
          or exists (select from private.member_blocks as b where b.blocked_id = p.id))
      ) then
        v_is_shown := private.is_notification_shown(v_id, p_kind, p_subject_id, p_at, false, p_user_id);
      end if;
    end if;
    if v_is_shown then
      perform private.note_members(array[p_user_id], 'notifications');
    end if;
  end
  $function$;

create or replace function private.my_notification_data(p_user_id uuid)
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
comment on function private.my_notification_data(uuid) is
  'Notifications that are shown, mutes, settings, what is to be sent and to which browsers, for the export of a member''s '
  'data. Nobody who caused a notification is named.';
