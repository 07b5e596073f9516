-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.tg_profiles__choose_in_turn()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    -- In the order of a catch that is logged: the gate, the journal, the profile. Without a caller there is no journal.
    perform private.hold_gate();
    perform pg_advisory_xact_lock(hashtextextended('catches:' || auth.uid(), 0));
    return null;
  end
  $function$;
comment on function private.tg_profiles__choose_in_turn() is 'A member''s choice of the weight to show waits for their catch that another device logs, and the other way round, so that the best catch is among those that are counted.';
