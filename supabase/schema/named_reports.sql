-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.describe_report(p_case_id uuid, p_reader_id uuid, OUT title text, OUT excerpt text, OUT path text, OUT details jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_case private.report_cases;
    v_seen record;
  begin
    select c.* into v_case from private.report_cases as c where c.id = p_case_id;
    details := jsonb_build_object('kind', v_case.kind, 'reported_at', (
      select max(r.created_at) from private.reports as r where r.case_id = p_case_id and r.reporter_id = p_reader_id));
    path := case v_case.kind when 'entry' then '/games' else '/newsfeed' end;
    select r.author_id, r.said into v_seen from private.reported(v_case.kind, v_case.subject_id) as r;
    -- Suspended members do not read the newsfeed. Of two in a block neither reads the other, nor what is below the other's post;
    -- the results of games show both.
    if v_seen.author_id is null
      or (v_case.kind in ('post', 'comment') and exists (
        select from public.profiles as p where p.id = p_reader_id and p.is_suspended))
      or (v_case.kind <> 'entry' and private.is_blocked_between(p_reader_id, v_seen.author_id))
      or (v_case.kind = 'comment' and exists (
        select from public.newsfeed_comments as c join public.newsfeed_posts as p on p.id = c.post_id
        where c.id = v_case.subject_id and private.is_blocked_between(p_reader_id, p.user_id)))
    then
      return;
    end if;
    title := (select p.username from public.profiles as p where p.id = v_seen.author_id);
    if v_case.kind in ('post', 'comment') then
      excerpt := private.excerpt(v_seen.said);
    end if;
    path := case v_case.kind
      when 'post' then '/newsfeed/' || v_case.subject_id
      when 'comment' then (
        select '/newsfeed/' || c.post_id || '#comment-' || c.id
        from public.newsfeed_comments as c where c.id = v_case.subject_id)
      when 'member' then '/members/' || private.path_part(title)
      else (select '/games/' || e.game_id from public.game_entries as e where e.id = v_case.subject_id)
    end;
  end
  $function$;
comment on function private.describe_report(p_case_id uuid, p_reader_id uuid, OUT title text, OUT excerpt text, OUT path text, OUT details jsonb) is 'What a reporter learns of the thing that they reported: author, text and address while they can open it, in any case the kind and when they reported it.';
