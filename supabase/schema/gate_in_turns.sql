-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.try_gate()
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
 SET lock_timeout TO '100ms'
AS $function$
  begin
    perform pg_advisory_xact_lock(hashtextextended('private.gate', 0));
    return true;
  exception
    when lock_not_available then
      return false;
  end
  $function$;
comment on function private.try_gate() is 'One turn in the queue for the gate: whether all writers of that moment finished within 100 ms.';
