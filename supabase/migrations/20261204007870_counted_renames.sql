-- Only names that a member gave up were counted, so a change of case, or from one name to another and back, could be made
-- 60 times in five minutes, and each had every open feed and list of members load again.

create or replace function private.tg_profiles__claim_username() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_keys constant bytea[] := private.username_keys_of(new.username);
    v_problem constant text := private.username_problem(new.username, new.id);
    v_own constant uuid[] := private.lives_of(new.id);
    v_now constant timestamptz := clock_timestamp();
  begin
    if v_problem in ('taken', 'similar', 'kept', 'scripts') then
      perform private.raise_username_problem(v_problem);
    end if;
    -- The row already has the new name, so the check for reserved names uses the old row.
    if private.is_reserved_username(new.username) and not new.is_admin and (
      tg_op = 'INSERT' or private.username_key(old.username) <> private.username_key(new.username)
    ) then
      perform private.raise_username_problem('reserved');
    end if;
    -- The unique index decides between simultaneous requests; inserting in the order of the keys prevents deadlocks.
    insert into private.username_keys as k (key, user_id)
      select n.key, new.id
      from unnest(v_keys) as n (key)
      where not exists (
        select from private.username_keys as o where o.key = n.key and o.user_id = new.id and o.freed_at is null
      )
      order by n.key
      on conflict (key) do update set user_id = excluded.user_id, freed_at = null
        where k.user_id = any (v_own) or k.freed_at <= now() - interval '90 days';
    if exists (
      select from unnest(v_keys) as n (key)
      where not exists (
        select from private.username_keys as k where k.key = n.key and k.user_id = new.id and k.freed_at is null
      )
    ) then
      perform private.raise_username_problem(coalesce(private.username_problem(new.username, new.id), 'similar'));
    end if;
    if tg_op = 'UPDATE' then
      -- Each change has every open feed load the member's posts again, also one of case, or back to a name given up.
      if new.id = auth.uid() and private.count_use('renames-90d', 10, interval '90 days') is not null then
        perform private.raise_username_problem('often');
      end if;
      -- A change of case alone gives up nothing: the readings of both spellings belong to one name.
      if private.username_key(old.username) <> private.username_key(new.username) then
        update private.username_keys as k set freed_at = v_now
          where k.user_id = new.id and k.freed_at is null and k.key <> all(v_keys);
        perform private.forget_freed_usernames();
        -- Each change keeps a name from others, so the number of names that an address gives up is limited too.
        if new.id = auth.uid() and private.is_api_request() and (
          select count(distinct k.freed_at)
          from private.username_keys as k
          where k.user_id = any (v_own) and k.freed_at > now() - interval '90 days'
        ) > 10 then
          perform private.raise_username_problem('often');
        end if;
      end if;
    end if;
    return null;
  end
  $$;
comment on function private.tg_profiles__claim_username() is
  'Takes the keys of a new name and gives up those of the old one. A member may take back a name that they gave up, '
  'also with an earlier account of their address. Of their own, members make at most 10 changes in 90 days (23U03).';
