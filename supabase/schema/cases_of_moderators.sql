-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.cases_to_decide()
 RETURNS SETOF private.report_cases
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    -- Once, not for each case: a club has a handful of team members, and may have thousands of cases.
    v_team uuid[];
  begin
    if private.is_admin() then
      return query select c.* from private.report_cases as c where c.decided_at is null;
      return;
    end if;
    v_team := array(
      select l.id
      from public.profiles as p cross join lateral unnest(private.lives_of(p.id, true)) as l (id)
      where p.is_admin or p.is_moderator);
    return query
      select c.* from private.report_cases as c
      where c.decided_at is null
        and not coalesce(coalesce(c.author_id, c.former_account_id) = any (v_team), false)
        and not (c.kind = 'post' and exists (
          select from public.newsfeed_posts as p
          where p.id = c.subject_id and (p.type <> 'post' or p.is_announcement)
        ));
  end
  $function$;
comment on function private.cases_to_decide() is 'The open cases: for an admin all, for a moderator without those that is_case_for_admins is true of.';

create function private.is_undone(p_entry_id uuid, p_lives uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_at constant timestamptz := (select l.created_at from private.audit_log as l where l.id = p_entry_id);
  begin
    -- A decision and its suspension have the time of one transaction. Decisions are undone in the opposite order.
    return exists (
      select from private.audit_log as l
      where l.subject_id = any (p_lives) and l.action = 'decide_report' and l.details ->> 'decision' = 'suspend'
        and l.created_at = v_at
    ) and exists (
      select
      from (
        select sum(case l.action when 'decide_report' then 1 else -1 end) over (order by l.created_at) as open
        from private.audit_log as l
        where l.subject_id = any (p_lives) and l.action in ('decide_report', 'reopen_report')
          and l.details ->> 'decision' = 'suspend' and l.created_at >= v_at
      ) as d
      where d.open <= 0
    );
  end
  $function$;
comment on function private.is_undone(p_entry_id uuid, p_lives uuid[]) is 'Whether an entry of the audit trail is a suspension by a decision that was undone. The second argument has the accounts of the person.';
