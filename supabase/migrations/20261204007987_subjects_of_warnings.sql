-- A warning led to the top of the newsfeed and did not say what it was about.

create function private.describe_warned(p_case_id uuid, p_reader_id uuid, out path text, out details jsonb)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_case private.report_cases;
    v_author_id uuid;
  begin
    select c.* into v_case from private.report_cases as c where c.id = p_case_id;
    v_author_id := (select r.author_id from private.reported(v_case.kind, v_case.subject_id) as r);
    details := jsonb_build_object('kind', v_case.kind);
    -- A suspended author reads no newsfeed; an earlier account's texts went with it.
    if v_author_id is distinct from p_reader_id or (v_case.kind in ('post', 'comment') and exists (
        select from public.profiles as p where p.id = p_reader_id and p.is_suspended))
    then
      path := case v_case.kind when 'entry' then '/games' when 'member' then '/profile' else '/newsfeed' end;
      details := details || jsonb_build_object('reported_at', v_case.created_at);
      return;
    end if;
    path := case v_case.kind
      when 'post' then '/newsfeed/' || v_case.subject_id
      when 'comment' then (
        select '/newsfeed/' || c.post_id || '#comment-' || c.id
        from public.newsfeed_comments as c where c.id = v_case.subject_id)
      when 'member' then '/profile'
      else (select '/games/' || e.game_id from public.game_entries as e where e.id = v_case.subject_id)
    end;
  end
  $$;
comment on function private.describe_warned(p_case_id uuid, p_reader_id uuid, out path text, out details jsonb) is
  'What a warning is about: the kind, and the address while its author can open it, otherwise when it was reported.';
revoke all on function private.describe_warned(uuid, uuid) from public, anon, authenticated, service_role;

create or replace function private.describe_notification(p_id uuid, p_kind text, p_subject_id uuid, p_reader_id uuid, OUT title text, OUT excerpt text, OUT path text, OUT details jsonb)
  returns record
  language plpgsql
  stable security definer
  set search_path = ''
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
      else
        path := '/newsfeed';
    end case;
  end
  $$;
