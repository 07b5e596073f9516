-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.subjects_of_path(p_path text, p_reader_id uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      -- In its place a suspended member reads the notice of the suspension, whose subject is the member, and what was
      -- decided about the member's answer.
      return array(
        select unnest(array[p.id, s.appeal_id])
        from public.profiles as p left join private.suspended_accounts as s on s.account_id = p.id
        where p.id = p_reader_id and p.is_suspended);
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
  $function$;
comment on function private.subjects_of_path(p_path text, p_reader_id uuid) is 'The subjects that an address shows: the one whose ID or name ends it with the decided reports about it, the active video, the reader''s referrals, or the notice of the reader''s suspension.';
