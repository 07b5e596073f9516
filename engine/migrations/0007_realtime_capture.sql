-- Captures which rows of published tables change, so that every engine on this database can deliver the changes.
-- Reasons and alternatives: docs/decisions/005-change-capture.md.

-- Unlogged: a crash loses no change that a subscriber could need, because all subscribers start again afterwards.
create unlogged table engine.changes (
  id bigint generated always as identity,
  xid xid8 not null default pg_catalog.pg_current_xact_id(),
  changed_at timestamptz not null default pg_catalog.clock_timestamp(),
  relation oid not null,
  kind text not null,
  key jsonb not null
);
create index changes_xid_idx on engine.changes (xid);
comment on table engine.changes is
  'Changes of the last minutes: table, kind of change, primary key; the engines prune it.';
comment on column engine.changes.xid is 'The writing transaction: the position of a reader is a snapshot.';

-- Logged nevertheless: a standby that is promoted soon after its start cannot read an unlogged sequence.
alter sequence engine.changes_id_seq set logged;

-- The capture wakes the engines, so that a change need not wait for their next reading. A notification makes its
-- commit wait for the others', so there is at most one in 50 ms for all tables; a woken engine reads on for a while.
-- A sequence, because its value is visible to all transactions at once and changes without a lock. Reasons and
-- figures: docs/decisions/013-wake-up.md.
create sequence engine.woken_at minvalue 0 start 0;
comment on sequence engine.woken_at is 'When the engines were last notified of a change, in Unix milliseconds.';

create function engine.capture_changes() returns trigger
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
    -- Negative when the clock was set back.
    if v_now - coalesce(pg_sequence_last_value('engine.woken_at'), 0) not between 0 and 49 then
      perform setval('engine.woken_at', v_now);
      perform pg_notify('realtime_change', '');
    end if;
  end if;
  return null;
end
$$;
comment on function engine.capture_changes() is
  'Runs once per statement; its arguments are the primary key columns. Definer: writers have no rights on engine.';

create function engine.sync_change_capture() returns void
  language plpgsql set search_path = ''
  as $$
declare
  v_table record;
begin
  for v_table in
    with published as (
      select
        c.oid as relation,
        coalesce(
          (
            select array_agg(a.attname::text order by k.place)
            from pg_catalog.pg_index as i
              cross join lateral unnest(i.indkey) with ordinality as k (attnum, place)
              join pg_catalog.pg_attribute as a on a.attrelid = i.indrelid and a.attnum = k.attnum
            where i.indrelid = c.oid and i.indisprimary
          ),
          '{}'
        ) as key
      from pg_catalog.pg_publication_tables as p
        join pg_catalog.pg_namespace as n on n.nspname = p.schemaname
        join pg_catalog.pg_class as c on c.relnamespace = n.oid and c.relname = p.tablename
      where p.pubname = 'supabase_realtime' and n.nspname <> 'engine' and c.relkind = 'r'
    ),
    captured as (
      select t.tgrelid as relation, (array_agg(t.tgargs))[1] as arguments
      from pg_catalog.pg_trigger as t
      where t.tgfoid = 'engine.capture_changes()'::regprocedure
      group by t.tgrelid
    )
    select
      coalesce(p.relation, c.relation)::regclass as name,
      c.relation is not null as captured,
      p.relation is not null as wanted,
      (select string_agg(quote_literal(k.name), ', ') from unnest(p.key) as k (name)) as arguments
    from published as p
      full join captured as c on c.relation = p.relation
    where c.relation is null
      or p.relation is null
      or c.arguments is distinct from (
        select coalesce(string_agg(convert_to(k.name, 'UTF8') || '\x00'::bytea, ''::bytea), ''::bytea)
        from unnest(p.key) as k (name)
      )
  loop
    if v_table.captured then
      execute format('drop trigger _900_capture_insert on %s', v_table.name);
      execute format('drop trigger _900_capture_update on %s', v_table.name);
      execute format('drop trigger _900_capture_delete on %s', v_table.name);
    end if;
    if v_table.wanted then
      execute format(
        'create trigger _900_capture_insert after insert on %s referencing new table as new_rows
           for each statement execute function engine.capture_changes(%s)',
        v_table.name, v_table.arguments
      );
      execute format(
        'create trigger _900_capture_update after update on %s referencing new table as new_rows
           for each statement execute function engine.capture_changes(%s)',
        v_table.name, v_table.arguments
      );
      execute format(
        'create trigger _900_capture_delete after delete on %s referencing old table as old_rows
           for each statement execute function engine.capture_changes(%s)',
        v_table.name, v_table.arguments
      );
    end if;
  end loop;
end
$$;
comment on function engine.sync_change_capture() is
  'Creates the triggers on tables of the publication, and removes them from tables that left it.';

create function engine.follow_publication() returns event_trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform engine.sync_change_capture();
end
$$;
comment on function engine.follow_publication() is 'Definer: the tables belong to the migrator, this schema does not.';

revoke execute on function
  engine.capture_changes(), engine.sync_change_capture(), engine.follow_publication()
  from public;

create event trigger engine_follow_publication on ddl_command_end
  when tag in ('CREATE PUBLICATION', 'ALTER PUBLICATION', 'CREATE TABLE', 'ALTER TABLE')
  execute function engine.follow_publication();
create event trigger engine_follow_publication_drop on sql_drop
  when tag in ('DROP PUBLICATION')
  execute function engine.follow_publication();

select engine.sync_change_capture();
