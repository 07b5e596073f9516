-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.tg_username_keys__take()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    new.id := nextval(pg_get_serial_sequence('private.username_keys', 'id'));
    return new;
  end
  $function$;
comment on function private.tg_username_keys__take() is 'A name that is taken again comes after those that were taken meanwhile: mentions go to the name that was taken first.';
