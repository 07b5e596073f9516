-- A standby that is promoted soon after its start cannot read an unlogged sequence: its first page is empty there, and
-- every write that uses it fails until it is recreated. The identity of an unlogged table is unlogged too. So all
-- sequences are logged, at the cost of a record in the log for 32 numbers, and one each time the engines are woken.

create function engine.unreadable_sequences() returns text[]
  language plpgsql stable set search_path = ''
  as $$
declare
  v_name text;
  v_value bigint;
  v_unreadable text[] := '{}';
begin
  foreach v_name in array array['changes_id_seq', 'woken_at'] loop
    begin
      execute pg_catalog.format('select last_value from engine.%I', v_name) into v_value;
    exception when internal_error or data_corrupted then
      v_value := null;
    end;
    -- An empty page reads as a sequence without its only row; a damaged one fails.
    if v_value is null then
      v_unreadable := v_unreadable || v_name;
    end if;
  end loop;
  return v_unreadable;
end
$$;
comment on function engine.unreadable_sequences() is
  'Names of the engine''s sequences whose page is broken, so that every write that uses them fails.';
revoke execute on function engine.unreadable_sequences() from public;

create function engine.mend_sequences() returns text[]
  language plpgsql set search_path = ''
  as $$
declare
  v_broken text[];
begin
  if engine.unreadable_sequences() = '{}' and not exists (
    select from pg_catalog.pg_class as c
    where c.relnamespace = 'engine'::regnamespace and c.relkind = 'S' and c.relpersistence = 'u'
  ) then
    return '{}';
  end if;
  -- One engine at a time: the others check again and find everything repaired.
  lock table engine.changes in access exclusive mode;
  v_broken := engine.unreadable_sequences();
  if 'changes_id_seq' = any (v_broken) then
    alter table engine.changes alter column id drop identity;
    alter table engine.changes alter column id add generated always as identity;
    perform pg_catalog.setval('engine.changes_id_seq', (select coalesce(max(c.id), 0) + 1 from engine.changes as c), false);
  end if;
  if 'woken_at' = any (v_broken) then
    drop sequence engine.woken_at;
    create sequence engine.woken_at minvalue 0 start 0;
    comment on sequence engine.woken_at is 'When the engines were last notified of a change, in Unix milliseconds.';
  end if;
  alter sequence engine.changes_id_seq set logged;
  alter sequence engine.woken_at set logged;
  return v_broken;
end
$$;
comment on function engine.mend_sequences() is
  'Recreates the engine''s sequences that cannot be read, and returns their names. Called at each start and by /readyz.';
revoke execute on function engine.mend_sequences() from public;
