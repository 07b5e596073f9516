-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.add_suspension(p_account_id uuid, p_case_id uuid, p_reason text, p_ends_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_lives constant uuid[] := private.lives_of(p_account_id);
    v_since timestamptz;
    v_appeal_id uuid;
    v_old jsonb;
    v_new jsonb;
  begin
    -- The profile comes before its suspensions, as in every function that changes both.
    perform from public.profiles as p where p.id = p_account_id for no key update;
    select s.since, jsonb_build_object('reason', s.reason, 'ends_at', s.ends_at) into v_since, v_old
      from private.suspension_of(p_account_id) as s;
    if p_case_id is null then
      -- A suspension that is made longer or shorter has been answered, if it was before.
      v_appeal_id := (
        select s.appeal_id from private.suspended_accounts as s
        where s.account_id = p_account_id and s.appeal_id is not null
        order by s.ends_at desc nulls first, s.created_at desc, s.id limit 1
      );
      delete from private.suspended_accounts as s where s.account_id = any (v_lives);
    end if;
    insert into private.suspended_accounts (account_id, case_id, reason, ends_at, created_at, appeal_id)
      values (
        p_account_id, p_case_id, p_reason, p_ends_at, coalesce(case when p_case_id is null then v_since end, now()),
        v_appeal_id)
      on conflict (account_id, case_id) do update set reason = excluded.reason, ends_at = excluded.ends_at;
    update public.profiles as p set is_suspended = true where p.id = p_account_id and not p.is_suspended;
    if found then
      return;
    end if;
    select jsonb_build_object('reason', s.reason, 'ends_at', s.ends_at) into v_new
      from private.suspension_of(p_account_id) as s;
    if v_old is distinct from v_new and exists (select from public.profiles as p where p.id = p_account_id) then
      perform private.audit_member('edit_suspension', p_account_id, jsonb_build_object('before', v_old, 'after', v_new));
    end if;
  end
  $function$;
comment on function private.add_suspension(p_account_id uuid, p_case_id uuid, p_reason text, p_ends_at timestamp with time zone) is 'Suspends an account, or the next one of a person who has left, by the decision of a case or, without a case, by hand. One by hand replaces all that stand.';

create function private.drop_suspensions(p_account_id uuid, p_case_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_old jsonb;
    v_new jsonb;
    v_dropped integer;
  begin
    select jsonb_build_object('reason', s.reason, 'ends_at', s.ends_at) into v_old
      from private.suspension_of(p_account_id) as s;
    delete from private.suspended_accounts as s
      where s.account_id = p_account_id
        and case when p_case_id is null then s.ends_at <= now() else s.case_id = p_case_id end;
    get diagnostics v_dropped = row_count;
    select jsonb_build_object('reason', s.reason, 'ends_at', s.ends_at) into v_new
      from private.suspension_of(p_account_id) as s;
    if v_new is null then
      update public.profiles as p set is_suspended = false where p.id = p_account_id and p.is_suspended;
    elsif v_old <> v_new and exists (select from public.profiles as p where p.id = p_account_id) then
      perform private.audit_member('edit_suspension', p_account_id, jsonb_build_object('before', v_old, 'after', v_new));
    end if;
    return v_dropped;
  end
  $function$;
comment on function private.drop_suspensions(p_account_id uuid, p_case_id uuid) is 'Ends the suspension of an account by a case or, without a case, those whose end has come; returns how many. The account stays suspended while another stands. The caller has locked the profile.';

create function private.suspension_of(p_account_id uuid)
 RETURNS TABLE(reason text, since timestamp with time zone, ends_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return query
      select s.reason, min(s.created_at) over (), s.ends_at
      from private.suspended_accounts as s
      where s.account_id = p_account_id
      order by s.ends_at desc nulls first, s.created_at desc, s.id
      limit 1;
  end
  $function$;
comment on function private.suspension_of(p_account_id uuid) is 'The suspension of an account that counts: of those that stand the one that ends last, of two without an end the later. since: when the first of them began. No row if there is none.';

create function private.undo_suspension(p_case_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_id uuid;
  begin
    for v_id in
      select s.account_id from private.suspended_accounts as s where s.case_id = p_case_id order by s.account_id
    loop
      perform from public.profiles as p where p.id = v_id for no key update;
      perform private.drop_suspensions(v_id, p_case_id);
    end loop;
  end
  $function$;
comment on function private.undo_suspension(p_case_id uuid) is 'Ends the suspension by a case for all accounts of the person. What was lifted or replaced since is no longer of the case, and that later act stands.';
