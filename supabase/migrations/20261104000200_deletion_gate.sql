-- An account goes while nobody writes. A deletion holds the profile and then wants all that hangs on it; whoever writes
-- holds their row and then wants the profile: each would wait for the other. Everybody who writes holds the gate open
-- together, a deletion alone, from before the first row to the end of the transaction. Waiting is short on both sides:
-- a request is one statement.

create function private.hold_gate() returns void
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_advisory_xact_lock_shared(hashtextextended('private.gate', 0));
  end
  $$;
comment on function private.hold_gate() is
  'For who writes: together with other writers, not while an account is deleted. Functions that lock a row before their '
  'first write call it first; statements come through the trigger.';

create function private.shut_gate() returns void
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('private.gate', 0));
  end
  $$;
comment on function private.shut_gate() is 'For who deletes an account: alone, after everybody who writes has ended.';

create function private.tg__hold_gate() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.hold_gate();
    return null;
  end
  $$;
comment on function private.tg__hold_gate() is 'Before every statement that writes to a table of public, profiles aside.';

create function private.tg__shut_gate() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.shut_gate();
    return null;
  end
  $$;
comment on function private.tg__shut_gate() is 'Before every statement that deletes profiles or accounts.';

-- Its name comes before those of all other triggers: no lock is taken before the gate. Cascades fire it as well, in
-- transactions that hold the gate already.
do $$
declare
  v_table regclass;
begin
  for v_table in
    select c.oid::regclass from pg_catalog.pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'profiles'
  loop
    execute format(
      'create trigger _010_hold_gate before insert or update or delete on %s
        for each statement execute function private.tg__hold_gate()', v_table);
  end loop;
end
$$;
create trigger _010_shut_gate
  before delete on public.profiles
  for each statement execute function private.tg__shut_gate();
create trigger _010_shut_gate
  before delete on auth.users
  for each statement execute function private.tg__shut_gate();

-- Nobody writes any more when the gate is shut, so the rows need not be locked one by one beforehand.
create or replace function private.delete_user(p_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.require_admin();
    if p_user_id = auth.uid() then
      raise exception 'nobody deletes their own account here' using errcode = '42501', hint = 'ask another admin';
    end if;
    perform private.shut_gate();
    delete from auth.users as u where u.id = p_user_id;
    if not found then
      raise exception 'user not found' using errcode = 'PT404';
    end if;
  end
  $$;

create or replace function private.assign_package(p_package_id uuid, p_user_id uuid, p_claim_deadline timestamptz) returns text
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_is_active boolean;
    v_items integer;
    v_missing text;
  begin
    perform private.hold_gate();
    select p.is_active into v_is_active from public.prize_packages as p where p.id = p_package_id for share;
    if v_is_active is not true then
      return case when v_is_active is null then 'not found' else 'inactive' end;
    end if;
    perform from public.prize_items as i where i.package_id = p_package_id order by i.id for no key update;
    select count(*), min(i.title) filter (where i.remaining_quantity < 1) into v_items, v_missing
      from public.prize_items as i where i.package_id = p_package_id;
    if v_items = 0 then
      return 'empty';
    end if;
    if v_missing is not null then
      return 'out of stock: ' || v_missing;
    end if;
    insert into public.prize_awards (user_id, item_id, claim_deadline)
      select p_user_id, i.id, p_claim_deadline
      from public.prize_items as i where i.package_id = p_package_id order by i.id;
    return null;
  end
  $$;

revoke execute on function
  private.hold_gate(),
  private.shut_gate(),
  private.tg__hold_gate(),
  private.tg__shut_gate()
  from public, anon, authenticated, service_role;
