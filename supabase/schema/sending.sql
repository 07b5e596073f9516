-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.dead_deliveries()
 RETURNS TABLE(id uuid, user_id uuid, username text, channel text, kinds text[], attempts integer, error text, ended_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_reader_id constant uuid := auth.uid();
  begin
    perform private.require_admin();
    return query
      select m.id, m.user_id, m.username, m.channel, m.kinds, m.attempts, m.error, m.ended_at
      from (
        select distinct on (d.user_id, d.channel)
          d.id, d.user_id, p.username, d.channel, k.kinds, d.attempts, d.error, d.ended_at
        from private.deliveries as d
          join public.profiles as p on p.id = d.user_id
          cross join lateral (
            select coalesce(array_agg(distinct n.kind order by n.kind) filter (where not c.is_own), '{}') as kinds,
              coalesce(bool_and(c.is_own), false) as is_own
            from private.delivery_items as i
              join private.outbox as o on o.id = i.outbox_id
              join private.notifications as n on n.id = o.notification_id
              cross join lateral (
                select d.user_id <> v_reader_id and exists (
                  select from private.report_cases as r where r.id = n.subject_id and private.is_case_of(r, v_reader_id)
                ) as is_own
              ) as c
            where i.delivery_id = d.id
          ) as k
        where d.outcome = 'dead' and not k.is_own
        order by d.user_id, d.channel, d.ended_at desc, d.id
      ) as m
      order by m.ended_at desc, m.id
      limit 100;
  end
  $function$;
comment on function private.dead_deliveries() is 'Of each member and channel the last message that was given up, at most 100. Without what others were told of cases about the caller. Only for admins (42501).';

grant execute on function private.dead_deliveries() to authenticated;

create function private.delivery_content(p_delivery_id uuid, p_user_id uuid, p_channel text, p_settings jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_now constant timestamptz := now();
  begin
    return private.describe_for_sending(array(
      select n.id
      from private.delivery_items as i
        join private.outbox as o on o.id = i.outbox_id
        join private.notifications as n on n.id = o.notification_id
      where i.delivery_id = p_delivery_id and private.is_unread(n.id, p_user_id)
        and exists (
          select from private.delivery_of(n.kind, p_settings, v_now) as w
          where w.channel = p_channel and w.outcome in ('now', 'at')
        )), p_user_id);
  end
  $function$;
comment on function private.delivery_content(p_delivery_id uuid, p_user_id uuid, p_channel text, p_settings jsonb) is 'The notifications of a delivery as they are now, without those that were read, muted, hidden or turned off since.';

create function private.describe_for_sending(p_ids uuid[], p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_zone constant text := private.delivery_settings(p_user_id) ->> 'time_zone';
  begin
    return (
      select coalesce(
        jsonb_agg(jsonb_build_object(
          'kind', n.kind, 'group', k.group_name,
          -- A later message of a bundle replaces an earlier one.
          'topic', case when n.is_bundled then n.kind || ':' || n.subject_id else n.id::text end,
          'title', d.title, 'excerpt', d.excerpt, 'path', d.path, 'details', d.details, 'time_zone', v_zone,
          'actor_count', a.actor_count, 'actors', a.actors) order by n.updated_at desc, n.id),
        '[]')
      from private.notifications as n
        join private.notification_kinds as k on k.name = n.kind
        cross join lateral private.describe_notification(n.id, n.kind, n.subject_id, p_user_id) as d
        cross join lateral private.shown_actors(n.id) as a
      where n.id = any (p_ids));
  end
  $function$;
comment on function private.describe_for_sending(p_ids uuid[], p_user_id uuid) is 'What a message says of notifications that the member may see.';

create function private.end_deliveries(p_results jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_now constant timestamptz := clock_timestamp();
    v_result record;
  begin
    perform private.hold_gate();
    for v_result in
      select r.id, r.attempt, r.outcome, left(r.error, 500) as error, coalesce(r.retry_seconds, 0) as retry_seconds
      from jsonb_to_recordset(p_results) as r (id uuid, attempt integer, outcome text, error text, retry_seconds integer)
      order by r.id
    loop
      if v_result.outcome = 'gone' then
        delete from private.push_subscriptions as s using private.deliveries as d
          where d.id = v_result.id and s.id = d.subscription_id and d.user_id = s.user_id;
      elsif v_result.outcome = 'sent' then
        update private.deliveries as d set outcome = 'sent', ended_at = v_now, error = null
          where d.id = v_result.id and d.outcome is distinct from 'sent';
        update private.push_subscriptions as s set used_at = v_now from private.deliveries as d
          where d.id = v_result.id and s.id = d.subscription_id;
        update private.mail_states as m set bounces = 0, bounced_address = null from private.deliveries as d
          where d.id = v_result.id and d.channel = 'email' and m.user_id = d.user_id and m.bounces > 0;
      else
        if v_result.outcome = 'refused' then
          perform private.count_bounce(d.user_id) from private.deliveries as d
            where d.id = v_result.id and d.channel = 'email' and d.outcome is null;
        end if;
        -- Another sender may have taken it since.
        update private.deliveries as d set
            error = v_result.error,
            failures = d.failures + 1,
            due_at = greatest(d.due_at, v_now + least(v_result.retry_seconds, 86400) * interval '1 second'),
            outcome = case when v_result.outcome = 'refused' or d.failures >= 7 then 'dead' end,
            ended_at = case when v_result.outcome = 'refused' or d.failures >= 7 then v_now end
          where d.id = v_result.id and d.outcome is null and d.attempts = v_result.attempt;
      end if;
    end loop;
  end
  $function$;
comment on function private.end_deliveries(p_results jsonb) is 'Records what became of deliveries: sent, failed (tried again), refused (dead at once), or gone: the browser is removed.';

grant execute on function private.end_deliveries(p_results jsonb) to service_role;

create function private.open_delivery(p_id uuid, p_is_read boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    -- A browser that was signed out, or is another account's, learns and marks nothing.
    v_user_id constant uuid := (
      select d.user_id
      from private.deliveries as d left join private.push_subscriptions as s on s.id = d.subscription_id
      where d.id = p_id and (d.subscription_id is null or (s.user_id = d.user_id and private.has_session(s))));
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
  $function$;
comment on function private.open_delivery(p_id uuid, p_is_read boolean) is 'Whether any of what a message is about is still unread; marks it as read if asked and if it is one notification. Who has the ID has received the message; a browser has it for as long as the session that saved the browser lasts.';

grant execute on function private.open_delivery(p_id uuid, p_is_read boolean) to service_role;

create function private.retry_delivery(p_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_user_id uuid;
  begin
    perform private.require_admin();
    update private.deliveries as d
      set outcome = null, ended_at = null, error = null, failures = 0, due_at = now()
      where d.id = p_id and d.outcome = 'dead'
      returning d.user_id into v_user_id;
    if v_user_id is null then
      return false;
    end if;
    perform private.audit_member('retry_delivery', v_user_id);
    return true;
  end
  $function$;
comment on function private.retry_delivery(p_id uuid) is 'Has a message that was given up sent again; false if it is not there or no longer given up. Only for admins (42501).';

grant execute on function private.retry_delivery(p_id uuid) to authenticated;

create function private.take_deliveries(p_size integer, p_mail boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
              'club', private.club_name(),
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
  $function$;
comment on function private.take_deliveries(p_size integer, p_mail boolean) is 'Takes up to 100 deliveries that are due, with their content. A delivery without a result is due again after two minutes, twice as long after each further attempt. After eight failures it is dead. Without mail, mails are dropped.';

grant execute on function private.take_deliveries(p_size integer, p_mail boolean) to service_role;

create function private.tend_deliveries()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_now constant timestamptz := now();
    v_count integer;
  begin
    insert into private.mail_states (user_id, digest_at)
      select p.id, private.next_digest(v_now, private.delivery_settings(p.id) ->> 'time_zone')
      from public.profiles as p
      where not exists (select from private.mail_states as m where m.user_id = p.id)
      on conflict (user_id) do nothing;
    delete from private.deliveries as d where d.outcome is not null and d.ended_at < v_now - interval '30 days';
    get diagnostics v_count = row_count;
    return v_count;
  end
  $function$;
comment on function private.tend_deliveries() is 'Includes new members in the digests, and deletes the records of messages that ended 30 days ago. Returns how many.';
