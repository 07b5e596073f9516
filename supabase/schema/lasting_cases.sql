-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.left_suspensions (
  account_id uuid not null,
  suspensions integer not null,
  constraint left_suspensions_pkey PRIMARY KEY (account_id),
  constraint left_suspensions_positive CHECK (suspensions > 0)
);
comment on table private.left_suspensions is 'How often deleted accounts had been suspended, under their id in account_addresses, for the record of the next account.';

alter table private.left_suspensions enable row level security;

create function private.is_forsaken(p_case_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return exists (
      select from private.report_cases as c
      where c.id = p_case_id and c.decided_at is null and (
        c.left_at <= now() - interval '30 days'
        -- A case that was decided once is the admins' own.
        or (c.version = 0 and (
          select bool_and(coalesce(r.left_at <= r.created_at + interval '1 day', false))
          from private.reports as r where r.case_id = c.id
        ))
      )
    );
  end
  $function$;
comment on function private.is_forsaken(p_case_id uuid) is 'Whether an open case can be closed without a decision: its author left 30 days ago, or all reporters left within a day.';

create function private.report_of_request(p_request_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_request record;
  begin
    select r.relation, r.row_id into v_request
      from private.requests as r where r.owner_id = auth.uid() and r.request_id = p_request_id;
    if v_request.relation <> 'reports' then
      raise exception 'this request has been carried out before, and was no report'
        using errcode = 'PT409', hint = 'request_row(request_id) names the row that it made';
    end if;
    return v_request.row_id;
  end
  $function$;
comment on function private.report_of_request(p_request_id uuid) is 'The report that a request of the caller made; null if there is none, PT409 if the request made something else.';

create function private.return_cases(p_user_id uuid, p_former uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_case private.report_cases;
    v_subject_id uuid;
  begin
    for v_case in
      select c.* from private.report_cases as c where c.former_account_id = any (p_former) order by c.id for update
    loop
      v_subject_id := v_case.subject_id;
      -- One open case a member: of two accounts that left, each may have had one.
      if v_case.kind = 'member' and (v_case.decided_at is not null or not exists (
        select from private.report_cases as c where c.subject_id = p_user_id and c.decided_at is null
      )) then
        v_subject_id := p_user_id;
        update private.reports as r set subject_id = v_subject_id where r.case_id = v_case.id;
      end if;
      update private.report_cases as c set
          author_id = p_user_id,
          former_account_id = null,
          left_at = null,
          subject_id = v_subject_id
        where c.id = v_case.id;
      if v_case.decision = 'warn' and v_case.reason <> '' then
        perform private.notify('warning', p_user_id, v_case.id, v_case.id, null);
      elsif private.suspension_stands(v_case) then
        -- Decided while the account was being created: a new account has all earlier suspensions.
        insert into private.suspended_accounts (account_id, case_id, reason, ends_at)
          values (p_user_id, v_case.id, v_case.reason, v_case.ends_at)
          on conflict do nothing;
        update public.profiles as p set is_suspended = true where p.id = p_user_id and not p.is_suspended;
      end if;
    end loop;
  end
  $function$;
comment on function private.return_cases(p_user_id uuid, p_former uuid[]) is 'Makes a new account the author in the cases of earlier ones, and notifies it of the warnings given in the meantime.';

create function private.suspension_stands(p_case private.report_cases)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return p_case.decision = 'suspend' and exists (
      select from private.suspended_accounts as s
      where s.account_id in (p_case.author_id, p_case.former_account_id) and s.case_id = p_case.id
    );
  end
  $function$;
comment on function private.suspension_stands(p_case private.report_cases) is 'Whether the suspension of a case stands: it has not ended, and was neither lifted nor replaced by hand.';
