-- An upload counts for the account that the file belongs to, and for an hour. A file at a signed address is inserted by the
-- service role, without a user, and was not counted; a deleted file was counted no more.

-- Functions ------------------------------------------------------------------------------------------------

create function private.count_use_of(p_user_id uuid, p_bucket text, p_limit integer, p_window interval) returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_used integer;
    v_window_start timestamptz;
  begin
    insert into private.rate_counters as c (user_id, bucket, window_start, used)
      values (p_user_id, p_bucket, clock_timestamp(), 1)
      on conflict (user_id, bucket) do update set
        used = case when c.window_start + p_window <= excluded.window_start then 1 else c.used + 1 end,
        window_start = case
          when c.window_start + p_window <= excluded.window_start then excluded.window_start else c.window_start
        end
      returning c.used, c.window_start into v_used, v_window_start;
    if v_used > p_limit * (select s.rate_limit_scale from private.settings as s) then
      return greatest(1, ceil(extract(epoch from v_window_start + p_window - clock_timestamp())));
    end if;
    return null;
  end
  $$;
comment on function private.count_use_of(uuid, text, integer, interval) is
  'Counts one use of a limited action by an account, which need not be the caller''s. Returns null up to p_limit uses in a '
  'window, then the seconds until the next permitted use; the calling function must then raise an error.';

create or replace function private.count_use(p_bucket text, p_limit integer, p_window interval) returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_user_id constant uuid := auth.uid();
  begin
    if v_user_id is null or not private.is_api_request() then
      return null;
    end if;
    return private.count_use_of(v_user_id, p_bucket, p_limit, p_window);
  end
  $$;

-- The storage service asks for the rights by an insert that it rolls back, and an upload that is refused later is rolled
-- back too: neither counts.
create or replace function private.tg_storage_objects__limit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_owner constant text := coalesce(new.owner_id, case when private.is_api_request() then auth.uid()::text end);
    v_user_id constant uuid := private.folder_owner(v_owner || '/');
    v_seconds integer;
  begin
    -- Files without an owner, and those that the owner of the database inserts, are restored by an operator.
    if v_user_id is null
      or not (private.is_api_request() or current_setting('role') = 'service_role')
      or exists (select from public.profiles as p where p.id = v_user_id and p.is_admin and not p.is_suspended)
    then
      return new;
    end if;
    -- The account before its counter and its profile, as a deletion takes them. What belongs to no account is refused after
    -- the insert.
    perform from auth.users as u where u.id = v_user_id for key share;
    if not found then
      return new;
    end if;
    v_seconds := private.count_use_of(v_user_id, 'upload-1h', 30, interval '1 hour');
    if v_seconds is not null then
      perform private.raise_rate_limit('too many uploads, try again later', 'at most 30 files in an hour', v_seconds);
    end if;
    return new;
  end
  $$;
comment on function private.tg_storage_objects__limit() is
  '30 uploads in an hour per member (PT429), counted for the owner of the file. Deleted files count too.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function private.count_use_of(uuid, text, integer, interval)
  from public, anon, authenticated, service_role;
