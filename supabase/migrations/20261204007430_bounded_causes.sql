-- How many causes of one member a notification keeps: a reader's list reads all of them whenever it shows the notification.

-- Rows -----------------------------------------------------------------------------------------------------

delete from private.notification_causes as c
  using (
    select x.notification_id, x.cause_id,
      row_number() over (partition by x.notification_id, x.actor_id order by x.created_at desc, x.cause_id) as place
    from private.notification_causes as x
    where x.actor_id is not null
  ) as o
  where o.place > 10 and c.notification_id = o.notification_id and c.cause_id = o.cause_id;

-- Indexes --------------------------------------------------------------------------------------------------

drop index private.notification_causes_actor;
create index notification_causes_actor on private.notification_causes (actor_id, notification_id)
  where actor_id is not null;

-- Functions ------------------------------------------------------------------------------------------------

comment on table private.notification_causes is
  'The rows that a notification is about, and who made them: the newest ten of each member; no actor where the club did. A '
  'notification without a cause is deleted.';

create function private.add_cause(p_notification_id uuid, p_cause_id uuid, p_actor_id uuid, p_at timestamptz) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_oldest uuid;
  begin
    -- The oldest of ten; of more, where two requests of the member added theirs at the same time, the tenth newest.
    select c.cause_id into v_oldest
      from private.notification_causes as c
      where c.notification_id = p_notification_id and c.actor_id = p_actor_id
      order by c.created_at desc, c.cause_id
      offset 9 limit 1;
    -- An update, because a deleted cause counts as an act that was taken back.
    if v_oldest is not null and not exists (
      select from private.notification_causes as c
      where c.notification_id = p_notification_id and c.cause_id = p_cause_id
    ) then
      update private.notification_causes as c set cause_id = p_cause_id, created_at = p_at
        where c.notification_id = p_notification_id and c.cause_id = (
          -- One that is being deleted is left to that transaction, which waits for the notification.
          select x.cause_id from private.notification_causes as x
          where x.notification_id = p_notification_id and x.cause_id = v_oldest
          for update skip locked
        );
      if found then
        return;
      end if;
    end if;
    insert into private.notification_causes (notification_id, cause_id, actor_id, created_at)
      values (p_notification_id, p_cause_id, p_actor_id, p_at)
      on conflict (notification_id, cause_id) do nothing;
  end
  $$;
comment on function private.add_cause(uuid, uuid, uuid, timestamptz) is
  'Adds a cause to a notification, from the eleventh of one member on in place of an older one of theirs.';
revoke execute on function private.add_cause(uuid, uuid, uuid, timestamptz) from public, anon, authenticated, service_role;

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
    if v_is_shown then
      perform private.note_members(array[p_user_id], 'notifications');
    end if;
  end
  $$;

create or replace function private.shown_actors(p_id uuid, out actor_count integer, out actors jsonb)
  language sql stable security definer set search_path = ''
  as $$
    with people as (
      select c.actor_id, max(c.created_at) as at
      from private.notification_causes as c
        join private.notifications as n on n.id = c.notification_id
        join private.notification_kinds as k on k.name = n.kind
        join public.profiles as a on a.id = c.actor_id and (not a.is_suspended or k.audience = 'admins')
      where c.notification_id = p_id
        and not exists (select from public.newsfeed_comments as h where h.id = c.cause_id and h.hidden_at is not null)
        and not exists (
          select from private.notification_mutes as m where m.user_id = n.user_id and m.subject_id = c.actor_id
        )
      group by c.actor_id
    )
    select
      (select count(*)::integer from people),
      (
        select coalesce(
          jsonb_agg(jsonb_build_object('id', a.id, 'username', a.username, 'avatar_url', a.avatar_url)
            order by l.at desc, l.actor_id),
          '[]')
        from (select p.* from people as p order by p.at desc, p.actor_id limit 3) as l
          join public.profiles as a on a.id = l.actor_id
      )
  $$;
