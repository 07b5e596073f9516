-- Broadcasts of bytes from SQL.

alter table realtime.messages add column binary_payload bytea;

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true)
  returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  v_id constant uuid := gen_random_uuid();
  -- The clock's time, not the transaction's, so that the messages of one transaction keep their order.
  v_now constant timestamp := clock_timestamp() at time zone 'utc';
begin
  -- The write that the message is about must not fail because of it.
  if send_binary.payload is null or send_binary.event is null or send_binary.topic is null
    or send_binary.private is null then
    raise warning 'ErrorSendingBroadcastMessage: payload, event, topic and private must not be null';
    return;
  end if;
  insert into realtime.messages (id, topic, extension, event, binary_payload, private, inserted_at, updated_at)
  values (
    v_id, send_binary.topic, 'broadcast', send_binary.event, send_binary.payload, send_binary.private, v_now, v_now
  );
  perform engine.publish(
    jsonb_build_object(
      'kind', 'broadcast', 'topic', send_binary.topic, 'private', send_binary.private, 'event', send_binary.event,
      'id', v_id, 'binary', true
    ),
    replace(encode(send_binary.payload, 'base64'), E'\n', '')
  );
end
$$;
comment on function realtime.send_binary(bytea, text, text, boolean) is
  'A broadcast of bytes from SQL, as realtime.send; only clients of protocol version 2 receive it.';

revoke execute on function realtime.send_binary(bytea, text, text, boolean) from public;
grant execute on function realtime.send_binary(bytea, text, text, boolean)
  to migrator, service_role, anon, authenticated;
