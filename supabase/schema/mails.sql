-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.count_bounce(p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_address constant text := private.mail_address(p_user_id);
  begin
    insert into private.mail_states as m (user_id, digest_at, bounced_address, bounces)
      values (p_user_id, now() + interval '1 day', v_address, 1)
      on conflict (user_id) do update set
        bounces = case when m.bounced_address = excluded.bounced_address then m.bounces + 1 else 1 end,
        bounced_address = excluded.bounced_address;
  end
  $function$;
comment on function private.count_bounce(p_user_id uuid) is 'A mail server has refused a mail to the member''s address for good.';

create function private.digest_content(p_user_id uuid, p_since timestamp with time zone, p_settings jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_now constant timestamptz := now();
    v_kinds constant text[] := array(
      select k.name
      from private.notification_kinds as k cross join lateral private.delivery_of(k.name, p_settings, v_now) as d
      where d.channel = 'email' and d.outcome = 'digest');
  begin
    return private.describe_for_sending(array(
      select n.id
      from private.notifications as n
      where (n.user_id = p_user_id or n.user_id is null) and n.kind = any (v_kinds) and n.updated_at > p_since
        and private.is_unread(n.id, p_user_id)
      order by n.updated_at desc, n.id desc
      limit 20), p_user_id);
  end
  $function$;
comment on function private.digest_content(p_user_id uuid, p_since timestamp with time zone, p_settings jsonb) is 'The 20 latest unread notifications since a moment, of kinds that are not mailed at once.';

create function private.drop_mails(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    delete from private.outbox as o where o.channel = 'email' and o.sent_at is null and o.due_at <= p_now;
    update private.deliveries as d set outcome = 'dropped', ended_at = p_now
      where d.channel = 'email' and d.outcome is null;
    update private.mail_states as m set digest_at = p_now + interval '1 day' where m.digest_at <= p_now;
  end
  $function$;
comment on function private.drop_mails(p_now timestamp with time zone) is 'For a site that sends no mail: what is due is not sent later, when it sends mail again.';

create function private.next_digest(p_now timestamp with time zone, p_zone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
    select min(d.at)
    from (
      select ((p_now at time zone p_zone)::date + n + time '08:00') at time zone p_zone from generate_series(0, 2) as n
    ) as d (at)
    where d.at > p_now
  $function$;
comment on function private.next_digest(p_now timestamp with time zone, p_zone text) is 'The next eight in the morning in a zone.';

create function private.prepare_digests(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_row record;
    v_settings jsonb;
    v_since timestamptz;
    v_quiet_until timestamptz;
  begin
    for v_row in
      select m.user_id, m.last_digest_at
      from private.mail_states as m
      where m.digest_at <= p_now
      order by m.digest_at, m.user_id
      limit 500
      for update skip locked
    loop
      v_settings := private.delivery_settings(v_row.user_id);
      v_since := greatest(
        v_row.last_digest_at, p_now - case v_settings ->> 'digest' when 'daily' then interval '1 day' else interval '7 days' end);
      update private.mail_states as m set digest_at = private.next_digest(p_now, v_settings ->> 'time_zone')
        where m.user_id = v_row.user_id;
      -- A weekly one goes out on Mondays, or later if there was no sender then.
      if (
          v_settings ->> 'digest' = 'daily'
          or (v_settings ->> 'digest' = 'weekly' and (
            extract(isodow from p_now at time zone (v_settings ->> 'time_zone')) = 1
            or v_row.last_digest_at < p_now - interval '8 days'))
        )
        and private.mail_address(v_row.user_id) is not null
        and private.digest_content(v_row.user_id, v_since, v_settings) <> '[]'
      then
        v_quiet_until := private.quiet_until(p_now, (v_settings ->> 'quiet_from')::time,
          (v_settings ->> 'quiet_until')::time, v_settings ->> 'time_zone');
        insert into private.deliveries (user_id, channel, digest_since, due_at)
          values (v_row.user_id, 'email', v_since, coalesce(v_quiet_until, now()));
        -- What comes until it is sent is in it, and not in the next one.
        update private.mail_states as m set last_digest_at = coalesce(v_quiet_until, p_now)
          where m.user_id = v_row.user_id;
      end if;
    end loop;
  end
  $function$;
comment on function private.prepare_digests(p_now timestamp with time zone) is 'Makes the digests that are due, of up to 500 members in one call; those made in quiet hours are sent when these end. Members without anything unread get none.';

create function private.unsubscribe(p_token text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_parts constant text[] := string_to_array(p_token, '.');
    v_user_id uuid;
    v_groups text[];
  begin
    perform private.hold_gate();
    if p_token !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z_-]+\.[0-9a-f]{40}$'
      or private.unsubscribe_token(v_parts[1]::uuid, v_parts[2]) <> p_token
      or not exists (select from public.profiles as p where p.id = v_parts[1]::uuid)
    then
      return false;
    end if;
    v_user_id := v_parts[1]::uuid;
    v_groups := string_to_array(v_parts[2], '-');
    if v_groups = array['digest'] then
      insert into private.notification_times (user_id, digest) values (v_user_id, 'off')
        on conflict (user_id) do update set digest = 'off';
    end if;
    insert into private.notification_choices (user_id, group_name, channel, is_on)
      select v_user_id, g.name, 'email', false from private.notification_groups as g where g.name = any (v_groups) and g.email
      on conflict (user_id, group_name, channel) do update set is_on = false;
    delete from private.notification_choices as c using private.notification_groups as g
      where c.user_id = v_user_id and c.channel = 'email' and g.name = c.group_name and g.name = any (v_groups)
        and not g.email;
    return true;
  end
  $function$;
comment on function private.unsubscribe(p_token text) is 'Ends the mails that a signed text names; false, and without effect, for any other text.';

grant execute on function private.unsubscribe(p_token text) to service_role;

create function private.unsubscribe_token(p_user_id uuid, p_scope text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return p_user_id || '.' || p_scope || '.' || left(encode(extensions.hmac(
      convert_to('unsubscribe:' || p_user_id || '.' || p_scope, 'UTF8'),
      (select s.address_key from private.settings as s), 'sha256'), 'hex'), 40);
  end
  $function$;
comment on function private.unsubscribe_token(p_user_id uuid, p_scope text) is 'A signed text that ends the mails of these groups, joined by -, or the digest, for a member, without a session.';

create function public.unsubscribe(token text)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.unsubscribe(unsubscribe.token) $function$;
comment on function public.unsubscribe(token text) is 'For the link in a mail, without a session: ends mails of its kind. False if the link is none of this site.';

grant execute on function public.unsubscribe(token text) to service_role;
