-- PostgreSQL drops a notification that equals one of the same transaction: of two messages with a part in common the second
-- never arrived. So each part of a message names the message.

create or replace function engine.publish(head jsonb, body text) returns void
  language plpgsql set search_path = ''
  as $$
declare
  v_text text := head::text || E'\n' || body;
  -- A notification takes less than 8,000 bytes, and a character up to 4.
  v_size constant integer := 1900;
  v_count integer := greatest(1, ceil(length(v_text)::numeric / v_size)::integer);
  v_of text := v_count || case when v_count > 1 then '/' || gen_random_uuid() else '' end;
begin
  for v_part in 1 .. v_count loop
    perform pg_catalog.pg_notify(
      'realtime_message', v_part || '/' || v_of || ':' || substr(v_text, (v_part - 1) * v_size + 1, v_size)
    );
  end loop;
end
$$;
