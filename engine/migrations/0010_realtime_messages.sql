-- Private channels: policies on realtime.messages decide who may receive and send on which topic. Messages travel as
-- notifications (docs/decisions/005-change-capture.md). Messages sent by SQL on a private channel are stored for three
-- days, so that clients that join later can replay them (docs/decisions/015-replay.md); no others are stored.

create schema if not exists realtime authorization supabase_realtime_admin;
grant usage on schema realtime to anon, authenticated, service_role, migrator;

create table realtime.messages (
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
create index messages_replay_idx on realtime.messages (topic, inserted_at desc) where extension = 'broadcast' and private;
create index messages_inserted_at_idx on realtime.messages (inserted_at);
alter table realtime.messages owner to supabase_realtime_admin;
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
grant all on realtime.messages to migrator;
grant supabase_realtime_admin to migrator;
comment on table realtime.messages is
  'Select policies admit receivers, insert policies senders, by realtime.topic() and extension (broadcast, presence).';

create function realtime.topic() returns text
  language sql stable
  as $$ select nullif(current_setting('realtime.topic', true), '') $$;
comment on function realtime.topic() is 'The channel that a policy decides on, without "realtime:".';
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
  'Notifies every engine at commit. The parts of one transaction arrive together and in order.';

create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
  returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  v_id constant uuid := gen_random_uuid();
  -- The clock's time, not the transaction's, so that the messages of one transaction keep their order.
  v_now constant timestamp := clock_timestamp() at time zone 'utc';
  v_payload constant jsonb := payload || jsonb_build_object('id', coalesce(payload -> 'id', to_jsonb(v_id)));
begin
  insert into realtime.messages (id, topic, extension, event, payload, private, inserted_at, updated_at)
  values (v_id, send.topic, 'broadcast', send.event, v_payload, send.private, v_now, v_now);
  perform engine.publish(
    jsonb_build_object(
      'kind', 'broadcast', 'topic', send.topic, 'private', send.private, 'event', send.event, 'id', v_id
    ),
    v_payload::text
  );
end
$$;
comment on function realtime.send(jsonb, text, text, boolean) is
  'A broadcast from SQL, e.g. from a trigger; stored for three days. Only private channels receive broadcasts here.';

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
  'For triggers: broadcasts the row before and after the change on a topic.';

create function engine.probe_channels(topics text[]) returns jsonb
  language sql security definer set search_path = ''
  as $$
    with probe as (
      insert into realtime.messages (topic, extension, private)
      select t.topic, e.extension, true
      from unnest(probe_channels.topics) as t (topic)
        cross join unnest(array['broadcast', 'presence']) as e (extension)
      returning messages.topic, messages.id
    ),
    of_topic as (
      select p.topic, jsonb_agg(p.id) as ids from probe as p group by p.topic
    )
    select jsonb_object_agg(o.topic, o.ids) from of_topic as o
  $$;
comment on function engine.probe_channels(text[]) is
  'Inserts rows on which channel_rights tries select policies, and returns their IDs by topic. For a transaction that is '
  'rolled back.';

create function engine.channel_rights(questions jsonb) returns table (number integer, rights text[], failure text)
  language plpgsql
  as $$
declare
  v_question record;
  v_extension text;
  v_probes jsonb;
  v_ids uuid[];
  -- Without an insert policy for the role every attempt is refused, so none is made.
  v_may_speak constant boolean := not pg_catalog.row_security_active('realtime.messages') or exists (
    select
    from pg_catalog.pg_policy as p
    where p.polrelid = 'realtime.messages'::pg_catalog.regclass
      and p.polpermissive
      and p.polcmd in ('a', '*')
      and (
        0 = any (p.polroles)
        or exists (
          select from unnest(p.polroles) as r (id) where pg_catalog.pg_has_role(current_user, r.id, 'usage')
        )
      )
  );
begin
  v_probes := engine.probe_channels(
    array(select distinct q.item ->> 'topic' from pg_catalog.jsonb_array_elements(questions) as q (item))
  );
  for v_question in
    select q.number::integer - 1 as number, q.item ->> 'claims' as claims, q.item ->> 'topic' as topic
    from pg_catalog.jsonb_array_elements(questions) with ordinality as q (item, number)
  loop
    number := v_question.number;
    rights := '{}';
    failure := null;
    v_ids := array(select i.id::uuid from pg_catalog.jsonb_array_elements_text(v_probes -> v_question.topic) as i (id));
    begin
      perform pg_catalog.set_config('request.jwt.claims', v_question.claims, true);
      perform pg_catalog.set_config('realtime.topic', v_question.topic, true);
      select coalesce(pg_catalog.array_agg(distinct 'hear ' || m.extension), '{}') into rights
      from realtime.messages as m
      where m.id = any (v_ids);
      if v_may_speak then
        foreach v_extension in array array['broadcast', 'presence'] loop
          begin
            insert into realtime.messages (topic, extension, private) values (v_question.topic, v_extension, true);
            rights := rights || ('speak ' || v_extension);
          exception when others then
            null;
          end;
        end loop;
      end if;
      -- Nothing that a policy did for one person, nor the person's claims, remains for the next; the variables do.
      raise exception 'undone' using errcode = 'ZZ001';
    exception
      when sqlstate 'ZZ001' then
        null;
      when assert_failure or others then
        rights := null;
        failure := sqlstate;
    end;
    return next;
  end loop;
end
$$;
comment on function engine.channel_rights(jsonb) is
  'What each of several people (claims) may do on a private channel (topic): rights, or the SQLSTATE when a policy raised '
  'an error. Invoker: the policies on realtime.messages are checked as the caller''s role. For a transaction that is '
  'rolled back.';

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
comment on table engine.presences is 'Presences on private channels, by engine; those of an engine that died are swept.';

revoke execute on function
  engine.publish(jsonb, text),
  realtime.send(jsonb, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text),
  engine.probe_channels(text[]),
  engine.channel_rights(jsonb)
  from public;
grant execute on function
  realtime.send(jsonb, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to migrator, service_role;
grant usage on schema engine to anon, authenticated, service_role;
grant execute on function engine.probe_channels(text[]), engine.channel_rights(jsonb)
  to anon, authenticated, service_role;
