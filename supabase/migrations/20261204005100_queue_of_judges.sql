-- A member's statement may name is_admin and winner_place, and changes neither. It therefore does not queue with those who
-- choose places: otherwise it would keep the lock as long as it takes, and all of them would wait for it. Whether a
-- value really changes is known only with its row locked, and the queue comes before the row locks; so who may change it
-- decides.

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.tg_games__queue_judges() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if not private.is_api_request() or private.is_admin() then
      perform pg_advisory_xact_lock(hashtextextended('game_entries.winner_place', 0));
    end if;
    return null;
  end
  $$;
comment on function private.tg_games__queue_judges() is
  'Serialises choosing places, changing rights and completing, cancelling or deleting games; entering does not wait, nor '
  'does a member''s statement, which can do none of these.';
