-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.push_keys (
  is_only boolean not null default true,
  public_key text not null,
  private_key text not null,
  created_at timestamp with time zone not null default now(),
  constraint push_keys_pkey PRIMARY KEY (is_only),
  constraint push_keys_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint push_keys_only_one CHECK (is_only),
  constraint push_keys_private_key_form CHECK (private_key ~ '^[A-Za-z0-9_-]{43}$'::text),
  constraint push_keys_public_key_form CHECK (public_key ~ '^B[A-Za-z0-9_-]{86}$'::text)
);
comment on table private.push_keys is 'The key pair (P-256) by which push services recognise the sender, RFC 8292. Subscriptions are bound to it, so it stays.';

alter table private.push_keys enable row level security;

create table private.push_services (
  host text not null,
  constraint push_services_pkey PRIMARY KEY (host),
  constraint push_services_host_form CHECK (host ~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$'::text)
);
comment on table private.push_services is 'The push services of browsers. Messages are sent to these hosts and hosts below them only: a subscription is what a browser says, and must not lead requests into the network of the server.';

alter table private.push_services enable row level security;

create table private.push_subscriptions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  device text not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone not null default now(),
  session_id uuid not null,
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_endpoint_once UNIQUE (endpoint),
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint push_subscriptions_auth_form CHECK (auth ~ '^[A-Za-z0-9_-]{22}$'::text),
  constraint push_subscriptions_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND used_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND used_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint push_subscriptions_device_length CHECK (char_length(device) <= 60),
  constraint push_subscriptions_device_plain CHECK (private.is_plain_text(device)),
  constraint push_subscriptions_endpoint_length CHECK (char_length(endpoint) <= 1000),
  constraint push_subscriptions_p256dh_form CHECK (p256dh ~ '^B[A-Za-z0-9_-]{86}$'::text)
);
comment on table private.push_subscriptions is 'One row for each browser that receives messages of a member: address and keys of RFC 8291. A browser belongs to the account that saved it last.';
comment on column private.push_subscriptions.session_id is 'The session of auth.sessions that saved the browser last; when it ends, nothing more is sent.';

CREATE INDEX push_subscriptions_user ON private.push_subscriptions USING btree (user_id, used_at DESC);

alter table private.push_subscriptions enable row level security;

create function private.is_push_address(p_endpoint text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_host constant text := substring(p_endpoint from '^https://([a-z0-9.-]+)(?::443)?/[!-~]+$');
  begin
    return char_length(p_endpoint) <= 1000 and v_host is not null and exists (
      select from private.push_services as s where v_host = s.host or right(v_host, char_length(s.host) + 1) = '.' || s.host);
  end
  $function$;
comment on function private.is_push_address(p_endpoint text) is 'Whether this is an address of a known push service, over TLS.';

create function private.keep_push_keys(p_public_key text, p_private_key text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if p_public_key is not null then
      insert into private.push_keys (public_key, private_key) values (p_public_key, p_private_key)
        on conflict (is_only) do nothing;
    end if;
    return (
      select jsonb_build_object('public_key', k.public_key, 'private_key', k.private_key) from private.push_keys as k);
  end
  $function$;
comment on function private.keep_push_keys(p_public_key text, p_private_key text) is 'The key pair; the given one if there was none, and null without either.';

grant execute on function private.keep_push_keys(p_public_key text, p_private_key text) to service_role;

create function private.remove_push_subscription(p_endpoint text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    delete from private.push_subscriptions as s where s.endpoint = p_endpoint and s.user_id = auth.uid();
  end
  $function$;
comment on function private.remove_push_subscription(p_endpoint text) is 'Removes the caller''s browser with this address.';

grant execute on function private.remove_push_subscription(p_endpoint text) to authenticated;

create function private.save_push_subscription(p_endpoint text, p_p256dh text, p_auth text, p_device text)
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
comment on function private.save_push_subscription(p_endpoint text, p_p256dh text, p_auth text, p_device text) is 'Adds a browser to the caller''s, takes it over from another account, or renews it. A member has the ten browsers used last. 22023 for what is no subscription.';

grant execute on function private.save_push_subscription(p_endpoint text, p_p256dh text, p_auth text, p_device text) to authenticated;

create function public.keep_push_keys(public_key text DEFAULT NULL::text, private_key text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.keep_push_keys(keep_push_keys.public_key, keep_push_keys.private_key) $function$;
comment on function public.keep_push_keys(public_key text, private_key text) is 'For the function deliver: the key pair of this site, which is the given one if there was none.';

grant execute on function public.keep_push_keys(public_key text, private_key text) to service_role;

create function public.remove_push_subscription(endpoint text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.remove_push_subscription(remove_push_subscription.endpoint) $function$;
comment on function public.remove_push_subscription(endpoint text) is 'Nothing is sent to this browser of the caller any more.';

grant execute on function public.remove_push_subscription(endpoint text) to authenticated;

create function public.save_push_subscription(endpoint text, p256dh text, auth text, device text DEFAULT ''::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    select private.save_push_subscription(
      save_push_subscription.endpoint, save_push_subscription.p256dh, save_push_subscription.auth,
      save_push_subscription.device)
  $function$;
comment on function public.save_push_subscription(endpoint text, p256dh text, auth text, device text) is 'Has the caller''s notifications sent to this browser: the parts of its PushSubscription, and a short name for it.';

grant execute on function public.save_push_subscription(endpoint text, p256dh text, auth text, device text) to authenticated;
