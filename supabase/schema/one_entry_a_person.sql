-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.lock_person(p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.lock_person(p_user_id uuid) is 'Makes transactions of accounts that can be one person wait for one another: a lock for each address that the account has had, as it is spelled and as its mailbox. What lives_of finds is read after it.';
