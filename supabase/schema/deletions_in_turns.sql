-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.delete_account(p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_until constant timestamptz := clock_timestamp() + interval '5 seconds';
    v_done boolean;
  begin
    loop
      v_done := private.try_to_delete(p_user_id);
      exit when v_done is not null;
      if clock_timestamp() >= v_until then
        raise exception 'others are writing, and the deletion did not get its turn in 5 seconds'
          using errcode = '55P03', hint = 'nothing was changed; try again later';
      end if;
      perform pg_sleep(0.1);
    end loop;
    return v_done;
  end
  $function$;
comment on function private.delete_account(p_user_id uuid) is 'Deletes an account and all data of the member; false if it does not exist. Waits in turns for those who write: a writer waits for it at most 100 ms at a time; 55P03 after five seconds.';

create function private.try_to_delete(p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '100ms'
AS $function$
  begin
    -- Before the gate, so that a statement that keeps these rows delays nobody else. A writer that has the gate and waits
    -- for them waits no longer than this attempt, which ends before it could become a deadlock.
    perform from auth.users as u where u.id = p_user_id for update nowait;
    if not found then
      return false;
    end if;
    perform from public.profiles as p where p.id = p_user_id for update nowait;
    perform pg_advisory_xact_lock(hashtextextended('private.gate', 0));
    delete from auth.users as u where u.id = p_user_id;
    return found;
  exception
    -- All locks of the attempt are given back, the gate too.
    when lock_not_available then
      return null;
  end
  $function$;
comment on function private.try_to_delete(p_user_id uuid) is 'One attempt to delete an account: false if it does not exist, null if a lock could not be had within 100 ms.';
