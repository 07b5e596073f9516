-- Cases outlast the account of their author, a changed text can be reported again, and accounts of a day do not fill the
-- queue.

-- Tables ---------------------------------------------------------------------------------------------------

alter table private.report_cases
  add column former_account_id uuid,
  add column left_at timestamptz,
  add constraint report_cases_left check (left_at is null or author_id is null),
  drop constraint report_cases_dates_bounds,
  add constraint report_cases_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and hidden_by_reports_at >= '2000-01-01 00:00:00+00' and hidden_by_reports_at < '2200-01-01 00:00:00+00'
    and ends_at >= '2000-01-01 00:00:00+00' and ends_at < '2200-01-01 00:00:00+00'
    and decided_at >= '2000-01-01 00:00:00+00' and decided_at < '2200-01-01 00:00:00+00'
    and left_at >= '2000-01-01 00:00:00+00' and left_at < '2200-01-01 00:00:00+00'
  );
comment on table private.report_cases is
  'One decision of the club team about a post, a comment or a member, and all reports that it answers. A report after the '
  'decision opens another case. gone: closed without a decision, because the author left 30 days ago or because all who '
  'reported left within a day.';
comment on column private.report_cases.author_id is
  'The author when the case was opened, or the next account of the same person; null while there is none.';
comment on column private.report_cases.former_account_id is
  'In place of author_id when the account is deleted: an ID that belongs to no account, by which the next account of the '
  'person is found.';
comment on column private.report_cases.left_at is 'When the author deleted the account; null again when the person is back.';

alter table private.reports
  add column left_at timestamptz,
  drop constraint reports_once,
  drop constraint reports_dates_bounds,
  add constraint reports_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and told_at >= '2000-01-01 00:00:00+00' and told_at < '2200-01-01 00:00:00+00'
    and left_at >= '2000-01-01 00:00:00+00' and left_at < '2200-01-01 00:00:00+00'
  );
comment on table private.reports is
  'Who reported what, and why: each version of it once for a person, also with another account. Only admins learn who. '
  'Words and said are emptied a year after the decision, or 30 days after the author left.';
comment on column private.reports.left_at is 'When the reporter deleted the account.';

-- No foreign key: the number outlives the account.
create table private.left_suspensions (
  account_id uuid primary key,
  suspensions integer not null,
  constraint left_suspensions_positive check (suspensions > 0)
);
comment on table private.left_suspensions is
  'How often deleted accounts had been suspended, under their id in account_addresses, for the record of the next account.';

-- Indexes --------------------------------------------------------------------------------------------------

create index reports_reporter on private.reports (reporter_id, subject_id);
create index report_cases_former_account on private.report_cases (former_account_id) where former_account_id is not null;

-- Row-level security ---------------------------------------------------------------------------------------

alter table private.left_suspensions enable row level security;

-- Functions: the author leaves and returns -----------------------------------------------------------------

create function private.suspension_stands(p_case private.report_cases) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return p_case.decision = 'suspend' and exists (
      select from private.suspended_accounts as s
      where s.account_id in (p_case.author_id, p_case.former_account_id)
        and s.reason = p_case.reason and s.ends_at is not distinct from p_case.ends_at
    );
  end
  $$;
comment on function private.suspension_stands(private.report_cases) is
  'Whether the suspension of a case is in force, neither lifted nor changed since.';

create or replace function private.leave_marks(p_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_ghost constant uuid := gen_random_uuid();
  begin
    delete from private.left_counters as c where c.window_start <= now() - interval '31 days';
    delete from private.declined_connections as d where d.declined_at <= now() - interval '30 days';

    update private.account_addresses as a set account_id = v_ghost where a.account_id = p_user_id;
    update private.suspended_accounts as s set account_id = v_ghost where s.account_id = p_user_id;
    update private.answer_viewers as v set user_id = v_ghost where v.user_id = p_user_id;
    update private.username_keys as k set user_id = v_ghost, freed_at = coalesce(k.freed_at, clock_timestamp())
      where k.user_id = p_user_id;
    update private.referral_parties as k set referrer_id = v_ghost where k.referrer_id = p_user_id;
    update private.referral_parties as k set referred_id = v_ghost where k.referred_id = p_user_id;
    update private.declined_connections as d set user_id = v_ghost where d.user_id = p_user_id;
    update private.declined_connections as d set connected_user_id = v_ghost where d.connected_user_id = p_user_id;
    update private.reports as r set former_account_id = v_ghost where r.reporter_id = p_user_id;
    update private.report_cases as c set former_account_id = v_ghost where c.author_id = p_user_id;
    insert into private.left_suspensions (account_id, suspensions)
      select v_ghost, count(*) from private.audit_log as l
      where l.subject_id = p_user_id and l.action = 'suspend' having count(*) > 0;
    insert into private.left_counters (account_id, bucket, window_start, used)
      select v_ghost, c.bucket, c.window_start, c.used
      from private.rate_counters as c
      where c.user_id = p_user_id and c.window_start > now() - interval '31 days';
    insert into private.left_debts (account_id, points)
      select v_ghost, greatest(p.points, -2147483648) from public.profiles as p where p.id = p_user_id and p.points < 0;
    insert into private.left_entries (game_id, account_id)
      select e.game_id, v_ghost
      from public.game_entries as e join public.games as g on g.id = e.game_id
      where e.user_id = p_user_id and g.status <> 'completed';
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
          -- Of a suspension in force the reason is kept with the suspension, and its undoing needs it.
          reason = case when private.suspension_stands(c) then c.reason else '' end,
          former_suspension = case when private.suspension_stands(c) then c.former_suspension end
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
comment on function private.tg_profiles__leave_reports() is
  'Clears what a deleted member reported in their own words, and the texts of decided cases about them. Open cases stay '
  'as they are; tend_reports closes them.';

create function private.return_cases(p_user_id uuid, p_former uuid[]) returns void
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
        insert into private.suspended_accounts (account_id, reason, ends_at)
          values (p_user_id, v_case.reason, v_case.ends_at)
          on conflict do nothing;
        update public.profiles as p set is_suspended = true where p.id = p_user_id and not p.is_suspended;
      end if;
    end loop;
  end
  $$;
comment on function private.return_cases(uuid, uuid[]) is
  'Makes a new account the author in the cases of earlier ones, and tells it the warnings that were given meanwhile.';

create or replace function private.carry_over(p_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_former constant uuid[] := array_remove(private.lives_of(p_user_id), p_user_id);
    v_debt record;
  begin
    if v_former = '{}' then
      return;
    end if;
    insert into private.rate_counters (user_id, bucket, window_start, used)
      select p_user_id, c.bucket, max(c.window_start), sum(c.used)
      from private.left_counters as c
      where c.account_id = any (v_former)
      group by c.bucket
      on conflict (user_id, bucket) do nothing;
    delete from private.left_counters as c where c.account_id = any (v_former);

    insert into private.declined_connections (user_id, connected_user_id, declined_at)
      select p_user_id, d.connected_user_id, max(d.declined_at)
      from private.declined_connections as d where d.user_id = any (v_former) group by d.connected_user_id
      on conflict (user_id, connected_user_id) do nothing;
    insert into private.declined_connections (user_id, connected_user_id, declined_at)
      select d.user_id, p_user_id, max(d.declined_at)
      from private.declined_connections as d where d.connected_user_id = any (v_former) group by d.user_id
      on conflict (user_id, connected_user_id) do nothing;
    delete from private.declined_connections as d
      where d.user_id = any (v_former) or d.connected_user_id = any (v_former);

    for v_debt in
      delete from private.left_debts as d where d.account_id = any (v_former) returning d.points
    loop
      -- Once, because the debt is deleted as it is read: a correction has no source key.
      insert into public.points_log (user_id, kind, points_change, reason, created_by)
        values (p_user_id, 'admin', v_debt.points::integer, 'Balance of your earlier account', null);
    end loop;
    perform private.return_cases(p_user_id, v_former);
  end
  $$;
comment on function private.carry_over(uuid) is
  'Gives a new account what the earlier ones of its address left: used-up limits, declined requests, a negative balance, '
  'cases.';

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
        'suspended_until', (select s.ends_at from private.suspended_accounts as s where s.account_id = p.id),
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
comment on function private.report_record(uuid, uuid) is
  'What the club team knows of the author of a case: member since, posts, and over all accounts of the person suspensions, '
  'warnings, and earlier cases.';

create or replace function private.my_reports(p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return jsonb_build_object(
      'reports', (
        select coalesce(
          jsonb_agg(jsonb_build_object('kind', c.kind, 'reason', r.reason, 'words', r.words, 'created_at', r.created_at)
            order by r.created_at),
          '[]')
        from private.reports as r join private.report_cases as c on c.id = r.case_id
        where r.reporter_id = p_user_id
      ),
      'moderation', (
        select coalesce(
          jsonb_agg(jsonb_build_object('kind', c.kind, 'decision', c.decision, 'reason', c.reason, 'decided_at', c.decided_at)
            order by c.decided_at),
          '[]')
        from private.report_cases as c
        where c.author_id = p_user_id and c.decision not in ('dismiss', 'gone')
      ));
  end
  $$;

-- Functions: decisions about an author who left ------------------------------------------------------------

create function private.suspend_former(p_account_id uuid, p_reason text, p_ends_at timestamptz) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not exists (select from private.suspended_accounts as s where s.account_id = p_account_id) then
      insert into private.left_suspensions as l (account_id, suspensions) values (p_account_id, 1)
        on conflict (account_id) do update set suspensions = l.suspensions + 1;
    end if;
    insert into private.suspended_accounts as s (account_id, reason, ends_at) values (p_account_id, p_reason, p_ends_at)
      on conflict (account_id) do update set reason = excluded.reason, ends_at = excluded.ends_at;
  end
  $$;
comment on function private.suspend_former(uuid, text, timestamptz) is
  'Suspends the next account of a person who has left. The id is that of account_addresses.';

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
    v_former jsonb;
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
    if v_is_told and coalesce(v_case.author_id, v_case.former_account_id) is null then
      raise exception 'user not found' using errcode = 'PT404';
    end if;
    select jsonb_build_object('reason', s.reason, 'ends_at', s.ends_at) into v_former
      from private.suspended_accounts as s
      where s.account_id = coalesce(v_case.author_id, v_case.former_account_id) and p_decision = 'suspend';
    update private.report_cases as c set
        version = c.version + 1,
        decision = p_decision,
        hides = v_hides,
        days = v_days,
        reason = v_reason,
        ends_at = v_ends_at,
        former_suspension = v_former,
        decided_by = auth.uid(),
        decided_at = now()
      where c.id = v_case.id;
    perform private.hide_content(v_case.kind, v_case.subject_id, v_hides);
    -- Of an author who left, a warning waits in the case (return_cases).
    if p_decision = 'suspend' and v_case.author_id is null then
      perform private.suspend_former(v_case.former_account_id, v_reason, v_ends_at);
    elsif p_decision = 'suspend' then
      perform private.suspend_member(v_case.author_id, v_reason, v_ends_at);
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

create or replace function private.undo_suspension(p_case private.report_cases) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_former_ends_at constant timestamptz := (p_case.former_suspension ->> 'ends_at')::timestamptz;
    v_account_id constant uuid := coalesce(p_case.author_id, p_case.former_account_id);
    v_lives constant uuid[] := private.lives_of(v_account_id);
    v_current jsonb;
  begin
    select jsonb_build_object('reason', s.reason, 'ends_at', s.ends_at) into v_current
      from private.suspended_accounts as s
      where s.account_id = v_account_id and s.reason = p_case.reason and s.ends_at is not distinct from p_case.ends_at
      for update;
    -- Lifted or changed since: that later act stands.
    if not found then
      return;
    end if;
    if p_case.former_suspension is null or v_former_ends_at <= now() then
      update public.profiles as p set is_suspended = false where p.id = p_case.author_id and p.is_suspended;
      -- Of a deleted account there is no profile whose trigger would do it.
      delete from private.suspended_accounts as s
        where s.account_id = any (v_lives)
          and s.reason = p_case.reason and s.ends_at is not distinct from p_case.ends_at;
    else
      update private.suspended_accounts as s set reason = p_case.former_suspension ->> 'reason', ends_at = v_former_ends_at
        where s.account_id = any (v_lives)
          and s.reason = p_case.reason and s.ends_at is not distinct from p_case.ends_at;
      if p_case.author_id is not null then
        perform private.audit_member(
          'edit_suspension', p_case.author_id,
          jsonb_build_object('before', v_current, 'after', p_case.former_suspension));
      end if;
    end if;
  end
  $$;

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
      perform private.undo_suspension(v_case);
    end if;
    perform private.hide_content(v_case.kind, v_case.subject_id, v_case.hidden_by_reports_at is not null);
    update private.report_cases as c set
        version = c.version + 1,
        decision = null,
        hides = false,
        days = null,
        reason = '',
        ends_at = null,
        former_suspension = null,
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

create or replace function private.tg_report_cases__guard_own() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if private.is_api_request() and not private.may_decide(coalesce(new.author_id, new.former_account_id)) then
      raise exception 'admins do not decide about themselves'
        using errcode = 'RP007', hint = 'another admin decides';
    end if;
    return new;
  end
  $$;

create or replace function private.report_rows(p_ids uuid[])
  returns table (
    id uuid, kind text, subject_id uuid, author_id uuid, username text, avatar_url text, excerpt text, reports integer,
    reasons jsonb, is_hidden boolean, opened_at timestamptz, decision text, hides boolean, days integer, reason text,
    decided_by text, decided_at timestamptz, version integer, is_own boolean
  )
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_lives constant uuid[] := private.lives_of(auth.uid(), true);
  begin
    return query
      select c.id, c.kind, c.subject_id, c.author_id, a.username, a.avatar_url, private.excerpt(n.said), n.reports,
        case when o.is_own then '{}' else n.reasons end,
        case c.kind
          when 'post' then exists (
            select from public.newsfeed_posts as p where p.id = c.subject_id and p.hidden_at is not null)
          when 'comment' then private.is_hidden_comment(c.subject_id)
          else false
        end,
        c.created_at, c.decision, c.hides, c.days, c.reason,
        (select d.username from public.profiles as d where d.id = c.decided_by), c.decided_at, c.version, o.is_own
      from private.report_cases as c
        left join public.profiles as a on a.id = c.author_id
        cross join lateral (
          select coalesce(coalesce(c.author_id, c.former_account_id) = any (v_lives), false) as is_own
        ) as o
        cross join lateral (
          select sum(g.reports)::integer as reports, jsonb_object_agg(g.reason, g.reports) as reasons,
            (array_agg(g.said order by g.at desc))[1] as said
          from (
            select r.reason, count(*) as reports, max(r.created_at) as at,
              (array_agg(r.said order by r.created_at desc))[1] as said
            from private.reports as r where r.case_id = c.id group by r.reason
          ) as g
        ) as n
      where c.id = any (p_ids);
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

-- Functions: one report of a person and version ------------------------------------------------------------

-- Wider than lives_of: a report that does not help to hide is still read by admins, and a tag is easily added.
create or replace function private.hiding_reporters(p_case_id uuid) returns integer
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (
      with in_time as materialized (
        select r.reporter_id, r.said, private.address_hash(u.email) as mailbox
        from private.reports as r
          join public.profiles as p on p.id = r.reporter_id
          join auth.users as u on u.id = r.reporter_id
        where r.case_id = p_case_id and not p.is_suspended and p.created_at <= r.created_at - interval '7 days'
      ), earlier as materialized (
        select a.mailbox_hash as mailbox, r.said
        from private.report_cases as c
          join private.report_cases as k on k.subject_id = c.subject_id and k.id <> c.id
          join private.reports as r on r.case_id = k.id
          join private.account_addresses as a on a.account_id = coalesce(r.reporter_id, r.former_account_id)
        where c.id = p_case_id
      )
      select count(distinct i.mailbox)
      from in_time as i
      where not exists (select from earlier as e where e.mailbox = i.mailbox and e.said = i.said)
        and private.is_heeded_reporter(i.reporter_id)
    );
  end
  $$;
comment on function private.hiding_reporters(uuid) is
  'How many mailboxes count toward hiding the subject of a case: of members who had been in the club for a week when they '
  'reported, are not suspended, are heeded, and did not report the same version in an earlier case.';

create function private.has_reported(p_lives uuid[], p_kind text, p_subject_id uuid, p_said text) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return exists (
      select
      from (
          select r.case_id, r.said from private.reports as r
          where r.reporter_id = any (p_lives) and r.subject_id = p_subject_id
          union all
          select r.case_id, r.said from private.reports as r
          where r.former_account_id = any (p_lives) and r.subject_id = p_subject_id
        ) as o
        join private.report_cases as c on c.id = o.case_id
      where o.said = p_said and c.decision is distinct from 'gone'
        and (p_kind <> 'member' or c.decided_at is null or c.decided_at > now() - interval '30 days')
    );
  end
  $$;
comment on function private.has_reported(uuid[], text, uuid, text) is
  'Whether one of these accounts reported a thing as it is now. Not counted: a case closed without a decision, and for a '
  'member one that was decided 30 days ago.';

create function private.report_of_request(p_request_id uuid) returns uuid
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.report_of_request(uuid) is
  'The report that a request of the caller made; null if there is none, PT409 if the request made something else.';

create or replace function private.send_report(
  p_kind text, p_subject_id uuid, p_reason text, p_words text, p_request_id uuid
) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_reporter constant uuid := auth.uid();
    v_words constant text := btrim(coalesce(p_words, ''), E' \t\r\n');
    v_to_hide constant integer := (select s.reports_to_hide from public.site_settings as s);
    -- Evaluated once: in a condition it could be evaluated for each report.
    v_lives constant uuid[] := private.lives_of(v_reporter, true);
    v_is_new constant boolean := exists (
      select from public.profiles as p where p.id = v_reporter and p.created_at > now() - interval '1 day'
    );
    v_subject record;
    v_case private.report_cases;
    v_id uuid := private.report_of_request(p_request_id);
  begin
    if not private.is_member() then
      raise exception 'only members report' using errcode = '42501';
    end if;
    if v_id is not null then
      return v_id;
    end if;
    if private.is_suspended() then
      raise exception 'a suspended member cannot report' using errcode = 'RP003';
    end if;
    perform private.hold_gate();
    select r.author_id, r.said into v_subject from private.reported(p_kind, p_subject_id) as r;
    if v_subject.author_id is null then
      raise exception 'there is nothing here to report' using errcode = 'PT404';
    end if;
    if v_subject.author_id = v_reporter then
      raise exception 'members cannot report themselves' using errcode = 'RP002';
    end if;
    -- The open case may be decided between the two statements.
    loop
      insert into private.report_cases (kind, subject_id, author_id) values (p_kind, p_subject_id, v_subject.author_id)
        on conflict (subject_id) where decided_at is null do nothing;
      select c.* into v_case from private.report_cases as c
        where c.subject_id = p_subject_id and c.decided_at is null for update;
      exit when found;
    end loop;
    -- The same report may have been on its way twice.
    v_id := private.report_of_request(p_request_id);
    if v_id is not null then
      return v_id;
    end if;
    -- The lock on the case keeps a second report of the same person waiting.
    if private.has_reported(v_lives, p_kind, p_subject_id, v_subject.said) then
      raise exception 'the caller has reported this before' using errcode = 'RP001';
    end if;
    perform private.check_rate('report-day', case when v_is_new then 3 else 20 end, interval '1 day');
    insert into private.reports (case_id, subject_id, reporter_id, reason, words, said, request_id)
      values (
        v_case.id, p_subject_id, v_reporter, p_reason,
        case when private.has_text(v_words) then v_words else '' end, v_subject.said, p_request_id)
      returning id into v_id;
    if v_to_hide > 0 and p_kind <> 'member' and v_case.hidden_by_reports_at is null
      and not exists (select from public.profiles as p where p.id = v_subject.author_id and p.is_admin)
      and v_to_hide <= private.hiding_reporters(v_case.id)
    then
      update private.report_cases as c set hidden_by_reports_at = now() where c.id = v_case.id;
      perform private.hide_content(p_kind, p_subject_id, true);
    end if;
    return v_id;
  end
  $$;
comment on function private.send_report(text, uuid, text, text, uuid) is
  'Reports a post, a comment or a member to the club team, 20 times a day, 3 times on the first day of the account (PT429), '
  'each version once for each person (RP001). Enough reporters, as private.hiding_reporters counts them, hide a post or '
  'comment until a decision, except those of admins.';

-- Functions: cases that are closed without a decision ------------------------------------------------------

create function private.is_forsaken(p_case_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.is_forsaken(uuid) is
  'Whether an open case is closed without a decision: the author left 30 days ago, or all who reported left within a day.';

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
    update private.report_cases as c set reason = '', former_suspension = null
      where c.left_at <= now() - interval '30 days' and (c.reason <> '' or c.former_suspension is not null)
        and not private.suspension_stands(c);
    get diagnostics v_some = row_count;
    return v_all + v_some;
  end
  $$;
comment on function private.tend_reports() is
  'Closes forsaken cases, deletes what was removed by a decision 90 days ago, and the texts of reports that were decided a '
  'year ago or whose author left 30 days ago.';

-- Functions: the API ---------------------------------------------------------------------------------------

comment on function public.send_report(text, uuid, text, text, uuid) is
  'Reports a post, comment or member to the club team; the answer is the ID of the report, also for a repeated request_id. '
  'reason: spam, abuse, offensive, cheating, private_information or other. PT404 for what the caller cannot see, RP001 for '
  'a second report of the same version (of a member, until 30 days after the decision), RP002 for one''s own, RP003 while '
  'suspended, PT409 for a request_id that made something else, 429 after 20 in a day, 3 on the first day of the account.';
comment on function public.decide_report(uuid, integer, text, text, boolean, integer) is
  'Decides a case in the version that the admin saw, and returns its new version. decision: dismiss, hide, remove, warn or '
  'suspend; the last two with a reason that the author reads, and hides for the post or comment; days is 1, 7, 30, or null '
  'until lifted. If the author left, both reach the next account of the person. Admins only (42501); RP004 when another '
  'admin was first, RP007 about oneself while there is another admin, 22023 for other values, PT404.';
comment on function public.reopen_report(uuid, integer) is
  'Undoes a decision in the version that the admin saw, and returns the new version. Admins only (42501); RP004 when another '
  'admin was first, RP005 after 90 days or when the case was closed without a decision, RP006 when it has been reported '
  'again since, RP007 about oneself while there is another admin, 22023 without a version; PT404.';

-- Triggers -------------------------------------------------------------------------------------------------

drop trigger _300_guard_own on private.report_cases;
create trigger _300_guard_own
  before update of decided_at on private.report_cases
  for each row when (
    coalesce(new.author_id, new.former_account_id) is not null and (old.decided_at is null) <> (new.decided_at is null)
  )
  execute function private.tg_report_cases__guard_own();

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on private.left_suspensions from anon, authenticated, service_role;
revoke execute on function
  private.suspension_stands(private.report_cases),
  private.return_cases(uuid, uuid[]),
  private.suspend_former(uuid, text, timestamptz),
  private.has_reported(uuid[], text, uuid, text),
  private.report_of_request(uuid),
  private.is_forsaken(uuid)
  from public, anon, authenticated, service_role;
