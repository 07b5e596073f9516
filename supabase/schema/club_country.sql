-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.club_weight_unit()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select coalesce((select s.weight_unit from public.site_settings as s), 'kg') $function$;
comment on function private.club_weight_unit() is 'The unit of weights that the club uses: kg or lbs.';
