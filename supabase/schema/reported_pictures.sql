-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.tg_reports__copy_pictures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    new.pictures := array(
      select f.address
      from private.report_cases as c
        cross join lateral (
          select private.named_files(to_jsonb(p), '{image_url}')
          from public.newsfeed_posts as p where c.kind = 'post' and p.id = new.subject_id
          union
          select private.named_files(to_jsonb(p), '{avatar_url,fishing_photos}')
          from public.profiles as p where c.kind = 'member' and p.id = new.subject_id
        ) as f (address)
      where c.id = new.case_id
      order by f.address
    );
    perform private.lock_file_names(
      array(select substr(a.address, char_length('/storage/v1/object/public/') + 1) from unnest(new.pictures) as a (address)),
      false);
    return new;
  end
  $function$;
comment on function private.tg_reports__copy_pictures() is 'Notes the pictures of a reported post or profile, and waits for a request that is deleting them.';
