-- A row that somebody may not add is refused before anything about it is looked up: the reason would tell about the
-- person in whose name it is sent, or about prizes that are not public.

create or replace function private.tg_referrals__count_once() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- The policy refuses another's address.
    if lower(new.referred_email) is distinct from (select lower(u.email) from auth.users as u where u.id = auth.uid()) then
      return new;
    end if;
    if private.has_counted(new.referred_email, private.is_proved_address(new.referred_user_id)) then
      raise exception 'this address has been referred before' using errcode = '23505', hint = 'it counts once';
    end if;
    return new;
  end
  $$;

create function private.tg_game_entries__in_own_name() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if private.is_direct_statement() and new.user_id is distinct from auth.uid() then
      raise exception 'members enter in their own name' using errcode = '42501';
    end if;
    return new;
  end
  $$;
comment on function private.tg_game_entries__in_own_name() is
  'Refuses an entry in another''s name before the other triggers, whose refusals would tell about that member.';

create function private.tg_prize_awards__by_admins() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if private.is_direct_statement() and not private.is_admin() then
      raise exception 'only admins assign prizes' using errcode = '42501';
    end if;
    return new;
  end
  $$;
comment on function private.tg_prize_awards__by_admins() is
  'Refuses an award by others before the other triggers, whose refusals would tell about packages and stock.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.tg_game_entries__in_own_name(),
  private.tg_prize_awards__by_admins()
  from public, anon, authenticated, service_role;

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _060_in_own_name
  before insert on public.game_entries
  for each row execute function private.tg_game_entries__in_own_name();
create trigger _060_by_admins
  before insert on public.prize_awards
  for each row execute function private.tg_prize_awards__by_admins();
