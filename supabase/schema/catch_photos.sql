-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.tg_catches__require_photo()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.tg_catches__require_photo() is 'Refuses the name of a photo that is not stored (FL001), if a request writes it. An operator may restore the file later.';

create function private.tg_catches__unname_photo()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into private.unneeded_files (bucket_id, name) values ('catch-photos', old.photo_path)
      on conflict (bucket_id, name) do update set since = excluded.since;
    -- Wakes the engine; on a hosted project nothing listens.
    perform pg_notify('storage_sweep', '');
    return null;
  end
  $function$;
comment on function private.tg_catches__unname_photo() is 'Records the photo that a catch no longer has.';
