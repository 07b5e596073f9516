-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.is_beaten_by_blocked(p_catch_id uuid, p_from date, p_to date)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select exists (
      select from private.record_offers as own
        join private.member_blocks as b on b.blocker_id = own.user_id
        join public.profiles as p on p.id = b.blocked_id and not p.is_suspended
        join private.record_offers as o on o.user_id = b.blocked_id and o.decision = 'verify' and o.variety = own.variety
      where own.catch_id = p_catch_id and own.decision = 'verify'
        and o.caught_on >= p_from and o.caught_on < p_to
        and (-o.grams, o.caught_on, o.decided_at, o.id) < (-own.grams, own.caught_on, own.decided_at, own.id))
  $function$;
comment on function private.is_beaten_by_blocked(p_catch_id uuid, p_from date, p_to date) is 'Whether a verified catch of a member whom the angler of this one has blocked comes before it among those with days from p_from to before p_to, in the order of private.verified_heaviest.';
