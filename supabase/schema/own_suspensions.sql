-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.is_own_suspension(p_member_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_mine constant uuid[] := private.lives_of(auth.uid(), true);
    v_lives constant uuid[] := private.lives_of(p_member_id);
  begin
    return (
      p_member_id = any (v_mine) and (not private.is_admin() or exists (
        select from public.profiles as p where p.is_admin and not p.is_suspended and p.id <> all (v_mine)
      ))
    ) or exists (
      select from private.suspended_accounts as s join private.report_cases as c on c.id = s.case_id
      where s.account_id = any (v_lives) and not private.may_decide(c)
    );
  end
  $function$;
comment on function private.is_own_suspension(p_member_id uuid) is 'Whether a suspension of a member is the caller''s own business, so that another admin decides about it: the account is one of the caller''s, or a case of the suspension is one that the caller may not decide. False for the last admin of all.';

create function private.leave_own_suspension(p_member_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if exists (select from private.suspended_accounts as s where s.account_id = p_member_id)
      and private.is_own_suspension(p_member_id)
    then
      raise exception 'nobody decides about themselves' using errcode = 'RP007', hint = 'another admin decides';
    end if;
  end
  $function$;
comment on function private.leave_own_suspension(p_member_id uuid) is 'Refuses an admin the end or the replacement of a suspension that is their own business (RP007).';

grant execute on function private.leave_own_suspension(p_member_id uuid) to authenticated;
