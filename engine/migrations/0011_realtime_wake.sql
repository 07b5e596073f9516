-- The capture wakes the engines, so that a change need not wait for their next reading. A notification makes its
-- commit wait for the others', so there is at most one in 50 ms for all tables; whoever is woken reads on for a while.
-- Reasons and figures: docs/decisions/013-wake-up.md.

-- A sequence, because its value is seen at once and by everybody, and nobody waits for anybody to change it. Unlogged:
-- losing it costs one notification.
create unlogged sequence engine.woken_at minvalue 0 start 0;
comment on sequence engine.woken_at is 'When the engines were last told of a change, in Unix milliseconds.';

create or replace function engine.capture_changes() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  v_now bigint;
begin
  if tg_op = 'DELETE' then
    insert into engine.changes (relation, kind, key)
      select tg_relid, 'DELETE', k.key
      from old_rows as r
        cross join lateral (
          select coalesce(jsonb_object_agg(c.name, to_jsonb(r) -> c.name), '{}') as key
          from unnest(tg_argv) as c (name)
        ) as k;
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
    -- Below zero when the clock was set back.
    if v_now - coalesce(pg_sequence_last_value('engine.woken_at'), 0) not between 0 and 49 then
      perform setval('engine.woken_at', v_now);
      perform pg_notify('realtime_change', '');
    end if;
  end if;
  return null;
end
$$;
