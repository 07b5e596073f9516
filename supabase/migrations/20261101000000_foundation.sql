-- Foundation: the schema of helpers, what every table of the domain shares, and the limits on writing too fast.
-- Runs as a role that is neither superuser nor owner of auth and storage, here as on a hosted project.

-- Older projects grant everything in public to the API roles by default; here every grant is written out.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

-- Not exposed by the API: helpers, definer bodies and secrets. Usage is needed because policies and checks
-- run with the rights of the caller.
create schema private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;
comment on schema private is 'Helpers, definer functions and secrets. Never exposed by the API.';

do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

-- Tables ---------------------------------------------------------------------------------------------------

create table private.settings (
  id boolean primary key default true,
  rate_limit_scale numeric not null default 1,
  constraint settings_one_row check (id),
  constraint settings_rate_limit_scale_range check (rate_limit_scale > 0 and rate_limit_scale <= 1000000)
);
comment on table private.settings is
  'One row of knobs for the operator; no API role reads it. Load runs and tests raise rate_limit_scale.';
insert into private.settings default values;

-- Unlogged: losing the counters in a crash costs nothing, writing them to the log for every post would.
create unlogged table private.rate_counters (
  user_id uuid not null references auth.users (id) on delete cascade,
  bucket text not null,
  window_start timestamptz not null,
  used integer not null,
  primary key (user_id, bucket)
);
comment on table private.rate_counters is
  'How often a member used a limited action in the window that began with its first use.';

create table private.audit_log (
  id uuid primary key default gen_random_uuid(),
  action text not null,
  actor_id uuid,
  subject_id uuid,
  created_at timestamptz not null default now()
);
comment on table private.audit_log is
  'Which admin did what to whose account; ids only, so that a deleted account leaves no personal data here.';

alter table private.settings enable row level security;
alter table private.rate_counters enable row level security;
alter table private.audit_log enable row level security;
revoke all on private.settings, private.rate_counters, private.audit_log from anon, authenticated, service_role;

-- Who is asking --------------------------------------------------------------------------------------------

create function private.is_api_request() returns boolean
  language sql stable set search_path = ''
  as $$
    select current_setting('role') in ('anon', 'authenticated')
      or (session_user = 'authenticator' and current_setting('role') <> 'service_role')
  $$;
comment on function private.is_api_request() is
  'True while a request of a guest or member runs, inside definer functions too; false for owners and the service role.';

create function private.is_direct_statement() returns boolean
  language sql stable set search_path = ''
  as $$ select current_user in ('anon', 'authenticated') $$;
comment on function private.is_direct_statement() is
  'True when the statement itself was sent by a guest or member; false in what definer functions write on their behalf. '
  'Only for invoker functions: inside a definer function it is always false.';

-- plpgsql, not sql: sql bodies are inlined and planned again in every policy.
create function private.is_admin() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return coalesce((select p.is_admin from public.profiles as p where p.id = auth.uid()), false);
  end
  $$;
comment on function private.is_admin() is
  'True when the caller''s profile has is_admin. Definer, so policies on profiles may call it without recursing.';

create function private.is_suspended() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return coalesce((select p.is_suspended from public.profiles as p where p.id = auth.uid()), false);
  end
  $$;
comment on function private.is_suspended() is 'True when the caller is suspended from the newsfeed.';

-- What a text may hold -------------------------------------------------------------------------------------

create function private.is_plain_text(p_text text, p_multiline boolean default false) returns boolean
  language sql immutable parallel safe set search_path = ''
  as $$
    select case
      when p_multiline then p_text !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]'
      else p_text !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]'
    end
  $$;
comment on function private.is_plain_text(text, boolean) is
  'No control characters and no overrides of writing direction; several lines and tabs only when asked for. Null gives null.';

create function private.is_web_link(p_link text) returns boolean
  language sql immutable parallel safe set search_path = ''
  as $$
    select p_link !~ '[\s\\"<>\u0001-\u0020\u007f-\u00a0\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]'
      and (p_link ~* '^https?://[^/?#@]+([/?#]|$)' or p_link ~ '^/($|[^/])')
  $$;
comment on function private.is_web_link(text) is
  'An http: or https: address without credentials, or a path inside the app. Never javascript:, data: or //host.';

-- Writing too fast -----------------------------------------------------------------------------------------

create function private.raise_rate_limit(p_message text, p_hint text) returns void
  language plpgsql set search_path = ''
  as $$
  begin
    raise exception using errcode = 'PT429', message = p_message, hint = p_hint;
  end
  $$;
comment on function private.raise_rate_limit(text, text) is 'Raises PT429, which the API answers with status 429.';

-- One upsert both counts and locks: parallel requests of one member queue on their own row, nobody else's.
-- A refused or failing transaction takes its count back.
create function private.check_rate(p_bucket text, p_limit integer, p_window interval) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_user_id constant uuid := auth.uid();
    v_used integer;
    v_window_start timestamptz;
  begin
    if v_user_id is null or not private.is_api_request() then
      return;
    end if;
    insert into private.rate_counters as c (user_id, bucket, window_start, used)
      values (v_user_id, p_bucket, clock_timestamp(), 1)
      on conflict (user_id, bucket) do update set
        used = case when c.window_start + p_window <= excluded.window_start then 1 else c.used + 1 end,
        window_start = case
          when c.window_start + p_window <= excluded.window_start then excluded.window_start else c.window_start
        end
      returning c.used, c.window_start into v_used, v_window_start;
    if v_used > p_limit * (select s.rate_limit_scale from private.settings as s) then
      perform private.raise_rate_limit(
        'too many requests, try again later',
        format('at most %s in %s; next in %s seconds', p_limit, p_window,
          greatest(1, ceil(extract(epoch from v_window_start + p_window - clock_timestamp()))))
      );
    end if;
  end
  $$;
comment on function private.check_rate(text, integer, interval) is
  'Counts one use of a limited action by the caller; raises PT429 beyond p_limit uses in a window. Give each window of '
  'one action its own bucket name. Owners and the service role are not limited.';

-- Shared triggers ------------------------------------------------------------------------------------------

create function private.tg__stamp_created_at() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if private.is_api_request() then
      new.created_at := case when tg_op = 'INSERT' then now() else old.created_at end;
    end if;
    return new;
  end
  $$;
comment on function private.tg__stamp_created_at() is
  'The server''s clock on insert, unchanged on update; owners and the service role may back-date. Before insert or update.';

create function private.tg__stamp_updated_at() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if private.is_api_request() or (tg_op = 'UPDATE' and new.updated_at is not distinct from old.updated_at) then
      new.updated_at := now();
    end if;
    return new;
  end
  $$;
comment on function private.tg__stamp_updated_at() is
  'The server''s clock on every write; owners and the service role may set another. Before insert or update.';

create function private.tg__freeze_columns() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    v_column text;
  begin
    if private.is_direct_statement() then
      foreach v_column in array tg_argv loop
        if to_jsonb(new) -> v_column is distinct from to_jsonb(old) -> v_column then
          raise exception 'column % cannot be changed', v_column
            using errcode = '42501', hint = 'leave the column out of the update';
        end if;
      end loop;
    end if;
    return new;
  end
  $$;
comment on function private.tg__freeze_columns() is
  'Refuses guests and members a change of the columns named as trigger arguments. Before update.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public, anon, authenticated, service_role;
grant execute on function
  private.is_api_request(),
  private.is_direct_statement(),
  private.is_admin(),
  private.is_suspended(),
  private.is_plain_text(text, boolean),
  private.is_web_link(text),
  private.raise_rate_limit(text, text),
  private.check_rate(text, integer, interval)
  to anon, authenticated, service_role;
