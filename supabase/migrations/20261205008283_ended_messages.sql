-- Messages to browsers that cannot be sent, or were signed out; and what admins see of messages that were given up.

create or replace function private.save_push_subscription(p_endpoint text, p_p256dh text, p_auth text, p_device text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_user_id constant uuid := auth.uid();
    v_session_id constant uuid := private.session_id();
    v_device constant text := left(regexp_replace(btrim(coalesce(p_device, '')), '\s+', ' ', 'g'), 60);
  begin
    perform private.hold_gate();
    if not private.is_member() or v_session_id is null then
      raise exception 'only members receive messages' using errcode = '42501';
    end if;
    -- 65 bytes of which the first is 4, as of every point that is not compressed. The sender finds out whether it is one.
    if not coalesce(private.is_push_address(p_endpoint), false)
      or p_p256dh is null or p_p256dh !~ '^B[A-P][A-Za-z0-9_-]{84}[AEIMQUYcgkosw048]$' or p_auth is null or p_auth !~ '^[A-Za-z0-9_-]{22}$'
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
  $function$;

create or replace function private.open_delivery(p_id uuid, p_is_read boolean)
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
comment on function private.open_delivery(uuid, boolean) is
  'Whether any of what a message is about is still unread; marks it as read if asked and if it is one notification. Who has '
  'the ID has received the message; a browser has it for as long as the session that saved the browser lasts.';

create or replace function private.dead_deliveries()
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
comment on function private.dead_deliveries() is
  'Of each member and channel the last message that was given up, at most 100. Without what others were told of cases '
  'about the caller. Only for admins (42501).';
comment on function public.dead_deliveries() is
  'Of each member and channel the last message that was given up, with the reason, at most 100. For admins.';
