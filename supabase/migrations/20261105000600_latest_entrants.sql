-- The faces on a game's card come with the game, instead of a call for each card that names everybody who entered.

-- Indexes --------------------------------------------------------------------------------------------------

create index game_entries_newest on public.game_entries (game_id, created_at desc, id);

-- Functions ------------------------------------------------------------------------------------------------

create function private.latest_entrants(p_game_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return coalesce((
      select jsonb_agg(
        jsonb_build_object('id', p.id, 'username', p.username, 'avatar_url', p.avatar_url)
        order by e.created_at desc, e.id)
      from (
        select n.id, n.user_id, n.created_at
        from public.game_entries as n
        where n.game_id = p_game_id
          and exists (
            select from public.games as g
            where g.id = p_game_id and (g.status in ('active', 'completed') or private.is_admin()))
        order by n.created_at desc, n.id
        limit 4
      ) as e
        join public.profiles as p on p.id = e.user_id
    ), '[]'::jsonb);
  end
  $$;
comment on function private.latest_entrants(uuid) is
  'The four newest of game_entrants, newest first. Definer: the guesses are hidden.';

create function public.latest_entrants(game public.games) returns jsonb
  language sql stable set search_path = ''
  as $$ select private.latest_entrants(latest_entrants.game.id) $$;
comment on function public.latest_entrants(public.games) is
  'The four members who entered last, newest first, as [{id, username, avatar_url}], without what they guessed.';

revoke execute on function private.latest_entrants(uuid), public.latest_entrants(public.games)
  from public, anon, authenticated, service_role;
grant execute on function private.latest_entrants(uuid), public.latest_entrants(public.games)
  to authenticated, service_role;
