-- Notifications: what concerns a member, recorded in the transaction that causes it.
--
-- A notification has causes: the reactions, comments or other rows that it is about. It exists as long as one of them
-- does. Unread notifications of one kind about one subject are one row with several causes. What concerns all members or
-- all admins is one row without a member: who gets it, and who has read it, is decided when it is read.
--
-- Nobody but the functions here reads these tables: what a reader may see of a notification depends on its subject at
-- that moment, which a policy on the table cannot state.

-- Tables ---------------------------------------------------------------------------------------------------

create table private.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete cascade,
  kind text not null references private.notification_kinds (name) on delete restrict,
  subject_id uuid not null,
  is_bundled boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  read_at timestamptz,
  constraint notifications_read_by_member check (read_at is null or user_id is not null),
  constraint notifications_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and updated_at >= '2000-01-01 00:00:00+00' and updated_at < '2200-01-01 00:00:00+00'
    and read_at >= '2000-01-01 00:00:00+00' and read_at < '2200-01-01 00:00:00+00'
  )
);
comment on table private.notifications is
  'One row per member, kind and subject, or per event where the kind is not bundled. Without a member: one row for all '
  'whom the audience of the kind names.';
comment on column private.notifications.updated_at is 'The latest cause, to about a minute.';

-- No foreign keys to the causes, which are rows of several tables, nor to actors: triggers remove both.
create table private.notification_causes (
  notification_id uuid not null references private.notifications (id) on delete cascade,
  cause_id uuid not null,
  actor_id uuid,
  created_at timestamptz not null,
  primary key (notification_id, cause_id),
  constraint notification_causes_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
  )
);
comment on table private.notification_causes is
  'The rows that a notification is about, and who made them; no actor where the club did. A notification without a cause is '
  'deleted.';

create table private.notification_marks (
  notification_id uuid not null references private.notifications (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  read_at timestamptz,
  primary key (user_id, notification_id),
  constraint notification_marks_dates_bounds check (
    read_at >= '2000-01-01 00:00:00+00' and read_at < '2200-01-01 00:00:00+00'
  )
);
comment on table private.notification_marks is
  'Who has read which notification for all. Without a time: the member caused it, and does not get it.';

create table private.notification_mutes (
  user_id uuid not null references public.profiles (id) on delete cascade,
  subject_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_id, subject_id),
  constraint notification_mutes_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
  )
);
comment on table private.notification_mutes is 'Posts, games and members of which a member wants no notifications.';

create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  notification_id uuid not null references private.notifications (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  channel text not null,
  due_at timestamptz not null,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  constraint outbox_once unique (notification_id, user_id, channel),
  constraint outbox_channel_known check (channel in ('push', 'email')),
  constraint outbox_dates_bounds check (
    due_at >= '2000-01-01 00:00:00+00' and due_at < '2200-01-01 00:00:00+00'
    and sent_at >= '2000-01-01 00:00:00+00' and sent_at < '2200-01-01 00:00:00+00'
    and created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
  )
);
comment on table private.outbox is
  'What is to be sent, once for each notification, member and channel. A row is removed if the notification is read, muted '
  'or gone before it is sent.';

create table private.outbox_spread (
  notification_id uuid primary key references private.notifications (id) on delete cascade,
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
comment on table private.outbox_spread is
  'Notifications for all whose rows in the outbox are not complete: members up to this ID have theirs.';

-- Indexes --------------------------------------------------------------------------------------------------

create unique index notifications_one_bundle on private.notifications (user_id, kind, subject_id)
  where is_bundled and read_at is null;
create index notifications_own on private.notifications (user_id, updated_at desc, id desc);
create index notifications_unread on private.notifications (user_id, updated_at desc, id desc) where read_at is null;
create index notifications_for_all on private.notifications (updated_at desc, id desc) where user_id is null;
create index notifications_kind on private.notifications (kind, subject_id);
create index notifications_age on private.notifications (updated_at);
create index notification_causes_cause on private.notification_causes (cause_id);
create index notification_causes_actor on private.notification_causes (actor_id) where actor_id is not null;
create index notification_marks_notification on private.notification_marks (notification_id);
create index outbox_user on private.outbox (user_id);
create index outbox_due on private.outbox (due_at) where sent_at is null;

-- Row-level security ---------------------------------------------------------------------------------------

alter table private.notifications enable row level security;
alter table private.notification_causes enable row level security;
alter table private.notification_marks enable row level security;
alter table private.notification_mutes enable row level security;
alter table private.outbox enable row level security;
alter table private.outbox_spread enable row level security;

-- Functions: making ----------------------------------------------------------------------------------------

create function private.enqueue(p_notification_id uuid, p_user_id uuid, p_kind text, p_at timestamptz) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.outbox (notification_id, user_id, channel, due_at)
      select p_notification_id, p_user_id, d.channel, d.due_at
      from private.delivery_of(p_kind, private.delivery_settings(p_user_id), p_at) as d
      where d.channel <> 'in_app' and d.outcome in ('now', 'at')
      on conflict on constraint outbox_once do nothing;
  end
  $$;
comment on function private.enqueue(uuid, uuid, text, timestamptz) is
  'Records what is to be sent to a member about a notification, by their settings.';

-- The row of an unread bundle is locked for share: members who react at the same time do not wait for one another, and a
-- bundle that is being marked as read gets no further cause.
create function private.notify(
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
      if v_is_shown then
        perform private.enqueue(v_id, p_user_id, p_kind, p_at);
      end if;
    end if;
    if v_is_shown then
      perform private.note_members(array[p_user_id], 'notifications');
    end if;
  end
  $$;
comment on function private.notify(text, uuid, uuid, uuid, uuid, timestamptz) is
  'Adds a cause to the member''s unread notification of this kind and subject, or starts one. None for one''s own acts, '
  'about what the member has muted, or by whom.';

create function private.notify_all(
  p_kind text, p_subject_id uuid, p_actor_id uuid default null, p_at timestamptz default now()
) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_id uuid;
  begin
    insert into private.notifications as n (kind, subject_id, is_bundled, created_at, updated_at)
      values (p_kind, p_subject_id, false, p_at, p_at)
      returning n.id into v_id;
    insert into private.notification_causes (notification_id, cause_id, actor_id, created_at)
      values (v_id, p_subject_id, p_actor_id, p_at);
    insert into private.notification_marks (notification_id, user_id)
      select v_id, p.id from public.profiles as p where p.id in (auth.uid(), p_actor_id);
    insert into private.outbox_spread (notification_id) values (v_id);
    if not exists (select from public.profiles as p where p.id = p_actor_id and p.is_suspended) then
      perform private.note_for_all(p_kind);
    end if;
  end
  $$;
comment on function private.notify_all(text, uuid, uuid, timestamptz) is
  'One notification for all members or admins, except those who caused it; its cause is its subject.';

create function private.note_for_all(p_kind text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if exists (select from private.notification_kinds as k where k.name = p_kind and k.audience = 'admins') then
      perform private.note_table('notifications');
    else
      insert into private.live_pending (topic, kind) values ('notices', 'notifications');
    end if;
  end
  $$;
comment on function private.note_for_all(text) is 'Notes that notifications for all of an audience have changed.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on
  private.notifications, private.notification_causes, private.notification_marks, private.notification_mutes,
  private.outbox, private.outbox_spread
  from anon, authenticated, service_role;

revoke execute on function
  private.enqueue(uuid, uuid, text, timestamptz),
  private.notify(text, uuid, uuid, uuid, uuid, timestamptz),
  private.notify_all(text, uuid, uuid, timestamptz),
  private.note_for_all(text)
  from public, anon, authenticated, service_role;

-- Rows -----------------------------------------------------------------------------------------------------

insert into private.live_topics (topic, kind, gap_ms) values ('notices', 'tables', 1000);
