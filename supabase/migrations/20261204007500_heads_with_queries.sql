-- A shared link keeps its head when another site has added a query to it.

create or replace function private.page_head(p_path text) returns table (status integer, title text, description text, picture jsonb)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_uuid constant text := '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
    v_address constant text := left(p_path, 500);
    -- Other sites add parts of their own after the question mark.
    v_path constant text := split_part(v_address, '?', 1);
    v_id constant uuid := substring(v_path from v_uuid)::uuid;
    v_referrer constant uuid := substring(v_address from '^/register\?(?:.*&)?ref=(' || v_uuid || ')(?:&|$)')::uuid;
    v_name text;
  begin
    if v_path = '/' then
      return query select 200, 'Bankside: ' || c.title, c.description,
          jsonb_build_object('path', '/', 'kind', 'club', 'title', c.title, 'text', c.description)
        from public.landing_content as c where c.section = 'hero' and c.title <> '';
    elsif v_path ~ '^/games/[^/]+$' then
      if v_path ~ ('^/games/' || v_uuid || '$') then
        return query select h.* from private.game_head(v_id) as h;
      else
        return query select 404, null::text, null::text, null::jsonb;
      end if;
    elsif v_path ~ '^/newsfeed/[^/]+$' then
      return query select 200, 'A post in Bankside', 'Posts are for members. Log in to read it.', null::jsonb;
    elsif v_path ~ '^/members/[^/]+$' then
      return query select 200, 'A member of Bankside', 'Members'' pages are for members. Log in to see it.',
        null::jsonb;
    elsif v_path ~ '^/badges/[^/]+$' then
      return query select 200, 'A badge of Bankside', 'Badges are for members. Log in to see it.', null::jsonb;
    elsif v_path = '/leaderboard' then
      return query select 200, 'Leaderboard', 'Who leads at Bankside this week, this month and of all time.',
        jsonb_build_object('path', '/leaderboard', 'kind', 'leaderboard', 'title', 'Top three', 'rows', coalesce(jsonb_agg(
          jsonb_build_object('name', t.username, 'points', t.points) order by t.points desc, t.username), '[]'))
        from (
          select p.username, p.points
          from public.profiles as p
          where not p.is_suspended and p.points > 0
          order by p.points desc, private.username_key(p.username)
          limit 3
        ) as t;
    elsif v_path = '/register' then
      v_name := public.referrer_username(v_referrer);
      return query select 200,
        case when v_name is null then 'Join Bankside' else v_name || ' invites you to Bankside' end,
        'Games, points, prizes and good company.',
        case when v_name is not null then jsonb_build_object(
          'path', '/register?ref=' || v_referrer,
          'kind', 'club',
          'title', 'Come and fish with us.',
          'text', 'Join with ' || v_name || '''s link and play this week''s games.') end;
    end if;
  end
  $$;
