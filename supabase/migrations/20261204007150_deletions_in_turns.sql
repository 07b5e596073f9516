-- A deletion waits for rows as it waits for the gate: in turns. An update of a profile does not hold the gate; one that
-- took long kept a deletion waiting for the row, and everybody's writes behind the gate that the deletion had shut.

-- Functions ------------------------------------------------------------------------------------------------

create function private.try_to_delete(p_user_id uuid) returns boolean
  language plpgsql security definer set search_path = '' set lock_timeout = '100ms'
  as $$
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
  $$;
comment on function private.try_to_delete(uuid) is
  'One attempt to delete an account: false if it does not exist, null if a lock could not be had within 100 ms.';

create function private.delete_account(p_user_id uuid) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
comment on function private.delete_account(uuid) is
  'Deletes an account and all data of the member; false if it does not exist. Waits in turns for those who write: '
  'a writer waits for it at most 100 ms at a time; 55P03 after five seconds.';

create or replace function private.delete_own_account(p_password text) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_user_id constant uuid := auth.uid();
  begin
    -- A GET request runs read-only: it can neither delete the account nor count a wrong password, so it gets no answer
    -- about the password either.
    if current_setting('transaction_read_only')::boolean then
      raise exception 'deleting an account needs a POST' using errcode = '25006';
    end if;
    -- Reads the count without increasing it: counting locks a row, and a deletion must hold no lock before the gate is
    -- shut.
    if exists (
      select from private.rate_counters as c, private.settings as s
      where c.user_id = v_user_id and c.bucket = 'own_deletion'
        and c.window_start + interval '1 hour' > clock_timestamp() and c.used >= 5 * s.rate_limit_scale
    ) then
      perform private.raise_rate_limit('too many requests, try again later', 'at most 5 wrong passwords in an hour');
    end if;
    if not private.is_own_password(p_password) then
      perform private.check_rate('own_deletion', 5, interval '1 hour');
      return false;
    end if;
    -- With the right password a deletion succeeds or changes nothing, also no count: the limit is one at a time. Nobody
    -- waits for this lock, so it may come before the gate.
    if not pg_try_advisory_xact_lock(hashtextextended('private.delete_own_account', hashtextextended(v_user_id::text, 0))) then
      raise exception 'this account is being deleted' using errcode = '55P03', hint = 'wait for the answer';
    end if;
    return private.delete_account(v_user_id);
  end
  $$;

create or replace function private.delete_user(p_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.require_admin();
    if p_user_id = auth.uid() then
      raise exception 'admins cannot delete their own account here' using errcode = '42501', hint = 'ask another admin';
    end if;
    if not private.delete_account(p_user_id) then
      raise exception 'user not found' using errcode = 'PT404';
    end if;
  end
  $$;

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.try_to_delete(uuid),
  private.delete_account(uuid)
  from public, anon, authenticated, service_role;
