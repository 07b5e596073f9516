-- Prizes: packages of items in stock, and their award to members. For claims and delivery see the migration about
-- claims.

-- Tables ---------------------------------------------------------------------------------------------------

create table public.prize_packages (
  id uuid primary key default gen_random_uuid(),
  name text collate private.reading_order not null,
  description text not null default '',
  is_active boolean not null default true,
  request_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint prize_packages_name_visible check (private.has_text(name)),
  constraint prize_packages_name_length check (char_length(name) <= 100),
  constraint prize_packages_name_plain check (private.is_plain_text(name)),
  constraint prize_packages_description_length check (char_length(description) <= 2000),
  constraint prize_packages_description_plain check (private.is_plain_text(description, true)),
  constraint prize_packages_request_elsewhere check (request_id is null),
  constraint prize_packages_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and updated_at >= '2000-01-01 00:00:00+00' and updated_at < '2200-01-01 00:00:00+00'
  )
);
comment on table public.prize_packages is 'What can be won together. total_quantity and remaining_quantity are computed columns.';
comment on column public.prize_packages.request_id is
  'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

create table public.prize_items (
  id uuid primary key default gen_random_uuid(),
  package_id uuid not null references public.prize_packages (id) on delete cascade,
  title text collate private.reading_order not null,
  description text not null default '',
  type text not null default 'points',
  points_value integer,
  quantity integer not null default 1,
  remaining_quantity integer not null default 0,
  image_url text,
  retail_value numeric(9, 2),
  request_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
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
  constraint prize_items_image_link check (private.is_web_link(image_url) and char_length(image_url) <= 2048),
  constraint prize_items_retail_value_range check (retail_value between 0.01 and 1000000),
  constraint prize_items_retail_value_of_things check (type <> 'points' or retail_value is null),
  constraint prize_items_request_elsewhere check (request_id is null),
  constraint prize_items_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and updated_at >= '2000-01-01 00:00:00+00' and updated_at < '2200-01-01 00:00:00+00'
  )
);
comment on table public.prize_items is 'One kind of prize in a package, with its stock.';
comment on column public.prize_items.retail_value is
  'The price in a shop, in the currency of the site''s symbol; null if not given.';
comment on column public.prize_items.request_id is
  'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

create table public.prize_awards (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  item_id uuid not null references public.prize_items (id) on delete restrict,
  status text not null default 'assigned',
  claim_deadline timestamptz not null default now() + interval '30 days',
  terms_accepted boolean not null default false,
  shipping_method text,
  shipping_details jsonb,
  shipping_address_id uuid references public.shipping_addresses (id) on delete set null,
  carrier text,
  tracking_number text,
  fulfillment_status text,
  fulfillment_date timestamptz,
  fulfillment_notes text,
  -- Write-only: see prize_award_notes.
  admin_notes text,
  notes text,
  awarded_at timestamptz not null default now(),
  claimed_at timestamptz,
  fulfilled_at timestamptz,
  updated_at timestamptz not null default now(),
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
    check (fulfillment_status in ('pending', 'processing', 'shipped', 'delivered', 'closed')),
  constraint prize_awards_carrier_plain check (private.is_plain_text(carrier) and char_length(carrier) <= 60),
  constraint prize_awards_dates_bounds check (
    awarded_at >= '2000-01-01 00:00:00+00' and awarded_at < '2200-01-01 00:00:00+00'
    and claim_deadline >= '2000-01-01 00:00:00+00' and claim_deadline < '2200-01-01 00:00:00+00'
    and claimed_at >= '2000-01-01 00:00:00+00' and claimed_at < '2200-01-01 00:00:00+00'
    and fulfilled_at >= '2000-01-01 00:00:00+00' and fulfilled_at < '2200-01-01 00:00:00+00'
    and fulfillment_date >= '2000-01-01 00:00:00+00' and fulfillment_date < '2200-01-01 00:00:00+00'
    and updated_at >= '2000-01-01 00:00:00+00' and updated_at < '2200-01-01 00:00:00+00'
  )
);
comment on table public.prize_awards is 'One item won by one member, from assignment to delivery.';
comment on column public.prize_awards.user_id is
  'The winner; null if a member with claimed prizes was deleted. Address, tracking number and notes are deleted with '
  'the member.';
comment on column public.prize_awards.shipping_details is 'The address at the time of the claim.';
comment on column public.prize_awards.carrier is
  'The carrier of the parcel, as the sender entered it. Deleted with the winner.';
comment on column public.prize_awards.admin_notes is
  'Admins write it like any column; it is stored in prize_award_notes and always null here, because winners read this '
  'row.';
comment on column public.prize_awards.fulfilled_at is 'When the prize was delivered or closed; null before.';

create table public.prize_award_notes (
  id uuid primary key default gen_random_uuid(),
  award_id uuid not null references public.prize_awards (id) on delete cascade,
  admin_notes text not null,
  updated_at timestamptz not null default now(),
  constraint prize_award_notes_one_per_award unique (award_id),
  constraint prize_award_notes_plain
    check (private.is_plain_text(admin_notes, true) and char_length(admin_notes) <= 2000),
  constraint prize_award_notes_dates_bounds check (
    updated_at >= '2000-01-01 00:00:00+00' and updated_at < '2200-01-01 00:00:00+00'
  )
);
comment on table public.prize_award_notes is
  'admin_notes of an award, in a table of their own because column privileges cannot distinguish admins from members.';

-- Indexes --------------------------------------------------------------------------------------------------

create index prize_packages_newest on public.prize_packages (created_at desc);
create index prize_items_package on public.prize_items (package_id);
create index prize_awards_user on public.prize_awards (user_id, status, claim_deadline);
create index prize_awards_item on public.prize_awards (item_id, awarded_at desc);
create index prize_awards_newest on public.prize_awards (awarded_at desc);
create index prize_awards_address on public.prize_awards (shipping_address_id);
create index prize_awards_addressed on public.prize_awards (fulfilled_at)
  where shipping_details is not null and fulfilled_at is not null;

-- Row-level security ---------------------------------------------------------------------------------------

alter table public.prize_packages enable row level security;
alter table public.prize_items enable row level security;
alter table public.prize_awards enable row level security;
alter table public.prize_award_notes enable row level security;

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

-- Columns are granted to roles, and admins have the same role as members: callers who must not see the stock see no
-- row.
create policy select_own_or_admin on public.prize_items
  for select to authenticated
  using (
    (select private.is_admin())
    or id in (select a.item_id from public.prize_awards as a where a.user_id = (select auth.uid()))
  );
comment on policy select_own_or_admin on public.prize_items is
  'Members see the items that they were awarded, admins all.';

create policy insert_admin on public.prize_items
  for insert to authenticated
  with check ((select private.is_admin()));
comment on policy insert_admin on public.prize_items is 'Admins add items.';

create policy update_admin on public.prize_items
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
comment on policy update_admin on public.prize_items is 'Admins correct items.';

create policy delete_admin on public.prize_items
  for delete to authenticated
  using ((select private.is_admin()));
comment on policy delete_admin on public.prize_items is 'Admins delete items without awards.';

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
  'Winners claim, admins send; a trigger decides which columns may change, and when.';

create policy delete_admin on public.prize_awards
  for delete to authenticated
  using ((select private.is_admin()) and status <> 'claimed');
comment on policy delete_admin on public.prize_awards is 'Admins withdraw awards that have not been claimed.';

create policy select_admin on public.prize_award_notes
  for select to authenticated
  using ((select private.is_admin()));
comment on policy select_admin on public.prize_award_notes is 'Notes that admins write for one another.';

-- Functions: packages and items ----------------------------------------------------------------------------

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
comment on function private.tg_prize_items__fill_stock() is
  'A new item is entirely in stock; only points items have points.';

-- Definer: the caller's policies must not affect how many there are.
create function private.tg_prize_items__correct() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_awarded constant integer := old.quantity - old.remaining_quantity;
  begin
    new.image_url := nullif(btrim(new.image_url), '');
    if new.points_value is distinct from old.points_value
      and exists (select from public.prize_awards as a where a.item_id = old.id)
    then
      raise exception 'This item has been awarded, so its points value can no longer be changed.'
        using errcode = 'PZ001', hint = 'Add another item with the right value.';
    end if;
    if new.quantity <> old.quantity and new.remaining_quantity = old.remaining_quantity then
      if new.quantity < v_awarded then
        raise exception 'The quantity cannot be below the % already awarded.', v_awarded
          using errcode = 'PZ002', detail = v_awarded::text;
      end if;
      new.remaining_quantity := new.quantity - v_awarded;
    end if;
    return new;
  end
  $$;
comment on function private.tg_prize_items__correct() is
  'A correction keeps what was promised: the points of an awarded item stay (PZ001), and the stock follows the '
  'quantity, which is never below the number awarded (PZ002, with that number as its detail).';

-- The foreign key would refuse as well, but with a message that does not help.
create function private.tg_prizes__keep_awarded() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_table_name = 'prize_items' then
      if exists (select from public.prize_awards as a where a.item_id = old.id) then
        raise exception 'This item has been awarded and cannot be deleted.'
          using errcode = 'PZ003', hint = 'Make its package inactive instead.';
      end if;
    elsif exists (
      select from public.prize_awards as a join public.prize_items as i on i.id = a.item_id where i.package_id = old.id
    ) then
      raise exception 'This package has awards and cannot be deleted.'
        using errcode = 'PZ004', hint = 'Make it inactive instead.';
    end if;
    return old;
  end
  $$;
comment on function private.tg_prizes__keep_awarded() is
  'An awarded item cannot be deleted (PZ003), and neither can its package (PZ004).';

-- Functions: awards ----------------------------------------------------------------------------------------

create function private.tg_prize_awards__take_stock() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_title text;
    v_is_active boolean;
  begin
    -- Locks the package so that it cannot become inactive in the meantime, and raises an error if it is.
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
          using errcode = 'PZ005', hint = 'Activate the package before assigning it.';
      end if;
      if new.claim_deadline <= now() then
        raise exception 'The claim deadline must be in the future.' using errcode = 'PZ006';
      end if;
      new.awarded_at := now();
    end if;
    -- One guarded statement: a second transaction waits, checks again and finds nothing left.
    update public.prize_items as i set remaining_quantity = i.remaining_quantity - 1
      where i.id = new.item_id and i.remaining_quantity >= 1;
    if not found then
      raise exception 'There is none left of "%".', v_title
        using errcode = 'PZ007', detail = v_title, hint = 'Choose another package or add an item.';
    end if;
    return new;
  end
  $$;
comment on function private.tg_prize_awards__take_stock() is
  'An award takes one unit: only from an active package (PZ005), with a deadline in the future (PZ006), never below '
  'zero (PZ007, with the title of the item as its detail).';

create function private.tg_prize_awards__return_stock() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update public.prize_items as i set remaining_quantity = least(i.quantity, i.remaining_quantity + 1)
      where i.id = old.item_id;
    return null;
  end
  $$;
comment on function private.tg_prize_awards__return_stock() is
  'An award that is withdrawn before its claim returns its unit.';

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
  'Posts to the newsfeed, once per package and winner, in the winner''s name. Definer: members cannot post awards.';

create function private.tg_prize_awards__unpost_award() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- One post covers all items of a package that were won together.
    delete from public.newsfeed_posts as n
      using public.prize_items as i
        join public.prize_packages as p on p.id = i.package_id
      where i.id = old.item_id
        and n.user_id = old.user_id
        and n.type = 'prize_award'
        and n.created_at = old.awarded_at
        and (
          n.metadata ->> 'package_name' = p.name
          or not exists (
            select from public.newsfeed_posts as o
            where o.user_id = n.user_id and o.type = n.type and o.created_at = n.created_at and o.id <> n.id
          )
        )
        and not exists (
          select from public.prize_awards as a join public.prize_items as j on j.id = a.item_id
          where a.user_id = old.user_id and a.awarded_at = old.awarded_at and j.package_id = i.package_id
        );
    return null;
  end
  $$;
comment on function private.tg_prize_awards__unpost_award() is
  'Withdrawing the last award of a package and moment deletes its post.';

-- Functions: a whole package, all of its items or none -----------------------------------------------------

-- Returns the obstacle instead of raising it: a game is completed whether or not its prize is available.
create function private.assign_package(p_package_id uuid, p_user_id uuid, p_claim_deadline timestamptz) returns text
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
comment on function private.assign_package(uuid, uuid, timestamptz) is
  'One award per item of an active package, or none; returns null or the obstacle.';

create function private.assign_prize_package(p_package_id uuid, p_user_id uuid, p_claim_deadline timestamptz)
  returns setof public.prize_awards
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_problem text;
    v_missing text;
  begin
    perform private.require_admin();
    if not exists (select from public.profiles as p where p.id = p_user_id) then
      raise exception 'member not found' using errcode = 'PZ010';
    end if;
    v_problem := private.assign_package(p_package_id, p_user_id, p_claim_deadline);
    if v_problem is not null then
      case v_problem
        when 'not found' then
          raise exception 'Package not found' using errcode = 'PZ008';
        when 'inactive' then
          raise exception 'This prize package is not active.' using errcode = 'PZ005';
        when 'empty' then
          raise exception 'This prize package has no items.' using errcode = 'PZ009';
        else
          v_missing := substr(v_problem, length('out of stock: ') + 1);
          raise exception 'There is none left of "%".', v_missing using errcode = 'PZ007', detail = v_missing;
      end case;
    end if;
    perform private.audit_member('assign_prize', p_user_id, jsonb_build_object(
      'package', (select p.name from public.prize_packages as p where p.id = p_package_id),
      'claim_deadline', p_claim_deadline));
    return query
      select a.* from public.prize_awards as a join public.prize_items as i on i.id = a.item_id
      where a.user_id = p_user_id and i.package_id = p_package_id and a.awarded_at = now();
  end
  $$;
comment on function private.assign_prize_package(uuid, uuid, timestamptz) is
  'assign_package for admins; raises the obstacle (PZ005, PZ007 to PZ010).';

create function public.assign_prize_package(
  package_id uuid,
  user_id uuid,
  claim_deadline timestamptz default now() + interval '30 days'
) returns setof public.prize_awards
  language sql set search_path = ''
  as $$
    select * from private.assign_prize_package(
      assign_prize_package.package_id,
      assign_prize_package.user_id,
      coalesce(assign_prize_package.claim_deadline, now() + interval '30 days')
    )
  $$;
comment on function public.assign_prize_package(uuid, uuid, timestamptz) is
  'Assigns every item of an active package to a member, or nothing at all; returns the awards. Admins only.';

-- Functions: stock -----------------------------------------------------------------------------------------

create function private.package_units(p_package_id uuid, p_in_stock boolean) returns bigint
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
  as $$
  declare
    v_reader constant uuid := auth.uid();
  begin
    if not exists (
      select from public.profiles as p where p.id = v_reader and p.is_admin and not p.is_suspended
    ) then
      return null;
    end if;
    return (
      select coalesce(sum(case when p_in_stock then i.remaining_quantity else i.quantity end), 0)
      from public.prize_items as i
      where i.package_id = p_package_id
    );
  end
  $$;
comment on function private.package_units(uuid, boolean) is
  'Units of all items of a package, or those that are left, for admins; null for all others.';

create function public.total_quantity(package public.prize_packages) returns bigint
  language plpgsql stable set search_path = ''
  as $$
  begin
    if row_security_active('public.prize_items'::regclass) then
      return private.package_units(total_quantity.package.id, false);
    end if;
    return (
      select coalesce(sum(i.quantity), 0) from public.prize_items as i where i.package_id = total_quantity.package.id
    );
  end
  $$;
comment on function public.total_quantity(public.prize_packages) is
  'Units of all items together, awarded or not; null for members.';

create function public.remaining_quantity(package public.prize_packages) returns bigint
  language plpgsql stable set search_path = ''
  as $$
  begin
    if row_security_active('public.prize_items'::regclass) then
      return private.package_units(remaining_quantity.package.id, true);
    end if;
    return (
      select coalesce(sum(i.remaining_quantity), 0)
      from public.prize_items as i where i.package_id = remaining_quantity.package.id
    );
  end
  $$;
comment on function public.remaining_quantity(public.prize_packages) is 'Units of all items together still in stock; null for members.';

-- Functions: announcements ---------------------------------------------------------------------------------

-- A package is shown with the games in which it can be won and with the prizes that were won from it. Its stock is
-- shown to admins only.
create function private.tg__note_package() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_packages uuid[];
  begin
    perform private.note_table(tg_table_name);
    if tg_op = 'DELETE' then
      execute format('select array_agg(distinct r.%I) from old_rows as r', tg_argv[0]) into v_packages;
    else
      execute format(
        'select array_agg(distinct n.%I)
         from new_rows as n
           join old_rows as o on o.id = n.id
         where to_jsonb(n) - $1 <> to_jsonb(o) - $1', tg_argv[0])
        into v_packages using array['updated_at', 'quantity', 'remaining_quantity'];
    end if;
    if v_packages is null then
      return null;
    end if;
    perform private.note_rows(
      'games',
      array(
        select g.id from public.games as g
        where g.prize_package_id = any (v_packages) and g.status in ('active', 'completed') limit 501));
    perform private.note_members(
      array(
        select distinct a.user_id
        from public.prize_awards as a
          join public.prize_items as i on i.id = a.item_id
        where i.package_id = any (v_packages)),
      'prizes');
    return null;
  end
  $$;
comment on function private.tg__note_package() is
  'Announces to games that show a package, and to members who won from it, that its texts or its visibility have '
  'changed. The argument names the column with the package.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _010_hold_gate
  before insert or update or delete on public.prize_packages
  for each statement execute function private.tg__hold_gate();
create trigger _020_file_request
  before insert on public.prize_packages
  for each row execute function private.tg__file_request();
create trigger _100_stamp_created_at
  before insert or update of created_at on public.prize_packages
  for each row execute function private.tg__stamp_created_at();
create trigger _110_stamp_updated_at
  before insert or update on public.prize_packages
  for each row execute function private.tg__stamp_updated_at();
create trigger _300_keep_awarded
  before delete on public.prize_packages
  for each row execute function private.tg_prizes__keep_awarded();
create trigger _600_audit
  after insert or update or delete on public.prize_packages
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row('package', 'package', 'name', 'name,is_active', '');
create trigger _910_note_delete
  after delete on public.prize_packages
  referencing old table as old_rows
  for each statement execute function private.tg__note_package('id');
create trigger _910_note_insert
  after insert on public.prize_packages
  referencing new table as new_rows
  for each statement execute function private.tg__note_table();
create trigger _910_note_update
  after update on public.prize_packages
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.tg__note_package('id');

create trigger _010_hold_gate
  before insert or update or delete on public.prize_items
  for each statement execute function private.tg__hold_gate();
create trigger _020_file_request
  before insert on public.prize_items
  for each row execute function private.tg__file_request();
create trigger _100_stamp_created_at
  before insert on public.prize_items
  for each row execute function private.tg__stamp_created_at();
create trigger _190_picture_address
  before insert or update of image_url on public.prize_items
  for each row execute function private.tg__picture_address();
create trigger _200_correct
  before update on public.prize_items
  for each row execute function private.tg_prize_items__correct();
create trigger _200_fill_stock
  before insert on public.prize_items
  for each row execute function private.tg_prize_items__fill_stock();
create trigger _300_keep_awarded
  before delete on public.prize_items
  for each row execute function private.tg_prizes__keep_awarded();
-- An award is not an edit of the item.
create trigger _400_stamp_updated_at
  before insert or update on public.prize_items
  for each row execute function private.tg__stamp_updated_at('remaining_quantity');
create trigger _490_require_files
  after insert or update of image_url on public.prize_items
  for each row when (new.image_url is not null)
  execute function private.tg__require_files('image_url');
create trigger _500_unname_files
  after update of image_url or delete on public.prize_items
  for each row when (old.image_url is not null)
  execute function private.tg__unname_files('image_url');
create trigger _600_audit
  after insert or update or delete on public.prize_items
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row(
    'item', 'item', 'title', 'title,type,quantity,points_value,retail_value', 'remaining_quantity', 'add');
create trigger _910_note_delete
  after delete on public.prize_items
  referencing old table as old_rows
  for each statement execute function private.tg__note_package('package_id');
create trigger _910_note_insert
  after insert on public.prize_items
  referencing new table as new_rows
  for each statement execute function private.tg__note_table();
create trigger _910_note_update
  after update on public.prize_items
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.tg__note_package('package_id');

create trigger _010_hold_gate
  before insert or update or delete on public.prize_awards
  for each statement execute function private.tg__hold_gate();
create trigger _310_take_stock
  before insert on public.prize_awards
  for each row execute function private.tg_prize_awards__take_stock();
create trigger _350_require_parties
  before insert on public.prize_awards
  for each row execute function private.tg__require_parties('user_id');
create trigger _400_stamp_updated_at
  before insert or update on public.prize_awards
  for each row execute function private.tg__stamp_updated_at();
create trigger _500_return_stock
  after delete on public.prize_awards
  for each row when (old.status <> 'claimed')
  execute function private.tg_prize_awards__return_stock();
create trigger _510_post_awards
  after insert on public.prize_awards
  referencing new table as added
  for each statement execute function private.tg_prize_awards__post_awards();
create trigger _510_unpost_award
  after delete on public.prize_awards
  for each row when (old.user_id is not null)
  execute function private.tg_prize_awards__unpost_award();

create trigger _010_hold_gate
  before insert or update or delete on public.prize_award_notes
  for each statement execute function private.tg__hold_gate();

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on
  public.prize_packages, public.prize_items, public.prize_awards, public.prize_award_notes
  from anon, authenticated, service_role;
grant select, delete on public.prize_packages, public.prize_items, public.prize_awards to authenticated;
grant
  insert (name, description, is_active, request_id),
  update (name, description, is_active, updated_at)
  on public.prize_packages to authenticated;
grant select, insert, update, delete on public.prize_packages, public.prize_awards to service_role;
grant
  insert (package_id, title, description, type, points_value, quantity, image_url, retail_value, request_id),
  update (title, description, points_value, quantity, image_url, retail_value)
  on public.prize_items to authenticated;
grant select, insert, delete on public.prize_items to service_role;
grant
  update (title, description, points_value, quantity, image_url, retail_value)
  on public.prize_items to service_role;
grant
  insert (user_id, item_id, status, claim_deadline, notes),
  update (status, claim_deadline, terms_accepted, shipping_method, shipping_details, shipping_address_id, carrier,
    tracking_number, fulfillment_status, fulfillment_date, fulfillment_notes, admin_notes, notes, updated_at)
  on public.prize_awards to authenticated;
grant select on public.prize_award_notes to authenticated, service_role;

revoke execute on function
  private.tg_prize_items__fill_stock(),
  private.tg_prize_items__correct(),
  private.tg_prizes__keep_awarded(),
  private.tg_prize_awards__take_stock(),
  private.tg_prize_awards__return_stock(),
  private.tg_prize_awards__post_awards(),
  private.tg_prize_awards__unpost_award(),
  private.assign_package(uuid, uuid, timestamptz),
  private.assign_prize_package(uuid, uuid, timestamptz),
  public.assign_prize_package(uuid, uuid, timestamptz),
  private.package_units(uuid, boolean),
  public.total_quantity(public.prize_packages),
  public.remaining_quantity(public.prize_packages),
  private.tg__note_package()
  from public, anon, authenticated, service_role;
grant execute on function
  private.assign_prize_package(uuid, uuid, timestamptz),
  public.assign_prize_package(uuid, uuid, timestamptz),
  private.package_units(uuid, boolean)
  to authenticated;
grant execute on function
  public.total_quantity(public.prize_packages),
  public.remaining_quantity(public.prize_packages)
  to authenticated, service_role;
