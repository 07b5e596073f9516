-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.describe_notification(p_id uuid, p_kind text, p_subject_id uuid, p_reader_id uuid, OUT title text, OUT excerpt text, OUT path text, OUT details jsonb)
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
      when 'record' then
        select o.reason, '/journal', jsonb_build_object('decision', o.decision) into excerpt, path, details
          from private.record_offers as o where o.id = p_subject_id;
      else
        path := '/newsfeed';
    end case;
  end
  $function$;
comment on function private.describe_notification(p_id uuid, p_kind text, p_subject_id uuid, p_reader_id uuid, OUT title text, OUT excerpt text, OUT path text, OUT details jsonb) is 'Title, excerpt, address and details of a notification as its subject is now. Only for readers to whom it is shown.';

create function private.excerpt(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
    select case
      when char_length(t.line) <= 140 then t.line
      -- A word of more than 40 characters, or a script without spaces, is cut.
      else regexp_replace(coalesce(substring(left(t.line, 140) from '^(.{99,}) '), left(t.line, 139)), '[ ,;:–—-]+$', '') || '…'
    end
    from (select btrim(regexp_replace(p_text, '\s+', ' ', 'g')) as line) as t
  $function$;
comment on function private.excerpt(p_text text) is 'The beginning of a text in one line of at most 140 characters; a longer text ends with a whole word, where there is one, and an ellipsis.';

create function private.is_mentioned(p_id uuid, p_reader_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return exists (
      select
      from private.notification_causes as c
        left join public.newsfeed_posts as p on p.id = c.cause_id
        left join public.newsfeed_comments as m on m.id = c.cause_id
        cross join lateral jsonb_each_text(coalesce(p.mentions, m.mentions, '{}')) as n
      where c.notification_id = p_id and n.value = p_reader_id::text
    );
  end
  $function$;
comment on function private.is_mentioned(p_id uuid, p_reader_id uuid) is 'Whether the text that caused a notification still mentions its reader.';

create function private.is_muted_by(p_reader_id uuid, p_actor_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select exists (
      select from private.notification_mutes as m where m.user_id = p_reader_id and m.subject_id = p_actor_id
    ) or private.is_blocked_between(p_reader_id, p_actor_id)
  $function$;
comment on function private.is_muted_by(p_reader_id uuid, p_actor_id uuid) is 'Whether a reader has muted the member who caused something, or one of the two has blocked the other.';

create function private.is_notification_shown(p_id uuid, p_kind text, p_subject_id uuid, p_created_at timestamp with time zone, p_is_for_all boolean, p_reader_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_reader record;
  begin
    select p.is_admin, p.is_moderator, p.is_suspended, p.created_at, k.audience, k.subject into v_reader
      from public.profiles as p, private.notification_kinds as k
      where p.id = p_reader_id and k.name = p_kind;
    if not found
      or (v_reader.audience in ('admins', 'team') and v_reader.is_suspended)
      or (v_reader.audience = 'admins' and not v_reader.is_admin)
      or (v_reader.audience = 'team' and not (v_reader.is_admin or v_reader.is_moderator))
    then
      return false;
    end if;
    -- In the app a session that does not act as an admin's reads nothing for admins. What is sent goes to the person.
    if p_reader_id = auth.uid()
      and (
        (v_reader.audience = 'admins' and not private.is_admin())
        or (v_reader.audience = 'team' and not private.is_team())
      )
    then
      return false;
    end if;
    if p_is_for_all and (
      p_created_at < v_reader.created_at
      or exists (
        select from private.notification_mutes as m where m.user_id = p_reader_id and m.subject_id = p_subject_id
      )
      or exists (
        select from private.notification_marks as m
        where m.user_id = p_reader_id and m.notification_id = p_id and m.read_at is null
      )
    ) then
      return false;
    end if;
    if not exists (
      select from private.notification_causes as c left join public.profiles as a on a.id = c.actor_id
      where c.notification_id = p_id and (c.actor_id is null or not a.is_suspended or v_reader.audience = 'admins')
        and (p_is_for_all or not private.is_muted_by(p_reader_id, c.actor_id))
        and not private.is_hidden_comment(c.cause_id)
    ) then
      return false;
    end if;
    return case v_reader.subject
      when 'post' then not v_reader.is_suspended and exists (
        select from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id
        where p.id = p_subject_id and p.hidden_at is null and not a.is_suspended
          and (p.is_announcement or p_kind <> 'announcement')
          and not private.is_blocked_between(p.user_id, p_reader_id))
        and (p_kind <> 'mention' or private.is_mentioned(p_id, p_reader_id))
      when 'game' then exists (
        select from public.games as g
          left join public.game_entries as e on e.game_id = g.id and e.user_id = p_reader_id
        where g.id = p_subject_id and case p_kind
          when 'game_closing' then g.status = 'active' and now() < g.end_date and e.id is null
          when 'game_to_settle' then g.status = 'active'
          when 'game_settled' then g.status = 'completed' and not e.is_winner
          when 'game_won' then g.status = 'completed' and e.is_winner
          else g.status in ('active', 'completed')
        end)
      when 'award' then exists (
        select from public.prize_awards as a
        where a.id = p_subject_id and (a.user_id = p_reader_id or v_reader.audience = 'admins') and case p_kind
          when 'claim_closes_week' then a.status <> 'claimed' and now() < a.claim_deadline
          when 'claim_closes_day' then a.status <> 'claimed' and now() < a.claim_deadline
          when 'claim_shipped' then a.fulfillment_status in ('shipped', 'delivered')
          when 'claim_delivered' then a.fulfillment_status = 'delivered'
          else true
        end)
      when 'removal' then exists (
        select from private.audit_log as l
        where l.id = p_subject_id and l.action = 'remove_prize' and l.subject_id = p_reader_id)
      when 'badge' then exists (
        select from public.user_badges as u where u.user_id = p_reader_id and u.badge_id = p_subject_id)
      when 'referral' then exists (
        select from public.referrals as r
        where r.id = p_subject_id and r.referrer_id = p_reader_id and (p_kind <> 'referral_waiting' or r.status = 'pending'))
      when 'member' then exists (select from public.profiles as p where p.id = p_subject_id)
      when 'video' then exists (select from public.live_videos as v where v.id = p_subject_id and v.is_active)
      when 'item' then exists (select from public.prize_items as i where i.id = p_subject_id)
      when 'report' then exists (
        select from private.report_cases as c
        where c.id = p_subject_id and c.decided_at is not null and case p_kind
          when 'warning' then c.decision = 'warn' and c.author_id = p_reader_id
          else exists (select from private.reports as r where r.case_id = c.id and r.reporter_id = p_reader_id)
        end)
      when 'case' then exists (
        select from private.report_cases as c
        where c.id = p_subject_id and c.decided_at is null
          and not coalesce(private.is_case_of(c, p_reader_id), false)
          and (v_reader.is_admin or not private.is_case_for_admins(c)))
      when 'role' then v_reader.is_admin or v_reader.is_moderator
      when 'appeal' then exists (
        select from private.appeals as a
        where a.id = p_subject_id and a.member_id = p_reader_id and a.decided_at is not null)
      when 'record' then exists (
        select from private.record_offers as o
        where o.id = p_subject_id and o.user_id = p_reader_id and o.decision is not null)
      else v_reader.is_suspended
    end;
  end
  $function$;
comment on function private.is_notification_shown(p_id uuid, p_kind text, p_subject_id uuid, p_created_at timestamp with time zone, p_is_for_all boolean, p_reader_id uuid) is 'Whether a reader who gets this notification may see its subject, and at least one of those who caused it, now.';

create function private.path_part(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
    select string_agg(
      case
        when c.sign ~ '[A-Za-z0-9_.~-]' then c.sign
        else upper(regexp_replace(encode(convert_to(c.sign, 'UTF8'), 'hex'), '(..)', '%\1', 'g'))
      end, '' order by c.place)
    from regexp_split_to_table(p_text, '') with ordinality as c (sign, place)
  $function$;
comment on function private.path_part(p_text text) is 'A text as a part of an address: UTF-8, percent-encoded.';

create function private.shown_actors(p_id uuid, OUT actor_count integer, OUT actors jsonb)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    with people as (
      select c.actor_id, max(c.created_at) as at
      from private.notification_causes as c
        join private.notifications as n on n.id = c.notification_id
        join private.notification_kinds as k on k.name = n.kind
        join public.profiles as a on a.id = c.actor_id and (not a.is_suspended or k.audience = 'admins')
      where c.notification_id = p_id
        and not exists (select from public.newsfeed_comments as h where h.id = c.cause_id and h.hidden_at is not null)
        and not exists (
          select from private.notification_mutes as m where m.user_id = n.user_id and m.subject_id = c.actor_id
        )
        and not private.is_blocked_between(n.user_id, c.actor_id)
      group by c.actor_id
    )
    select
      (select count(*)::integer from people),
      (
        select coalesce(
          jsonb_agg(jsonb_build_object('id', a.id, 'username', a.username, 'avatar_url', a.avatar_url)
            order by l.at desc, l.actor_id),
          '[]')
        from (select p.* from people as p order by p.at desc, p.actor_id limit 3) as l
          join public.profiles as a on a.id = l.actor_id
      )
  $function$;
comment on function private.shown_actors(p_id uuid, OUT actor_count integer, OUT actors jsonb) is 'How many different members caused a notification, and the last three under their present names; without those whom the reader has muted, and, except for admins, those who are suspended.';
