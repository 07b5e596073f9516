-- Decides in one statement which of many readers may see which changed rows: docs/decisions/005-change-capture.md.

create function engine.visible_to_each(visible text, content text, keys jsonb, readers jsonb)
  returns table (reader integer, places integer[], failure text, place integer, record text)
  language plpgsql
  as $$
declare
  v_reader record;
  v_read integer[] := '{}';
  v_new integer[];
begin
  -- Left over if an earlier call was cancelled on this connection.
  if exists (select from pg_catalog.pg_prepared_statements where name = 'engine_visible') then
    execute 'deallocate engine_visible';
  end if;
  if exists (select from pg_catalog.pg_prepared_statements where name = 'engine_content') then
    execute 'deallocate engine_content';
  end if;
  execute 'prepare engine_visible (jsonb, jsonb) as ' || visible;
  if content is not null then
    execute 'prepare engine_content (jsonb, integer[]) as ' || content;
  end if;

  for v_reader in
    select r.number::integer - 1 as number, r.item ->> 'claims' as claims, r.item -> 'values' as filter
    from pg_catalog.jsonb_array_elements(readers) with ordinality as r (item, number)
  loop
    reader := v_reader.number;
    places := null;
    failure := null;
    place := null;
    record := null;
    begin
      perform pg_catalog.set_config('request.jwt.claims', v_reader.claims, true);
      execute pg_catalog.format('execute engine_visible (%L, %L)', keys, v_reader.filter) into places;
      v_new := array(select unnest(places) except select unnest(v_read));
      -- All who may see a row see the same content: it is read once, as the first of them.
      if content is not null and v_new <> '{}' then
        v_read := v_read || v_new;
        for place, record in execute pg_catalog.format('execute engine_content (%L, %L)', keys, v_new) loop
          return next;
        end loop;
        place := null;
        record := null;
      end if;
    exception when others then
      places := null;
      failure := sqlstate;
    end;
    return next;
  end loop;

  execute 'deallocate engine_visible';
  if content is not null then
    execute 'deallocate engine_content';
  end if;
end
$$;
comment on function engine.visible_to_each(text, text, jsonb, jsonb) is
  'Asks "visible" (keys, filter values; returns integer[]) under the claims of each reader, and "content" (keys, places; returns place and record) once for each place that a reader sees. Invoker: the caller''s role decides. Wants a transaction with one snapshot, so that what was decided and what is read are the same row.';
revoke execute on function engine.visible_to_each(text, text, jsonb, jsonb) from public;
grant usage on schema engine to anon, authenticated, service_role;
grant execute on function engine.visible_to_each(text, text, jsonb, jsonb) to anon, authenticated, service_role;
