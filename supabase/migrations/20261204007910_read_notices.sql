-- The notice in place of the newsfeed marks the notification of a suspension as read, and the address of what was reported
-- marks for those who reported it that the report was dealt with.

-- Functions ------------------------------------------------------------------------------------------------

create function private.decided_reports_about(p_subjects uuid[], p_reader_id uuid) returns uuid[]
  language sql stable security definer set search_path = ''
  as $$
    select array(
      select c.id
      from private.notifications as n
        join private.report_cases as c on c.id = n.subject_id
        left join public.newsfeed_comments as m on c.kind = 'comment' and m.id = c.subject_id
        left join public.game_entries as e on c.kind = 'entry' and e.id = c.subject_id
      where n.user_id = p_reader_id and n.read_at is null and n.kind = 'report_decided'
        and case c.kind when 'comment' then m.post_id when 'entry' then e.game_id else c.subject_id end = any (p_subjects))
  $$;
comment on function private.decided_reports_about(uuid[], uuid) is
  'The cases of which the reader has an unread notification that a report was dealt with, and which concern a post or its '
  'comments, a member, or a game or its photos.';
revoke execute on function private.decided_reports_about(uuid[], uuid) from public, anon, authenticated, service_role;

create or replace function private.subjects_of_path(p_path text, p_reader_id uuid) returns uuid[]
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_shown uuid[];
  begin
    if p_path = '/live' then
      return array(select v.id from public.live_videos as v where v.is_active);
    elsif p_path = '/profile' then
      return array(
        select n.subject_id
        from private.notifications as n join private.notification_kinds as k on k.name = n.kind
        where n.user_id = p_reader_id and n.read_at is null and k.subject = 'referral'
        order by n.updated_at desc
        limit 200);
    elsif p_path = '/newsfeed' then
      -- In its place a suspended member reads the notice of the suspension, whose subject is the member.
      return array(select p.id from public.profiles as p where p.id = p_reader_id and p.is_suspended);
    elsif p_path ~ '^/members/.' then
      v_shown := array(
        select p.id from public.profiles as p
        where private.username_key(p.username) = private.username_key(substring(p_path from 10)));
    else
      v_shown := array(
        select f.id::uuid
        from substring(p_path from '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$') as f (id)
        where f.id is not null);
    end if;
    return v_shown || private.decided_reports_about(v_shown, p_reader_id);
  end
  $$;
comment on function private.subjects_of_path(text, uuid) is
  'The subjects that an address shows: the one whose ID or name ends it with the decided reports about it, the active '
  'video, the reader''s referrals, or the notice of the reader''s suspension.';
