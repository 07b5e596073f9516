-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.tg_profiles__notify_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if not (new.is_admin and not old.is_admin) and not (new.is_moderator and not old.is_moderator) then
      -- It is no longer shown.
      perform private.note_members(array[new.id], 'notifications');
    elsif auth.uid() is not null and auth.uid() <> new.id then
      -- Not by the operator, who makes the first admin.
      perform private.notify('role_given', new.id, new.id, new.id, null);
    end if;
    return null;
  end
  $function$;
comment on function private.tg_profiles__notify_role() is 'For a member who was made a moderator or an admin by an admin.';

create function private.tg_report_cases__notify()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if tg_op <> 'INSERT' then
      perform private.note_for_all('report_made', new.id);
    elsif new.decided_at is null then
      perform private.notify_all('report_made', new.id);
    end if;
    return null;
  end
  $function$;
comment on function private.tg_report_cases__notify() is 'For the team: a case to be decided, without who reported or what. It is shown while the case is open. A case that begins with its decision is told to nobody.';
