-- A notification of a request to connect says whether the request is still open, so that it can be answered there; the
-- part of a text that a search found shows where it was cut; the picture of a result has its winner's name and place.

create or replace function private.describe_notification(p_id uuid, p_kind text, p_subject_id uuid, p_reader_id uuid, OUT title text, OUT excerpt text, OUT path text, OUT details jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
        elsif p_kind = 'connection_asked' then
          details := jsonb_strip_nulls(jsonb_build_object('connection', (
            select c.status from public.member_connections as c
            where c.user_id = p_subject_id and c.connected_user_id = p_reader_id)));
        end if;
      when 'badge' then
        select b.name, '/badges/' || b.id, jsonb_build_object('icon', b.icon) into title, path, details
          from public.badges as b where b.id = p_subject_id;
      when 'award' then
        -- As it was promised: a later change of the item does not change what was won.
        select a.promised_title,
            case when p_kind = 'claim_made' then '/admin/claims?claim=' else '/prizes/claim/' end || a.id,
            jsonb_build_object('claim_deadline', a.claim_deadline) || case p_kind
              when 'claim_shipped' then jsonb_build_object('carrier', a.carrier, 'tracking_number', a.tracking_number)
              else '{}'
            end
          into title, path, details
          from public.prize_awards as a where a.id = p_subject_id;
      when 'removal' then
        select l.details ->> 'prize', '/dashboard' into title, path from private.audit_log as l where l.id = p_subject_id;
      when 'referral' then
        select p.username, '/profile#referral' into title, path
          from public.referrals as r left join public.profiles as p on p.id = r.referred_user_id
          where r.id = p_subject_id;
      when 'video' then
        select v.title, '/live' into title, path from public.live_videos as v where v.id = p_subject_id;
      when 'item' then
        select i.title, '/admin/prizes?package=' || i.package_id || '&item=' || i.id, jsonb_build_object('remaining_quantity', i.remaining_quantity)
          into title, path, details
          from public.prize_items as i where i.id = p_subject_id;
      when 'report' then
        if p_kind = 'report_decided' then
          select r.* into title, excerpt, path, details from private.describe_report(p_subject_id, p_reader_id) as r;
        else
          select w.* into path, details from private.describe_warned(p_subject_id, p_reader_id) as w;
          excerpt := (select c.reason from private.report_cases as c where c.id = p_subject_id);
        end if;
      when 'case' then
        select '/admin/moderation?case=' || c.id, jsonb_build_object('kind', c.kind) into path, details
          from private.report_cases as c where c.id = p_subject_id;
      when 'role' then
        select '/admin', jsonb_build_object(
            'role', case when p.is_admin then 'admin' else 'moderator' end,
            'needs_step', s.admins_need_two_steps
              and not exists (
                select from auth.mfa_factors as f where f.user_id = p_reader_id and f.status = 'verified'
              ))
          into path, details
          from public.profiles as p, public.site_settings as s where p.id = p_reader_id;
      when 'appeal' then
        select a.words, '/newsfeed', jsonb_build_object('decision', a.decision) into excerpt, path, details
          from private.appeals as a where a.id = p_subject_id;
      else
        path := '/newsfeed';
    end case;
  end
  $function$;
create or replace function private.marked(p_text text, p_query tsquery)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  declare
    v_part constant text := btrim(regexp_replace(
      ts_headline(
        'pg_catalog.simple', p_text, p_query,
        E'StartSel="\x01", StopSel="\x02", MaxWords=30, MinWords=12, ShortWord=0, MaxFragments=1'),
      '\s+', ' ', 'g'));
    -- Compared without spaces, punctuation and symbols, which the part lacks at its ends, and without tags, which it leaves
    -- out: a part that has the beginning or the end of the text is not cut there.
    v_signs constant text :=
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u2000-\u206f\u2100-\u2bff'
      '\u3000-\u303f\ufe00-\ufe0f\U0001f000-\U0001faff]+';
    v_whole constant text := regexp_replace(regexp_replace(p_text, '</?[[:alpha:]][^<>]*>', ' ', 'g'), v_signs, '', 'g');
    v_shown constant text := regexp_replace(v_part, v_signs, '', 'g');
    v_size constant integer := least(length(v_shown), 40);
  begin
    return case when left(v_whole, v_size) = left(v_shown, v_size) then '' else '…' end
      || case when right(v_whole, v_size) = right(v_shown, v_size) then v_part
        else regexp_replace(v_part, '[ ,;:–—-]+$', '') || '…' end;
  end
  $function$;
comment on function private.marked(text, tsquery) is
  'The part of a text around the first hit in one line, with U+0001 before each found word and U+0002 behind it, and an '
  'ellipsis where the text was cut. A word with an accent that the search lacks is not marked. Stored texts contain neither '
  'sign.';

create or replace function private.game_head(p_id uuid)
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
