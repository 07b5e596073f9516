-- Engines remember what the public addresses lead to. Every change of a row that they may remember is told to all of
-- them at commit, whoever made it. A new row is none of those: what is not there is never remembered.

create function storage.tg_objects__tell_change() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if (select count(*) from (select from before limit 101) as some_rows) > 100 then
    perform pg_catalog.pg_notify('storage_changed', '');
  else
    perform pg_catalog.pg_notify('storage_changed', b.id::text) from before as b;
  end if;
  return null;
end
$$;
comment on function storage.tg_objects__tell_change() is
  'Tells all engines the ids of changed objects; an empty text stands for any of them.';

create function storage.tg__tell_any_change() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  perform pg_catalog.pg_notify('storage_changed', '');
  return null;
end
$$;
comment on function storage.tg__tell_any_change() is 'Tells all engines that any object may lead somewhere else now.';

alter function storage.tg_objects__tell_change() owner to supabase_storage_admin;
alter function storage.tg__tell_any_change() owner to supabase_storage_admin;

create trigger _500_tell_update
  after update on storage.objects
  referencing old table as before
  for each statement execute function storage.tg_objects__tell_change();
create trigger _500_tell_delete
  after delete on storage.objects
  referencing old table as before
  for each statement execute function storage.tg_objects__tell_change();
create trigger _500_tell_truncate
  after truncate on storage.objects
  for each statement execute function storage.tg__tell_any_change();
create trigger _500_tell_change
  after update or delete or truncate on storage.buckets
  for each statement execute function storage.tg__tell_any_change();
