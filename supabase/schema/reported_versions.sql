-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.reported_versions(p_case_id uuid)
 RETURNS TABLE(place bigint, said text, reports bigint, was_shown boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return query
      select row_number() over (order by count(*) desc, min(r.created_at), r.said), r.said, count(*),
        case
          when c.decided_at is null then coalesce(r.said = private.text_now(c.kind, c.subject_id), false)
          else bool_or(r.was_shown)
        end
      from private.report_cases as c join private.reports as r on r.case_id = c.id
      where c.id = p_case_id and r.said <> ''
      group by c.id, r.said;
  end
  $function$;
comment on function private.reported_versions(p_case_id uuid) is 'The versions of a text that were reported in a case, the one with the most reports first. was_shown: whether it is the text of today or, in a decided case, was that of the decision.';

create function private.text_now(p_kind text, p_subject_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return case p_kind
      when 'post' then (select p.content from public.newsfeed_posts as p where p.id = p_subject_id)
      when 'comment' then (select c.content from public.newsfeed_comments as c where c.id = p_subject_id)
      when 'entry' then (
        select '' from public.game_entries as e
        where e.id = p_subject_id and coalesce(e.photo_url, private.hidden_entry_photo(e.id)) is not null
      )
      else (
        select concat_ws(E'\n', p.username, nullif(p.fishing_area, ''), nullif(p.bio, ''))
        from public.profiles as p where p.id = p_subject_id
      )
    end;
  end
  $function$;
comment on function private.text_now(p_kind text, p_subject_id uuid) is 'The text of a post, comment or profile as reports store it, also of a hidden one; empty for the photo of an entry; null when it is deleted.';

create function private.tg_report_cases__answer_versions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_text constant text := private.text_now(new.kind, new.subject_id);
    v_pictures constant text[] := private.pictures_now(new.kind, new.subject_id);
  begin
    update private.reports as r set
        was_shown = new.decided_at is null or coalesce(r.said = v_text and r.pictures <@ v_pictures, false)
      where r.case_id = new.id;
    return null;
  end
  $function$;
comment on function private.tg_report_cases__answer_versions() is 'Notes which of the reported versions was shown, with its pictures, when an admin decided; an undoing takes that back.';
