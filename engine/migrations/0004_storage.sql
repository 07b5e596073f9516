create schema if not exists storage authorization supabase_storage_admin;
grant usage on schema storage to anon, authenticated, service_role, migrator;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.buckets (
  id text not null primary key,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD'
);
create unique index bname on storage.buckets (name);
comment on column storage.buckets.owner is 'Deprecated: owner_id';

create table storage.objects (
  id uuid not null primary key default gen_random_uuid(),
  bucket_id text references storage.buckets,
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index name_prefix_search on storage.objects (name text_pattern_ops);
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
-- Each upload sums up its owner's files, and the sweeper checks which versions a row refers to.
create index objects_owner_id_idx on storage.objects (owner_id);
create index objects_version_idx on storage.objects (version);
comment on column storage.objects.owner is 'Deprecated: owner_id';

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

create function storage.foldername(name text) returns text[]
  language plpgsql immutable
  as $$
declare
  v_parts text[] := string_to_array(name, '/');
begin
  return v_parts[1 : array_length(v_parts, 1) - 1];
end
$$;

create function storage.filename(name text) returns text
  language plpgsql immutable
  as $$
declare
  v_parts text[] := string_to_array(name, '/');
begin
  return v_parts[array_length(v_parts, 1)];
end
$$;

create function storage.extension(name text) returns text
  language plpgsql immutable
  as $$
declare
  v_file text := storage.filename(name);
begin
  return reverse(split_part(reverse(v_file), '.', 1));
end
$$;

create function storage.operation() returns text
  language sql stable
  as $$ select current_setting('storage.operation', true) $$;

create function storage.update_updated_at_column() returns trigger
  language plpgsql
  as $$
begin
  new.updated_at = now();
  return new;
end
$$;
create trigger update_objects_updated_at
  before update on storage.objects
  for each row execute function storage.update_updated_at_column();

-- A deleted row whose file stays behind wastes space, so deletions go through the service, which removes both.
create function storage.protect_delete() returns trigger
  language plpgsql
  as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501',
            hint = 'This prevents accidental data loss from orphaned objects.';
  end if;
  return null;
end
$$;
create trigger protect_buckets_delete
  before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create trigger protect_objects_delete
  before delete on storage.objects
  for each statement execute function storage.protect_delete();

-- Engines cache the objects behind public addresses. Every change of a row that they may have cached is announced to
-- all of them at commit, whichever client made it. A new row is not announced, because missing objects are not cached.

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
  'Notifies all engines of the ids of changed objects; an empty text stands for any of them.';

create function storage.tg__tell_any_change() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  perform pg_catalog.pg_notify('storage_changed', '');
  return null;
end
$$;
comment on function storage.tg__tell_any_change() is 'Notifies all engines that any object may have changed.';

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

-- A deleted account leaves files behind. The engines are notified at commit, however the account was deleted, and
-- remove them at once instead of at the next hourly sweep.

create function storage.tg_users__wake_sweep() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  perform pg_catalog.pg_notify('storage_sweep', '');
  return null;
end
$$;
comment on function storage.tg_users__wake_sweep() is 'Wakes the sweepers of all engines.';
revoke execute on function storage.tg_users__wake_sweep() from public;

create trigger _500_wake_sweep
  after delete on auth.users
  for each statement execute function storage.tg_users__wake_sweep();

alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;
alter type storage.buckettype owner to supabase_storage_admin;
do $$
declare
  v_function text;
begin
  for v_function in
    select p.oid::regprocedure::text from pg_proc as p where p.pronamespace = 'storage'::regnamespace
  loop
    execute format('alter function %s owner to supabase_storage_admin', v_function);
  end loop;
end
$$;

grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated, service_role;
grant all on storage.buckets, storage.objects to migrator;
grant supabase_storage_admin to migrator;
