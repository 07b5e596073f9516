-- Files: the five buckets, who writes where, and how the files of removed members are found.
--
-- Addresses are public: a picture is read by its address without asking these policies. They decide who uploads,
-- lists and deletes. There is deliberately no policy for update: a file is never overwritten or moved.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  select b.name, b.name, true, 5 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp']
  from (values ('avatars'), ('fishing-photos'), ('newsfeed-images'), ('games-images'), ('game-photos')) as b (name)
  on conflict (id) do update set
    public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

-- Row-level security ---------------------------------------------------------------------------------------

create policy insert_own_folder_or_admin on storage.objects
  for insert to authenticated
  with check (
    case bucket_id
      when 'games-images' then (select private.is_admin())
      when 'newsfeed-images' then storage.foldername(name) = array[(select auth.uid())::text]
        and not (select private.is_suspended())
      when 'avatars' then storage.foldername(name) = array[(select auth.uid())::text]
      when 'fishing-photos' then storage.foldername(name) = array[(select auth.uid())::text]
      when 'game-photos' then storage.foldername(name) = array[(select auth.uid())::text]
      else false
    end
  );

create policy select_own_folder_or_admin on storage.objects
  for select to authenticated
  using (
    bucket_id in ('avatars', 'fishing-photos', 'newsfeed-images', 'games-images', 'game-photos')
    and (
      (bucket_id <> 'games-images' and (storage.foldername(name))[1] = (select auth.uid())::text)
      or (select private.is_admin())
    )
  );

-- Admins remove posts, entries and members, and the files with them.
create policy delete_own_folder_or_admin on storage.objects
  for delete to authenticated
  using (
    bucket_id in ('avatars', 'fishing-photos', 'newsfeed-images', 'games-images', 'game-photos')
    and (
      (bucket_id <> 'games-images' and (storage.foldername(name))[1] = (select auth.uid())::text)
      or (select private.is_admin())
    )
  );

-- Functions and triggers -----------------------------------------------------------------------------------

-- Counted from the objects, not by private.check_rate: the storage service asks by an insert that it takes back.
create function private.tg_storage_objects__limit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_user_id constant uuid := auth.uid();
  begin
    if v_user_id is null or not private.is_api_request() or private.is_admin() then
      return new;
    end if;
    if (
      select count(*) from storage.objects as o
      where o.name like v_user_id || '/%' and o.created_at > now() - interval '1 hour'
    ) >= 30 * (select s.rate_limit_scale from private.settings as s) then
      perform private.raise_rate_limit('too many uploads, try again later', 'at most 30 files in an hour');
    end if;
    return new;
  end
  $$;
comment on function private.tg_storage_objects__limit() is '30 uploads in an hour per member (PT429).';

create trigger _310_limit
  before insert on storage.objects
  for each row execute function private.tg_storage_objects__limit();

create function private.leftover_files() returns table (bucket_id text, name text)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_admin();
    return query
      select o.bucket_id, o.name
      from storage.objects as o
      where o.bucket_id in ('avatars', 'fishing-photos', 'newsfeed-images', 'game-photos')
        and not exists (select from public.profiles as p where p.id::text = (storage.foldername(o.name))[1])
      order by o.bucket_id, o.name
      limit 1000;
  end
  $$;
comment on function private.leftover_files() is 'Files in folders of members who are gone.';

create function public.leftover_files() returns table (bucket_id text, name text)
  language sql stable set search_path = ''
  as $$ select * from private.leftover_files() $$;
comment on function public.leftover_files() is
  'What deleted members left in the buckets, at most 1000 files. Admins only. The console calls this after delete_user '
  'and removes the files through the Storage API, the only way to delete a file on a hosted project; storage.objects '
  'itself is the queue, so what one console leaves undone the next one finds.';

revoke execute on function private.tg_storage_objects__limit() from public, anon, authenticated, service_role;
revoke execute on function private.leftover_files(), public.leftover_files() from public, anon, authenticated, service_role;
grant execute on function private.leftover_files(), public.leftover_files() to authenticated;
