-- An act that is withdrawn and repeated is shown in the app each time, and sent only once an hour: otherwise a comment that is deleted
-- and written again, as often as the limit of comments allows, would send a push message each time.

-- Functions ------------------------------------------------------------------------------------------------

create function private.withdrawal_bucket(p_user_id uuid, p_subject_id uuid) returns text
  language sql immutable set search_path = ''
  as $$ select 'withdrawn-' || hashtextextended(p_user_id::text || p_subject_id::text, 0) $$;
comment on function private.withdrawal_bucket(p_user_id uuid, p_subject_id uuid) is
  'The name of the counter of withdrawn acts. It does not contain the ID of a member who may be deleted later.';

create function private.note_withdrawal(p_user_id uuid, p_subject_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from private.rate_counters as c
      where c.user_id = auth.uid() and c.bucket like 'withdrawn-%' and c.window_start <= now() - interval '1 hour';
    -- No row of an account that is being deleted.
    insert into private.rate_counters as c (user_id, bucket, window_start, used)
      select u.id, private.withdrawal_bucket(p_user_id, p_subject_id), now(), 1 from auth.users as u where u.id = auth.uid()
      on conflict (user_id, bucket) do update set window_start = excluded.window_start;
  end
  $$;
comment on function private.note_withdrawal(p_user_id uuid, p_subject_id uuid) is
  'Records that the caller took back an act about which the member had a push message or a mail.';

create function private.has_withdrawn(p_actor_id uuid, p_user_id uuid, p_subject_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return exists (
      select from private.rate_counters as c
      where c.user_id = p_actor_id and c.bucket = private.withdrawal_bucket(p_user_id, p_subject_id)
        and c.window_start > now() - interval '1 hour');
  end
  $$;
comment on function private.has_withdrawn(p_actor_id uuid, p_user_id uuid, p_subject_id uuid) is
  'Whether the actor took back an act on the same subject within the hour, after the member had a message about it.';

create or replace function private.notify(
  p_kind text, p_user_id uuid, p_subject_id uuid, p_cause_id uuid, p_actor_id uuid, p_at timestamptz default now()
) returns void
  language plpgsql security definer set search_path = ''
  as $$
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
    ) then
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
    insert into private.notification_causes (notification_id, cause_id, actor_id, created_at)
      values (v_id, p_cause_id, p_actor_id, p_at)
      on conflict (notification_id, cause_id) do nothing;
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
    if v_is_shown then
      perform private.note_members(array[p_user_id], 'notifications');
    end if;
  end
  $$;

create or replace function private.tg_notification_causes__drop_empty() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_ids constant uuid[] := array(select distinct o.notification_id from old_rows as o);
    v_seen uuid[];
  begin
    if v_ids = '{}' then
      return null;
    end if;
    v_seen := array(
      select distinct o.notification_id
      from old_rows as o left join public.profiles as a on a.id = o.actor_id
      where o.actor_id is null or not a.is_suspended);
    perform from private.notifications as n where n.id = any (v_ids) order by n.id for update;
    perform private.note_withdrawal(n.user_id, n.subject_id)
      from private.notifications as n
      where n.user_id is not null
        and n.id in (select o.notification_id from old_rows as o where o.actor_id = auth.uid())
        and exists (select from private.outbox as x where x.notification_id = n.id and x.sent_at is not null);
    perform private.note_for_all(n.kind) from private.notifications as n where n.id = any (v_seen) and n.user_id is null;
    perform private.note_members(
      array(select distinct n.user_id from private.notifications as n where n.id = any (v_seen) and n.user_id is not null),
      'notifications');
    delete from private.notifications as n
      where n.id = any (v_ids)
        and not exists (select from private.notification_causes as c where c.notification_id = n.id);
    return null;
  end
  $$;

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.withdrawal_bucket(uuid, uuid),
  private.note_withdrawal(uuid, uuid),
  private.has_withdrawn(uuid, uuid, uuid)
  from public, anon, authenticated, service_role;
