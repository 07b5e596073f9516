-- The deletion of an account waits for the gate in short turns. A lock that is asked for once stands in the queue until
-- it is had, and every later writer stands behind it: a deletion that waited for one slow write of 8 seconds made
-- everybody's writes wait as long. In a turn of 100 ms it stands in the queue, so that it has the gate as soon as the
-- writers of that moment have finished; then it leaves the queue for as long, and lets those pass who came after it.
-- A writer therefore waits at most 100 ms for deletions that wait, however many there are: each that stands before it
-- leaves the queue within that time, and those that come later stand behind it.
--
-- It still holds no lock of its own while it waits, so the order is as before: the gate first, then the rows. Two
-- transactions of the owner that have both written and then both delete accounts would wait for each other; one of them
-- gives up after five seconds, as one did after the deadlock was found.

-- Functions ------------------------------------------------------------------------------------------------

create function private.try_gate() returns boolean
  language plpgsql set search_path = '' set lock_timeout = '100ms'
  as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('private.gate', 0));
    return true;
  exception
    when lock_not_available then
      return false;
  end
  $$;
comment on function private.try_gate() is
  'One turn in the queue for the gate: whether all writers of that moment finished within 100 ms.';

create or replace function private.shut_gate() returns void
  language plpgsql set search_path = ''
  as $$
  declare
    v_until constant timestamptz := clock_timestamp() + interval '5 seconds';
  begin
    while not private.try_gate() loop
      if clock_timestamp() >= v_until then
        raise exception 'others are writing, and the deletion did not get its turn in 5 seconds'
          using errcode = '55P03', hint = 'nothing was changed; try again later';
      end if;
      perform pg_sleep(0.1);
    end loop;
  end
  $$;
comment on function private.shut_gate() is
  'For the deletion of an account: waits for all writers, then excludes them. Waits in turns, so that a writer waits at '
  'most 100 ms for it; 55P03 after five seconds.';

create or replace function private.tg__shut_gate() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- A member's own statement deletes no profile, whatever it says: only the policy for admins lets one be deleted, and
    -- delete_own_account has shut the gate before its first statement.
    if not private.is_api_request() or private.is_admin() then
      perform private.shut_gate();
    end if;
    return null;
  end
  $$;
comment on function private.tg__shut_gate() is
  'Before every statement that deletes profiles or accounts, unless it is a member''s, which deletes none.';

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
    perform private.shut_gate();
    delete from auth.users as u where u.id = v_user_id;
    return found;
  end
  $$;
comment on function private.delete_own_account(text) is
  'Deletes the caller''s account and all their data, given their password; false if the password is wrong. 55P03 if '
  'others write all the time, or while another request is deleting the account.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function private.try_gate() from public, anon, authenticated, service_role;
