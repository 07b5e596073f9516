-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.own_result(p_game_id uuid, p_reader_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    -- The page of the game ranks no more guesses than one answer of the API has.
    c_ranked constant integer := 1000;
    v_game public.games;
    v_own public.game_entries;
    v_answer numeric;
    v_guess numeric;
    v_result jsonb := '{}';
  begin
    select g.* into v_game from public.games as g where g.id = p_game_id and g.status = 'completed';
    select e.* into v_own from public.game_entries as e
      where e.game_id = v_game.id and e.user_id = p_reader_id and not e.by_team;
    if v_own.id is null then
      return v_result;
    end if;
    if v_own.is_winner then
      return jsonb_strip_nulls(jsonb_build_object(
        'place', v_own.winner_place,
        'won_points', (
          select l.points_change from public.points_log as l
          where l.source_key = 'game:' || v_own.id and l.user_id = p_reader_id),
        -- The prize is for the earliest first place. One that was taken back is not named.
        'prize', case when v_game.metadata ->> 'prize' = 'awarded' and v_own.id = (
            select e.id from public.game_entries as e
            where e.game_id = v_game.id and e.is_winner and e.winner_place = 1
            order by e.created_at, e.id
            limit 1)
          then (
            select p.name from public.prize_packages as p
            where p.id = v_game.prize_package_id and exists (
              select from public.prize_awards as a join public.prize_items as i on i.id = a.item_id
              where a.user_id = p_reader_id and i.package_id = p.id and a.redemption_id is null)) end));
    end if;
    case v_game.type
      when 'guess_weight' then
        v_answer := (v_game.metadata ->> 'actual_weight')::numeric;
        v_guess := (v_own.entry_data ->> 'weight')::numeric;
        v_result := jsonb_build_object(
          'miss', trim_scale(abs(v_guess - v_answer)), 'is_under', v_guess < v_answer, 'unit', v_game.metadata ->> 'unit');
        if (
            select count(*)
            from (select from public.game_entries as e where e.game_id = v_game.id limit c_ranked + 1) as l
          ) <= c_ranked
        then
          v_result := v_result || (
            select jsonb_build_object(
              'place', 1 + count(*) filter (
                where abs((e.entry_data ->> 'weight')::numeric - v_answer) < abs(v_guess - v_answer)),
              'of', count(*))
            from public.game_entries as e
            where e.game_id = v_game.id and not e.by_team);
        end if;
      when 'pick_swim' then
        v_answer := (v_game.metadata ->> 'winning_square')::numeric - 1;
        v_guess := (v_own.entry_data ->> 'square')::numeric - 1;
        -- Ten squares in a row.
        v_result := jsonb_build_object(
          'rows', abs(div(v_guess, 10) - div(v_answer, 10)), 'columns', abs(mod(v_guess, 10) - mod(v_answer, 10)));
      else
        v_result := '{"is_unplaced": true}';
    end case;
    return jsonb_strip_nulls(v_result);
  end
  $function$;
comment on function private.own_result(p_game_id uuid, p_reader_id uuid) is 'How a member did in a completed game, as its page shows it to them: of a winner place, won_points and prize; else of a guess miss, is_under, unit and, among at most 1,000 entries, place and of; of a square rows and columns to the winning one; of a photo is_unplaced. Empty without an entry and for entries of the team.';
