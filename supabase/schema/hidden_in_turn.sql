-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.tg_profiles__own_choice()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if private.is_direct_statement() and new.id is distinct from auth.uid() then
      raise exception 'only the member chooses the weight that is shown, and its unit' using errcode = '42501';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_profiles__own_choice() is 'The choice waits for the catches of the caller (tg_profiles__choose_in_turn), so only the member makes it.';
