-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.may_tell_mention(p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if auth.uid() is null or not private.is_api_request() then
      return true;
    end if;
    -- The counter of all mentions comes first, so that two requests of a member lock the others in turn.
    if private.count_use('mentions-1h', 60, interval '1 hour') is not null
      or private.count_use('mentions-1d', 200, interval '1 day') is not null
    then
      return false;
    end if;
    delete from private.rate_counters as c
      where c.user_id = auth.uid() and c.bucket like 'mentioned-%' and c.window_start <= now() - interval '1 hour';
    -- The name of the counter does not contain the ID of a member who may be deleted later.
    return private.count_use('mentioned-' || hashtextextended(p_user_id::text, 0), 5, interval '1 hour') is null;
  end
  $function$;
comment on function private.may_tell_mention(p_user_id uuid) is 'Counts one mention by the caller. False beyond 60 in an hour, 200 in a day or 5 of one member in an hour. Owners and the service role are not limited.';
