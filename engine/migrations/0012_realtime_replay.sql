-- What is said from SQL on a private channel stays for three days, so that whoever joins may be told what was said since
-- (docs/decisions/015-replay.md). Until now no row stayed in realtime.messages.

alter table realtime.messages set logged;
create index messages_replay_idx on realtime.messages (topic, inserted_at desc) where extension = 'broadcast' and private;
create index messages_inserted_at_idx on realtime.messages (inserted_at);

create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
  returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  v_id constant uuid := gen_random_uuid();
  -- The clock's, not the transaction's: what one transaction says keeps its order.
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
  'A broadcast from SQL, e.g. from a trigger; kept for three days. Only private channels hear broadcasts here.';

-- Rows stay now, and only those that are tried may decide who gets in.
drop function engine.probe_channel(text);
create function engine.probe_channel(topic text) returns uuid[]
  language sql security definer set search_path = ''
  as $$
    with probe as (
      insert into realtime.messages (topic, extension, private)
      values (probe_channel.topic, 'broadcast', true), (probe_channel.topic, 'presence', true)
      returning id
    )
    select array_agg(id) from probe
  $$;
comment on function engine.probe_channel(text) is
  'Rows for select policies to be tried on, by id; channel_rights undoes them.';
revoke execute on function engine.probe_channel(text) from public;
grant execute on function engine.probe_channel(text) to anon, authenticated, service_role;

create or replace function engine.channel_rights(topic text) returns text[]
  language plpgsql
  as $$
declare
  v_extension text;
  v_probes uuid[];
  v_rights text[] := '{}';
begin
  begin
    v_probes := engine.probe_channel(channel_rights.topic);
    select coalesce(array_agg(distinct 'hear ' || m.extension), '{}') into v_rights
    from realtime.messages as m
    where m.id = any (v_probes);
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
