-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.notification_causes (
  notification_id uuid not null,
  cause_id uuid not null,
  actor_id uuid,
  created_at timestamp with time zone not null,
  constraint notification_causes_pkey PRIMARY KEY (notification_id, cause_id),
  constraint notification_causes_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES private.notifications(id) ON DELETE CASCADE,
  constraint notification_causes_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.notification_causes is 'The rows that a notification is about, and who made them: the newest ten of each member; no actor where the club did. A notification without a cause is deleted.';

CREATE INDEX notification_causes_actor ON private.notification_causes USING btree (actor_id, notification_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX notification_causes_cause ON private.notification_causes USING btree (cause_id);

alter table private.notification_causes enable row level security;

CREATE TRIGGER _500_drop_empty AFTER DELETE ON private.notification_causes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_notification_causes__drop_empty();

create table private.notification_marks (
  notification_id uuid not null,
  user_id uuid not null,
  read_at timestamp with time zone,
  constraint notification_marks_pkey PRIMARY KEY (user_id, notification_id),
  constraint notification_marks_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES private.notifications(id) ON DELETE CASCADE,
  constraint notification_marks_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint notification_marks_dates_bounds CHECK (read_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND read_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.notification_marks is 'Who has read which notification for all. Without a time: the member caused it, and does not get it.';

CREATE INDEX notification_marks_notification ON private.notification_marks USING btree (notification_id);

alter table private.notification_marks enable row level security;

create table private.notification_mutes (
  user_id uuid not null,
  subject_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint notification_mutes_pkey PRIMARY KEY (user_id, subject_id),
  constraint notification_mutes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint notification_mutes_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.notification_mutes is 'Posts, games and members of which a member wants no notifications.';

alter table private.notification_mutes enable row level security;

create table private.notifications (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  kind text not null,
  subject_id uuid not null,
  is_bundled boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_kind_fkey FOREIGN KEY (kind) REFERENCES private.notification_kinds(name) ON DELETE RESTRICT,
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint notifications_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND read_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND read_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint notifications_read_by_member CHECK (read_at IS NULL OR user_id IS NOT NULL)
);
comment on table private.notifications is 'One row per member, kind and subject, or per event where the kind is not bundled. Without a member: one row for all whom the audience of the kind names.';
comment on column private.notifications.updated_at is 'The latest cause, to about a minute.';

CREATE INDEX notifications_age ON private.notifications USING btree (updated_at);
CREATE INDEX notifications_for_all ON private.notifications USING btree (updated_at DESC, id DESC) WHERE (user_id IS NULL);
CREATE INDEX notifications_kind ON private.notifications USING btree (kind, subject_id);

CREATE UNIQUE INDEX notifications_one_bundle ON private.notifications USING btree (user_id, kind, subject_id) WHERE (is_bundled AND (read_at IS NULL));

CREATE INDEX notifications_own ON private.notifications USING btree (user_id, updated_at DESC, id DESC);
CREATE INDEX notifications_unread ON private.notifications USING btree (user_id, updated_at DESC, id DESC) WHERE (read_at IS NULL);

alter table private.notifications enable row level security;

create table private.outbox (
  id uuid not null default gen_random_uuid(),
  notification_id uuid not null,
  user_id uuid not null,
  channel text not null,
  due_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  is_held boolean not null default false,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_once UNIQUE (notification_id, user_id, channel),
  constraint outbox_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES private.notifications(id) ON DELETE CASCADE,
  constraint outbox_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint outbox_channel_known CHECK (channel = ANY (ARRAY['push'::text, 'email'::text])),
  constraint outbox_dates_bounds CHECK (due_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND due_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND sent_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND sent_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.outbox is 'What is to be sent, once for each notification, member and channel. A row is removed if the notification is read, muted or gone before it is sent.';
comment on column private.outbox.is_held is 'Of a push message: there were too many before it, so it becomes part of the message about all that were held.';

CREATE INDEX outbox_due ON private.outbox USING btree (due_at) WHERE (sent_at IS NULL);
CREATE INDEX outbox_user ON private.outbox USING btree (user_id);

alter table private.outbox enable row level security;

create table private.outbox_spread (
  notification_id uuid not null,
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  constraint outbox_spread_pkey PRIMARY KEY (notification_id),
  constraint outbox_spread_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES private.notifications(id) ON DELETE CASCADE
);
comment on table private.outbox_spread is 'Notifications for all whose rows in the outbox are not complete: members up to this ID have theirs.';

alter table private.outbox_spread enable row level security;

create function private.enqueue(p_notification_id uuid, p_user_id uuid, p_kind text, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into private.outbox (notification_id, user_id, channel, due_at)
      select p_notification_id, p_user_id, d.channel, d.due_at
      from private.delivery_of(p_kind, private.delivery_settings(p_user_id), p_at) as d
      where d.channel <> 'in_app' and d.outcome in ('now', 'at')
      on conflict on constraint outbox_once do nothing;
  end
  $function$;
comment on function private.enqueue(p_notification_id uuid, p_user_id uuid, p_kind text, p_at timestamp with time zone) is 'Records what is to be sent to a member about a notification, by their settings.';

create function private.notify(p_kind text, p_user_id uuid, p_subject_id uuid, p_cause_id uuid, p_actor_id uuid, p_at timestamp with time zone DEFAULT now())
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
comment on function private.notify(p_kind text, p_user_id uuid, p_subject_id uuid, p_cause_id uuid, p_actor_id uuid, p_at timestamp with time zone) is 'Adds a cause to the member''s unread notification of this kind and subject, or starts one. None for one''s own acts, about what the member has muted, or by whom.';

create function private.notify_all(p_kind text, p_subject_id uuid, p_actor_id uuid DEFAULT NULL::uuid, p_at timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    if not exists (select from public.profiles as p where p.id = p_actor_id and p.is_suspended)
      or exists (select from private.notification_kinds as k where k.name = p_kind and k.audience in ('admins', 'team'))
    then
      perform private.note_for_all(p_kind, p_subject_id);
    end if;
  end
  $function$;
comment on function private.notify_all(p_kind text, p_subject_id uuid, p_actor_id uuid, p_at timestamp with time zone) is 'One notification for all members or admins, except those who caused it; its cause is its subject.';
