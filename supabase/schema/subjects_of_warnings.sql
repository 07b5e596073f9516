-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.describe_warned(p_case_id uuid, p_reader_id uuid, OUT path text, OUT details jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.describe_warned(p_case_id uuid, p_reader_id uuid, OUT path text, OUT details jsonb) is 'What a warning is about: the kind, and the address while its author can open it, otherwise when it was reported.';
