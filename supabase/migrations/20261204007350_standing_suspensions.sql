-- A suspension names the case that it is of. Several can stand at the same time, and the one that ends last counts: undoing
-- one decision neither lifts another nor gives back one that was undone.

-- Tables ---------------------------------------------------------------------------------------------------

alter table private.suspended_accounts
  add column id uuid not null default gen_random_uuid(),
  -- No foreign key: a suspension outlasts its case.
  add column case_id uuid,
  drop constraint suspended_accounts_pkey,
  add constraint suspended_accounts_pkey primary key (id),
  add constraint suspended_accounts_once unique nulls not distinct (account_id, case_id);
comment on table private.suspended_accounts is
  'The suspensions that stand, also those of deleted accounts under their id in account_addresses: a new account of the '
  'same person has them too. An account has one for each case that suspends it and one by hand. The one that ends last '
  'counts.';
comment on column private.suspended_accounts.case_id is 'The case whose decision it is; null for a suspension by hand.';

-- Indexes --------------------------------------------------------------------------------------------------

create index suspended_accounts_case on private.suspended_accounts (case_id) where case_id is not null;

-- Functions: the suspensions of an account -----------------------------------------------------------------

create function private.suspension_of(p_account_id uuid) returns table (reason text, since timestamptz, ends_at timestamptz)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      select s.reason, min(s.created_at) over (), s.ends_at
      from private.suspended_accounts as s
      where s.account_id = p_account_id
      order by s.ends_at desc nulls first, s.created_at desc, s.id
      limit 1;
  end
  $$;
comment on function private.suspension_of(uuid) is
  'The suspension of an account that counts: of those that stand the one that ends last, of two without an end the later. '
  'since: when the first of them began. No row if there is none.';

create function private.add_suspension(p_account_id uuid, p_case_id uuid, p_reason text, p_ends_at timestamptz) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_lives constant uuid[] := private.lives_of(p_account_id);
    v_since timestamptz;
    v_old jsonb;
    v_new jsonb;
  begin
    -- The profile comes before its suspensions, as in every function that changes both.
    perform from public.profiles as p where p.id = p_account_id for no key update;
    select s.since, jsonb_build_object('reason', s.reason, 'ends_at', s.ends_at) into v_since, v_old
      from private.suspension_of(p_account_id) as s;
    if p_case_id is null then
      delete from private.suspended_accounts as s where s.account_id = any (v_lives);
    end if;
    insert into private.suspended_accounts (account_id, case_id, reason, ends_at, created_at)
      values (
        p_account_id, p_case_id, p_reason, p_ends_at, coalesce(case when p_case_id is null then v_since end, now()))
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
  $$;
comment on function private.add_suspension(uuid, uuid, text, timestamptz) is
  'Suspends an account, or the next one of a person who has left, by the decision of a case or, without a case, by hand. '
  'One by hand replaces all that stand.';

create function private.drop_suspensions(p_account_id uuid, p_case_id uuid) returns integer
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
comment on function private.drop_suspensions(uuid, uuid) is
  'Ends the suspension of an account by a case or, without a case, those whose end has come; returns how many. The account '
  'stays suspended while another stands. The caller has locked the profile.';

create or replace function private.tg_profiles__remember_suspension() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_lives uuid[];
  begin
    -- An end or an undoing has deleted the rows before, and what stands for other accounts remains.
    if not new.is_suspended and exists (select from private.suspended_accounts as s where s.account_id = new.id) then
      -- Lifted by hand: also the suspensions of earlier accounts of the person, which this account has taken over.
      v_lives := private.lives_of(new.id);
      delete from private.suspended_accounts as s where s.account_id = any (v_lives);
    elsif new.is_suspended then
      insert into private.suspended_accounts (account_id)
        select new.id where not exists (select from private.suspended_accounts as s where s.account_id = new.id);
    end if;
    return null;
  end
  $$;

create or replace function private.tg_profiles__keep_suspension() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_lives uuid[];
  begin
    -- An upsert of an existing profile fires this trigger too; the existing row decides, not the address.
    if exists (select from public.profiles as p where p.id = new.id) then
      return new;
    end if;
    v_lives := private.lives_of(new.id, true);
    -- Waits for decisions that are being made or undone: they do not see this account yet. In the order of return_cases.
    perform from private.report_cases as c
      where c.former_account_id = any (v_lives)
        or c.id in (select s.case_id from private.suspended_accounts as s where s.account_id = any (v_lives))
      order by c.id for update;
    -- Of several by hand the one that ends last.
    insert into private.suspended_accounts (account_id, case_id, reason, ends_at, created_at)
      select new.id, s.case_id, s.reason, s.ends_at, s.created_at from private.suspended_accounts as s
      where s.account_id = any (v_lives) order by s.ends_at desc nulls first, s.created_at desc
      on conflict do nothing;
    new.is_suspended := new.is_suspended
      or exists (select from private.suspended_accounts as s where s.account_id = new.id);
    return new;
  end
  $$;

create or replace function private.suspension_details(p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return coalesce((
      select jsonb_build_object('after', jsonb_build_object('reason', s.reason, 'ends_at', s.ends_at))
      from private.suspension_of(p_user_id) as s
      where s.reason <> ''
    ), '{}');
  end
  $$;

create or replace function private.suspend_member(p_user_id uuid, p_reason text, p_ends_at timestamptz) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_reason constant text := btrim(coalesce(p_reason, ''), E' \t\r\n');
  begin
    perform private.require_admin();
    if not private.has_text(v_reason) then
      raise exception 'a suspension needs a reason' using errcode = '22023';
    end if;
    if p_ends_at <= now() or p_ends_at > now() + interval '366 days' then
      raise exception 'a suspension ends within 366 days, or when it is lifted' using errcode = '22023';
    end if;
    perform private.hold_gate();
    if not exists (select from public.profiles as p where p.id = p_user_id) then
      raise exception 'user not found' using errcode = 'PT404';
    end if;
    perform private.add_suspension(p_user_id, null, v_reason, p_ends_at);
  end
  $$;
comment on function private.suspend_member(uuid, text, timestamptz) is
  'Suspends a member from the newsfeed by hand, in place of all suspensions that stand. Admins only.';
comment on function public.suspend_member(uuid, text, timestamptz) is
  'Suspends a member from the newsfeed with a reason that the member reads, until a moment within 366 days or until it is '
  'lifted; for a suspended member, changes both, in place of all suspensions that stand. Admins only (42501); 22023 without '
  'a reason or for another end; PT404.';

create or replace function private.end_suspensions() returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_id uuid;
    v_ended integer := 0;
  begin
    -- The gate comes before the rows, as in every writer.
    perform private.hold_gate();
    for v_id in
      select distinct s.account_id from private.suspended_accounts as s where s.ends_at <= now() order by s.account_id
    loop
      -- What somebody is changing at this moment is for the next run.
      perform from public.profiles as p where p.id = v_id for no key update skip locked;
      continue when not found and exists (select from public.profiles as p where p.id = v_id);
      v_ended := v_ended + private.drop_suspensions(v_id, null);
    end loop;
    return v_ended;
  end
  $$;

create or replace function private.suspended_until(p_user_id uuid) returns timestamptz
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if not private.is_admin() then
      return null;
    end if;
    return (select s.ends_at from private.suspension_of(p_user_id) as s);
  end
  $$;

create or replace function private.my_suspension() returns table (reason text, since timestamptz, ends_at timestamptz)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      select s.reason, s.since, s.ends_at from private.suspension_of(auth.uid()) as s where private.is_suspended();
  end
  $$;

-- Functions: decisions and their undoing -------------------------------------------------------------------

create or replace function private.suspension_stands(p_case private.report_cases) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return p_case.decision = 'suspend' and exists (
      select from private.suspended_accounts as s
      where s.account_id in (p_case.author_id, p_case.former_account_id) and s.case_id = p_case.id
    );
  end
  $$;
comment on function private.suspension_stands(private.report_cases) is
  'Whether the suspension of a case stands: it has not ended, and was neither lifted nor replaced by hand.';

drop function private.suspend_former(uuid, text, timestamptz);

create or replace function private.decide_report(
  p_case_id uuid, p_seen integer, p_decision text, p_reason text, p_hides boolean, p_days integer
) returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_is_told constant boolean := coalesce(p_decision in ('warn', 'suspend'), false);
    v_reason constant text := case when v_is_told then btrim(coalesce(p_reason, ''), E' \t\r\n') else '' end;
    v_days constant integer := case p_decision when 'suspend' then p_days end;
    v_ends_at constant timestamptz := now() + v_days * interval '1 day';
    v_hides boolean;
    v_account_id uuid;
    v_case private.report_cases;
  begin
    perform private.require_admin();
    if p_seen is null then
      raise exception 'a decision names the version that was seen' using errcode = '22023';
    end if;
    if p_decision is null or p_decision not in ('dismiss', 'hide', 'remove', 'warn', 'suspend') then
      raise exception 'unknown decision' using errcode = '22023';
    end if;
    if v_is_told and not private.has_text(v_reason) then
      raise exception 'a warning or suspension needs a reason' using errcode = '22023';
    end if;
    if v_days not in (1, 7, 30) then
      raise exception 'a suspension lasts 1, 7 or 30 days, or until it is lifted' using errcode = '22023';
    end if;
    perform private.hold_gate();
    select c.* into v_case from private.report_cases as c where c.id = p_case_id for update;
    if not found then
      raise exception 'there is no such case' using errcode = 'PT404';
    end if;
    if v_case.kind = 'member' and p_decision in ('hide', 'remove') then
      raise exception 'a member cannot be hidden' using errcode = '22023';
    end if;
    v_hides := v_case.kind <> 'member' and (p_decision in ('hide', 'remove') or (v_is_told and coalesce(p_hides, false)));
    if v_case.decided_at is not null or v_case.version <> p_seen then
      -- The same decision by the same admin: the answer to the first attempt was lost.
      if v_case.decided_by = auth.uid() and v_case.version = p_seen + 1
        and (v_case.decision, v_case.reason, v_case.hides) = (p_decision, v_reason, v_hides)
        and v_case.days is not distinct from v_days
      then
        return v_case.version;
      end if;
      raise exception 'the case has been decided'
        using errcode = 'RP004', detail = coalesce(
          (select p.username from public.profiles as p where p.id = v_case.decided_by), '');
    end if;
    v_account_id := coalesce(v_case.author_id, v_case.former_account_id);
    if v_is_told and v_account_id is null then
      raise exception 'user not found' using errcode = 'PT404';
    end if;
    update private.report_cases as c set
        version = c.version + 1,
        decision = p_decision,
        hides = v_hides,
        days = v_days,
        reason = v_reason,
        ends_at = v_ends_at,
        decided_by = auth.uid(),
        decided_at = now()
      where c.id = v_case.id;
    perform private.hide_content(v_case.kind, v_case.subject_id, v_hides);
    -- Of an author who left, a warning waits in the case (return_cases).
    if p_decision = 'suspend' then
      if v_case.author_id is null
        and not exists (select from private.suspended_accounts as s where s.account_id = v_account_id)
      then
        insert into private.left_suspensions as l (account_id, suspensions) values (v_account_id, 1)
          on conflict (account_id) do update set suspensions = l.suspensions + 1;
      end if;
      perform private.add_suspension(v_account_id, v_case.id, v_reason, v_ends_at);
    elsif p_decision = 'warn' then
      perform private.notify('warning', v_case.author_id, v_case.id, v_case.id, null);
    end if;
    perform private.tell_reporters(v_case.id);
    perform private.audit_member(
      'decide_report', v_case.author_id,
      jsonb_strip_nulls(jsonb_build_object(
        'kind', v_case.kind, 'decision', p_decision, 'hides', case when v_is_told then v_hides end, 'days', v_days,
        -- An entry without a member is not cleared when one leaves.
        'reason', case when v_case.author_id is not null then nullif(v_reason, '') end)));
    return v_case.version + 1;
  end
  $$;

drop function private.undo_suspension(private.report_cases);
create function private.undo_suspension(p_case_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
comment on function private.undo_suspension(uuid) is
  'Ends the suspension by a case for all accounts of the person. What was lifted or replaced since is no longer of the '
  'case, and that later act stands.';

create or replace function private.reopen_report(p_case_id uuid, p_seen integer) returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_case private.report_cases;
  begin
    perform private.require_admin();
    if p_seen is null then
      raise exception 'an undoing names the version that was seen' using errcode = '22023';
    end if;
    perform private.hold_gate();
    select c.* into v_case from private.report_cases as c where c.id = p_case_id for update;
    if not found then
      raise exception 'there is no such case' using errcode = 'PT404';
    end if;
    if v_case.decided_at is null and v_case.version = p_seen + 1 then
      -- It is open, as the caller wants it.
      return v_case.version;
    end if;
    if v_case.decided_at is null or v_case.version <> p_seen then
      raise exception 'the case has been reopened or decided again'
        using errcode = 'RP004', detail = coalesce(
          (select p.username from public.profiles as p where p.id = v_case.decided_by), '');
    end if;
    if v_case.decision = 'gone' or v_case.decided_at <= now() - interval '90 days' then
      raise exception 'a decision can be undone for 90 days' using errcode = 'RP005';
    end if;
    if exists (
      select from private.report_cases as c
      where c.subject_id = v_case.subject_id and c.id <> v_case.id
        and (c.created_at >= v_case.decided_at or c.decided_at is null)
    ) then
      raise exception 'it has been reported again since' using errcode = 'RP006';
    end if;
    if v_case.decision = 'suspend' then
      perform private.undo_suspension(v_case.id);
    end if;
    perform private.hide_content(v_case.kind, v_case.subject_id, v_case.hidden_by_reports_at is not null);
    update private.report_cases as c set
        version = c.version + 1,
        decision = null,
        hides = false,
        days = null,
        reason = '',
        ends_at = null,
        decided_by = null,
        decided_at = null
      where c.id = v_case.id;
    perform private.end_notifications('{warning}', v_case.id);
    perform private.note_members(
      array(select r.reporter_id from private.reports as r where r.case_id = v_case.id and r.reporter_id is not null),
      'notifications');
    perform private.audit_member(
      'reopen_report', v_case.author_id,
      jsonb_build_object('kind', v_case.kind, 'decision', v_case.decision));
    return v_case.version + 1;
  end
  $$;

create or replace function private.return_cases(p_user_id uuid, p_former uuid[]) returns void
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;

create or replace function private.tg_profiles__leave_reports() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update private.reports as r set reporter_id = null, words = '', left_at = now() where r.reporter_id = old.id;
    with kept as (
      update private.report_cases as c set
          author_id = null,
          left_at = now(),
          subject_id = case c.kind when 'member' then c.id else c.subject_id end,
          -- Of a suspension in force the reason is kept with the suspension.
          reason = case when private.suspension_stands(c) then c.reason else '' end
        where c.author_id = old.id
        returning c.id, c.kind, c.decided_at is not null as is_decided
    )
    update private.reports as r set
        said = case when k.is_decided then '' else r.said end,
        words = case when k.is_decided then '' else r.words end,
        subject_id = case k.kind when 'member' then k.id else r.subject_id end
      from kept as k
      where r.case_id = k.id;
    return old;
  end
  $$;

create or replace function private.tend_reports() returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_case private.report_cases;
    v_some integer;
    v_all integer := 0;
  begin
    perform private.hold_gate();
    for v_case in
      select c.* from private.report_cases as c
      where c.decided_at is null and private.is_forsaken(c.id) order by c.id for update
    loop
      -- Another may have reported the same while this waited for the case.
      continue when not private.is_forsaken(v_case.id);
      update private.report_cases as c set
          version = c.version + 1,
          decision = 'gone',
          decided_at = now(),
          former_account_id = null
        where c.id = v_case.id;
      if v_case.hidden_by_reports_at is not null then
        perform private.hide_content(v_case.kind, v_case.subject_id, false);
      end if;
      v_all := v_all + 1;
    end loop;
    delete from public.newsfeed_comments as n using private.report_cases as c
      where n.id = c.subject_id and n.hidden_at is not null
        and c.decision = 'remove' and c.decided_at <= now() - interval '90 days';
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    delete from public.newsfeed_posts as n using private.report_cases as c
      where n.id = c.subject_id and n.hidden_at is not null
        and c.decision = 'remove' and c.decided_at <= now() - interval '90 days';
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    update private.reports as r set words = '', said = '' from private.report_cases as c
      where c.id = r.case_id and (r.words <> '' or r.said <> '') and (
        c.decided_at <= now() - interval '1 year'
        or c.left_at <= now() - interval '30 days'
        or (c.decision = 'gone' and c.author_id is null)
      );
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    update private.report_cases as c set reason = ''
      where c.left_at <= now() - interval '30 days' and c.reason <> '' and not private.suspension_stands(c);
    get diagnostics v_some = row_count;
    return v_all + v_some;
  end
  $$;

create or replace function private.report_record(p_user_id uuid, p_case_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_lives constant uuid[] := private.lives_of(p_user_id, true);
  begin
    return (
      select jsonb_build_object(
        'since', p.created_at,
        'posts', (select c.post_count from private.post_counts as c where c.user_id = p.id),
        'is_admin', p.is_admin,
        'is_suspended', p.is_suspended,
        'suspended_until', (select s.ends_at from private.suspension_of(p.id) as s),
        'suspensions', (
          select count(*) from private.audit_log as l where l.subject_id = any (v_lives) and l.action = 'suspend'
        ) + (
          select coalesce(sum(s.suspensions), 0) from private.left_suspensions as s where s.account_id = any (v_lives)
        ),
        'warnings', k.warnings,
        'last_warning', k.last_warning,
        'decided', k.decided,
        'upheld', k.upheld)
      from public.profiles as p
        cross join lateral (
          select
            count(*) filter (where c.decision = 'warn') as warnings,
            max(c.decided_at) filter (where c.decision = 'warn') as last_warning,
            count(*) as decided,
            count(*) filter (where c.decision <> 'dismiss') as upheld
          from private.report_cases as c
          where (c.author_id = any (v_lives) or c.former_account_id = any (v_lives))
            and c.decision <> 'gone' and c.id <> p_case_id
        ) as k
      where p.id = p_user_id
    );
  end
  $$;

create or replace function private.report_case(p_case_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_case private.report_cases;
    v_may_decide boolean;
  begin
    perform private.require_admin();
    select c.* into v_case from private.report_cases as c where c.id = p_case_id;
    if not found then
      raise exception 'there is no such case' using errcode = 'PT404';
    end if;
    v_may_decide := private.may_decide(coalesce(v_case.author_id, v_case.former_account_id));
    return (
      select to_jsonb(r) || jsonb_build_object(
        'may_decide', v_may_decide,
        'is_in_force', case when v_case.decision = 'suspend' then private.suspension_stands(v_case) end,
        'can_undo', v_case.decision <> 'gone' and v_case.decided_at > now() - interval '90 days' and v_may_decide,
        'hidden_by_reports', v_case.hidden_by_reports_at is not null,
        'said', (
          select x.said from private.reports as x where x.case_id = v_case.id order by x.created_at desc, x.id limit 1
        ),
        'now', case v_case.kind
          when 'post' then (
            select jsonb_build_object('text', p.content, 'image_url', p.image_url, 'at', p.created_at, 'path', '/newsfeed/' || p.id)
            from public.newsfeed_posts as p where p.id = v_case.subject_id)
          when 'comment' then (
            select jsonb_build_object('text', c.content, 'image_url', null, 'at', c.created_at,
              'path', '/newsfeed/' || c.post_id || '#comment-' || c.id)
            from public.newsfeed_comments as c where c.id = v_case.subject_id)
          else (
            select jsonb_build_object(
              'text', concat_ws(E'\n', p.username, nullif(p.fishing_area, ''), nullif(p.bio, '')),
              'image_url', null, 'at', null, 'path', '/members/' || private.path_part(p.username))
            from public.profiles as p where p.id = v_case.author_id)
        end,
        'before', (
          select jsonb_build_object('username', a.username, 'text', left(p.content, 280), 'at', p.created_at)
          from public.newsfeed_comments as c
            join public.newsfeed_posts as p on p.id = c.post_id
            join public.profiles as a on a.id = p.user_id
          where v_case.kind = 'comment' and c.id = v_case.subject_id
        ),
        'reported', case when r.is_own then '[]' else (
          select jsonb_agg(
            jsonb_build_object('id', x.id, 'reason', x.reason, 'words', x.words, 'at', x.created_at,
              'username', p.username, 'avatar_url', p.avatar_url)
            order by x.created_at, x.id)
          from (
            select y.* from private.reports as y where y.case_id = v_case.id order by y.created_at, y.id limit 100
          ) as x left join public.profiles as p on p.id = x.reporter_id
        ) end,
        'record', private.report_record(v_case.author_id, v_case.id))
      from private.report_rows(array[v_case.id]) as r
    );
  end
  $$;

comment on function public.report_case(uuid) is
  'A case as in report_queue, with said (the text as last reported), now (the text today; null when it is deleted), before '
  '(the post above a comment), reported (at most 100 reports; none of a case about the caller), record (of the author), '
  'may_decide and is_in_force (whether the suspension of the decision stands; null for others). Admins only (42501); PT404.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.suspension_of(uuid),
  private.add_suspension(uuid, uuid, text, timestamptz),
  private.drop_suspensions(uuid, uuid),
  private.undo_suspension(uuid)
  from public, anon, authenticated, service_role;

-- Rows -----------------------------------------------------------------------------------------------------

-- Until now a suspension and its case had the same reason and end. A suspension that two cases could be of, or none, counts
-- as one by hand: undoing a decision leaves it, and an admin can lift it.
create temporary table earlier as
  select c.id as case_id, c.reason, c.ends_at, c.former_suspension, l.account_id
  from private.report_cases as c
    cross join lateral unnest(private.lives_of(coalesce(c.author_id, c.former_account_id), true)) as l (account_id)
  where c.decision = 'suspend' and c.reason <> '' and coalesce(c.author_id, c.former_account_id) is not null;

update private.suspended_accounts as s set case_id = k.case_id
  from (
    select x.id, (array_agg(e.case_id))[1] as case_id
    from private.suspended_accounts as x
      join earlier as e on e.account_id = x.account_id and e.reason = x.reason and e.ends_at is not distinct from x.ends_at
    group by x.id
    having count(distinct e.case_id) = 1
  ) as k
  where k.id = s.id;

-- What a decision replaced stands again, beside it. One that would end later is left out: a member who reads an end today
-- is not suspended for longer by this migration.
insert into private.suspended_accounts (account_id, case_id, reason, ends_at, created_at)
  select s.account_id, k.case_id, f.reason, f.ends_at, s.created_at - interval '1 second'
  from private.suspended_accounts as s
    join earlier as e on e.account_id = s.account_id and e.case_id = s.case_id
    cross join lateral (
      select e.former_suspension ->> 'reason' as reason, (e.former_suspension ->> 'ends_at')::timestamptz as ends_at
    ) as f
    cross join lateral (
      select case when count(distinct x.case_id) = 1 then (array_agg(x.case_id))[1] end as case_id
      from earlier as x
      where x.account_id = s.account_id and x.case_id <> s.case_id
        and x.reason = f.reason and x.ends_at is not distinct from f.ends_at
    ) as k
  where e.former_suspension is not null
    and ((f.ends_at > now() and f.ends_at <= coalesce(s.ends_at, 'infinity')) or (f.ends_at is null and s.ends_at is null))
  on conflict do nothing;
drop table earlier;

alter table private.report_cases drop column former_suspension;
