-- Reports are counted by person and not by account.

-- Tables ---------------------------------------------------------------------------------------------------

alter table private.reports add column former_account_id uuid;
comment on column private.reports.former_account_id is
  'In place of reporter_id when the account is deleted: an ID that belongs to no account, by which the next account of the '
  'person is found.';
comment on table private.reports is
  'Who reported what, once for ever also with another account, and why. Only admins learn who. Words and said are emptied a '
  'year after the decision.';
comment on column public.site_settings.reports_to_hide is
  'How many persons must report a post or comment until it is hidden without a decision; 0 for never.';

-- Indexes --------------------------------------------------------------------------------------------------

create index reports_former_account on private.reports (former_account_id, subject_id)
  where former_account_id is not null;

-- Functions: one report of a person ------------------------------------------------------------------------

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

create function private.is_heeded_reporter(p_user_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.is_heeded_reporter(uuid) is
  'Whether the reports of a person help to hide. Not if three or more of the cases were dismissed in the last 90 days, and '
  'more than were upheld.';

-- Wider than lives_of: a report that does not help to hide is still read by admins, and a tag is easily added.
create function private.hiding_reporters(p_case_id uuid) returns integer
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.hiding_reporters(uuid) is
  'How many mailboxes count toward hiding the subject of a case: of members who had been in the club for a week when they '
  'reported, are not suspended, are heeded, and did not report the same in an earlier case.';

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
    v_subject record;
    v_case private.report_cases;
    v_id uuid := private.request_row(p_request_id);
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
    v_id := private.request_row(p_request_id);
    if v_id is not null then
      return v_id;
    end if;
    if exists (
      select from private.reports as r where r.reporter_id = any (v_lives) and r.subject_id = p_subject_id
      union all
      select from private.reports as r where r.former_account_id = any (v_lives) and r.subject_id = p_subject_id
    ) then
      raise exception 'the caller has reported this before' using errcode = 'RP001';
    end if;
    perform private.check_rate('report-day', 20, interval '1 day');
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
  'Reports a post, a comment or a member to the club team, 20 times a day (PT429), once for each person (RP001). Enough '
  'reporters, as private.hiding_reporters counts them, hide a post or comment until a decision, except those of admins.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.is_heeded_reporter(uuid),
  private.hiding_reporters(uuid)
  from public, anon, authenticated, service_role;
