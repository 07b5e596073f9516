-- A member's address book, for parcels.

-- Tables ---------------------------------------------------------------------------------------------------

create table public.shipping_addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  full_name text not null,
  email text not null,
  address_line1 text not null,
  address_line2 text,
  city text not null,
  state text not null,
  postal_code text not null,
  country text not null default 'United States',
  phone_number text not null,
  is_default boolean not null default false,
  request_id uuid,
  created_at timestamptz not null default now(),
  constraint shipping_addresses_full_name check (private.has_text(full_name) and char_length(full_name) <= 100),
  constraint shipping_addresses_email check (email ~ '^[^\s@]+@[^\s@]+$' and char_length(email) <= 254),
  constraint shipping_addresses_line1 check (private.has_text(address_line1) and char_length(address_line1) <= 200),
  constraint shipping_addresses_line2 check (char_length(address_line2) <= 200),
  constraint shipping_addresses_city check (private.has_text(city) and char_length(city) <= 100),
  constraint shipping_addresses_state check (private.has_text(state) and char_length(state) <= 100),
  constraint shipping_addresses_postal_code check (private.has_text(postal_code) and char_length(postal_code) <= 20),
  constraint shipping_addresses_country check (private.has_text(country) and char_length(country) <= 100),
  constraint shipping_addresses_phone check (private.has_text(phone_number) and char_length(phone_number) <= 40),
  constraint shipping_addresses_plain check (
    private.is_plain_text(concat(full_name, email, address_line1, address_line2, city, state, postal_code, country,
      phone_number))
  ),
  constraint shipping_addresses_request_elsewhere check (request_id is null),
  constraint shipping_addresses_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
  )
);
comment on table public.shipping_addresses is 'A member''s address book; one of them is the default.';
comment on column public.shipping_addresses.request_id is
  'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

-- Indexes --------------------------------------------------------------------------------------------------

create index shipping_addresses_user on public.shipping_addresses (user_id, created_at);
create unique index shipping_addresses_one_default on public.shipping_addresses (user_id) where is_default;

-- Row-level security ---------------------------------------------------------------------------------------

alter table public.shipping_addresses enable row level security;

create policy select_own_or_admin on public.shipping_addresses
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
comment on policy select_own_or_admin on public.shipping_addresses is
  'For the member, and for the admins who send the parcel.';

create policy insert_own on public.shipping_addresses
  for insert to authenticated
  with check (user_id = (select auth.uid()));
comment on policy insert_own on public.shipping_addresses is 'Members keep their own address book.';

create policy update_own on public.shipping_addresses
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
comment on policy update_own on public.shipping_addresses is 'Members correct their own addresses.';

create policy delete_own on public.shipping_addresses
  for delete to authenticated
  using (user_id = (select auth.uid()));
comment on policy delete_own on public.shipping_addresses is
  'Members remove their own addresses; an award keeps the copy made at its claim.';

-- Functions ------------------------------------------------------------------------------------------------

create function private.tg_shipping_addresses__default() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- Locks the member's row: two first addresses saved at the same time must not both become the default.
    perform from public.profiles as p where p.id = new.user_id for no key update;
    if private.is_api_request() and tg_op = 'INSERT' and (
      select count(*) >= 20 from public.shipping_addresses as a where a.user_id = new.user_id
    ) then
      raise exception 'at most 20 addresses can be saved' using errcode = 'AD001', hint = 'remove one first';
    end if;
    new.address_line2 := nullif(btrim(new.address_line2), '');
    if new.is_default then
      update public.shipping_addresses as a set is_default = false
        where a.user_id = new.user_id and a.is_default and a.id <> new.id;
    elsif tg_op = 'INSERT' then
      new.is_default := not exists (select from public.shipping_addresses as a where a.user_id = new.user_id);
    end if;
    return new;
  end
  $$;
comment on function private.tg_shipping_addresses__default() is
  'The first address becomes the default; another one replaces it on request. 20 addresses per member (AD001).';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _010_hold_gate
  before insert or update or delete on public.shipping_addresses
  for each statement execute function private.tg__hold_gate();
create trigger _020_file_request
  before insert on public.shipping_addresses
  for each row execute function private.tg__file_request();
create trigger _100_stamp_created_at
  before insert or update of created_at on public.shipping_addresses
  for each row execute function private.tg__stamp_created_at();
create trigger _200_default
  before insert or update on public.shipping_addresses
  for each row when (pg_trigger_depth() = 0)
  execute function private.tg_shipping_addresses__default();
create trigger _300_freeze
  before update on public.shipping_addresses
  for each row execute function private.tg__freeze_columns('id', 'user_id');

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on public.shipping_addresses from anon, authenticated, service_role;
grant select, delete on public.shipping_addresses to authenticated;
grant
  insert (user_id, full_name, email, address_line1, address_line2, city, state, postal_code, country, phone_number,
    is_default, request_id),
  update (full_name, email, address_line1, address_line2, city, state, postal_code, country, phone_number, is_default)
  on public.shipping_addresses to authenticated;
grant select, insert, update, delete on public.shipping_addresses to service_role;

revoke execute on function
  private.tg_shipping_addresses__default()
  from public, anon, authenticated, service_role;
