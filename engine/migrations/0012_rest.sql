-- What the REST service needs in the database: a way to fail a statement with its own message, and notices of DDL.

create function engine.raise_pgrst(code text, message text, details text, hint text, status integer) returns text
  language plpgsql volatile set search_path = ''
  as $$
begin
  raise exception using
    errcode = 'PGRST',
    message = pg_catalog.json_build_object('code', code, 'message', message, 'details', details, 'hint', hint)::text,
    detail = pg_catalog.json_build_object('status', status, 'headers', '{}'::json)::text;
end
$$;
comment on function engine.raise_pgrst(text, text, text, text, integer) is
  'Fails the calling statement, and with it the write that the statement contains, with a REST error.';
revoke execute on function engine.raise_pgrst(text, text, text, text, integer) from public;
grant usage on schema engine to anon, authenticated, service_role;
grant execute on function engine.raise_pgrst(text, text, text, text, integer) to anon, authenticated, service_role;

create function engine.pgrst_ddl_watch() returns event_trigger
  language plpgsql set search_path = ''
  as $$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_ddl_commands() as c
    where c.schema_name is distinct from 'pg_temp'
      and c.command_tag not in ('GRANT', 'REVOKE', 'CREATE POLICY', 'ALTER POLICY', 'CREATE TRIGGER')
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

create function engine.pgrst_drop_watch() returns event_trigger
  language plpgsql set search_path = ''
  as $$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_dropped_objects() as o
    where not o.is_temporary
      and o.object_type in (
        'schema', 'table', 'table column', 'table constraint', 'foreign table', 'view', 'materialized view', 'function',
        'type', 'default value')
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

create event trigger pgrst_ddl_watch on ddl_command_end execute function engine.pgrst_ddl_watch();
create event trigger pgrst_drop_watch on sql_drop execute function engine.pgrst_drop_watch();
