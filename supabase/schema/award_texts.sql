-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.tg_newsfeed_posts__keep_award()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if private.is_direct_statement() and not private.is_admin() then
      raise exception 'the text of an award cannot be changed' using errcode = '42501';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_newsfeed_posts__keep_award() is 'Only admins change the text of an award (42501). Before update.';
