-- Private channels: policies on realtime.messages say who may hear and speak on which topic. No row stays in it: rows
-- are only tried, and messages travel as notifications (docs/decisions/005-change-capture.md).

do $$
begin
  if not exists (select from pg_roles where rolname = 'supabase_realtime_admin') then
    create role supabase_realtime_admin nologin noinherit;
  end if;
end
$$;

create schema if not exists realtime authorization supabase_realtime_admin;
grant usage on schema realtime to anon, authenticated, service_role, migrator;

create unlogged table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
alter table realtime.messages owner to supabase_realtime_admin;
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
grant all on realtime.messages to migrator;
grant supabase_realtime_admin to migrator;
comment on table realtime.messages is
  'Select policies admit listeners, insert policies speakers, by realtime.topic() and extension (broadcast, presence).';

create function realtime.topic() returns text
  language sql stable
  as $$ select nullif(current_setting('realtime.topic', true), '') $$;
comment on function realtime.topic() is 'The channel that a policy is asked about, without "realtime:".';
alter function realtime.topic() owner to supabase_realtime_admin;
grant execute on function realtime.topic() to anon, authenticated, service_role, migrator;

create function engine.publish(head jsonb, body text) returns void
  language plpgsql set search_path = ''
  as $$
declare
  v_text text := head::text || E'\n' || body;
  -- A notification takes less than 8,000 bytes, and a character up to 4.
  v_size constant integer := 1900;
  v_count integer := greatest(1, ceil(length(v_text)::numeric / v_size)::integer);
begin
  for v_part in 1 .. v_count loop
    perform pg_catalog.pg_notify(
      'realtime_message',
      v_part || '/' || v_count || ':' || substr(v_text, (v_part - 1) * v_size + 1, v_size)
    );
  end loop;
end
$$;
comment on function engine.publish(jsonb, text) is
  'Tells every engine at commit. The parts of one transaction arrive together and in order.';

create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform engine.publish(
    jsonb_build_object('kind', 'broadcast', 'topic', topic, 'private', private, 'event', event),
    (payload || jsonb_build_object('id', coalesce(payload -> 'id', to_jsonb(gen_random_uuid()))))::text
  );
end
$$;
comment on function realtime.send(jsonb, text, text, boolean) is
  'A broadcast from SQL, e.g. from a trigger. Only private channels hear broadcasts here.';

create function realtime.broadcast_changes(
  topic_name text,
  event_name text,
  operation text,
  table_name text,
  table_schema text,
  new record,
  old record,
  level text default 'ROW'
) returns void
  language plpgsql set search_path = ''
  as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', to_jsonb(old), 'record', to_jsonb(new), 'operation', operation, 'table', table_name,
      'schema', table_schema
    ),
    event_name,
    topic_name
  );
end
$$;
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) is
  'For triggers: tells a topic of the row before and after.';

create function engine.probe_channel(topic text) returns void
  language sql security definer set search_path = ''
  as $$
    insert into realtime.messages (topic, extension, private)
    values (probe_channel.topic, 'broadcast', true), (probe_channel.topic, 'presence', true)
  $$;
comment on function engine.probe_channel(text) is 'Rows for select policies to be tried on; channel_rights undoes them.';

create function engine.channel_rights(topic text) returns text[]
  language plpgsql
  as $$
declare
  v_extension text;
  v_rights text[] := '{}';
begin
  begin
    perform engine.probe_channel(channel_rights.topic);
    select coalesce(array_agg(distinct 'hear ' || m.extension), '{}') into v_rights
    from realtime.messages as m
    where m.topic = channel_rights.topic;
    foreach v_extension in array array['broadcast', 'presence'] loop
      begin
        insert into realtime.messages (topic, extension, private) values (channel_rights.topic, v_extension, true);
        v_rights := v_rights || ('speak ' || v_extension);
      exception when others then
        null;
      end;
    end loop;
    -- Takes back what was tried; variables keep what was learnt.
    raise exception 'undone' using errcode = 'ZZ001';
  exception when sqlstate 'ZZ001' then
    null;
  end;
  return v_rights;
end
$$;
comment on function engine.channel_rights(text) is
  'What the caller may do on a private channel. Invoker: the policies on realtime.messages are asked as the caller.';

create unlogged table engine.presences (
  id uuid not null primary key,
  engine uuid not null,
  topic text not null,
  key text not null,
  ref text not null,
  meta jsonb not null,
  seen_at timestamptz not null default now()
);
create index presences_topic_idx on engine.presences (topic);
comment on table engine.presences is 'Who is present on private channels, at which engine; an engine that is gone is swept.';

revoke execute on function
  engine.publish(jsonb, text),
  realtime.send(jsonb, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text),
  engine.probe_channel(text),
  engine.channel_rights(text)
  from public;
grant execute on function
  realtime.send(jsonb, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to migrator, service_role;
grant usage on schema engine to anon, authenticated, service_role;
grant execute on function engine.probe_channel(text), engine.channel_rights(text)
  to anon, authenticated, service_role;

-- As for the other platform schemas: policies may be added by migrations, nothing else.
create or replace function engine.guard_platform_ddl() returns event_trigger
  language plpgsql set search_path = ''
  as $$
declare
  v_command record;
begin
  if session_user <> 'migrator' then
    return;
  end if;
  for v_command in select * from pg_catalog.pg_event_trigger_ddl_commands() loop
    if coalesce(v_command.schema_name, '') in ('auth', 'storage', 'realtime', 'engine')
      and v_command.command_tag not in ('CREATE POLICY', 'ALTER POLICY', 'CREATE TRIGGER', 'ALTER TRIGGER', 'COMMENT', 'GRANT', 'REVOKE')
    then
      raise exception 'must be owner of % %', v_command.object_type, v_command.object_identity
        using errcode = '42501',
              hint = 'Migrations may add policies, triggers and foreign keys to the platform''s tables, nothing else.';
    end if;
  end loop;
end
$$;

create or replace function engine.guard_platform_drop() returns event_trigger
  language plpgsql set search_path = ''
  as $$
declare
  v_object record;
begin
  if session_user <> 'migrator' then
    return;
  end if;
  for v_object in select * from pg_catalog.pg_event_trigger_dropped_objects() loop
    if v_object.original
      and coalesce(v_object.schema_name, '') in ('auth', 'storage', 'realtime', 'engine')
      and v_object.object_type not in ('policy', 'trigger')
    then
      raise exception 'must be owner of % %', v_object.object_type, v_object.object_identity
        using errcode = '42501';
    end if;
  end loop;
end
$$;
