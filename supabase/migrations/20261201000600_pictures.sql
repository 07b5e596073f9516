-- Pictures: their addresses are stored without a host, because the site may move and addresses on other hosts must not
-- be stored. Files that rows name never change, a key is used once, and files that no row names any more are removed.
-- For the buckets and their policies see the migration about files.

-- Tables ---------------------------------------------------------------------------------------------------

create table private.used_file_keys (
  digest bytea primary key
);
comment on table private.used_file_keys is
  'SHA-256 of bucket and name of each deleted file. No other file can take such a key, so an address that showed one '
  'picture never shows another. Digests, because names begin with the id of a member.';

create table private.unneeded_files (
  bucket_id text not null,
  name text not null,
  since timestamptz not null default now(),
  primary key (bucket_id, name),
  constraint unneeded_files_dates_bounds check (
    since >= '2000-01-01 00:00:00+00' and since < '2200-01-01 00:00:00+00'
  )
);
comment on table private.unneeded_files is
  'Files that no row names any more, and uploads that no row has named yet. The engine removes them at the time in '
  'since; on a hosted project the console does, with leftover_files().';
comment on column private.unneeded_files.since is
  'When the file may be removed: at once if a row has named it, a day after the upload if none has.';

-- Row-level security ---------------------------------------------------------------------------------------

alter table private.used_file_keys enable row level security;
alter table private.unneeded_files enable row level security;

-- Functions: addresses -------------------------------------------------------------------------------------

create function private.is_club_bucket(p_bucket text) returns boolean
  language sql immutable parallel safe set search_path = ''
  as $$ select p_bucket in ('avatars', 'fishing-photos', 'newsfeed-images', 'games-images', 'game-photos') $$;
comment on function private.is_club_bucket(text) is
  'True for the five buckets of pictures; other buckets are not protected here.';

create function private.file_address(p_url text, p_any_form boolean default false) returns text
  language sql immutable parallel safe set search_path = ''
  as $$
    select case
      when p_any_form then regexp_replace(btrim(p_url),
        '^(?:[Hh][Tt][Tt][Pp][Ss]?://[^/?#]+)?/storage/v1/(?:object|render/image)/public/'
          '((?:avatars|fishing-photos|newsfeed-images|games-images|game-photos)/[^?#]+)(?:[?#].*)?$',
        '/storage/v1/object/public/\1')
      else regexp_replace(btrim(p_url),
        '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]+(/storage/v1/object/public/'
          '(?:avatars|fishing-photos|newsfeed-images|games-images|game-photos)/[^?#]+)$',
        '\1')
    end
  $$;
comment on function private.file_address(text, boolean) is
  'The public address of a file in our buckets as a path, without any host; other text stays unchanged. p_any_form '
  'also accepts addresses of renditions and removes a query.';

create function private.folder_owner(p_name text) returns uuid
  language sql immutable parallel safe set search_path = ''
  as $$
    select case
      when p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then split_part(p_name, '/', 1)::uuid
    end
  $$;
comment on function private.folder_owner(text) is 'The member in whose folder a file is; null for any other folder.';

create function private.file_digest(p_bucket text, p_name text) returns bytea
  language sql stable set search_path = ''
  as $$ select sha256(convert_to(p_bucket || '/' || p_name, 'UTF8')) $$;
comment on function private.file_digest(text, text) is 'The digest that represents a key in private.used_file_keys.';

-- Only the path, because a trigger removes the host before the constraints are checked.
create function private.is_own_file(p_url text, p_bucket text, p_owner uuid) returns boolean
  language sql immutable parallel safe set search_path = ''
  as $$
    select char_length(p_url) <= 2048
      and p_url ~ ('^/storage/v1/object/public/' || p_bucket || '/' || p_owner || '/[A-Za-z0-9][A-Za-z0-9._-]{0,127}$')
  $$;
comment on function private.is_own_file(text, text, uuid) is
  'True for the path of the public address of one file directly in the owner''s folder of the bucket, without a host.';

create function private.are_own_files(p_urls text[], p_bucket text, p_owner uuid) returns boolean
  language sql immutable parallel safe set search_path = ''
  as $$
    select coalesce(array_ndims(p_urls), 1) = 1
      and not exists (
        select from unnest(p_urls) as u(url) where private.is_own_file(u.url, p_bucket, p_owner) is not true
      )
  $$;
comment on function private.are_own_files(text[], text, uuid) is
  'True for a flat list in which each address is an own file.';

create function private.tg__picture_address() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.image_url := private.file_address(new.image_url, true);
    return new;
  end
  $$;
comment on function private.tg__picture_address() is
  'Stores image_url without its host if it names a file of our buckets. For pictures that admins choose.';

-- Functions: files that no row names any more --------------------------------------------------------------

create function private.named_files(p_row jsonb, p_columns text[]) returns setof text
  language sql stable set search_path = ''
  as $$
    select a.address
    from unnest(p_columns) as c (name)
      cross join lateral jsonb_array_elements_text(
        case jsonb_typeof(p_row -> c.name)
          when 'array' then p_row -> c.name
          when 'string' then jsonb_build_array(p_row -> c.name)
          else '[]'
        end) as a (address)
    where a.address like '/storage/v1/object/public/%/_%'
  $$;
comment on function private.named_files(jsonb, text[]) is
  'The addresses of files in the given columns of a row, texts or lists.';

create function private.tg__unname_files() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.unneeded_files (bucket_id, name)
      select split_part(f.path, '/', 1), substr(f.path, strpos(f.path, '/') + 1)
      from (
        select substr(o.address, char_length('/storage/v1/object/public/') + 1) as path
        from (
          select private.named_files(to_jsonb(old), tg_argv)
          except
          select private.named_files(case tg_op when 'UPDATE' then to_jsonb(new) end, tg_argv)
        ) as o (address)
      ) as f
      where private.is_club_bucket(split_part(f.path, '/', 1))
      on conflict (bucket_id, name) do update set since = excluded.since;
    if found then
      -- Wakes the engine; on a hosted project nothing listens.
      perform pg_notify('storage_sweep', '');
    end if;
    return null;
  end
  $$;
comment on function private.tg__unname_files() is
  'Records the files that the columns given as arguments no longer name. After update or delete.';

-- Functions: rows name existing files ----------------------------------------------------------------------

-- After the row, so that the constraints have checked whose folder it is. Operators restore files after the rows.
create function private.lock_file_names(p_paths text[], p_exclusive boolean) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    v_path text;
  begin
    -- In one order, so that two requests cannot wait for each other.
    for v_path in select distinct f.path from unnest(p_paths) as f (path) order by f.path loop
      if p_exclusive then
        perform pg_advisory_xact_lock(hashtextextended(v_path, 1));
      else
        perform pg_advisory_xact_lock_shared(hashtextextended(v_path, 1));
      end if;
    end loop;
  end
  $$;
comment on function private.lock_file_names(text[], boolean) is
  'Locks files (bucket/name) until the end of the transaction: shared to name them in a row, exclusive to delete them. '
  'Whoever comes second then sees what the first one did.';

create function private.tg__require_files() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_paths text[];
  begin
    if not private.is_api_request() then
      return null;
    end if;
    v_paths := array(
      select f.path
      from (
        select substr(n.address, char_length('/storage/v1/object/public/') + 1) as path
        from (
          select private.named_files(to_jsonb(new), tg_argv)
          except
          select private.named_files(case tg_op when 'UPDATE' then to_jsonb(old) end, tg_argv)
        ) as n (address)
      ) as f
      where private.is_club_bucket(split_part(f.path, '/', 1))
    );
    perform private.lock_file_names(v_paths, false);
    if exists (
      select
      from unnest(v_paths) as f (path)
      where not exists (
        select from storage.objects as o
        where o.bucket_id = split_part(f.path, '/', 1) and o.name = substr(f.path, strpos(f.path, '/') + 1)
      )
    ) then
      raise exception 'there is no such file' using errcode = 'FL001', hint = 'upload it first';
    end if;
    return null;
  end
  $$;
comment on function private.tg__require_files() is
  'Refuses an address of our buckets without a file in a column given as argument (FL001), if a request writes it. '
  'After insert or update. Guests and members only: an operator may restore the file later.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on private.used_file_keys, private.unneeded_files from anon, authenticated, service_role;

revoke execute on function
  private.is_club_bucket(text),
  private.file_address(text, boolean),
  private.folder_owner(text),
  private.file_digest(text, text),
  private.is_own_file(text, text, uuid),
  private.are_own_files(text[], text, uuid),
  private.tg__picture_address(),
  private.named_files(jsonb, text[]),
  private.tg__unname_files(),
  private.lock_file_names(text[], boolean),
  private.tg__require_files()
  from public, anon, authenticated, service_role;
grant execute on function
  private.is_club_bucket(text),
  private.file_address(text, boolean),
  private.is_own_file(text, text, uuid),
  private.are_own_files(text[], text, uuid)
  to anon, authenticated, service_role;
