-- Writers that would wait for each other in a circle queue before the first row instead. A row is locked before its
-- own triggers run, so the queue has to stand before the statement (places, completion) or in the function (deletion).

-- Choosing a place locks an entry, then its game, then the entries that held the place; completing or deleting a game
-- goes the other way round.
create function private.tg_games__queue_judges() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('game_entries.winner_place', 0));
    return null;
  end
  $$;
comment on function private.tg_games__queue_judges() is
  'Who chooses places, completes, cancels or deletes games does so one after the other; entering is not held up.';

create trigger _050_queue_judges
  before update of winner_place on public.game_entries
  for each statement execute function private.tg_games__queue_judges();
create trigger _050_queue_judges
  before update of status or delete on public.games
  for each statement execute function private.tg_games__queue_judges();

revoke execute on function private.tg_games__queue_judges() from public, anon, authenticated, service_role;

-- A claim, an approval and a completion hold their own row and then take the member's profile; a deletion cascades
-- from the profile to those rows. It takes them first, in the same order.
create or replace function private.delete_user(p_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.require_admin();
    if p_user_id = auth.uid() then
      raise exception 'nobody deletes their own account here' using errcode = '42501', hint = 'ask another admin';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('game_entries.winner_place', 0));
    perform from public.game_entries as e where e.user_id = p_user_id order by e.id for update;
    perform from public.prize_awards as a where a.user_id = p_user_id order by a.id for update;
    perform from public.referrals as r
      where r.referrer_id = p_user_id or r.referred_user_id = p_user_id
      order by r.id
      for update;
    delete from auth.users as u where u.id = p_user_id;
    if not found then
      raise exception 'user not found' using errcode = 'PT404';
    end if;
  end
  $$;
