-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.tg_profiles__no_own_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    raise exception 'admins and moderators do not delete their own account'
      using errcode = 'US002', hint = 'an admin removes the rights first';
  end
  $function$;
comment on function private.tg_profiles__no_own_deletion() is 'Admins and moderators, also suspended ones, delete their own account only after an admin has removed their rights (US002).';
