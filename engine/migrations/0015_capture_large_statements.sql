-- Captures many rows of one statement in less time: their writer may be keeping others waiting.

create or replace function engine.capture_changes() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  v_now bigint;
begin
  if tg_op = 'DELETE' then
    if tg_nargs = 1 then
      insert into engine.changes (relation, kind, key)
        select tg_relid, 'DELETE', jsonb_build_object(tg_argv[0], to_jsonb(r) -> tg_argv[0]) from old_rows as r;
    else
      insert into engine.changes (relation, kind, key)
        select tg_relid, 'DELETE', k.key
        from old_rows as r
          cross join lateral (
            select coalesce(jsonb_object_agg(c.name, to_jsonb(r) -> c.name), '{}') as key
            from unnest(tg_argv) as c (name)
          ) as k;
    end if;
  elsif tg_nargs = 1 then
    insert into engine.changes (relation, kind, key)
      select tg_relid, tg_op, jsonb_build_object(tg_argv[0], to_jsonb(r) -> tg_argv[0]) from new_rows as r;
  else
    insert into engine.changes (relation, kind, key)
      select tg_relid, tg_op, k.key
      from new_rows as r
        cross join lateral (
          select coalesce(jsonb_object_agg(c.name, to_jsonb(r) -> c.name), '{}') as key
          from unnest(tg_argv) as c (name)
        ) as k;
  end if;
  if found then
    v_now := date_part('epoch', clock_timestamp()) * 1000;
    -- Negative when the clock was set back.
    if v_now - coalesce(pg_sequence_last_value('engine.woken_at'), 0) not between 0 and 49 then
      perform setval('engine.woken_at', v_now);
      perform pg_notify('realtime_change', '');
    end if;
  end if;
  return null;
end
$$;
