-- Claims: the address book, and the way of an award from assigned to delivered.

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
  )
);

alter table public.prize_awards
  add constraint prize_awards_shipping_address_id_fkey
  foreign key (shipping_address_id) references public.shipping_addresses (id) on delete set null;

-- Indexes --------------------------------------------------------------------------------------------------

create index shipping_addresses_user on public.shipping_addresses (user_id, created_at);
create unique index shipping_addresses_one_default on public.shipping_addresses (user_id) where is_default;

-- Row-level security ---------------------------------------------------------------------------------------

alter table public.shipping_addresses enable row level security;

create policy select_own_or_admin on public.shipping_addresses
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
comment on policy select_own_or_admin on public.shipping_addresses is 'The member, and the admins who send the parcel.';

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

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on public.shipping_addresses from anon, authenticated, service_role;
grant select, insert, update, delete on public.shipping_addresses to authenticated, service_role;

-- Functions and triggers -----------------------------------------------------------------------------------

create function private.tg_shipping_addresses__default() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- The member's row is the lock: two first addresses saved at once must not both become the default.
    perform from public.profiles as p where p.id = new.user_id for no key update;
    if private.is_api_request() and tg_op = 'INSERT' and (
      select count(*) >= 20 from public.shipping_addresses as a where a.user_id = new.user_id
    ) then
      raise exception 'at most 20 addresses can be saved' using errcode = 'P0001', hint = 'remove one first';
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
  'The first address becomes the default; another takes its place when asked to.';

-- Definer: whether the address is the member's own is decided here, not by what the caller may see (admins see all).
create function private.tg_prize_awards__claim() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_type text;
  begin
    if old.user_id is distinct from auth.uid() then
      raise exception 'only the winner claims a prize' using errcode = '42501';
    end if;
    if old.status = 'claimed' then
      raise exception 'This prize has already been claimed.' using errcode = 'P0001';
    end if;
    if old.claim_deadline <= now() then
      raise exception 'Claim deadline has expired' using errcode = 'P0001';
    end if;
    if new.terms_accepted is not true then
      raise exception 'You must accept the terms and conditions' using errcode = 'P0001';
    end if;
    select i.type into v_type from public.prize_items as i where i.id = old.item_id;
    if v_type = 'physical' then
      if new.shipping_method is null then
        raise exception 'A shipping method is required.' using errcode = 'P0001';
      end if;
      new.shipping_details := (
        select jsonb_build_object(
          'full_name', a.full_name,
          'email', a.email,
          'phone_number', a.phone_number,
          'address_line1', a.address_line1,
          'address_line2', a.address_line2,
          'city', a.city,
          'state', a.state,
          'postal_code', a.postal_code,
          'country', a.country
        )
        from public.shipping_addresses as a
        where a.id = new.shipping_address_id and a.user_id = old.user_id
      );
      if new.shipping_details is null then
        raise exception 'A shipping address is required.' using errcode = 'P0001';
      end if;
    else
      new.shipping_method := null;
      new.shipping_address_id := null;
      new.shipping_details := null;
    end if;
    new.claimed_at := now();
    return new;
  end
  $$;
comment on function private.tg_prize_awards__claim() is
  'Winner, deadline by the database''s clock, terms, and for physical items method and own address, copied (P0001).';

-- Invoker: the foreign key that forgets a deleted address, and definer functions, are not requests.
create function private.tg_prize_awards__guard() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    v_changed text[];
  begin
    if not private.is_direct_statement() then
      return new;
    end if;
    select array_agg(n.key) into v_changed
      from jsonb_each(to_jsonb(new)) as n
      where n.value is distinct from to_jsonb(old) -> n.key;
    -- A repeated claim that changes nothing is still a claim.
    if new.status = 'claimed' and old.status = 'claimed' and not private.is_admin() then
      raise exception 'This prize has already been claimed.' using errcode = 'P0001';
    end if;
    if v_changed && array['id', 'user_id', 'item_id', 'awarded_at', 'claimed_at'] then
      raise exception 'this column of an award cannot be changed' using errcode = '42501';
    end if;
    if new.status = 'claimed' and old.status <> 'claimed' then
      if not v_changed <@ array['status', 'shipping_method', 'shipping_details', 'shipping_address_id', 'terms_accepted']
      then
        raise exception 'a claim can change the claim fields only' using errcode = '42501';
      end if;
      return new;
    end if;
    if not private.is_admin() then
      raise exception 'winners can only claim' using errcode = '42501';
    end if;
    if v_changed && array['shipping_method', 'shipping_details', 'shipping_address_id', 'terms_accepted'] then
      raise exception 'how a prize is shipped is the winner''s choice' using errcode = '42501';
    end if;
    if old.status = 'claimed' and new.status <> 'claimed' then
      raise exception 'a claim is final' using errcode = 'P0001';
    end if;
    return new;
  end
  $$;
comment on function private.tg_prize_awards__guard() is
  'Winners change the five claim fields, once; admins everything about the sending, nothing about the claim.';

-- Definer: the notes' own table takes no writes from requests.
create function private.tg_prize_awards__file_notes() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.admin_notes is not null then
      if private.is_api_request() and not private.is_admin() then
        raise exception 'only admins write these notes' using errcode = '42501';
      end if;
      if private.has_text(new.admin_notes) then
        insert into public.prize_award_notes as n (award_id, admin_notes) values (new.id, new.admin_notes)
          on conflict (award_id) do update set admin_notes = excluded.admin_notes, updated_at = now();
      else
        delete from public.prize_award_notes as n where n.award_id = new.id;
      end if;
      new.admin_notes := null;
    end if;
    return new;
  end
  $$;
comment on function private.tg_prize_awards__file_notes() is
  'Moves admin_notes to prize_award_notes; an empty text removes the note, null leaves it alone.';

create function private.tg_prize_awards__fulfillment_date() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if new.fulfillment_status is distinct from old.fulfillment_status then
      new.fulfillment_date := case new.fulfillment_status when 'shipped' then now() end;
    else
      new.fulfillment_date := old.fulfillment_date;
    end if;
    return new;
  end
  $$;
comment on function private.tg_prize_awards__fulfillment_date() is 'Now when the parcel is shipped, cleared by any other status.';

create function private.tg_prize_awards__credit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_title text;
    v_points integer;
  begin
    select i.title, i.points_value into v_title, v_points
      from public.prize_items as i where i.id = new.item_id and i.type = 'points';
    if v_points > 0 then
      perform private.credit(new.user_id, 'prize', v_points, 'Prize: ' || v_title, 'prize:' || new.id, new.user_id,
        jsonb_build_object('award_id', new.id, 'item_title', v_title));
    end if;
    return null;
  end
  $$;
comment on function private.tg_prize_awards__credit() is 'A points item is paid at its claim, once.';

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

create trigger _300_guard
  before update on public.prize_awards
  for each row execute function private.tg_prize_awards__guard();
create trigger _310_claim
  before update of status on public.prize_awards
  for each row when (new.status = 'claimed' and old.status <> 'claimed')
  execute function private.tg_prize_awards__claim();
create trigger _320_fulfillment_date
  before update of fulfillment_status, fulfillment_date on public.prize_awards
  for each row execute function private.tg_prize_awards__fulfillment_date();
-- The foreign key wants the award to be there: it is on update, and an insert brings no notes.
create trigger _330_file_notes
  before update of admin_notes on public.prize_awards
  for each row execute function private.tg_prize_awards__file_notes();
create trigger _500_credit
  after update of status on public.prize_awards
  for each row when (new.status = 'claimed' and old.status <> 'claimed')
  execute function private.tg_prize_awards__credit();

revoke execute on function
  private.tg_shipping_addresses__default(),
  private.tg_prize_awards__claim(),
  private.tg_prize_awards__guard(),
  private.tg_prize_awards__file_notes(),
  private.tg_prize_awards__fulfillment_date(),
  private.tg_prize_awards__credit()
  from public, anon, authenticated, service_role;

comment on table public.shipping_addresses is 'A member''s address book; one of them is the default.';
