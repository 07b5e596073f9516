-- A mail with a warning and a reply had one link that stopped both kinds.

create or replace function private.prepare_one(p_outbox_id uuid, p_user_id uuid, p_channel text, p_group text, p_now timestamp with time zone)
  returns void
  language plpgsql
  security definer
  set search_path = ''
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
  $$;
comment on function private.prepare_one(p_outbox_id uuid, p_user_id uuid, p_channel text, p_group text, p_now timestamp with time zone) is 'Hands a row of the outbox to the sender: one delivery for each browser, or a mail. Beside what is urgent a member gets one mail an hour about their account and reports, and one about the rest, and each browser five messages in five minutes; what follows is held and then one message.';
