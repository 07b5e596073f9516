-- Push subscriptions: the browsers to which a member wants notifications sent, and the keys that sign the messages.
--
-- The address of a subscription is a secret of the browser: who knows it may try to send to it. So members reach these
-- tables through functions only, and see no address.

-- Tables ---------------------------------------------------------------------------------------------------

create table private.push_keys (
  is_only boolean primary key default true,
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now(),
  constraint push_keys_only_one check (is_only),
  constraint push_keys_public_key_form check (public_key ~ '^B[A-Za-z0-9_-]{86}$'),
  constraint push_keys_private_key_form check (private_key ~ '^[A-Za-z0-9_-]{43}$'),
  constraint push_keys_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
  )
);
comment on table private.push_keys is
  'The key pair (P-256) that tells push services who sends, RFC 8292. Subscriptions are bound to it, so it stays.';

create table private.push_services (
  host text primary key,
  constraint push_services_host_form check (host ~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$')
);
comment on table private.push_services is
  'The push services of browsers. Messages are sent to these hosts and hosts below them only: a subscription is what a '
  'browser says, and must not lead requests into the network of the server.';

create table private.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  device text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  constraint push_subscriptions_endpoint_once unique (endpoint),
  constraint push_subscriptions_endpoint_length check (char_length(endpoint) <= 1000),
  constraint push_subscriptions_p256dh_form check (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  constraint push_subscriptions_auth_form check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  constraint push_subscriptions_device_length check (char_length(device) <= 60),
  constraint push_subscriptions_device_plain check (private.is_plain_text(device)),
  constraint push_subscriptions_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and used_at >= '2000-01-01 00:00:00+00' and used_at < '2200-01-01 00:00:00+00'
  )
);
comment on table private.push_subscriptions is
  'One row for each browser that receives messages of a member: address and keys of RFC 8291. A browser belongs to the '
  'account that saved it last.';

-- Indexes --------------------------------------------------------------------------------------------------

create index push_subscriptions_user on private.push_subscriptions (user_id, used_at desc);

-- Row-level security ---------------------------------------------------------------------------------------

alter table private.push_keys enable row level security;
alter table private.push_services enable row level security;
alter table private.push_subscriptions enable row level security;

-- Functions ------------------------------------------------------------------------------------------------

create function private.is_push_address(p_endpoint text) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_host constant text := substring(p_endpoint from '^https://([a-z0-9.-]+)(?::443)?/[!-~]+$');
  begin
    return char_length(p_endpoint) <= 1000 and v_host is not null and exists (
      select from private.push_services as s where v_host = s.host or right(v_host, char_length(s.host) + 1) = '.' || s.host);
  end
  $$;
comment on function private.is_push_address(text) is 'Whether this is an address of a known push service, over TLS.';

create function private.save_push_subscription(p_endpoint text, p_p256dh text, p_auth text, p_device text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_user_id constant uuid := auth.uid();
    v_device constant text := left(regexp_replace(btrim(coalesce(p_device, '')), '\s+', ' ', 'g'), 60);
  begin
    perform private.hold_gate();
    if not private.is_member() then
      raise exception 'only members receive messages' using errcode = '42501';
    end if;
    if not coalesce(private.is_push_address(p_endpoint), false)
      or p_p256dh is null or p_p256dh !~ '^B[A-Za-z0-9_-]{86}$' or p_auth is null or p_auth !~ '^[A-Za-z0-9_-]{22}$'
      or not private.is_plain_text(v_device)
    then
      raise exception 'this is no subscription of a known push service' using errcode = '22023';
    end if;
    perform private.check_rate('push-day', 100, interval '1 day');
    insert into private.push_subscriptions as s (user_id, endpoint, p256dh, auth, device)
      values (v_user_id, p_endpoint, p_p256dh, p_auth, v_device)
      on conflict on constraint push_subscriptions_endpoint_once do update set
        user_id = excluded.user_id,
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
comment on function private.save_push_subscription(text, text, text, text) is
  'Adds a browser to the caller''s, takes it over from another account, or renews it. A member has the ten browsers used '
  'last. 22023 for what is no subscription.';

create function private.remove_push_subscription(p_endpoint text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from private.push_subscriptions as s where s.endpoint = p_endpoint and s.user_id = auth.uid();
  end
  $$;
comment on function private.remove_push_subscription(text) is 'Removes the caller''s browser with this address.';

create function private.keep_push_keys(p_public_key text, p_private_key text) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if p_public_key is not null then
      insert into private.push_keys (public_key, private_key) values (p_public_key, p_private_key)
        on conflict (is_only) do nothing;
    end if;
    return (
      select jsonb_build_object('public_key', k.public_key, 'private_key', k.private_key) from private.push_keys as k);
  end
  $$;
comment on function private.keep_push_keys(text, text) is
  'The key pair; the given one if there was none, and null without either.';

create function public.save_push_subscription(endpoint text, p256dh text, auth text, device text default '') returns void
  language sql set search_path = ''
  as $$
    select private.save_push_subscription(
      save_push_subscription.endpoint, save_push_subscription.p256dh, save_push_subscription.auth,
      save_push_subscription.device)
  $$;
comment on function public.save_push_subscription(text, text, text, text) is
  'Has the caller''s notifications sent to this browser: the parts of its PushSubscription, and a short name for it.';

create function public.remove_push_subscription(endpoint text) returns void
  language sql set search_path = ''
  as $$ select private.remove_push_subscription(remove_push_subscription.endpoint) $$;
comment on function public.remove_push_subscription(text) is 'Nothing is sent to this browser of the caller any more.';

create function public.keep_push_keys(public_key text default null, private_key text default null) returns jsonb
  language sql set search_path = ''
  as $$ select private.keep_push_keys(keep_push_keys.public_key, keep_push_keys.private_key) $$;
comment on function public.keep_push_keys(text, text) is
  'For the function deliver: the key pair of this site, which is the given one if there was none.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on private.push_keys, private.push_services, private.push_subscriptions
  from anon, authenticated, service_role;

revoke execute on function
  private.is_push_address(text),
  private.save_push_subscription(text, text, text, text),
  private.remove_push_subscription(text),
  private.keep_push_keys(text, text),
  public.save_push_subscription(text, text, text, text),
  public.remove_push_subscription(text),
  public.keep_push_keys(text, text)
  from public, anon, authenticated, service_role;
grant execute on function
  private.save_push_subscription(text, text, text, text),
  private.remove_push_subscription(text),
  public.save_push_subscription(text, text, text, text),
  public.remove_push_subscription(text)
  to authenticated;
grant execute on function private.keep_push_keys(text, text), public.keep_push_keys(text, text) to service_role;

-- Rows -----------------------------------------------------------------------------------------------------

insert into private.push_services (host) values
  ('fcm.googleapis.com'),
  ('push.services.mozilla.com'),
  ('push.apple.com'),
  ('notify.windows.com');
