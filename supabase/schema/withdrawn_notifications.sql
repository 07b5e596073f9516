-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.has_withdrawn(p_actor_id uuid, p_user_id uuid, p_subject_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return exists (
      select from private.rate_counters as c
      where c.user_id = p_actor_id and c.bucket = private.withdrawal_bucket(p_user_id, p_subject_id)
        and c.window_start > now() - interval '1 hour');
  end
  $function$;
comment on function private.has_withdrawn(p_actor_id uuid, p_user_id uuid, p_subject_id uuid) is 'Whether the actor took back an act on the same subject within the hour, after the member had a message about it.';

create function private.note_withdrawal(p_user_id uuid, p_subject_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    delete from private.rate_counters as c
      where c.user_id = auth.uid() and c.bucket like 'withdrawn-%' and c.window_start <= now() - interval '1 hour';
    -- No row of an account that is being deleted.
    insert into private.rate_counters as c (user_id, bucket, window_start, used)
      select u.id, private.withdrawal_bucket(p_user_id, p_subject_id), now(), 1 from auth.users as u where u.id = auth.uid()
      on conflict (user_id, bucket) do update set window_start = excluded.window_start;
  end
  $function$;
comment on function private.note_withdrawal(p_user_id uuid, p_subject_id uuid) is 'Records that the caller took back an act about which the member had a push message or a mail.';

create function private.withdrawal_bucket(p_user_id uuid, p_subject_id uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select 'withdrawn-' || hashtextextended(p_user_id::text || p_subject_id::text, 0) $function$;
comment on function private.withdrawal_bucket(p_user_id uuid, p_subject_id uuid) is 'The name of the counter of withdrawn acts. It does not contain the ID of a member who may be deleted later.';
