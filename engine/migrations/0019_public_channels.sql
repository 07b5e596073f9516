-- Presences on public channels, and messages from SQL in a statement of any role.

alter table engine.presences add column private boolean not null default true;

create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
  returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  v_id constant uuid := gen_random_uuid();
  -- The clock's time, not the transaction's, so that the messages of one transaction keep their order.
  v_now constant timestamp := clock_timestamp() at time zone 'utc';
  v_payload constant jsonb := payload || jsonb_build_object('id', coalesce(payload -> 'id', to_jsonb(v_id)));
begin
  -- The write that the message is about must not fail because of it.
  if send.topic is null or send.event is null or send.private is null or v_payload is null then
    raise warning 'ErrorSendingBroadcastMessage: payload, event, topic and private must not be null';
    return;
  end if;
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
  'A broadcast from SQL, e.g. from a trigger; stored for three days. Public channels receive it if they are switched on.';

-- A trigger runs them as whoever writes. The schema is not exposed, so nobody can call them through the API.
grant execute on function
  realtime.send(jsonb, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to anon, authenticated;
