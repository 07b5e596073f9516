-- Requests to other services from SQL, with the tables and functions of the extension pg_net, and secrets for them, with
-- those of supabase_vault, for databases that do not have these. The engine sends the requests after the commit.
do $net$
begin
if exists (select from pg_catalog.pg_extension where extname = 'pg_net') then
  raise notice 'pg_net is installed: it sends the requests';
  return;
end if;

create schema net;
comment on schema net is
  'Requests to other services, as in the extension pg_net; the engine sends them. Not reachable through the API.';

create domain net.http_method as text
  constraint http_method_check check (value ~ '^(get|post|delete)$' or value ~ '^(GET|POST|DELETE)$');

create table net.http_request_queue (
  id bigserial not null primary key,
  method net.http_method not null,
  url text not null,
  headers jsonb,
  body bytea,
  timeout_milliseconds integer not null
);
comment on table net.http_request_queue is 'Requests that are not sent yet. An engine deletes those that it begins to send.';

create table net._http_response (
  id bigint,
  status_code integer,
  content_type text,
  headers jsonb,
  content text,
  timed_out boolean,
  error_msg text,
  created timestamptz not null default now()
);
create index _http_response_created_idx on net._http_response (created);
create index _http_response_id_idx on net._http_response (id);
comment on table net._http_response is 'Answers of the last six hours.';

create function net._urlencode_string(string text) returns text
  language sql immutable strict set search_path = ''
  as $$
    select coalesce(pg_catalog.string_agg(
      case
        when c.letter ~ '^[A-Za-z0-9_.~-]$' then c.letter
        else pg_catalog.regexp_replace(
          pg_catalog.upper(pg_catalog.encode(pg_catalog.convert_to(c.letter, 'UTF8'), 'hex')), '(..)', '%\1', 'g')
      end, '' order by c.place), '')
    from pg_catalog.regexp_split_to_table(string, '') with ordinality as c (letter, place)
    where string <> ''
  $$;
comment on function net._urlencode_string(text) is 'A text as a part of a query.';

create function net._with_params(url text, params jsonb) returns text
  language sql immutable set search_path = ''
  as $$
    select case
      when coalesce(params, '{}') = '{}' then url
      else url || case when pg_catalog.strpos(url, '?') > 0 then '&' else '?' end || (
        select pg_catalog.string_agg(net._urlencode_string(p.key) || '=' || net._urlencode_string(p.value), '&')
        from pg_catalog.jsonb_each_text(params) as p)
    end
  $$;
comment on function net._with_params(text, jsonb) is 'An address with further parameters in its query.';

create function net.http_get(
  url text, params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds integer default 5000
) returns bigint
  language sql volatile security definer set search_path = ''
  as $$
    insert into net.http_request_queue (method, url, headers, timeout_milliseconds)
      values ('GET', net._with_params(url, params), headers, timeout_milliseconds) returning id
  $$;
comment on function net.http_get(text, jsonb, jsonb, integer) is
  'Has a GET request sent after the commit; returns the ID of its answer.';

create function net.http_post(
  url text,
  body jsonb default '{}',
  params jsonb default '{}',
  headers jsonb default '{"Content-Type": "application/json"}',
  timeout_milliseconds integer default 5000
) returns bigint
  language plpgsql volatile security definer set search_path = ''
  as $$
  #variable_conflict use_variable
  declare
    v_type constant text := (
      select h.value from pg_catalog.jsonb_each_text(headers) as h where pg_catalog.lower(h.key) = 'content-type' limit 1);
    v_id bigint;
  begin
    if v_type <> 'application/json' then
      raise exception 'Content-Type header must be "application/json"' using errcode = '22023';
    end if;
    if body is null then
      raise exception 'body must not be null' using errcode = '22004';
    end if;
    insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
      values (
        'POST',
        net._with_params(url, params),
        case when v_type is null then coalesce(headers, '{}') || '{"Content-Type": "application/json"}' else headers end,
        pg_catalog.convert_to(body::text, 'UTF8'),
        timeout_milliseconds
      )
      returning id into v_id;
    return v_id;
  end
  $$;
comment on function net.http_post(text, jsonb, jsonb, jsonb, integer) is
  'Has a POST request with a JSON body sent after the commit; returns the ID of its answer.';

create function net.http_delete(
  url text, params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds integer default 5000
) returns bigint
  language sql volatile security definer set search_path = ''
  as $$
    insert into net.http_request_queue (method, url, headers, timeout_milliseconds)
      values ('DELETE', net._with_params(url, params), headers, timeout_milliseconds) returning id
  $$;
comment on function net.http_delete(text, jsonb, jsonb, integer) is
  'Has a DELETE request sent after the commit; returns the ID of its answer.';

create function net.tg_queue__tell() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_catalog.pg_notify('net_queue', '');
    return null;
  end
  $$;
comment on function net.tg_queue__tell() is 'Has the engines look at the queue, after the commit.';
create trigger _500_tell after insert on net.http_request_queue
  for each statement execute function net.tg_queue__tell();

grant usage on schema net to migrator;
grant select, delete on net.http_request_queue, net._http_response to migrator;
revoke execute on all functions in schema net from public;
grant execute on function
    net.http_get(text, jsonb, jsonb, integer),
    net.http_post(text, jsonb, jsonb, jsonb, integer),
    net.http_delete(text, jsonb, jsonb, integer)
  to migrator;
end
$net$;

do $vault$
begin
if exists (select from pg_catalog.pg_extension where extname = 'supabase_vault') then
  return;
end if;

create schema vault;
comment on schema vault is 'Secrets for SQL, with the names of the extension supabase_vault, but not encrypted.';

create table vault.secrets (
  id uuid not null primary key default gen_random_uuid(),
  name text unique,
  description text not null default '',
  secret text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table vault.secrets is
  'Secrets. The engine keeps project_url, publishable_key and secret_key up to date. Not in backups.';

create view vault.decrypted_secrets with (security_invoker = true) as
  select s.id, s.name, s.description, s.secret, s.secret as decrypted_secret, s.created_at, s.updated_at
  from vault.secrets as s;
comment on view vault.decrypted_secrets is 'Secrets, as jobs read them.';

create function vault.create_secret(new_secret text, new_name text default null, new_description text default '')
  returns uuid
  language sql volatile security definer set search_path = ''
  as $$
    insert into vault.secrets (secret, name, description) values (new_secret, new_name, new_description) returning id
  $$;
comment on function vault.create_secret(text, text, text) is 'Stores a secret; returns its ID.';

create function vault.update_secret(
  secret_id uuid, new_secret text default null, new_name text default null, new_description text default null
) returns void
  language sql volatile security definer set search_path = ''
  as $$
    update vault.secrets as s set
        secret = coalesce(new_secret, s.secret),
        name = coalesce(new_name, s.name),
        description = coalesce(new_description, s.description),
        updated_at = now()
      where s.id = secret_id
  $$;
comment on function vault.update_secret(uuid, text, text, text) is 'Changes a secret; what is null stays as it is.';

grant usage on schema vault to migrator;
grant select, delete on vault.secrets, vault.decrypted_secrets to migrator;
revoke execute on all functions in schema vault from public;
grant execute on all functions in schema vault to migrator;
end
$vault$;
