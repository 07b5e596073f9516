-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.unneeded_files (
  bucket_id text not null,
  name text not null,
  since timestamp with time zone not null default now(),
  constraint unneeded_files_pkey PRIMARY KEY (bucket_id, name),
  constraint unneeded_files_dates_bounds CHECK (since >= '2000-01-01 00:00:00+00'::timestamp with time zone AND since < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.unneeded_files is 'Files that no row names any more, and uploads that no row has named yet. The engine removes them at the time in since; on a hosted project the console does, with leftover_files().';
comment on column private.unneeded_files.since is 'When the file may be removed: at once if a row has named it, a day after the upload if none has.';

alter table private.unneeded_files enable row level security;

create table private.used_file_keys (
  digest bytea not null,
  constraint used_file_keys_pkey PRIMARY KEY (digest)
);
comment on table private.used_file_keys is 'SHA-256 of bucket and name of each deleted file. No other file can take such a key, so an address that showed one picture never shows another. Digests, because names begin with the id of a member.';

alter table private.used_file_keys enable row level security;

create function private.are_own_files(p_urls text[], p_bucket text, p_owner uuid)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select coalesce(array_ndims(p_urls), 1) = 1
      and not exists (
        select from unnest(p_urls) as u(url) where private.is_own_file(u.url, p_bucket, p_owner) is not true
      )
  $function$;
comment on function private.are_own_files(p_urls text[], p_bucket text, p_owner uuid) is 'True for a flat list in which each address is an own file.';

grant execute on function private.are_own_files(p_urls text[], p_bucket text, p_owner uuid) to anon, authenticated, service_role;

create function private.file_address(p_url text, p_any_form boolean DEFAULT false)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.file_address(p_url text, p_any_form boolean) is 'The public address of a file in our buckets as a path, without any host; other text stays unchanged. p_any_form also accepts addresses of renditions and removes a query.';

grant execute on function private.file_address(p_url text, p_any_form boolean) to anon, authenticated, service_role;

create function private.file_digest(p_bucket text, p_name text)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select sha256(convert_to(p_bucket || '/' || p_name, 'UTF8')) $function$;
comment on function private.file_digest(p_bucket text, p_name text) is 'The digest that represents a key in private.used_file_keys.';

create function private.folder_owner(p_name text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select case
      when p_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then split_part(p_name, '/', 1)::uuid
    end
  $function$;
comment on function private.folder_owner(p_name text) is 'The member in whose folder a file is; null for any other folder.';

create function private.is_club_bucket(p_bucket text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select p_bucket in ('avatars', 'fishing-photos', 'newsfeed-images', 'games-images', 'game-photos', 'catch-photos')
  $function$;
comment on function private.is_club_bucket(p_bucket text) is 'True for the six buckets of pictures; other buckets are not protected here.';

grant execute on function private.is_club_bucket(p_bucket text) to anon, authenticated, service_role;

create function private.is_own_file(p_url text, p_bucket text, p_owner uuid)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select char_length(p_url) <= 2048
      and p_url ~ ('^/storage/v1/object/public/' || p_bucket || '/' || p_owner || '/[A-Za-z0-9][A-Za-z0-9._-]{0,127}$')
  $function$;
comment on function private.is_own_file(p_url text, p_bucket text, p_owner uuid) is 'True for the path of the public address of one file directly in the owner''s folder of the bucket, without a host.';

grant execute on function private.is_own_file(p_url text, p_bucket text, p_owner uuid) to anon, authenticated, service_role;

create function private.lock_file_names(p_paths text[], p_exclusive boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.lock_file_names(p_paths text[], p_exclusive boolean) is 'Locks files (bucket/name) until the end of the transaction: shared to name them in a row, exclusive to delete them. The second of two transactions then sees what the first one did.';

create function private.named_files(p_row jsonb, p_columns text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select a.address
    from unnest(p_columns) as c (name)
      cross join lateral jsonb_array_elements_text(
        case jsonb_typeof(p_row -> c.name)
          when 'array' then p_row -> c.name
          when 'string' then jsonb_build_array(p_row -> c.name)
          else '[]'
        end) as a (address)
    where a.address like '/storage/v1/object/public/%/_%'
  $function$;
comment on function private.named_files(p_row jsonb, p_columns text[]) is 'The addresses of files in the given columns of a row, texts or lists.';

create function private.tg__picture_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    new.image_url := private.file_address(new.image_url, true);
    return new;
  end
  $function$;
comment on function private.tg__picture_address() is 'Stores image_url without its host if it names a file of our buckets. For pictures that admins choose.';

create function private.tg__require_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.tg__require_files() is 'Refuses an address of our buckets without a file in a column given as argument (FL001), if a request writes it. After insert or update. Guests and members only: an operator may restore the file later.';

create function private.tg__unname_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.tg__unname_files() is 'Records the files that the columns given as arguments no longer name. After update or delete.';
