-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.tg_reports__copy_pictures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    new.pictures := (
      select private.pictures_now(c.kind, new.subject_id) from private.report_cases as c where c.id = new.case_id);
    new.pictures_key := md5(array_to_string(new.pictures, ' '));
    perform private.lock_file_names(
      array(select substr(a.address, char_length('/storage/v1/object/public/') + 1) from unnest(new.pictures) as a (address)),
      false);
    return new;
  end
  $function$;
comment on function private.tg_reports__copy_pictures() is 'Notes the pictures of a reported post or profile, and waits for a request that is deleting them.';
