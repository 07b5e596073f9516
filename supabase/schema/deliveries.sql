-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.deliveries (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  channel text not null,
  subscription_id uuid,
  is_urgent boolean not null default false,
  digest_since timestamp with time zone,
  attempts integer not null default 0,
  failures integer not null default 0,
  due_at timestamp with time zone not null default now(),
  outcome text,
  error text,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES private.push_subscriptions(id) ON DELETE CASCADE,
  constraint deliveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint deliveries_browser_of_push CHECK (channel <> 'push'::text OR subscription_id IS NOT NULL),
  constraint deliveries_channel_known CHECK (channel = ANY (ARRAY['push'::text, 'email'::text])),
  constraint deliveries_dates_bounds CHECK (due_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND due_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND digest_since >= '2000-01-01 00:00:00+00'::timestamp with time zone AND digest_since < '2200-01-01 00:00:00+00'::timestamp with time zone AND created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND ended_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND ended_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint deliveries_digest_by_mail CHECK (digest_since IS NULL OR channel = 'email'::text),
  constraint deliveries_ended_with_outcome CHECK ((outcome IS NULL) = (ended_at IS NULL)),
  constraint deliveries_error_length CHECK (char_length(error) <= 500),
  constraint deliveries_outcome_known CHECK (outcome = ANY (ARRAY['sent'::text, 'dropped'::text, 'dead'::text]))
);
comment on table private.deliveries is 'What the function deliver sends. The ID is known to the recipient''s browser only, and lets it mark the notification as read. outcome: sent, dropped (nothing was left to say) or dead (given up); null before.';
comment on column private.deliveries.is_urgent is 'About a prize or a win, by push also about a decision of the club team or a live video: not delayed by those before it.';
comment on column private.deliveries.digest_since is 'For a digest: it is about what has happened since.';
comment on column private.deliveries.failures is 'Attempts that were reported as failed. The others were sent, or their sender has gone.';
comment on column private.deliveries.due_at is 'The next attempt. While a message is being sent: when another sender may take it, because the first one has gone.';

CREATE INDEX deliveries_due ON private.deliveries USING btree (due_at) WHERE (outcome IS NULL);
CREATE INDEX deliveries_ended ON private.deliveries USING btree (ended_at) WHERE (outcome IS NOT NULL);
CREATE INDEX deliveries_subscription ON private.deliveries USING btree (subscription_id);
CREATE INDEX deliveries_user ON private.deliveries USING btree (user_id, channel, created_at DESC);

alter table private.deliveries enable row level security;

create table private.delivery_items (
  delivery_id uuid not null,
  outbox_id uuid not null,
  constraint delivery_items_pkey PRIMARY KEY (delivery_id, outbox_id),
  constraint delivery_items_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES private.deliveries(id) ON DELETE CASCADE,
  constraint delivery_items_outbox_id_fkey FOREIGN KEY (outbox_id) REFERENCES private.outbox(id) ON DELETE CASCADE
);
comment on table private.delivery_items is 'What a delivery is about.';

CREATE INDEX delivery_items_outbox ON private.delivery_items USING btree (outbox_id);

alter table private.delivery_items enable row level security;

create table private.mail_states (
  user_id uuid not null,
  bounced_address text,
  bounces integer not null default 0,
  digest_at timestamp with time zone not null,
  last_digest_at timestamp with time zone,
  constraint mail_states_pkey PRIMARY KEY (user_id),
  constraint mail_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint mail_states_address_length CHECK (char_length(bounced_address) <= 320),
  constraint mail_states_dates_bounds CHECK (digest_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND digest_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND last_digest_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND last_digest_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.mail_states is 'Mails that a member''s address has refused in a row, and the next moment at which a digest may be due: eight in the morning where the member is.';

CREATE INDEX mail_states_digest ON private.mail_states USING btree (digest_at);

alter table private.mail_states enable row level security;

create function private.is_unread(p_notification_id uuid, p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return exists (
      select from private.notifications as n
      where n.id = p_notification_id and n.read_at is null
        and not exists (
          select from private.notification_marks as m where m.notification_id = n.id and m.user_id = p_user_id
        )
        and not exists (
          select from private.notification_mutes as m where m.user_id = p_user_id and m.subject_id = n.subject_id
        )
        and private.is_notification_shown(n.id, n.kind, n.subject_id, n.created_at, n.user_id is null, p_user_id));
  end
  $function$;
comment on function private.is_unread(p_notification_id uuid, p_user_id uuid) is 'Whether a member has neither read nor muted a notification of theirs, and may see it now.';

create function private.mail_address(p_user_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (
      select u.email from auth.users as u left join private.mail_states as s on s.user_id = u.id
      where u.id = p_user_id and u.email <> '' and u.email_confirmed_at is not null
        and (s.bounces is null or s.bounces < 3 or s.bounced_address is distinct from u.email));
  end
  $function$;
comment on function private.mail_address(p_user_id uuid) is 'Where mails of a member go: the confirmed address, unless it has refused three in a row.';

create function private.prepare_deliveries(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_row record;
    v_outcome text;
    v_due_at timestamptz;
  begin
    for v_row in
      select o.id, o.user_id, o.notification_id, o.channel, o.due_at, n.kind, k.group_name
      from private.outbox as o
        join private.notifications as n on n.id = o.notification_id
        join private.notification_kinds as k on k.name = n.kind
      where o.sent_at is null and o.due_at <= p_now
      order by o.due_at, o.id
      limit 500
      for update of o skip locked
    loop
      select d.outcome, d.due_at into v_outcome, v_due_at
        from private.delivery_of(v_row.kind, private.delivery_settings(v_row.user_id), p_now) as d
        where d.channel = v_row.channel;
      if v_row.due_at < p_now - interval '2 days' or v_outcome in ('never', 'digest')
        or not private.is_unread(v_row.notification_id, v_row.user_id)
      then
        delete from private.outbox as o where o.id = v_row.id;
      elsif v_outcome = 'at' then
        update private.outbox as o set due_at = v_due_at where o.id = v_row.id;
      else
        perform private.prepare_one(v_row.id, v_row.user_id, v_row.channel, v_row.group_name, p_now);
      end if;
    end loop;
  end
  $function$;
comment on function private.prepare_deliveries(p_now timestamp with time zone) is 'Makes deliveries of what is due in the outbox. What is no longer wanted, or older than two days, is dropped; what has become due in quiet hours waits.';

create function private.prepare_one(p_outbox_id uuid, p_user_id uuid, p_channel text, p_group text, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_is_urgent constant boolean := p_group in ('prizes', 'wins') or p_channel = 'push' and p_group in ('moderation', 'live');
    v_is_held constant boolean := (select o.is_held from private.outbox as o where o.id = p_outbox_id);
    v_held_until timestamptz;
    v_last_id uuid;
    v_last_at timestamptz;
    v_ids uuid[] := '{}';
  begin
    if p_channel = 'push' then
      delete from private.push_subscriptions as s where s.user_id = p_user_id and not private.has_session(s);
      if v_is_held then
        -- The message about what was held that this run has made.
        v_ids := array(
          select d.id from private.deliveries as d
          where d.user_id = p_user_id and d.channel = 'push' and d.created_at = p_now
            and exists (
              select from private.delivery_items as i join private.outbox as o on o.id = i.outbox_id
              where i.delivery_id = d.id and o.is_held));
      end if;
      if not v_is_urgent and v_ids = '{}' then
        -- What comes later does not overtake what is held.
        select coalesce(
            (
              select min(o.due_at) from private.outbox as o
              where o.user_id = p_user_id and o.channel = 'push' and o.sent_at is null and o.is_held and o.due_at > p_now
            ),
            max(b.last_at) + interval '5 minutes')
          into v_held_until
          from (
            select max(d.created_at) as last_at
            from private.deliveries as d
            where d.user_id = p_user_id and d.channel = 'push' and not d.is_urgent
              and d.created_at > p_now - interval '5 minutes' and d.created_at <= p_now
            group by d.subscription_id
            having count(*) >= 5
          ) as b;
        if v_held_until is not null then
          update private.outbox as o set due_at = v_held_until, is_held = true where o.id = p_outbox_id;
          return;
        end if;
      end if;
      if v_ids = '{}' then
        with made as (
          insert into private.deliveries (user_id, channel, subscription_id, is_urgent)
            select s.user_id, p_channel, s.id, v_is_urgent from private.push_subscriptions as s where s.user_id = p_user_id
            returning id
        )
        select array_agg(m.id) into v_ids from made as m;
      end if;
    elsif private.mail_address(p_user_id) is not null then
      if not v_is_urgent then
        select d.id, d.created_at into v_last_id, v_last_at
          from private.deliveries as d
          where d.user_id = p_user_id and d.channel = 'email' and not d.is_urgent
            and d.created_at > p_now - interval '1 hour' and (d.digest_since is null or d.created_at < p_now)
            -- The link in a mail stops all its kinds, so warnings and suspensions are not with others.
            and (p_group = 'moderation') = exists (
              select from private.delivery_items as i
                join private.outbox as o on o.id = i.outbox_id
                join private.notifications as n on n.id = o.notification_id
                join private.notification_kinds as k on k.name = n.kind
              where i.delivery_id = d.id and k.group_name = 'moderation')
          order by d.created_at desc limit 1;
      end if;
      -- What is due at the same moment is one mail; what follows waits until the hour is over.
      if v_last_at < p_now then
        update private.outbox as o set due_at = v_last_at + interval '1 hour' where o.id = p_outbox_id;
        return;
      elsif v_last_id is not null then
        v_ids := array[v_last_id];
      else
        insert into private.deliveries (user_id, channel, is_urgent) values (p_user_id, p_channel, v_is_urgent)
          returning array[id] into v_ids;
      end if;
    end if;
    insert into private.delivery_items (delivery_id, outbox_id) select m.id, p_outbox_id from unnest(v_ids) as m (id);
    update private.outbox as o set sent_at = p_now where o.id = p_outbox_id;
  end
  $function$;
comment on function private.prepare_one(p_outbox_id uuid, p_user_id uuid, p_channel text, p_group text, p_now timestamp with time zone) is 'Hands a row of the outbox to the sender: one delivery for each browser, or a mail. Beside what is urgent a member gets one mail an hour about their account and reports, and one about the rest, and each browser five messages in five minutes; what follows is held and then one message.';
