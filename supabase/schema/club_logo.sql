-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.tg_site_settings__logo_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    new.logo_url := nullif(private.file_address(new.logo_url, true), '');
    return new;
  end
  $function$;
comment on function private.tg_site_settings__logo_address() is 'Stores the address of the logo without its host. Before an insert or update.';

create function public.club_identity()
 RETURNS TABLE(name text, accent text, logo text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select s.club_name, s.accent, s.logo_url from public.site_settings as s $function$;
comment on function public.club_identity() is 'The name of the club, its accent colour, and the path of its logo, null if it has none: for the server, which writes them into pages and mails.';

grant execute on function public.club_identity() to anon, authenticated, service_role;
