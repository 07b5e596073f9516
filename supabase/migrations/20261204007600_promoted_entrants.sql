-- While an entrant of a game with a sealed answer has been made an admin since entering, nobody completes it: the entry
-- would not win, and a friend's would, for good. Another admin was allowed to, who may be another account of the same
-- person.

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.tg_profiles__mark_entries() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    with marked as (
      update public.game_entries as e set by_team = true, winner_place = null
        from public.games as g
        where g.id = e.game_id and g.status = 'active' and e.user_id = new.id and not e.by_team
        returning e.id
    )
    insert into private.promoted_entries (entry_id) select m.id from marked as m;
    return null;
  end
  $$;

create or replace function private.tg_games__complete() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_answer private.game_answers;
    v_winner record;
    v_first uuid;
    v_points integer;
    v_problem text;
  begin
    if new.type <> 'carp_of_week' and private.is_api_request() and exists (
      select from private.promoted_entries as r join public.game_entries as e on e.id = r.entry_id
      where e.game_id = new.id and not private.knows_answer(e.game_id, e.user_id)
        -- Nobody could take the rights of the only admin.
        and exists (
          select from public.profiles as p where p.is_admin and not p.is_suspended and p.id <> e.user_id
        )
    ) then
      raise exception 'A member was made an admin after they had entered this game, so they could not win.'
        using errcode = 'GM016', hint = 'Take their admin rights back until the game is completed.';
    end if;
    new.completed_at := case when private.is_api_request() then now() else coalesce(new.completed_at, now()) end;
    if new.type <> 'carp_of_week' then
      select a.* into strict v_answer from private.game_answers as a where a.game_id = new.id;
      -- The answer was fixed before the first entry; anything else that the request says about metadata is dropped.
      new.metadata := old.metadata || jsonb_build_object('salt', v_answer.salt) || case new.type
          when 'pick_swim' then jsonb_build_object('winning_square', v_answer.winning_square)
          else jsonb_build_object('actual_weight', trim_scale(v_answer.actual_weight))
        end;
    else
      new.metadata := old.metadata;
    end if;

    -- In every case: nobody wins who is an admin now or knew the answer.
    update public.game_entries as e set by_team = true, winner_place = null
      where e.game_id = new.id and not e.by_team and (
        exists (select from public.profiles as p where p.id = e.user_id and p.is_admin)
        or private.knows_answer(e.game_id, e.user_id)
      );

    if new.type = 'guess_weight' then
      update public.game_entries as e set is_winner = true, winner_place = 1
        where e.game_id = new.id and not e.by_team
          and abs((e.entry_data ->> 'weight')::numeric - v_answer.actual_weight) = (
            select min(abs((x.entry_data ->> 'weight')::numeric - v_answer.actual_weight))
            from public.game_entries as x where x.game_id = new.id and not x.by_team
          );
    elsif new.type = 'pick_swim' then
      update public.game_entries as e set is_winner = true, winner_place = 1
        where e.game_id = new.id and not e.by_team
          and (e.entry_data ->> 'square')::integer = v_answer.winning_square;
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
        else private.assign_package(new.prize_package_id, v_first, now() + interval '30 days', new.id) end;
      new.metadata := new.metadata || jsonb_build_object('prize', coalesce(v_problem, 'awarded'));
    end if;
    return new;
  end
  $$;
comment on function private.tg_games__complete() is
  'Reveals the answer, marks and credits the winners and gives the prize to the earliest first place. Entries of the team are left out; a sealed game is not completed while an entrant who does not know its answer has been made part of it since (GM016), unless no other admin is left. metadata.prize is "awarded" or the obstacle (no winner, inactive, empty, out of stock: <item>): completion succeeds in any other case.';

-- Tables ---------------------------------------------------------------------------------------------------

alter table private.promoted_entries drop column promoted_by;
