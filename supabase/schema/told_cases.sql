-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.depends_on_session(p_member_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return exists (
      select from public.profiles as p
      where p.id = p_member_id and (p.is_admin or p.is_moderator)
        and (
          exists (select from public.site_settings as s where s.admins_need_two_steps)
          or exists (select from auth.mfa_factors as f where f.user_id = p.id and f.status = 'verified')));
  end
  $function$;
comment on function private.depends_on_session(p_member_id uuid) is 'Whether what one of the team may see depends on the session: on the second step of signing in.';

create function private.is_told_of_case(p_case_id uuid, p_reader_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return exists (
      select from private.report_cases as c cross join public.profiles as p
      where c.id = p_case_id and p.id = p_reader_id and not p.is_suspended
        and (p.is_admin or p.is_moderator)
        and not coalesce(private.is_case_of(c, p.id), false)
        and (p.is_admin or not private.is_case_for_admins(c)));
  end
  $function$;
comment on function private.is_told_of_case(p_case_id uuid, p_reader_id uuid) is 'Whether one of the team is notified of a case while it is open: neither who is linked to it nor, of a case for admins, a moderator.';

create function private.note_cases(p_table text, p_cases uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if p_cases = '{}' then
      return;
    end if;
    perform private.note_table(p_table);
    if exists (
      select from private.report_cases as c
      where c.id = any (p_cases) and (c.decided_at is not null or not private.is_case_for_admins(c))
    ) then
      insert into private.live_pending (topic, kind) values ('moderation', p_table);
    end if;
  end
  $function$;
comment on function private.note_cases(p_table text, p_cases uuid[]) is 'Notes for admins that the table has changed with these cases, and for moderators if one of them is in their lists: all hear that topic, also the one whom an open case for admins is about.';

create function private.note_for_all(p_kind text, p_subject_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if exists (select from private.notification_kinds as k where k.name = p_kind and k.audience = 'admins') then
      perform private.note_table('notifications');
    elsif exists (select from private.notification_kinds as k where k.name = p_kind and k.audience = 'team') then
      perform private.note_members(
        array(
          select p.id from public.profiles as p
          where (p.is_admin or p.is_moderator)
            and (p_kind <> 'report_made' or private.is_told_of_case(p_subject_id, p.id))),
        'notifications');
    else
      insert into private.live_pending (topic, kind) values ('notices', 'notifications');
    end if;
  end
  $function$;
comment on function private.note_for_all(p_kind text, p_subject_id uuid) is 'Notes that notifications for all of an audience have changed; of a case, given as the subject, for those whom it is told.';

create function private.tg_report_cases__note_cases()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.note_cases('report_cases', array(select r.id from new_rows as r));
    return null;
  end
  $function$;
comment on function private.tg_report_cases__note_cases() is 'Notes for the team the cases that were changed.';

create function private.tg_reports__note_cases()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.note_cases('reports', array(select distinct r.case_id from new_rows as r));
    return null;
  end
  $function$;
comment on function private.tg_reports__note_cases() is 'Notes for the team the cases of new reports.';
