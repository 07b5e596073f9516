-- What the function `deliver` calls, what admins see of its work, and the call of the function.

-- Functions ------------------------------------------------------------------------------------------------

create function public.take_deliveries(size integer default 50, mail boolean default false) returns jsonb
  language sql set search_path = ''
  as $$ select private.take_deliveries(take_deliveries.size, take_deliveries.mail) $$;
comment on function public.take_deliveries(integer, boolean) is
  'For the function deliver: messages that are due, now taken by it. mail: whether it can send mails.';

create function public.end_deliveries(results jsonb) returns void
  language sql set search_path = ''
  as $$ select private.end_deliveries(end_deliveries.results) $$;
comment on function public.end_deliveries(jsonb) is 'For the function deliver: what became of the messages that it took.';

create function public.open_delivery(id uuid, is_read boolean default false) returns boolean
  language sql set search_path = ''
  as $$ select private.open_delivery(open_delivery.id, open_delivery.is_read) $$;
comment on function public.open_delivery(uuid, boolean) is
  'For the function deliver: whether the browser that received a message should still show it, or that it was opened.';

create function public.dead_deliveries()
  returns table (
    id uuid, user_id uuid, username text, channel text, kinds text[], attempts integer, error text, ended_at timestamptz
  )
  language sql stable set search_path = ''
  as $$ select d.* from private.dead_deliveries() as d $$;
comment on function public.dead_deliveries() is 'The last 100 messages that were given up, with the reason. For admins.';

create function public.retry_delivery(delivery_id uuid) returns boolean
  language plpgsql set search_path = ''
  as $$
  begin
    return private.retry_delivery(retry_delivery.delivery_id);
  end
  $$;
comment on function public.retry_delivery(uuid) is
  'Has a message that was given up sent again; false if it is not there or no longer given up. For admins.';

create function private.call_deliver() returns boolean
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_now constant timestamptz := now();
    v_url text;
    v_key text;
  begin
    if not exists (select from private.deliveries as d where d.outcome is null and d.due_at <= v_now)
      and not exists (select from private.outbox as o where o.sent_at is null and o.due_at <= v_now)
      and not exists (select from private.mail_states as m where m.digest_at <= v_now)
    then
      return false;
    end if;
    if to_regprocedure('net.http_post(text,jsonb,jsonb,jsonb,integer)') is null
      or to_regclass('vault.decrypted_secrets') is null
    then
      return false;
    end if;
    execute $call$
      select
        (select s.decrypted_secret from vault.decrypted_secrets as s where s.name = 'project_url'),
        (select s.decrypted_secret from vault.decrypted_secrets as s where s.name = 'secret_key')
    $call$ into v_url, v_key;
    if v_url is null or v_key is null then
      return false;
    end if;
    execute $call$
      select net.http_post(
        url := $1, headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', $2::text),
        timeout_milliseconds := 60000)
    $call$ using v_url || '/functions/v1/deliver', v_key;
    return true;
  end
  $$;
comment on function private.call_deliver() is
  'Calls the function deliver if something is due; false if nothing is, or where pg_net or the secrets project_url and '
  'secret_key are missing.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on private.deliveries, private.delivery_items, private.mail_states from anon, authenticated, service_role;

revoke execute on function
  private.is_unread(uuid, uuid),
  private.mail_address(uuid),
  private.prepare_one(uuid, uuid, text, text, timestamptz),
  private.prepare_deliveries(timestamptz),
  private.describe_for_sending(uuid[], uuid),
  private.delivery_content(uuid, uuid, text, jsonb),
  private.take_deliveries(integer, boolean),
  private.end_deliveries(jsonb),
  private.open_delivery(uuid, boolean),
  private.dead_deliveries(),
  private.retry_delivery(uuid),
  private.tend_deliveries(),
  private.call_deliver(),
  public.take_deliveries(integer, boolean),
  public.end_deliveries(jsonb),
  public.open_delivery(uuid, boolean),
  public.dead_deliveries(),
  public.retry_delivery(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  private.dead_deliveries(),
  private.retry_delivery(uuid),
  public.dead_deliveries(),
  public.retry_delivery(uuid)
  to authenticated;
grant execute on function
  private.take_deliveries(integer, boolean),
  private.end_deliveries(jsonb),
  private.open_delivery(uuid, boolean),
  public.take_deliveries(integer, boolean),
  public.end_deliveries(jsonb),
  public.open_delivery(uuid, boolean)
  to service_role;
