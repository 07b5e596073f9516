-- A notification costs the act that causes it less: what decides whether there is one is read by one statement, and a new
-- one is not searched for earlier causes of the same member.

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
    if p_user_id is null or p_user_id = p_actor_id then
      return;
    end if;
    select k.is_bundled, k.group_name, g.push or g.email as is_sent,
        exists (
          select from private.notification_mutes as m
          where m.user_id = p_user_id and m.subject_id in (p_subject_id, p_actor_id)
        ) or exists (
          select from private.member_blocks as b where b.blocker_id = p_user_id and b.blocked_id = p_actor_id
        ) or exists (
          select from private.member_blocks as b where b.blocker_id = p_actor_id and b.blocked_id = p_user_id
        ) as is_unwanted
      into strict v_kind
      from private.notification_kinds as k join private.notification_groups as g on g.name = k.group_name
      where k.name = p_kind;
    if v_kind.is_unwanted then
      return;
    end if;
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
    if v_is_new then
      insert into private.notification_causes (notification_id, cause_id, actor_id, created_at)
        values (v_id, p_cause_id, p_actor_id, p_at);
    else
      perform private.add_cause(v_id, p_cause_id, p_actor_id, p_at);
    end if;
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
      insert into private.live_pending (topic, kind) values ('member:' || p_user_id, 'notifications');
    end if;
  end
  $function$;
