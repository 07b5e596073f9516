-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.is_case_of(p_case private.report_cases, p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_lives constant uuid[] := private.lives_of(p_user_id, true);
  begin
    return coalesce(p_case.author_id, p_case.former_account_id) = any (v_lives) or exists (
      select from private.linked_admins as k where k.case_id = p_case.id and k.account_id = any (v_lives)
    );
  end
  $function$;
comment on function private.is_case_of(p_case private.report_cases, p_user_id uuid) is 'Whether a case is about this person, or its author has made them an admin or a moderator or set their password since it was opened, directly or through others. Accounts of one person are one.';

create function private.may_decide(p_case private.report_cases)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_lives constant uuid[] := private.lives_of(auth.uid(), true);
  begin
    if not coalesce(private.is_case_of(p_case, auth.uid()), false) then
      return true;
    end if;
    -- A moderator leaves it to the admins, of whom there is always one.
    if not private.is_admin() then
      return false;
    end if;
    if exists (
      select from public.profiles as p where p.is_admin and not p.is_suspended and not private.is_case_of(p_case, p.id)
    ) or exists (select from private.narrowed_cases as n where n.case_id = p_case.id) then
      return false;
    end if;
    -- Among those who remain, everyone comes before the author.
    return coalesce(p_case.author_id, p_case.former_account_id) <> all (v_lives)
      or not exists (
        select from public.profiles as p where p.is_admin and not p.is_suspended and p.id <> all (v_lives)
      );
  end
  $function$;
comment on function private.may_decide(p_case private.report_cases) is 'Whether the caller, of the team, may decide a case, as far as it is their own. A moderator never decides one that they are linked to. An admin who is linked to it may if there is no other, and the author if there is no other admin at all; those who are suspended do not count. Neither may once they have taken the rights of another.';
