-- Where several running games give the same package, the one that was entered first has its units first, and no item
-- comes or is left with fewer units than there are such games. The winner of a promised prize got nothing when an admin
-- let another game take the last unit.

-- Functions ------------------------------------------------------------------------------------------------

create function private.entered_before(p_game_id uuid, p_other_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (
      select (min(e.created_at) filter (where e.game_id = p_game_id), p_game_id)
          < (min(e.created_at) filter (where e.game_id = p_other_id), p_other_id)
        from public.game_entries as e where e.game_id in (p_game_id, p_other_id)
    );
  end
  $$;
comment on function private.entered_before(uuid, uuid) is
  'Whether the first entry of one game is older than that of another; both have entries.';

drop function private.assign_package(uuid, uuid, timestamptz);

create function private.assign_package(
  p_package_id uuid, p_user_id uuid, p_claim_deadline timestamptz, p_game_id uuid default null
) returns text
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_is_active boolean;
    v_items integer;
    v_missing text;
    v_promised integer;
  begin
    perform private.hold_gate();
    select p.is_active into v_is_active from public.prize_packages as p where p.id = p_package_id for share;
    if v_is_active is not true then
      return case when v_is_active is null then 'not found' else 'inactive' end;
    end if;
    perform from public.prize_items as i where i.package_id = p_package_id order by i.id for no key update;
    -- After the locks, so that a game completed at the same moment is counted as completed.
    select count(*) into v_promised
      from private.games_promising(p_package_id) as o
      where o.game_id <> p_game_id and private.entered_before(o.game_id, p_game_id);
    select count(*), min(i.title) filter (where i.remaining_quantity < 1 + v_promised) into v_items, v_missing
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
comment on function private.assign_package(uuid, uuid, timestamptz, uuid) is
  'One award per item of an active package, or none; returns null or the obstacle. A game leaves a unit for each running game that was entered before it.';

create or replace function private.tg_prize_items__correct() returns trigger
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
    if new.points_value < old.points_value or (old.points_value is not null and new.points_value is null)
      or new.retail_value < old.retail_value or (old.retail_value is not null and new.retail_value is null)
    then
      perform private.keep_promised(old.package_id);
    end if;
    if new.quantity <> old.quantity and new.remaining_quantity = old.remaining_quantity then
      if new.quantity < v_awarded then
        raise exception 'The quantity cannot be below the % already awarded.', v_awarded
          using errcode = 'PZ002', detail = v_awarded::text;
      end if;
      new.remaining_quantity := new.quantity - v_awarded;
      if new.quantity < old.quantity and new.remaining_quantity < (
        select count(*) from private.games_promising(old.package_id)
      ) then
        perform private.keep_promised(old.package_id);
      end if;
    end if;
    return new;
  end
  $$;
comment on function private.tg_prize_items__correct() is
  'A correction keeps what was promised: the points of an awarded item stay (PZ001), and the stock follows the quantity, which is never below the number awarded (PZ002, with that number as its detail). While games with entries run for the package, points and value do not fall and the stock does not fall below one for each (PZ011).';

create or replace function private.tg_prize_items__fill_stock() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_games integer;
  begin
    select count(*) into v_games from private.games_promising(new.package_id);
    if new.quantity < v_games then
      raise exception 'This package is the prize of % running games, so there must be as many of each item.', v_games
        using errcode = 'PZ013', detail = v_games::text;
    end if;
    new.remaining_quantity := new.quantity;
    new.image_url := nullif(btrim(new.image_url), '');
    new.points_value := case new.type when 'points' then coalesce(new.points_value, 0) end;
    return new;
  end
  $$;
comment on function private.tg_prize_items__fill_stock() is
  'A new item is entirely in stock, with one for each running game with entries that gives the package (PZ013, with their number as its detail); only points items have points.';
