-- A case stays open when an admin deletes those who reported. Only a reporter who deleted the account by themselves within
-- a day takes back the report. Otherwise an admin who was reported would close the case by deleting the reporters.

-- Tables ---------------------------------------------------------------------------------------------------

alter table private.reports
  add column removed_at timestamptz,
  drop constraint reports_dates_bounds,
  add constraint reports_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and told_at >= '2000-01-01 00:00:00+00' and told_at < '2200-01-01 00:00:00+00'
    and left_at >= '2000-01-01 00:00:00+00' and left_at < '2200-01-01 00:00:00+00'
    and removed_at >= '2000-01-01 00:00:00+00' and removed_at < '2200-01-01 00:00:00+00'
  );
comment on column private.reports.left_at is 'When the reporter deleted the account, or the operator did.';
comment on column private.reports.removed_at is
  'When an admin deleted the account of the reporter. The words are kept until the decision, 30 days at most.';

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.tg_profiles__leave_reports() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    -- The operator counts as the member: an admin acts under their own account.
    v_is_own constant boolean := coalesce(auth.uid() = old.id, true);
  begin
    update private.reports as r set
        reporter_id = null,
        words = case
          when v_is_own or exists (
            select from private.report_cases as c where c.id = r.case_id and c.decided_at is not null
          ) then ''
          else r.words
        end,
        left_at = case when v_is_own then now() end,
        removed_at = case when not v_is_own then now() end
      where r.reporter_id = old.id;
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
comment on function private.tg_profiles__leave_reports() is
  'Clears what a deleted member reported in their own words, unless an admin deletes the member while the case is open; and '
  'the texts of decided cases about them. Open cases stay as they are; tend_reports closes them.';

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
    update private.reports as r set words = '' from private.report_cases as c
      where c.id = r.case_id and r.words <> '' and r.removed_at is not null
        and (c.decided_at is not null or r.removed_at <= now() - interval '30 days');
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    update private.report_cases as c set reason = ''
      where c.left_at <= now() - interval '30 days' and c.reason <> '' and not private.suspension_stands(c);
    get diagnostics v_some = row_count;
    return v_all + v_some;
  end
  $$;
comment on function private.tend_reports() is
  'Closes forsaken cases, deletes what was removed by a decision 90 days ago, and the texts of reports that were decided a '
  'year ago or whose author left 30 days ago; the words of a reporter whom an admin deleted, after the decision or 30 days.';
