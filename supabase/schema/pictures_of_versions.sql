-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.has_reported(p_lives uuid[], p_kind text, p_subject_id uuid, p_said text, p_pictures text[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return exists (
      select
      from (
          select r.case_id, r.said, r.pictures_key, r.was_shown from private.reports as r
          where r.reporter_id = any (p_lives) and r.subject_id = p_subject_id
          union all
          select r.case_id, r.said, r.pictures_key, r.was_shown from private.reports as r
          where r.former_account_id = any (p_lives) and r.subject_id = p_subject_id
        ) as o
        join private.report_cases as c on c.id = o.case_id
      where o.said = p_said and coalesce(o.pictures_key = md5(array_to_string(p_pictures, ' ')), true) and o.was_shown and c.decision is distinct from 'gone'
        and (p_kind <> 'member' or c.decided_at is null or c.decided_at > now() - interval '30 days')
    );
  end
  $function$;
comment on function private.has_reported(p_lives uuid[], p_kind text, p_subject_id uuid, p_said text, p_pictures text[]) is 'Whether one of these accounts reported a thing as it is now, with its pictures. Not counted: a version that was not shown when the case was decided, a case closed without a decision, and for a member one that was decided 30 days ago.';

create function private.pictures_now(p_kind text, p_subject_id uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return array(
      select f.address
      from (
        select private.named_files(to_jsonb(p), '{image_url,more_images}')
        from public.newsfeed_posts as p where p_kind = 'post' and p.id = p_subject_id
        union
        select private.named_files(to_jsonb(p), '{avatar_url,fishing_photos}')
        from public.profiles as p where p_kind = 'member' and p.id = p_subject_id
        union
        select coalesce(e.photo_url, private.hidden_entry_photo(e.id))
        from public.game_entries as e where p_kind = 'entry' and e.id = p_subject_id
      ) as f (address)
      where f.address is not null
      order by f.address
    );
  end
  $function$;
comment on function private.pictures_now(p_kind text, p_subject_id uuid) is 'The pictures of a post, a profile or an entry in our buckets, in the order of their addresses, also of a hidden one; of a comment none.';
