-- A cast shows or reads the values of a domain, so the REST service must know when one is dropped.

create or replace function engine.pgrst_drop_watch() returns event_trigger
  language plpgsql set search_path = ''
  as $$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_dropped_objects() as o
    where not o.is_temporary
      and o.object_type in (
        'schema', 'table', 'table column', 'table constraint', 'foreign table', 'view', 'materialized view', 'function',
        'type', 'default value', 'cast')
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;
