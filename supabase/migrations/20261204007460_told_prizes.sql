-- The prize of a running game that members have entered: other awards leave one for its winner, its value does not fall, and
-- members are told when it is described in another way.

-- Functions ------------------------------------------------------------------------------------------------

create function private.games_promising(p_package_id uuid) returns table (game_id uuid)
  -- Volatile: after waiting for a row, the games and entries of that moment count.
  language plpgsql security definer set search_path = ''
  as $$
  begin
    return query
      select g.id from public.games as g
      where g.prize_package_id = p_package_id and g.status = 'active'
        and exists (select from public.game_entries as e where e.game_id = g.id);
  end
  $$;
comment on function private.games_promising(uuid) is
  'The running games with entries that have this package as their prize.';

create or replace function private.keep_promised(p_package_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if exists (select from private.games_promising(p_package_id)) then
      raise exception 'Members have entered a running game for this prize, so it cannot be reduced or removed.'
        using errcode = 'PZ011', hint = 'Complete or cancel the game first.';
    end if;
  end
  $$;

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
      if new.remaining_quantity < 1 and old.remaining_quantity > 0 then
        perform private.keep_promised(old.package_id);
      end if;
    end if;
    return new;
  end
  $$;
comment on function private.tg_prize_items__correct() is
  'A correction keeps what was promised: the points of an awarded item stay (PZ001), and the stock follows the quantity, '
  'which is never below the number awarded (PZ002, with that number as its detail). While a game with entries runs for '
  'the package, points and value do not fall and the stock does not end (PZ011).';

create or replace function private.tg_prize_awards__take_stock() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_title text;
    v_is_active boolean;
    v_package_id uuid;
    v_left integer;
  begin
    -- Locks the package so that it cannot become inactive in the meantime, and raises an error if it is.
    select p.is_active, i.title, p.id into v_is_active, v_title, v_package_id
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
      where i.id = new.item_id and i.remaining_quantity >= 1
      returning i.remaining_quantity into v_left;
    if not found then
      raise exception 'There is none left of "%".', v_title
        using errcode = 'PZ007', detail = v_title, hint = 'Choose another package or add an item.';
    end if;
    -- A game gives its prize from a trigger of its own; any other award leaves one for each game.
    if private.is_api_request() and pg_trigger_depth() = 1 and v_left < (
      select count(*) from private.games_promising(v_package_id)
    ) then
      raise exception 'What is left of "%" is the prize of a running game that members have entered.', v_title
        using errcode = 'PZ012', detail = v_title, hint = 'Add to its quantity, or complete the game first.';
    end if;
    return new;
  end
  $$;
comment on function private.tg_prize_awards__take_stock() is
  'An award takes one unit: only from an active package (PZ005), with a deadline in the future (PZ006), never below zero '
  '(PZ007, with the title of the item as its detail), and never one that the winner of a running game is to get (PZ012, '
  'with the same).';

create function private.tg_prizes__tell_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.game_changes (game_id, changed)
      select g.game_id, '{prize}'
      from private.games_promising(
        case tg_table_name when 'prize_items' then (to_jsonb(new) ->> 'package_id')::uuid else new.id end) as g;
    return null;
  end
  $$;
comment on function private.tg_prizes__tell_change() is
  'Shows members that the prize of a running game that they entered is described in another way.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _510_tell_change
  after update on public.prize_items
  for each row when (
    (old.title, old.description, old.image_url, old.points_value, old.retail_value)
      is distinct from (new.title, new.description, new.image_url, new.points_value, new.retail_value))
  execute function private.tg_prizes__tell_change();
create trigger _510_tell_more
  after insert on public.prize_items
  for each row execute function private.tg_prizes__tell_change();
create trigger _510_tell_change
  after update of name, description on public.prize_packages
  for each row when ((old.name, old.description) is distinct from (new.name, new.description))
  execute function private.tg_prizes__tell_change();

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.games_promising(uuid),
  private.tg_prizes__tell_change()
  from public, anon, authenticated, service_role;
