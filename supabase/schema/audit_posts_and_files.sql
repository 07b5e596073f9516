-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.tg_newsfeed_posts__audit_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.audit_member('create_post', new.user_id, jsonb_build_object('type', new.type));
    return null;
  end
  $function$;
comment on function private.tg_newsfeed_posts__audit_insert() is 'Records that an admin created a post in the name of another member, without the text.';

create function private.tg_storage_objects__audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_owner constant uuid := private.folder_owner(old.name);
  begin
    if v_owner is distinct from auth.uid() and private.is_named_file(old.bucket_id, old.name) then
      perform private.audit_member('delete_file', v_owner, jsonb_build_object('bucket', old.bucket_id));
    end if;
    return null;
  end
  $function$;
comment on function private.tg_storage_objects__audit() is 'Records that an admin deleted a picture of another member that a row shows; the console also deletes files that no row names, and those are not recorded.';
