-- Suspension is lasting: it outlives the account, whose addresses account_addresses keeps, and a suspended member
-- cannot change their username. Each suspended account has its own row, so that lifting one suspension lifts no other.

-- Tables ---------------------------------------------------------------------------------------------------

-- No foreign key: the suspension outlives the account.
create table private.suspended_accounts (
  account_id uuid primary key,
  created_at timestamptz not null default now(),
  constraint suspended_accounts_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
  )
);
comment on table private.suspended_accounts is
  'Suspended accounts, including deleted ones under their id in account_addresses: a new account of the same person '
  'is suspended too. Lifting a suspension removes the row and those of earlier accounts.';

-- Row-level security ---------------------------------------------------------------------------------------

alter table private.suspended_accounts enable row level security;

-- Functions ------------------------------------------------------------------------------------------------

create function private.tg_profiles__remember_suspension() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_lives uuid[];
  begin
    if not new.is_suspended then
      -- Also the suspensions of earlier accounts of the address, which this account has taken over.
      v_lives := private.lives_of(new.id);
      delete from private.suspended_accounts as s where s.account_id = any (v_lives);
    else
      insert into private.suspended_accounts (account_id) values (new.id) on conflict do nothing;
    end if;
    return null;
  end
  $$;
comment on function private.tg_profiles__remember_suspension() is
  'Records a suspended account for the duration of its suspension.';

create function private.tg_profiles__keep_suspension() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_lives uuid[];
  begin
    -- An upsert of an existing profile fires this trigger too; the existing row decides, not the address.
    if exists (select from public.profiles as p where p.id = new.id) then
      return new;
    end if;
    v_lives := private.lives_of(new.id, true);
    if exists (select from private.suspended_accounts as s where s.account_id = any (v_lives)) then
      new.is_suspended := true;
      insert into private.suspended_accounts (account_id) values (new.id) on conflict do nothing;
    end if;
    return new;
  end
  $$;
comment on function private.tg_profiles__keep_suspension() is
  'A new account with the address of a suspended one is suspended.';

create function private.tg_profiles__keep_name() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if private.is_direct_statement() and new.id = auth.uid() and private.is_suspended() then
      raise exception 'a suspended member cannot change their username' using errcode = 'PT403';
    end if;
    return new;
  end
  $$;
comment on function private.tg_profiles__keep_name() is 'Suspended members keep the name under which they were suspended (PT403).';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _320_keep_suspension
  before insert on public.profiles
  for each row execute function private.tg_profiles__keep_suspension();
create trigger _330_keep_name
  before update of username on public.profiles
  for each row when (new.username is distinct from old.username)
  execute function private.tg_profiles__keep_name();
create trigger _520_remember_suspension
  after update of is_suspended on public.profiles
  for each row when (old.is_suspended is distinct from new.is_suspended)
  execute function private.tg_profiles__remember_suspension();

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on private.suspended_accounts from anon, authenticated, service_role;

revoke execute on function
  private.tg_profiles__remember_suspension(),
  private.tg_profiles__keep_suspension(),
  private.tg_profiles__keep_name()
  from public, anon, authenticated, service_role;
