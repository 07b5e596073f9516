-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.tg_newsfeed__forget_causes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    -- What a deleted member caused was forgotten before, without a look-up for each row.
    delete from private.notification_causes as c
      where c.cause_id in (select o.id from old_rows as o join public.profiles as p on p.id = o.user_id);
    return null;
  end
  $function$;
comment on function private.tg_newsfeed__forget_causes() is 'Deleted comments and reactions are no longer the cause of a notification.';
