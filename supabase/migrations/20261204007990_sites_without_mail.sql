-- On a site without a mail server the settings offered mails and digests that are never sent.

alter table private.settings add column sends_mail boolean not null default true;
comment on column private.settings.sends_mail is
  'Whether the site sends mail, as the function deliver said when it last took messages.';

create or replace function private.take_deliveries(p_size integer, p_mail boolean)
  returns jsonb
  language plpgsql
  security definer
  set search_path = ''
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
    update private.settings as s set sends_mail = p_mail where s.sends_mail <> p_mail;
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

create or replace function private.my_notification_settings()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path = ''
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
      'has_mail', (select s.sends_mail from private.settings as s),
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
