-- The head of a game that has ended and has no result yet said that it closes at a time that is past.

create or replace function private.game_head(p_id uuid) returns table (
  status integer, title text, description text, picture jsonb
)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_game public.games;
    v_kind text;
    v_text text;
    v_winner text;
    v_unit text;
  begin
    select g.* into v_game from public.games as g where g.id = p_id and g.status in ('active', 'completed');
    if v_game.id is null then
      return query select 404, null::text, null::text, null::jsonb;
      return;
    end if;
    v_kind := case v_game.type
      when 'pick_swim' then 'Pick a swim' when 'guess_weight' then 'Guess the weight' else 'Carp of the week'
    end;
    if v_game.status = 'active' then
      v_text := case when v_game.end_date > now() then 'Closes ' else 'Closed ' end
        || to_char(v_game.end_date at time zone 'utc', 'FMDD FMMonth YYYY, HH24:MI') || ' UTC';
      return query select 200, v_game.title, v_kind || '. ' || v_text || '.',
        jsonb_build_object(
          'path', '/games/' || v_game.id, 'kind', v_game.type, 'label', v_kind, 'title', v_game.title, 'note', v_text);
      return;
    end if;
    v_unit := v_game.metadata ->> 'unit';
    select p.username into v_winner
      from public.game_entries as e join public.profiles as p on p.id = e.user_id
      where e.game_id = p_id and e.is_winner and not p.is_suspended
      order by e.winner_place, e.created_at, e.id
      limit 1;
    return query select 200, v_game.title, v_kind || ', settled. See the result.',
      jsonb_strip_nulls(jsonb_build_object(
        'path', '/games/' || v_game.id,
        'kind', v_game.type,
        'label', v_kind || ', settled',
        'title', v_game.title,
        'figure', coalesce(
          v_game.metadata ->> 'actual_weight' || ' ' || coalesce(v_unit, 'kg'),
          'Square ' || (v_game.metadata ->> 'winning_square')),
        'square', v_game.metadata -> 'winning_square',
        'text', v_winner || ' won.'));
  end
  $$;
