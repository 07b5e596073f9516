-- Thirty notifications in five minutes were thirty push messages. A browser of a member now gets five in five minutes,
-- and then one that says how many more there are. In the app nothing changes; prizes, wins, what the club team decides and
-- live videos are neither delayed nor counted.

-- Tables ---------------------------------------------------------------------------------------------------

alter table private.outbox add column is_held boolean not null default false;
comment on column private.outbox.is_held is
  'Of a push message: there were too many before it, so it becomes part of the message about all that were held.';
comment on column private.deliveries.is_urgent is
  'About a prize or a win, by push also about a decision of the club team or a live video: not delayed by those before it.';

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.prepare_one(p_outbox_id uuid, p_user_id uuid, p_channel text, p_group text, p_now timestamptz)
  returns void
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
comment on function private.prepare_one(uuid, uuid, text, text, timestamptz) is
  'Hands a row of the outbox to the sender: one delivery for each browser, or a mail. Beside what is urgent a member gets '
  'one mail an hour, and each browser five messages in five minutes; what follows is held and then one message.';

create or replace function private.open_delivery(p_id uuid, p_is_read boolean) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_user_id constant uuid := (select d.user_id from private.deliveries as d where d.id = p_id);
    v_ids constant uuid[] := array(
      select o.notification_id from private.delivery_items as i join private.outbox as o on o.id = i.outbox_id
      where i.delivery_id = p_id and private.is_unread(o.notification_id, v_user_id));
  begin
    -- A message about many opens their list, where each is read or not.
    if p_is_read and cardinality(v_ids) = 1 then
      perform private.hold_gate();
      update private.notifications as n set read_at = clock_timestamp()
        where n.id = any (v_ids) and n.user_id = v_user_id and n.read_at is null;
      insert into private.notification_marks (notification_id, user_id, read_at)
        select n.id, v_user_id, clock_timestamp() from private.notifications as n
        where n.id = any (v_ids) and n.user_id is null
        on conflict (user_id, notification_id) do nothing;
      delete from private.outbox as o
        where o.user_id = v_user_id and o.sent_at is null and o.notification_id = any (v_ids);
      perform private.note_members(array[v_user_id], 'notifications');
    end if;
    return cardinality(v_ids) > 0;
  end
  $$;
comment on function private.open_delivery(uuid, boolean) is
  'Whether any of what a message is about is still unread; marks it as read if asked and if it is one notification. Who has '
  'the ID has received the message.';
