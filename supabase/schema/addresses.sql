-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table public.shipping_addresses (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  full_name text not null,
  email text not null,
  address_line1 text not null,
  address_line2 text,
  city text not null,
  state text not null,
  postal_code text not null,
  country text not null default 'United States'::text,
  phone_number text not null,
  is_default boolean not null default false,
  request_id uuid,
  created_at timestamp with time zone not null default now(),
  constraint shipping_addresses_pkey PRIMARY KEY (id),
  constraint shipping_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint shipping_addresses_city CHECK (private.has_text(city) AND char_length(city) <= 100),
  constraint shipping_addresses_country CHECK (private.has_text(country) AND char_length(country) <= 100),
  constraint shipping_addresses_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint shipping_addresses_email CHECK (email ~ '^[^\s@]+@[^\s@]+$'::text AND char_length(email) <= 254),
  constraint shipping_addresses_full_name CHECK (private.has_text(full_name) AND char_length(full_name) <= 100),
  constraint shipping_addresses_line1 CHECK (private.has_text(address_line1) AND char_length(address_line1) <= 200),
  constraint shipping_addresses_line2 CHECK (char_length(address_line2) <= 200),
  constraint shipping_addresses_phone CHECK (private.has_text(phone_number) AND char_length(phone_number) <= 40),
  constraint shipping_addresses_plain CHECK (private.is_plain_text(concat(full_name, email, address_line1, address_line2, city, state, postal_code, country, phone_number))),
  constraint shipping_addresses_postal_code CHECK (private.has_text(postal_code) AND char_length(postal_code) <= 20),
  constraint shipping_addresses_request_elsewhere CHECK (request_id IS NULL),
  constraint shipping_addresses_state CHECK (private.has_text(state) AND char_length(state) <= 100)
);
comment on table public.shipping_addresses is 'A member''s address book; one of them is the default.';
comment on column public.shipping_addresses.request_id is 'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

CREATE UNIQUE INDEX shipping_addresses_one_default ON public.shipping_addresses USING btree (user_id) WHERE is_default;

CREATE INDEX shipping_addresses_user ON public.shipping_addresses USING btree (user_id, created_at);

alter table public.shipping_addresses enable row level security;

grant select, delete on public.shipping_addresses to authenticated;
grant select, insert, update, delete on public.shipping_addresses to service_role;
grant insert (user_id, full_name, email, address_line1, address_line2, city, state, postal_code, country, phone_number, is_default, request_id) on public.shipping_addresses to authenticated;
grant update (full_name, email, address_line1, address_line2, city, state, postal_code, country, phone_number, is_default) on public.shipping_addresses to authenticated;

create policy delete_own on public.shipping_addresses
  for delete to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
comment on policy delete_own on public.shipping_addresses is 'Members remove their own addresses; an award keeps the copy made at its claim.';
create policy insert_own on public.shipping_addresses
  for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)));
comment on policy insert_own on public.shipping_addresses is 'Members keep their own address book.';
create policy select_own_or_admin on public.shipping_addresses
  for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin));
comment on policy select_own_or_admin on public.shipping_addresses is 'For the member, and for the admins who send the parcel.';
create policy update_own on public.shipping_addresses
  for update to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)));
comment on policy update_own on public.shipping_addresses is 'Members correct their own addresses.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.shipping_addresses FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _020_file_request BEFORE INSERT ON public.shipping_addresses FOR EACH ROW EXECUTE FUNCTION private.tg__file_request();
CREATE TRIGGER _100_stamp_created_at BEFORE INSERT OR UPDATE OF created_at ON public.shipping_addresses FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_created_at();
CREATE TRIGGER _200_default BEFORE INSERT OR UPDATE ON public.shipping_addresses FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION private.tg_shipping_addresses__default();
CREATE TRIGGER _300_freeze BEFORE UPDATE ON public.shipping_addresses FOR EACH ROW EXECUTE FUNCTION private.tg__freeze_columns('id', 'user_id');

create function private.tg_shipping_addresses__default()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.tg_shipping_addresses__default() is 'The first address becomes the default; another one replaces it on request. 20 addresses per member (AD001).';
