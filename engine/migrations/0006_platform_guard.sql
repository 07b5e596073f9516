-- Hosted Supabase lets migrations add policies, triggers and foreign keys to the platform's tables, and refuses
-- changes of the tables themselves. Here the migrator is a member of the owning roles, for the former; these event
-- triggers do the latter, so that a migration that would fail there fails here too.
create schema if not exists engine;
comment on schema engine is 'Internal tables and functions of the engine; not reachable through the API.';

create function engine.guard_platform_ddl() returns event_trigger
  language plpgsql set search_path = ''
  as $$
declare
  v_command record;
begin
  if session_user <> 'migrator' then
    return;
  end if;
  for v_command in select * from pg_catalog.pg_event_trigger_ddl_commands() loop
    if coalesce(v_command.schema_name, '') in ('auth', 'storage', 'realtime', 'engine', 'cron', 'net', 'vault')
      and v_command.command_tag not in ('CREATE POLICY', 'ALTER POLICY', 'CREATE TRIGGER', 'ALTER TRIGGER', 'COMMENT', 'GRANT', 'REVOKE')
    then
      raise exception 'must be owner of % %', v_command.object_type, v_command.object_identity
        using errcode = '42501',
              hint = 'Migrations may add policies, triggers and foreign keys to the platform''s tables, nothing else.';
    end if;
  end loop;
end
$$;

create function engine.guard_platform_drop() returns event_trigger
  language plpgsql set search_path = ''
  as $$
declare
  v_object record;
begin
  if session_user <> 'migrator' then
    return;
  end if;
  for v_object in select * from pg_catalog.pg_event_trigger_dropped_objects() loop
    if v_object.original
      and coalesce(v_object.schema_name, '') in ('auth', 'storage', 'realtime', 'engine', 'cron', 'net', 'vault')
      and v_object.object_type not in ('policy', 'trigger')
    then
      raise exception 'must be owner of % %', v_object.object_type, v_object.object_identity
        using errcode = '42501';
    end if;
  end loop;
end
$$;

create event trigger engine_guard_platform_ddl on ddl_command_end
  execute function engine.guard_platform_ddl();
create event trigger engine_guard_platform_drop on sql_drop
  execute function engine.guard_platform_drop();
