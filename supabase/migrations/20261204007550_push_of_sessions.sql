-- A browser receives messages for as long as the session lasts that saved it. Otherwise a new password, or signing out
-- everywhere, would leave a stranger's or a lost browser the member's messages.

-- Tables ---------------------------------------------------------------------------------------------------

-- Which session saved them is not known. Browsers that are used save theirs again.
delete from private.push_subscriptions;
alter table private.push_subscriptions add column session_id uuid not null;
comment on column private.push_subscriptions.session_id is
  'The session of auth.sessions that saved the browser last; when it ends, nothing more is sent.';

-- Functions ------------------------------------------------------------------------------------------------

create function private.session_id() returns uuid
  language plpgsql stable set search_path = ''
  as $$
  begin
    return (select auth.jwt() ->> 'session_id')::uuid;
  exception when invalid_text_representation then
    return null;
  end
  $$;
comment on function private.session_id() is 'The session of the request; null for a guest or a key.';

create function private.has_session(p_browser private.push_subscriptions) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return exists (
      select from auth.sessions as s
      where s.id = p_browser.session_id and s.user_id = p_browser.user_id and (s.not_after is null or s.not_after > now()));
  end
  $$;
comment on function private.has_session(private.push_subscriptions) is
  'Whether the session that saved a browser lasts, and is of the account to which the browser belongs.';

create or replace function private.save_push_subscription(p_endpoint text, p_p256dh text, p_auth text, p_device text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_user_id constant uuid := auth.uid();
    v_session_id constant uuid := private.session_id();
    v_device constant text := left(regexp_replace(btrim(coalesce(p_device, '')), '\s+', ' ', 'g'), 60);
  begin
    perform private.hold_gate();
    if not private.is_member() or v_session_id is null then
      raise exception 'only members receive messages' using errcode = '42501';
    end if;
    if not coalesce(private.is_push_address(p_endpoint), false)
      or p_p256dh is null or p_p256dh !~ '^B[A-Za-z0-9_-]{86}$' or p_auth is null or p_auth !~ '^[A-Za-z0-9_-]{22}$'
      or not private.is_plain_text(v_device)
    then
      raise exception 'this is no subscription of a known push service' using errcode = '22023';
    end if;
    perform private.check_rate('push-day', 100, interval '1 day');
    insert into private.push_subscriptions as s (user_id, session_id, endpoint, p256dh, auth, device)
      values (v_user_id, v_session_id, p_endpoint, p_p256dh, p_auth, v_device)
      on conflict on constraint push_subscriptions_endpoint_once do update set
        user_id = excluded.user_id,
        session_id = excluded.session_id,
        p256dh = excluded.p256dh,
        auth = excluded.auth,
        device = excluded.device,
        created_at = case when s.user_id = excluded.user_id then s.created_at else now() end,
        used_at = clock_timestamp();
    delete from private.push_subscriptions as s
      where s.id in (
        select x.id from private.push_subscriptions as x
        where x.user_id = v_user_id order by x.used_at desc, x.id offset 10);
  end
  $$;

create or replace function private.prepare_one(p_outbox_id uuid, p_user_id uuid, p_channel text, p_group text, p_now timestamptz)
  returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_is_urgent constant boolean := p_channel = 'email' and p_group in ('prizes', 'wins');
    v_last_id uuid;
    v_last_at timestamptz;
    v_ids uuid[];
  begin
    if p_channel = 'push' then
      delete from private.push_subscriptions as s where s.user_id = p_user_id and not private.has_session(s);
      with made as (
        insert into private.deliveries (user_id, channel, subscription_id)
          select s.user_id, p_channel, s.id from private.push_subscriptions as s where s.user_id = p_user_id
          returning id
      )
      select array_agg(m.id) into v_ids from made as m;
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

create or replace function private.take_deliveries(p_size integer, p_mail boolean) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_now constant timestamptz := now();
    v_taken jsonb := '[]';
    v_row record;
    v_content jsonb;
    v_settings jsonb;
    v_quiet_until timestamptz;
    v_address text;
  begin
    perform private.hold_gate();
    -- One sender at a time prepares; the others take what is there.
    if pg_try_advisory_xact_lock(hashtextextended('private.prepare_deliveries', 0)) then
      if not p_mail then
        perform private.drop_mails(v_now);
      end if;
      perform private.prepare_deliveries(v_now);
      perform private.prepare_digests(v_now);
    end if;
    for v_row in
      select d.id, d.user_id, d.channel, d.attempts, d.digest_since, s.endpoint, s.p256dh, s.auth, s.user_id as owner_id
      from private.deliveries as d left join private.push_subscriptions as s on s.id = d.subscription_id and private.has_session(s)
      where d.outcome is null and d.due_at <= v_now
      order by d.due_at, d.id
      limit least(greatest(coalesce(p_size, 20), 1), 100)
      for update of d skip locked
    loop
      v_settings := private.delivery_settings(v_row.user_id);
      v_content := case when v_row.digest_since is null
        then private.delivery_content(v_row.id, v_row.user_id, v_row.channel, v_settings)
        else private.digest_content(v_row.user_id, v_row.digest_since, v_settings)
      end;
      v_quiet_until := private.quiet_until(v_now, (v_settings ->> 'quiet_from')::time,
        (v_settings ->> 'quiet_until')::time, v_settings ->> 'time_zone');
      v_address := case when v_row.channel = 'email' then private.mail_address(v_row.user_id) end;
      -- A message that ends its sender each time must not do so for ever.
      if v_row.attempts >= 50 then
        update private.deliveries as d set outcome = 'dead', ended_at = v_now where d.id = v_row.id;
      elsif v_content = '[]' or (v_row.channel = 'push' and v_row.owner_id is distinct from v_row.user_id)
        or (v_row.channel = 'email' and v_address is null)
      then
        update private.deliveries as d set outcome = 'dropped', ended_at = v_now where d.id = v_row.id;
      elsif v_quiet_until is not null then
        update private.deliveries as d set due_at = v_quiet_until where d.id = v_row.id;
      else
        -- 2, 4, 8 … minutes, so that all attempts together take about four hours.
        update private.deliveries as d
          set attempts = d.attempts + 1, due_at = v_now + interval '2 minutes' * power(2, least(d.attempts, 7))
          where d.id = v_row.id;
        v_taken := v_taken || (jsonb_build_object(
            'id', v_row.id, 'channel', v_row.channel, 'attempt', v_row.attempts + 1, 'notifications', v_content)
          || case v_row.channel
            when 'push' then jsonb_build_object(
              'unread', private.unread_notifications(v_row.user_id),
              'browser', jsonb_build_object('endpoint', v_row.endpoint, 'p256dh', v_row.p256dh, 'auth', v_row.auth))
            else jsonb_build_object(
              'address', v_address,
              'is_digest', v_row.digest_since is not null,
              'unsubscribe', private.unsubscribe_token(v_row.user_id, case
                when v_row.digest_since is not null then 'digest'
                else (select string_agg(distinct x.one ->> 'group', '-') from jsonb_array_elements(v_content) as x (one))
              end))
          end);
      end if;
    end loop;
    return v_taken;
  end
  $$;

create or replace function private.my_notification_settings() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_user_id constant uuid := auth.uid();
    v_is_admin constant boolean := private.is_admin();
    v_settings constant jsonb := private.delivery_settings(v_user_id);
  begin
    if not private.is_member() then
      return null;
    end if;
    return v_settings - 'choices' || jsonb_build_object(
      'has_push', exists (select from private.push_subscriptions as s where s.user_id = v_user_id and private.has_session(s)),
      'groups', (
      select jsonb_agg(jsonb_build_object(
          'name', g.name,
          'in_app', coalesce((v_settings #>> array['choices', g.name, 'in_app'])::boolean, g.in_app),
          'push', coalesce((v_settings #>> array['choices', g.name, 'push'])::boolean, g.push),
          'email', coalesce((v_settings #>> array['choices', g.name, 'email'])::boolean, g.email)
        ) order by g.place)
      from private.notification_groups as g
      where (v_is_admin or not g.for_admins)
        and exists (select from private.notification_kinds as k where k.group_name = g.name)));
  end
  $$;

create or replace function private.my_notification_data(p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return jsonb_build_object(
      'notifications', (
        select coalesce(
          jsonb_agg(jsonb_build_object('kind', n.kind, 'subject_id', n.subject_id, 'created_at', n.created_at,
            'read_at', coalesce(n.read_at, m.read_at)) order by n.created_at),
          '[]')
        from private.notifications as n
          left join private.notification_marks as m on m.notification_id = n.id and m.user_id = p_user_id
        where n.user_id = p_user_id or m.read_at is not null
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
        from private.outbox as o where o.user_id = p_user_id
      ),
      'push_devices', (
        select coalesce(
          jsonb_agg(jsonb_build_object('device', s.device, 'created_at', s.created_at, 'used_at', s.used_at)
            order by s.created_at),
          '[]')
        from private.push_subscriptions as s where s.user_id = p_user_id and private.has_session(s)
      ));
  end
  $$;

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.session_id(),
  private.has_session(private.push_subscriptions)
  from public, anon, authenticated, service_role;
