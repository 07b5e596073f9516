-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.decided_reports_about(p_subjects uuid[], p_reader_id uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select array(
      select c.id
      from private.notifications as n
        join private.report_cases as c on c.id = n.subject_id
        left join public.newsfeed_comments as m on c.kind = 'comment' and m.id = c.subject_id
        left join public.game_entries as e on c.kind = 'entry' and e.id = c.subject_id
      where n.user_id = p_reader_id and n.read_at is null and n.kind = 'report_decided'
        and case c.kind when 'comment' then m.post_id when 'entry' then e.game_id else c.subject_id end = any (p_subjects))
  $function$;
comment on function private.decided_reports_about(p_subjects uuid[], p_reader_id uuid) is 'The cases of which the reader has an unread notification that a report was dealt with, and which concern a post or its comments, a member, or a game or its photos.';
