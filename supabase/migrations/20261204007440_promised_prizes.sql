-- The prize of a running game stays what it was when members entered: its package is kept, and its items lose nothing.

create function private.keep_promised(p_package_id uuid) returns void
  -- Volatile: after waiting for the row, the games and entries of that moment count.
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if exists (
      select from public.games as g
      where g.prize_package_id = p_package_id and g.status = 'active'
        and exists (select from public.game_entries as e where e.game_id = g.id)
    ) then
      raise exception 'Members have entered a running game for this prize, so it cannot be reduced or removed.'
        using errcode = 'PZ011', hint = 'Complete or cancel the game first.';
    end if;
  end
  $$;
comment on function private.keep_promised(uuid) is
  'Refuses a change of the package that a running game with entries has as its prize (PZ011).';
revoke execute on function private.keep_promised(uuid) from public, anon, authenticated, service_role;

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
    if new.points_value < old.points_value or (old.points_value is not null and new.points_value is null) then
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
  'the package, points do not fall and the stock does not end (PZ011).';

create or replace function private.tg_prizes__keep_awarded() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_table_name = 'prize_items' then
      if exists (select from public.prize_awards as a where a.item_id = old.id) then
        raise exception 'This item has been awarded and cannot be deleted.'
          using errcode = 'PZ003', hint = 'Make its package inactive instead.';
      end if;
      perform private.keep_promised(old.package_id);
    else
      if exists (
        select from public.prize_awards as a join public.prize_items as i on i.id = a.item_id where i.package_id = old.id
      ) then
        raise exception 'This package has awards and cannot be deleted.'
          using errcode = 'PZ004', hint = 'Make it inactive instead.';
      end if;
      perform private.keep_promised(old.id);
    end if;
    return old;
  end
  $$;
comment on function private.tg_prizes__keep_awarded() is
  'An awarded item cannot be deleted (PZ003), and neither can its package (PZ004), nor the prize of a running game with '
  'entries (PZ011).';

create function private.tg_prize_packages__keep_promised() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.keep_promised(old.id);
    return new;
  end
  $$;
comment on function private.tg_prize_packages__keep_promised() is
  'The prize of a running game with entries stays active (PZ011): the winner would not get it.';
revoke execute on function private.tg_prize_packages__keep_promised() from public, anon, authenticated, service_role;

create trigger _300_keep_promised
  before update of is_active on public.prize_packages
  for each row when (old.is_active and not new.is_active)
  execute function private.tg_prize_packages__keep_promised();
