-- Completing a game: winners, points and the prize, in the transaction that changes the status, and once only.

create function private.tg_games__complete() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_answer private.game_answers;
    v_winner record;
    v_first uuid;
    v_points integer;
    v_problem text;
  begin
    new.completed_at := case when private.is_api_request() then now() else coalesce(new.completed_at, now()) end;
    if new.type <> 'carp_of_week' then
      select a.* into strict v_answer from private.game_answers as a where a.game_id = new.id;
      -- The answer was fixed before the first entry; whatever else the request says about metadata is dropped.
      new.metadata := old.metadata || jsonb_build_object('salt', v_answer.salt) || case new.type
          when 'pick_swim' then jsonb_build_object('winning_square', v_answer.winning_square)
          else jsonb_build_object('actual_weight', trim_scale(v_answer.actual_weight))
        end;
    else
      new.metadata := old.metadata;
    end if;

    if new.type = 'guess_weight' then
      update public.game_entries as e set is_winner = true, winner_place = 1
        where e.game_id = new.id
          and abs((e.entry_data ->> 'weight')::numeric - v_answer.actual_weight) = (
            select min(abs((x.entry_data ->> 'weight')::numeric - v_answer.actual_weight))
            from public.game_entries as x where x.game_id = new.id
          );
    elsif new.type = 'pick_swim' then
      update public.game_entries as e set is_winner = true, winner_place = 1
        where e.game_id = new.id and (e.entry_data ->> 'square')::integer = v_answer.winning_square;
    else
      update public.game_entries as e set is_winner = true
        where e.game_id = new.id and e.winner_place is not null;
    end if;

    -- In the order of the ids, as wherever several balances change.
    perform from public.profiles as p
      where p.id in (select e.user_id from public.game_entries as e where e.game_id = new.id and e.is_winner)
      order by p.id
      for no key update;
    for v_winner in
      select e.id, e.user_id, e.winner_place from public.game_entries as e
      where e.game_id = new.id and e.is_winner
      order by e.user_id
    loop
      v_points := case
        when new.type <> 'carp_of_week' then new.points_awarded
        when v_winner.winner_place = 1 then new.first_place_points
        when v_winner.winner_place = 2 then new.second_place_points
        else new.third_place_points
      end;
      if v_points > 0 then
        perform private.credit(v_winner.user_id, 'game', v_points, 'Game: ' || new.title,
          'game:' || v_winner.id, auth.uid(),
          jsonb_build_object('game_id', new.id, 'game_title', new.title, 'place', v_winner.winner_place));
      end if;
    end loop;

    if new.prize_package_id is not null then
      select e.user_id into v_first from public.game_entries as e
        where e.game_id = new.id and e.is_winner and e.winner_place = 1
        order by e.created_at, e.id
        limit 1;
      v_problem := case when v_first is null then 'no winner'
        else private.assign_package(new.prize_package_id, v_first, now() + interval '30 days') end;
      new.metadata := new.metadata || jsonb_build_object('prize', coalesce(v_problem, 'awarded'));
    end if;
    return new;
  end
  $$;
comment on function private.tg_games__complete() is
  'Reveals the answer, marks and pays the winners and gives the prize to the earliest first place. metadata.prize says '
  '"awarded" or what stood in the way (no winner, inactive, empty, out of stock: <item>): completion succeeds anyway.';

-- The status is part of the update, so a second completion waits for the row, finds it completed and does nothing.
create trigger _500_complete
  before update of status on public.games
  for each row when (old.status = 'active' and new.status = 'completed')
  execute function private.tg_games__complete();

revoke execute on function private.tg_games__complete() from public, anon, authenticated, service_role;
