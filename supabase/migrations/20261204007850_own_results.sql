-- The notification of a settled game says how its reader did: what a winner won, and the place of the others or how near they
-- were. It says what the page of the game shows its reader, and nothing of other members.

-- Functions ------------------------------------------------------------------------------------------------

create function private.own_result(p_game_id uuid, p_reader_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
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
              where a.user_id = p_reader_id and i.package_id = p.id)) end));
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
  $$;
comment on function private.own_result(uuid, uuid) is
  'How a member did in a completed game, as its page shows it to them: of a winner place, won_points and prize; else of a guess '
  'miss, is_under, unit and, among at most 1,000 entries, place and of; of a square rows and columns to the winning one; of a '
  'photo is_unplaced. Empty without an entry and for entries of the team.';
revoke execute on function private.own_result(uuid, uuid) from public, anon, authenticated, service_role;

create or replace function private.describe_notification(
  p_id uuid, p_kind text, p_subject_id uuid, p_reader_id uuid,
  out title text, out excerpt text, out path text, out details jsonb
)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_subject constant text := (select k.subject from private.notification_kinds as k where k.name = p_kind);
    v_comment_id uuid;
  begin
    details := '{}';
    case v_subject
      when 'post' then
        select private.excerpt(p.content), '/newsfeed/' || p.id, jsonb_build_object('image_url', p.image_url)
          into title, path, details
          from public.newsfeed_posts as p where p.id = p_subject_id;
        if p_kind in ('comment', 'reply') then
          select private.excerpt(m.content), m.id into excerpt, v_comment_id
            from private.notification_causes as c
              join public.newsfeed_comments as m on m.id = c.cause_id
              join public.profiles as a on a.id = m.user_id and not a.is_suspended
            where c.notification_id = p_id and m.hidden_at is null and not private.is_muted_by(p_reader_id, m.user_id)
            order by c.created_at desc, c.cause_id
            limit 1;
        elsif p_kind = 'mention' then
          select private.excerpt(coalesce(m.content, p.content)), m.id into excerpt, v_comment_id
            from private.notification_causes as c
              left join public.newsfeed_comments as m on m.id = c.cause_id
              left join public.newsfeed_posts as p on p.id = c.cause_id
            where c.notification_id = p_id;
        end if;
        path := path || coalesce('#comment-' || v_comment_id, '');
      when 'game' then
        select g.title,
            case p_kind
              -- The search finds the row with the game's actions, which may not be on the first page of the list.
              when 'game_to_settle' then '/admin/games?q=' || private.path_part(g.title) || '&entries=' || g.id
              else '/games/' || g.id
            end,
            jsonb_build_object('end_date', g.end_date, 'image_url', g.image_url) || case
              when p_kind in ('game_won', 'game_settled') then private.own_result(g.id, p_reader_id)
              else '{}'
            end
          into title, path, details
          from public.games as g where g.id = p_subject_id;
      when 'member' then
        select p.username, '/members/' || private.path_part(p.username) into title, path from public.profiles as p where p.id = p_subject_id;
        if p_kind = 'gift' then
          select g.message, jsonb_build_object('points', g.points) into excerpt, details
            from private.notification_causes as c join public.point_gifts as g on g.id = c.cause_id
            where c.notification_id = p_id;
        end if;
      when 'badge' then
        select b.name, '/badges/' || b.id, jsonb_build_object('icon', b.icon) into title, path, details
          from public.badges as b where b.id = p_subject_id;
      when 'award' then
        select i.title,
            case when p_kind = 'claim_made' then '/admin/claims?claim=' else '/prizes/claim/' end || a.id,
            jsonb_build_object('claim_deadline', a.claim_deadline) || case p_kind
              when 'claim_shipped' then jsonb_build_object('carrier', a.carrier, 'tracking_number', a.tracking_number)
              else '{}'
            end
          into title, path, details
          from public.prize_awards as a join public.prize_items as i on i.id = a.item_id where a.id = p_subject_id;
      when 'referral' then
        select p.username, '/profile' into title, path
          from public.referrals as r left join public.profiles as p on p.id = r.referred_user_id
          where r.id = p_subject_id;
      when 'video' then
        select v.title, '/live' into title, path from public.live_videos as v where v.id = p_subject_id;
      when 'item' then
        select i.title, '/admin/prizes?package=' || i.package_id || '&item=' || i.id, jsonb_build_object('remaining_quantity', i.remaining_quantity)
          into title, path, details
          from public.prize_items as i where i.id = p_subject_id;
      when 'report' then
        select jsonb_build_object('kind', c.kind), case c.kind when 'entry' then '/games' else '/newsfeed' end,
            case p_kind when 'warning' then c.reason end
          into details, path, excerpt
          from private.report_cases as c where c.id = p_subject_id;
      else
        path := '/newsfeed';
    end case;
  end
  $$;
