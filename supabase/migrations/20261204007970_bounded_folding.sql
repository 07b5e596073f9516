-- PostgreSQL's normalize takes time by the square of the combining marks in a row, and nothing can end it meanwhile. A path
-- of 120 KB whose end was taken for a name kept a connection for longer than a minute.

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.username_key(p_username text) returns text
  language sql immutable parallel safe set search_path = ''
  as $$
    select lower((case when char_length(p_username) <= 2000 then normalize(p_username, nfkc) else p_username end)
      collate "und-x-icu")
  $$;
comment on function private.username_key(text) is
  'Usernames with the same key are the same, whatever the locale of the database: case and compatibility forms are ignored. '
  'Text of more than 2,000 characters is no name, and keeps its compatibility forms.';

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
    elsif p_path like '/members/_%' then
      -- The name as it is now, or as it was: both lead to the page.
      v_shown := array(
        select m.id from private.member_of_name(substring(p_path from 10)) as m (id) where m.id is not null);
    else
      v_shown := array(
        select f.id::uuid
        from substring(right(p_path, 36) from '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$') as f (id)
        where f.id is not null);
    end if;
    return v_shown || private.decided_reports_about(v_shown, p_reader_id);
  end
  $$;
comment on function private.subjects_of_path(text, uuid) is
  'The subjects that an address shows: the one whose ID or name ends it with the decided reports about it, the active '
  'video, the reader''s referrals, or the notice of the reader''s suspension.';
