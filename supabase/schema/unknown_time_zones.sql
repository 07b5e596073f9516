-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.known_zone(p_zone text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  begin
    perform now() at time zone p_zone;
    return p_zone;
  exception when invalid_parameter_value then
    return null;
  end
  $function$;
comment on function private.known_zone(p_zone text) is 'The zone, or null if this database does not have it. A name is checked when it is saved; later data of time zones, or the server to which a backup is restored, may be without it.';
