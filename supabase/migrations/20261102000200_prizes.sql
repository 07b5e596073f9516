-- Prizes: packages of items in stock, and their assignment to members. Claiming is in the next file.

-- Tables ---------------------------------------------------------------------------------------------------

create table public.prize_packages (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  description text not null default '',
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint prize_packages_name_visible check (private.has_text(name)),
  constraint prize_packages_name_length check (char_length(name) <= 100),
  constraint prize_packages_name_plain check (private.is_plain_text(name)),
  constraint prize_packages_description_length check (char_length(description) <= 2000),
  constraint prize_packages_description_plain check (private.is_plain_text(description, true))
);

create table public.prize_items (
  id uuid primary key default gen_random_uuid(),
  package_id uuid not null references public.prize_packages (id) on delete cascade,
  title text not null,
  description text not null default '',
  type text not null default 'points',
  points_value integer,
  quantity integer not null default 1,
  remaining_quantity integer not null default 0,
  image_url text,
  created_at timestamptz not null default now(),
  constraint prize_items_title_visible check (private.has_text(title)),
  constraint prize_items_title_length check (char_length(title) <= 100),
  constraint prize_items_title_plain check (private.is_plain_text(title)),
  constraint prize_items_description_length check (char_length(description) <= 2000),
  constraint prize_items_description_plain check (private.is_plain_text(description, true)),
  constraint prize_items_type_known check (type in ('points', 'physical', 'digital')),
  constraint prize_items_points_for_points_only
    check (case type when 'points' then points_value is not null else points_value is null end),
  constraint prize_items_points_range check (points_value between 0 and 1000000),
  constraint prize_items_quantity_range check (quantity between 1 and 1000000),
  constraint prize_items_remaining_range check (remaining_quantity between 0 and quantity),
  constraint prize_items_image_link check (private.is_web_link(image_url) and char_length(image_url) <= 2048)
);

create table public.prize_awards (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  item_id uuid not null references public.prize_items (id) on delete restrict,
  awarded_at timestamptz not null default now(),
  status text not null default 'assigned',
  claim_deadline timestamptz not null default now() + interval '30 days',
  shipping_method text,
  shipping_details jsonb,
  shipping_address_id uuid,
  terms_accepted boolean not null default false,
  tracking_number text,
  fulfillment_notes text,
  -- Write-only: see prize_award_notes.
  admin_notes text,
  fulfillment_status text,
  fulfillment_date timestamptz,
  notes text,
  claimed_at timestamptz,
  constraint prize_awards_status_known check (status in ('assigned', 'pending', 'claimed')),
  constraint prize_awards_deadline_finite check (isfinite(claim_deadline)),
  constraint prize_awards_method_known check (shipping_method in ('standard', 'express')),
  constraint prize_awards_details_size check (octet_length(shipping_details::text) <= 4000),
  constraint prize_awards_claimed check (status <> 'claimed' or (terms_accepted and claimed_at is not null)),
  constraint prize_awards_tracking_plain
    check (private.is_plain_text(tracking_number) and char_length(tracking_number) <= 100),
  constraint prize_awards_fulfillment_notes_plain
    check (private.is_plain_text(fulfillment_notes, true) and char_length(fulfillment_notes) <= 2000),
  constraint prize_awards_notes_plain check (private.is_plain_text(notes, true) and char_length(notes) <= 2000),
  constraint prize_awards_admin_notes_elsewhere check (admin_notes is null),
  constraint prize_awards_fulfillment_known
    check (fulfillment_status in ('pending', 'processing', 'shipped', 'delivered', 'closed'))
);

create table public.prize_award_notes (
  id uuid primary key default gen_random_uuid(),
  award_id uuid not null references public.prize_awards (id) on delete cascade,
  admin_notes text not null,
  updated_at timestamptz not null default now(),
  constraint prize_award_notes_one_per_award unique (award_id),
  constraint prize_award_notes_plain
    check (private.is_plain_text(admin_notes, true) and char_length(admin_notes) <= 2000)
);

-- Indexes --------------------------------------------------------------------------------------------------

create index prize_packages_newest on public.prize_packages (created_at desc);
create index prize_items_package on public.prize_items (package_id);
create index prize_awards_user on public.prize_awards (user_id, status, claim_deadline);
create index prize_awards_item on public.prize_awards (item_id, awarded_at desc);
create index prize_awards_newest on public.prize_awards (awarded_at desc);
create index prize_awards_address on public.prize_awards (shipping_address_id);

-- Row-level security ---------------------------------------------------------------------------------------

alter table public.prize_packages enable row level security;
alter table public.prize_items enable row level security;
alter table public.prize_awards enable row level security;
alter table public.prize_award_notes enable row level security;

create policy select_own_or_admin on public.prize_awards
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
comment on policy select_own_or_admin on public.prize_awards is 'Winners see their own awards, admins all.';

create policy insert_admin on public.prize_awards
  for insert to authenticated
  with check ((select private.is_admin()) and status = 'assigned');
comment on policy insert_admin on public.prize_awards is 'Admins assign prizes.';

create policy update_own_or_admin on public.prize_awards
  for update to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()))
  with check (user_id = (select auth.uid()) or (select private.is_admin()));
comment on policy update_own_or_admin on public.prize_awards is
  'Winners claim, admins send: a trigger says which columns, and when.';

create policy delete_admin on public.prize_awards
  for delete to authenticated
  using ((select private.is_admin()) and status <> 'claimed');
comment on policy delete_admin on public.prize_awards is 'Admins withdraw what has not been claimed.';

create policy select_admin on public.prize_award_notes
  for select to authenticated
  using ((select private.is_admin()));
comment on policy select_admin on public.prize_award_notes is 'What admins note among themselves.';

create policy select_active_or_admin on public.prize_packages
  for select to authenticated
  using (is_active or (select private.is_admin()));
comment on policy select_active_or_admin on public.prize_packages is 'Members see what can be won.';

create policy insert_admin on public.prize_packages
  for insert to authenticated
  with check ((select private.is_admin()));
comment on policy insert_admin on public.prize_packages is 'Admins create packages.';

create policy update_admin on public.prize_packages
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
comment on policy update_admin on public.prize_packages is 'Admins edit packages.';

create policy delete_admin on public.prize_packages
  for delete to authenticated
  using ((select private.is_admin()));
comment on policy delete_admin on public.prize_packages is 'Admins delete packages without awards.';

create policy select_active_own_or_admin on public.prize_items
  for select to authenticated
  using (
    (select private.is_admin())
    or package_id in (select p.id from public.prize_packages as p where p.is_active)
    or id in (select a.item_id from public.prize_awards as a where a.user_id = (select auth.uid()))
  );
comment on policy select_active_own_or_admin on public.prize_items is
  'Members see the items of active packages and whatever they were awarded.';

create policy insert_admin on public.prize_items
  for insert to authenticated
  with check ((select private.is_admin()));
comment on policy insert_admin on public.prize_items is 'Admins add items.';

create policy delete_admin on public.prize_items
  for delete to authenticated
  using ((select private.is_admin()));
comment on policy delete_admin on public.prize_items is 'Admins delete items without awards.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on public.prize_packages, public.prize_items, public.prize_awards, public.prize_award_notes
  from anon, authenticated, service_role;
grant select, insert, update, delete on public.prize_packages, public.prize_awards to authenticated, service_role;
grant select, insert, delete on public.prize_items to authenticated, service_role;
grant select on public.prize_award_notes to authenticated, service_role;

-- Functions and triggers -----------------------------------------------------------------------------------

create function private.tg_prize_items__fill_stock() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.remaining_quantity := new.quantity;
    new.image_url := nullif(btrim(new.image_url), '');
    new.points_value := case new.type when 'points' then coalesce(new.points_value, 0) end;
    return new;
  end
  $$;
comment on function private.tg_prize_items__fill_stock() is 'A new item is all in stock; only points items have points.';

-- The foreign key would refuse as well, but in words that help nobody.
create function private.tg_prizes__keep_awarded() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_table_name = 'prize_items' then
      if exists (select from public.prize_awards as a where a.item_id = old.id) then
        raise exception 'This item has been awarded and cannot be deleted.'
          using errcode = '23503', hint = 'Make its package inactive instead.';
      end if;
    elsif exists (
      select from public.prize_awards as a join public.prize_items as i on i.id = a.item_id where i.package_id = old.id
    ) then
      raise exception 'This package has awards and cannot be deleted.'
        using errcode = '23503', hint = 'Make it inactive instead.';
    end if;
    return old;
  end
  $$;
comment on function private.tg_prizes__keep_awarded() is 'What has been awarded stays (23503).';

create function private.tg_prize_awards__take_stock() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_title text;
    v_is_active boolean;
  begin
    -- Locks the package against being made inactive meanwhile, and says so if it is.
    select p.is_active, i.title into v_is_active, v_title
      from public.prize_items as i join public.prize_packages as p on p.id = i.package_id
      where i.id = new.item_id
      for share of p;
    if not found then
      raise exception 'prize item not found' using errcode = '23503';
    end if;
    if private.is_api_request() then
      if not v_is_active then
        raise exception 'This prize package is not active.'
          using errcode = 'P0001', hint = 'Activate the package before assigning it.';
      end if;
      if new.claim_deadline <= now() then
        raise exception 'The claim deadline must be in the future.' using errcode = 'P0001';
      end if;
      new.awarded_at := now();
    end if;
    -- One guarded statement: whoever comes second waits, looks again and finds nothing left.
    update public.prize_items as i set remaining_quantity = i.remaining_quantity - 1
      where i.id = new.item_id and i.remaining_quantity >= 1;
    if not found then
      raise exception 'There is none left of "%".', v_title
        using errcode = 'P0001', hint = 'Choose another package or add an item.';
    end if;
    return new;
  end
  $$;
comment on function private.tg_prize_awards__take_stock() is
  'An award takes one unit; never below zero, only from active packages (P0001).';

create function private.tg_prize_awards__return_stock() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update public.prize_items as i set remaining_quantity = least(i.quantity, i.remaining_quantity + 1)
      where i.id = old.item_id;
    return null;
  end
  $$;
comment on function private.tg_prize_awards__return_stock() is 'An award withdrawn before it was claimed gives its unit back.';

create function private.tg_prize_awards__post_awards() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.newsfeed_posts (user_id, content, type, metadata, created_at)
      select a.user_id, 'won the ' || p.name, 'prize_award', jsonb_build_object('package_name', p.name),
        max(a.awarded_at)
      from added as a
        join public.prize_items as i on i.id = a.item_id
        join public.prize_packages as p on p.id = i.package_id
      group by a.user_id, p.id, p.name;
    return null;
  end
  $$;
comment on function private.tg_prize_awards__post_awards() is
  'Tells the newsfeed, once per package and winner, in the winner''s name. Definer: members cannot post awards.';

create trigger _100_stamp_created_at
  before insert or update of created_at on public.prize_packages
  for each row execute function private.tg__stamp_created_at();
create trigger _110_stamp_updated_at
  before insert or update on public.prize_packages
  for each row execute function private.tg__stamp_updated_at();
create trigger _300_keep_awarded
  before delete on public.prize_packages
  for each row execute function private.tg_prizes__keep_awarded();

create trigger _100_stamp_created_at
  before insert on public.prize_items
  for each row execute function private.tg__stamp_created_at();
create trigger _200_fill_stock
  before insert on public.prize_items
  for each row execute function private.tg_prize_items__fill_stock();
create trigger _300_keep_awarded
  before delete on public.prize_items
  for each row execute function private.tg_prizes__keep_awarded();

create trigger _310_take_stock
  before insert on public.prize_awards
  for each row execute function private.tg_prize_awards__take_stock();
create trigger _500_return_stock
  after delete on public.prize_awards
  for each row when (old.status <> 'claimed')
  execute function private.tg_prize_awards__return_stock();
create trigger _510_post_awards
  after insert on public.prize_awards
  referencing new table as added
  for each statement execute function private.tg_prize_awards__post_awards();

create function public.total_quantity(package public.prize_packages) returns bigint
  language sql stable set search_path = ''
  as $$
    select coalesce(sum(i.quantity), 0) from public.prize_items as i where i.package_id = total_quantity.package.id
  $$;
comment on function public.total_quantity(public.prize_packages) is 'Units of all items together, given out or not.';

create function public.remaining_quantity(package public.prize_packages) returns bigint
  language sql stable set search_path = ''
  as $$
    select coalesce(sum(i.remaining_quantity), 0)
    from public.prize_items as i where i.package_id = remaining_quantity.package.id
  $$;
comment on function public.remaining_quantity(public.prize_packages) is 'Units of all items together still in stock.';

revoke execute on function
  private.tg_prize_items__fill_stock(),
  private.tg_prizes__keep_awarded(),
  private.tg_prize_awards__take_stock(),
  private.tg_prize_awards__return_stock(),
  private.tg_prize_awards__post_awards()
  from public, anon, authenticated, service_role;
revoke execute on function
  public.total_quantity(public.prize_packages),
  public.remaining_quantity(public.prize_packages)
  from public, anon, authenticated, service_role;
grant execute on function
  public.total_quantity(public.prize_packages),
  public.remaining_quantity(public.prize_packages)
  to authenticated, service_role;

comment on table public.prize_packages is 'What can be won together. total_quantity and remaining_quantity are computed columns.';
comment on table public.prize_items is 'One thing of a package, with its stock.';
comment on table public.prize_awards is 'One item won by one member, from assignment to delivery.';
comment on column public.prize_awards.admin_notes is
  'Written by admins as any column, kept in prize_award_notes, always null here: winners read this row.';
comment on column public.prize_awards.shipping_details is 'The address as it was at the claim.';
comment on table public.prize_award_notes is
  'admin_notes of an award, in a table of their own because column privileges cannot tell admins from members.';
