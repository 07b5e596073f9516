-- Several accounts of one person could enter a game at the same moment: none of the transactions saw the others' entries.

-- Functions ------------------------------------------------------------------------------------------------

create function private.lock_person(p_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_email constant text := (select u.email from auth.users as u where u.id = p_user_id);
    v_key bigint;
  begin
    -- In order, so that two accounts that share several addresses do not wait for each other.
    for v_key in
      select distinct hashtextextended('person:' || encode(h.hash, 'hex'), 0) as key
      from (
        select unnest(array[a.address_hash, a.mailbox_hash])
          from private.account_addresses as a where a.account_id = p_user_id
        union all
        select unnest(array[private.exact_address_hash(v_email), private.address_hash(v_email)])
      ) as h (hash)
      where h.hash is not null
      order by key
    loop
      perform pg_advisory_xact_lock(v_key);
    end loop;
  end
  $$;
comment on function private.lock_person(uuid) is
  'Makes transactions of accounts that can be one person wait for one another: a lock for each address that the account has '
  'had, as it is spelled and as its mailbox. What lives_of finds is read after it.';

create or replace function private.tg_game_entries__once_a_person() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    -- Evaluated once: in a condition it could be evaluated for each entry of the game.
    v_others uuid[];
  begin
    if not private.is_api_request() then
      return new;
    end if;
    -- After the game's row, before the profile's. An entry of another account of the person is seen or waits here.
    perform private.lock_person(new.user_id);
    v_others := array_remove(private.lives_of(new.user_id, true), new.user_id);
    if exists (select from private.left_entries as l where l.game_id = new.game_id and l.account_id = any (v_others))
      or exists (select from public.game_entries as e where e.game_id = new.game_id and e.user_id = any (v_others))
    then
      raise exception 'this address has entered the game before'
        using errcode = '23505', hint = 'another account of the address did; each address enters once';
    end if;
    return new;
  end
  $$;

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function private.lock_person(uuid) from public, anon, authenticated, service_role;
