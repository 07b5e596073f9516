-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.game_head(p_id uuid)
 RETURNS TABLE(status integer, title text, description text, picture jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_game public.games;
    v_kind text;
    v_text text;
    v_winner text;
    v_place integer;
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
        || private.club_moment(v_game.end_date);
      return query select 200, v_game.title, v_kind || '. ' || v_text || '.',
        jsonb_build_object(
          'path', '/games/' || v_game.id, 'kind', v_game.type, 'label', v_kind, 'title', v_game.title, 'note', v_text);
      return;
    end if;
    v_unit := v_game.metadata ->> 'unit';
    -- Without the first winner none is named: the second did not win.
    select case when not p.is_suspended then p.username end, e.winner_place into v_winner, v_place
      from public.game_entries as e left join public.profiles as p on p.id = e.user_id
      where e.game_id = p_id and e.is_winner
      order by e.winner_place, e.created_at, e.id
      limit 1;
    return query select 200, v_game.title, v_kind || ', completed. See the result.',
      jsonb_strip_nulls(jsonb_build_object(
        'path', '/games/' || v_game.id,
        'kind', v_game.type,
        'label', v_kind || ', completed',
        'title', v_game.title,
        'figure', coalesce(
          v_game.metadata ->> 'actual_weight' || ' ' || coalesce(v_unit, 'kg'),
          'Square ' || (v_game.metadata ->> 'winning_square')),
        'square', v_game.metadata -> 'winning_square',
        'winner', case when v_winner is not null then
          jsonb_build_object('name', v_winner, 'place', coalesce(v_place, 1)) end));
  end
  $function$;
comment on function private.game_head(p_id uuid) is 'The head of a game that members see: title, kind and closing date; its answer and its first winner once it is completed, unless that member is suspended or has left. 404 for any other.';

create function private.page_head(p_path text)
 RETURNS TABLE(status integer, title text, description text, picture jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_uuid constant text := '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
    v_address constant text := left(p_path, 500);
    -- Other sites add parts of their own after the question mark.
    v_path constant text := split_part(v_address, '?', 1);
    v_id constant uuid := substring(v_path from v_uuid)::uuid;
    v_referrer constant uuid := substring(v_address from '^/register\?(?:.*&)?ref=(' || v_uuid || ')(?:&|$)')::uuid;
    v_name text;
    v_club constant text := private.club_name();
  begin
    if v_path = '/' then
      return query select 200, v_club || ': ' || c.title, c.description,
          jsonb_build_object('path', '/', 'kind', 'club', 'title', c.title, 'text', c.description)
        from public.landing_content as c where c.section = 'hero' and c.title <> '';
    elsif v_path ~ '^/games/[^/]+$' then
      if v_path ~ ('^/games/' || v_uuid || '$') then
        return query select h.* from private.game_head(v_id) as h;
      else
        return query select 404, null::text, null::text, null::jsonb;
      end if;
    elsif v_path ~ '^/newsfeed/[^/]+$' then
      return query select 200, 'A post on ' || v_club,
        'Only members can read posts. Log in to read this one.', null::jsonb;
    elsif v_path ~ '^/members/[^/]+$' then
      return query select 200, 'A member of ' || v_club,
        'Only members can see members'' pages. Log in to see this one.', null::jsonb;
    elsif v_path ~ '^/badges/[^/]+$' then
      return query select 200, 'A badge on ' || v_club,
        'Only members can see badges. Log in to see this one.', null::jsonb;
    elsif v_path = '/leaderboard' then
      return query select 200, 'Leaderboard', 'The members with the most points this week, this month, this season and of all time.',
        jsonb_build_object('path', '/leaderboard', 'kind', 'leaderboard', 'title', 'Top three', 'rows', coalesce(jsonb_agg(
          jsonb_build_object('name', t.username, 'points', t.points) order by t.points desc, t.username), '[]'))
        from (
          select p.username, p.points + p.points_spent as points
          from public.profiles as p
          where not p.is_suspended and p.points + p.points_spent > 0
          order by p.points + p.points_spent desc, private.username_key(p.username)
          limit 3
        ) as t;
    elsif v_path = '/records' then
      if (select s.records_for_guests from public.site_settings as s) then
        return query select 200, 'Club records', 'The heaviest carp of each variety, verified by the team.',
          jsonb_build_object('path', '/records', 'kind', 'club', 'title', 'Club records',
            'text', 'The heaviest carp of each variety, verified by the team.');
      else
        return query select 200, 'Club records', 'Only members can see the club records. Log in to see them.', null::jsonb;
      end if;
    elsif v_path = '/points' then
      return query select 200, 'How points are earned', 'What earns points, and the levels that they lead to.', null::jsonb;
    elsif v_path = '/register' then
      v_name := public.referrer_username(v_referrer);
      return query select 200,
        case when v_name is null then 'Join ' || v_club else v_name || ' invites you to ' || v_club end,
        'Games, points, prizes and good company.',
        case when v_name is not null then jsonb_build_object(
          'path', '/register?ref=' || v_referrer,
          'kind', 'club',
          'title', 'Come and fish with us.',
          'text', 'Join with ' || v_name || '''s link and play this week''s games.') end;
    end if;
  end
  $function$;
comment on function private.page_head(p_path text) is 'See public.page_head. Definer: guests cannot read games, of which it returns the title, kind and closing date.';

grant execute on function private.page_head(p_path text) to anon, authenticated, service_role;

create function public.page_head(path text)
 RETURNS TABLE(status integer, title text, description text, picture jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  begin
    return query select h.* from private.page_head(page_head.path) as h;
  end
  $function$;
comment on function public.page_head(path text) is 'What the head of a page contains for readers who have not signed in: status (200 or 404), title, description and the content of a picture, by path with query. No row where the app''s own head stays. Reads a few rows at most.';

grant execute on function public.page_head(path text) to anon, authenticated, service_role;
