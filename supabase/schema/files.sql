-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.files_to_remove(p_limit integer)
 RETURNS TABLE(bucket_id text, name text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_due text[];
  begin
    -- The rows first, as a request that deletes a file locks its row before its name. Those that a request is deleting are
    -- left to it.
    v_due := array(
      select u.bucket_id || '/' || u.name
      from private.unneeded_files as u
        join storage.objects as o on o.bucket_id = u.bucket_id and o.name = u.name
      where u.since <= now()
      order by u.since, u.bucket_id, u.name
      limit p_limit
      for update of o skip locked
    );
    -- Locked until the caller's transaction has deleted them, so that no request names one in the meantime.
    perform private.lock_file_names(v_due, true);
    -- After the names: whoever names a file locks its name, and then the row of the file that it names no more.
    delete from private.unneeded_files as u
      where private.is_named_file(u.bucket_id, u.name)
        or not exists (select from storage.objects as o where o.bucket_id = u.bucket_id and o.name = u.name);
    return query
      select u.bucket_id, u.name
      from private.unneeded_files as u
      where u.bucket_id || '/' || u.name = any (v_due) and not private.is_named_file(u.bucket_id, u.name)
      order by u.since, u.bucket_id, u.name;
  end
  $function$;
comment on function private.files_to_remove(p_limit integer) is 'Files that no row names any more, and uploads that no row has named within a day, oldest first. The engine calls this and removes them.';

create function private.is_named_file(p_bucket text, p_name text)
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
        or exists (select from public.scheduled_announcements as s where s.image_url = v_address)
        -- The condition is the one of the index.
        or exists (
          select from public.newsfeed_posts as n where n.more_images <> '{}' and n.more_images @> array[v_address])
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
comment on function private.is_named_file(p_bucket text, p_name text) is 'Whether a row names the file of this bucket and name. Definer: rows that the caller cannot see count too.';

grant execute on function private.is_named_file(p_bucket text, p_name text) to anon, authenticated, service_role;

create function private.left_files(p_limit integer)
 RETURNS TABLE(bucket_id text, name text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_left text[];
  begin
    -- Rows and names are locked as in files_to_remove.
    v_left := array(
      select o.bucket_id || '/' || o.name
      from storage.objects as o
      where o.owner_id is not null
        and split_part(o.name, '/', 1) = o.owner_id
        and not exists (select from auth.users as u where u.id::text = o.owner_id)
        -- A database without any account is more likely half restored than deserted.
        and exists (select from auth.users)
        and not private.is_named_file(o.bucket_id, o.name)
      limit p_limit
      for update of o skip locked
    );
    perform private.lock_file_names(v_left, true);
    return query
      select o.bucket_id, o.name
      from unnest(v_left) as l (path)
        join storage.objects as o
          on o.bucket_id = split_part(l.path, '/', 1) and o.name = substr(l.path, strpos(l.path, '/') + 1)
      where not private.is_named_file(o.bucket_id, o.name);
  end
  $function$;
comment on function private.left_files(p_limit integer) is 'Files in the folders of deleted accounts, without those that a row still names, such as a card of the club. The engine calls this and removes them.';

create function private.leftover_files()
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
comment on function private.leftover_files() is 'Files in folders of deleted members that no row names, other files that no row names any more, and uploads that no row has named within a day.';

grant execute on function private.leftover_files() to authenticated;

create function private.tg_storage_objects__await_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into private.unneeded_files (bucket_id, name, since)
      values (new.bucket_id, new.name, now() + interval '1 day')
      on conflict do nothing;
    return null;
  end
  $function$;
comment on function private.tg_storage_objects__await_name() is 'An upload that no row names within a day is removed, because it would fill the store unseen.';

create function private.tg_storage_objects__keep()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    raise exception 'a stored picture cannot be replaced or moved'
      using errcode = '42501', hint = 'upload under a new name';
  end
  $function$;
comment on function private.tg_storage_objects__keep() is 'Keeps content and name of a file, also against addresses that were signed for an upload before.';

create function private.tg_storage_objects__keep_named()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_moderates boolean;
  begin
    if not private.is_api_request() then
      return old;
    end if;
    perform private.lock_file_names(array[old.bucket_id || '/' || old.name], true);
    v_moderates := old.bucket_id <> 'games-images' and private.folder_owner(old.name) is distinct from auth.uid();
    if not v_moderates and private.is_named_file(old.bucket_id, old.name) then
      return null;
    end if;
    return old;
  end
  $function$;
comment on function private.tg_storage_objects__keep_named() is 'Asks the question of the delete policy again, after waiting for requests that are about to name the file. A file that has a name by then stays, as one that the policy hides.';

create function private.tg_storage_objects__limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_owner constant text := coalesce(new.owner_id, case when private.is_api_request() then auth.uid()::text end);
    v_user_id constant uuid := private.folder_owner(v_owner || '/');
    v_seconds integer;
  begin
    -- Files without an owner, and those that the owner of the database inserts, are restored by an operator.
    if v_user_id is null
      or not (private.is_api_request() or current_setting('role') = 'service_role')
      or exists (select from public.profiles as p where p.id = v_user_id and p.is_admin and not p.is_suspended)
    then
      return new;
    end if;
    -- The account before its counter and its profile, as a deletion takes them. What belongs to no account is refused after
    -- the insert.
    perform from auth.users as u where u.id = v_user_id for key share;
    if not found then
      return new;
    end if;
    v_seconds := private.count_use_of(v_user_id, 'upload-1h', 30, interval '1 hour');
    if v_seconds is not null then
      perform private.raise_rate_limit('too many uploads, try again later', 'at most 30 files in an hour', v_seconds);
    end if;
    return new;
  end
  $function$;
comment on function private.tg_storage_objects__limit() is '30 uploads in an hour per member (PT429), counted for the owner of the file. Deleted files count too.';

create function private.tg_storage_objects__may_still_upload()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if new.bucket_id = 'games-images' then
      if not exists (
        select from public.profiles as p where p.id::text = new.owner_id and p.is_admin and not p.is_suspended
      ) then
        raise exception 'pictures of games are for admins' using errcode = '42501';
      end if;
    elsif exists (
      select from public.profiles as p where p.id = private.folder_owner(new.name) and p.is_suspended
    ) then
      raise exception 'a suspended member cannot upload to the newsfeed' using errcode = '42501';
    end if;
    return null;
  end
  $function$;
comment on function private.tg_storage_objects__may_still_upload() is 'Refuses a file for the newsfeed of a member who was suspended after the upload was signed, and a picture of a game from an admin who was demoted since (42501).';

create function private.tg_storage_objects__note_used()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into private.used_file_keys (digest) values (private.file_digest(old.bucket_id, old.name))
      on conflict do nothing;
    delete from private.unneeded_files as u where u.bucket_id = old.bucket_id and u.name = old.name;
    return null;
  end
  $function$;
comment on function private.tg_storage_objects__note_used() is 'Records the key of a deleted file.';

create function private.tg_storage_objects__use_once()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    -- Uploads without an owner are files that an operator restores, as in a move to another project: rows already name
    -- those.
    if exists (
      select from private.used_file_keys as u where u.digest = private.file_digest(new.bucket_id, new.name)
    ) or (new.owner_id is not null and private.is_named_file(new.bucket_id, new.name)) then
      raise exception 'this name has been used for another file'
        using errcode = '23505', hint = 'upload under a new name';
    end if;
    -- The lock makes an upload in progress and the deletion of its account wait for each other.
    if new.owner_id is not null and new.bucket_id <> 'games-images' then
      perform from public.profiles as p where p.id = private.folder_owner(new.name) for key share;
      if not found then
        raise exception 'the account is gone' using errcode = '42501';
      end if;
    end if;
    return null;
  end
  $function$;
comment on function private.tg_storage_objects__use_once() is 'Refuses a key that a file had before, and one that a row names before its file exists (23505, 409 at the API); refuses uploads of a deleted account (42501).';

create function public.leftover_files()
 RETURNS TABLE(bucket_id text, name text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select * from private.leftover_files() $function$;
comment on function public.leftover_files() is 'What deleted members, posts and changed profiles left in the buckets, at most 1000 files. Admins only. The console calls this after delete_user and removes the files through the Storage API, the only way to delete a file on a hosted project; the next call finds what an interrupted one left.';

grant execute on function public.leftover_files() to authenticated;
