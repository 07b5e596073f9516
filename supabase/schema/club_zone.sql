-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.club_moment(p_moment timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_zone constant text := private.club_zone();
  begin
    return to_char(p_moment at time zone v_zone, 'FMDD FMMonth YYYY, HH24:MI') || case
      when v_zone = 'UTC' then ' UTC'
      else ' (' || replace(regexp_replace(v_zone, '^.*/', ''), '_', ' ') || ' time)'
    end;
  end
  $function$;
comment on function private.club_moment(p_moment timestamp with time zone) is 'A moment in the club''s time zone, which is named: 24 November 2026, 15:00 (London time).';

create function private.club_zone()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select coalesce((select private.known_zone(s.time_zone) from public.site_settings as s), 'UTC') $function$;
comment on function private.club_zone() is 'The time zone of the club.';

create function private.tg_site_settings__known_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    -- Names such as EST5EDT or Etc/GMT+5 (which is behind UTC) would be misread where a time is told with its zone.
    if (new.time_zone <> 'UTC' and new.time_zone !~ '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/')
      or not exists (select from pg_catalog.pg_timezone_names as z where z.name = new.time_zone)
    then
      raise exception 'no such time zone' using errcode = '22023', hint = 'a name such as Europe/London';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_site_settings__known_zone() is 'Refuses a time zone that the database does not have, or that is not named by a region and a place (22023). Before an update that changes it.';
