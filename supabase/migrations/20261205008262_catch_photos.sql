-- The photo of a catch: in a private bucket, and read by those who may see the catch.
--
-- The other buckets are public: whoever knows an address reads the picture. A photo of a catch has no such address. Each
-- request for it carries the reader's token, and the policy below asks the policies of the catch.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('catch-photos', 'catch-photos', false, 5 * 1024 * 1024, array['image/jpeg', 'image/png', 'image/webp'])
  on conflict (id) do update set
    public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

-- Functions: which row names a file ------------------------------------------------------------------------

create or replace function private.is_club_bucket(p_bucket text) returns boolean
  language sql immutable parallel safe set search_path = ''
  as $$
    select p_bucket in ('avatars', 'fishing-photos', 'newsfeed-images', 'games-images', 'game-photos', 'catch-photos')
  $$;
comment on function private.is_club_bucket(text) is
  'True for the six buckets of pictures; other buckets are not protected here.';

create or replace function private.is_named_file(p_bucket text, p_name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_address constant text := '/storage/v1/object/public/' || p_bucket || '/' || p_name;
    v_owner constant uuid := private.folder_owner(p_name);
  begin
    return case p_bucket
      when 'avatars' then exists (
        select from public.profiles as p where p.id = v_owner and p.avatar_url = v_address)
      when 'fishing-photos' then exists (
        select from public.profiles as p where p.id = v_owner and v_address = any (p.fishing_photos))
      when 'newsfeed-images' then exists (
        select from public.newsfeed_posts as n where n.image_url = v_address)
      when 'game-photos' then exists (
        select from public.game_entries as e where e.photo_url = v_address)
      when 'catch-photos' then exists (
        select from public.catches as c where c.photo_path = p_name)
      else false
    end
    -- Admins may choose a picture from any of the buckets.
    or exists (select from public.games as g where g.image_url = v_address)
    or exists (select from public.prize_items as i where i.image_url = v_address)
    or exists (select from public.info_cards as c where c.image_url = v_address)
    or exists (select from public.landing_content as l where l.image_url = v_address)
    or exists (select from public.site_settings as s where s.logo_url = v_address)
    -- What was reported is kept for the decision, also when its author deletes it.
    or exists (select from private.reports as r where r.pictures @> array[v_address]);
  end
  $function$;

create or replace function private.leftover_files()
 RETURNS TABLE(bucket_id text, name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.require_admin();
    return query
      select o.bucket_id, o.name
      from storage.objects as o
      where (
          o.bucket_id in ('avatars', 'fishing-photos', 'newsfeed-images', 'game-photos', 'catch-photos')
          and not exists (select from public.profiles as p where p.id = private.folder_owner(o.name))
          and not private.is_named_file(o.bucket_id, o.name)
        ) or (
          exists (select from private.unneeded_files as u where u.bucket_id = o.bucket_id and u.name = o.name and u.since <= now())
          and not private.is_named_file(o.bucket_id, o.name)
        )
      order by o.bucket_id, o.name
      limit 1000;
  end
  $function$;

-- Row-level security ---------------------------------------------------------------------------------------

create policy select_catch_photo on storage.objects
  for select to authenticated
  using (
    bucket_id = 'catch-photos'
    and ((storage.foldername(name))[1] = (select auth.uid())::text
      or exists (select from public.catches as c where c.photo_path = name))
  );
create policy insert_catch_photo on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'catch-photos'
    and storage.foldername(name) = array[(select auth.uid())::text]
    and not (select private.is_suspended())
  );

-- Functions ------------------------------------------------------------------------------------------------

create function private.tg_catches__require_photo() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not private.is_api_request() then
      return null;
    end if;
    perform private.lock_file_names(array['catch-photos/' || new.photo_path], false);
    if not exists (
      select from storage.objects as o where o.bucket_id = 'catch-photos' and o.name = new.photo_path
    ) then
      raise exception 'there is no such file' using errcode = 'FL001', hint = 'upload it first';
    end if;
    return null;
  end
  $$;
comment on function private.tg_catches__require_photo() is
  'Refuses the name of a photo that is not stored (FL001), if a request writes it. An operator may restore the file later.';

create function private.tg_catches__unname_photo() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.unneeded_files (bucket_id, name) values ('catch-photos', old.photo_path)
      on conflict (bucket_id, name) do update set since = excluded.since;
    -- Wakes the engine; on a hosted project nothing listens.
    perform pg_notify('storage_sweep', '');
    return null;
  end
  $$;
comment on function private.tg_catches__unname_photo() is 'Records the photo that a catch no longer has.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _490_require_photo_on_insert after insert on public.catches
  for each row when (new.photo_path is not null) execute function private.tg_catches__require_photo();
create trigger _490_require_photo_on_update after update of photo_path on public.catches
  for each row when (new.photo_path is not null and new.photo_path is distinct from old.photo_path)
  execute function private.tg_catches__require_photo();
create trigger _510_unname_photo_on_delete after delete on public.catches
  for each row when (old.photo_path is not null) execute function private.tg_catches__unname_photo();
create trigger _510_unname_photo_on_update after update of photo_path on public.catches
  for each row when (old.photo_path is not null and new.photo_path is distinct from old.photo_path)
  execute function private.tg_catches__unname_photo();

-- As for the other buckets, whose triggers belong to the table of the storage service and cannot be changed.
create trigger _301_keep_catch_photo
  before update of bucket_id, name, version on storage.objects
  for each row when (
    (old.bucket_id = 'catch-photos' or new.bucket_id = 'catch-photos')
    and (old.bucket_id, old.name, old.version) is distinct from (new.bucket_id, new.name, new.version)
  )
  execute function private.tg_storage_objects__keep();
create trigger _301_keep_named_catch_photo
  before delete on storage.objects
  for each row when (old.bucket_id = 'catch-photos') execute function private.tg_storage_objects__keep_named();
create trigger _401_note_used_catch_photo
  after delete on storage.objects
  for each row when (old.bucket_id = 'catch-photos') execute function private.tg_storage_objects__note_used();
create trigger _401_use_catch_photo_once
  after insert on storage.objects
  for each row when (new.bucket_id = 'catch-photos') execute function private.tg_storage_objects__use_once();
create trigger _411_await_catch
  after insert on storage.objects
  for each row when (new.bucket_id = 'catch-photos' and new.owner_id is not null)
  execute function private.tg_storage_objects__await_name();
create trigger _411_may_still_upload_catch_photo
  after insert on storage.objects
  for each row when (new.bucket_id = 'catch-photos' and new.owner_id is not null)
  execute function private.tg_storage_objects__may_still_upload();
create trigger _601_audit_catch_photo after delete on storage.objects
  for each row when (private.is_direct_statement() and old.bucket_id = 'catch-photos')
  execute function private.tg_storage_objects__audit();

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function private.tg_catches__require_photo(), private.tg_catches__unname_photo()
  from public, anon, authenticated, service_role;
