-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.hiding_reporters(p_case_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (
      with in_time as materialized (
        select r.reporter_id, private.address_hash(u.email) as mailbox
        from private.reports as r
          join public.profiles as p on p.id = r.reporter_id
          join auth.users as u on u.id = r.reporter_id
        where r.case_id = p_case_id and not p.is_suspended and p.created_at <= r.created_at - interval '7 days'
      ), earlier as materialized (
        select a.mailbox_hash as mailbox
        from private.report_cases as c
          join private.report_cases as k on k.subject_id = c.subject_id and k.id <> c.id
          join private.reports as r on r.case_id = k.id
          join private.account_addresses as a on a.account_id = coalesce(r.reporter_id, r.former_account_id)
        where c.id = p_case_id
      )
      select count(distinct i.mailbox)
      from in_time as i
      where not exists (select from earlier as e where e.mailbox = i.mailbox) and private.is_heeded_reporter(i.reporter_id)
    );
  end
  $function$;
comment on function private.hiding_reporters(p_case_id uuid) is 'How many mailboxes count toward hiding the subject of a case: of members who had been in the club for a week when they reported, are not suspended, are heeded, and did not report the same in an earlier case.';

create function private.is_heeded_reporter(p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_lives constant uuid[] := private.lives_of(p_user_id, true);
  begin
    return (
      select k.dismissed < 3 or k.dismissed <= k.upheld
      from (
        select
          count(*) filter (where c.decision = 'dismiss') as dismissed,
          count(*) filter (where c.decision in ('hide', 'remove', 'warn', 'suspend')) as upheld
        from private.report_cases as c
        where c.decided_at > now() - interval '90 days'
          and c.id in (
            select r.case_id from private.reports as r where r.reporter_id = any (v_lives)
            union
            select r.case_id from private.reports as r where r.former_account_id = any (v_lives)
          )
      ) as k
    );
  end
  $function$;
comment on function private.is_heeded_reporter(p_user_id uuid) is 'Whether the reports of a person help to hide. Not if three or more of the cases were dismissed in the last 90 days, and more than were upheld.';
