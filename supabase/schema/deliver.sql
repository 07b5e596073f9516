-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.call_deliver()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_now constant timestamptz := now();
    v_url text;
    v_key text;
  begin
    if not exists (select from private.deliveries as d where d.outcome is null and d.due_at <= v_now)
      and not exists (select from private.outbox as o where o.sent_at is null and o.due_at <= v_now)
      and not exists (select from private.mail_states as m where m.digest_at <= v_now)
      and not exists (
        select from private.mailed_invitations as i, private.settings as s
        where i.outcome is null and i.due_at <= v_now and s.sends_mail
      )
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
  $function$;
comment on function private.call_deliver() is 'Calls the function deliver if something is due; false if nothing is, or where pg_net or the secrets project_url and secret_key are missing.';

create function public.dead_deliveries()
 RETURNS TABLE(id uuid, user_id uuid, username text, channel text, kinds text[], attempts integer, error text, ended_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select d.* from private.dead_deliveries() as d $function$;
comment on function public.dead_deliveries() is 'Of each member and channel the last message that was given up, with the reason, at most 100. For admins.';

grant execute on function public.dead_deliveries() to authenticated;

create function public.end_deliveries(results jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.end_deliveries(end_deliveries.results) $function$;
comment on function public.end_deliveries(results jsonb) is 'For the function deliver: what became of the messages that it took.';

grant execute on function public.end_deliveries(results jsonb) to service_role;

create function public.open_delivery(id uuid, is_read boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.open_delivery(open_delivery.id, open_delivery.is_read) $function$;
comment on function public.open_delivery(id uuid, is_read boolean) is 'For the function deliver: whether the browser that received a message should still show it, or that it was opened.';

grant execute on function public.open_delivery(id uuid, is_read boolean) to service_role;

create function public.retry_delivery(delivery_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    return private.retry_delivery(retry_delivery.delivery_id);
  end
  $function$;
comment on function public.retry_delivery(delivery_id uuid) is 'Has a message that was given up sent again; false if it is not there or no longer given up. For admins.';

grant execute on function public.retry_delivery(delivery_id uuid) to authenticated;

create function public.take_deliveries(size integer DEFAULT 50, mail boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.take_deliveries(take_deliveries.size, take_deliveries.mail) $function$;
comment on function public.take_deliveries(size integer, mail boolean) is 'For the function deliver: messages that are due, now taken by it. mail: whether it can send mails.';

grant execute on function public.take_deliveries(size integer, mail boolean) to service_role;
