-- Reports are counted by person and not by account, and no admin decides about themselves.

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

-- Functions: an admin's own case ---------------------------------------------------------------------------

create function private.may_decide(p_author_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_lives constant uuid[] := private.lives_of(auth.uid(), true);
  begin
    return coalesce(p_author_id <> all (v_lives), true)
      or not exists (
        select from public.profiles as p where p.is_admin and not p.is_suspended and p.id <> all (v_lives)
      );
  end
  $$;
comment on function private.may_decide(uuid) is
  'Whether the caller, an admin, may decide about this author: about themselves only if there is no other admin who is not '
  'suspended. Accounts of one person are one.';

create function private.tg_report_cases__guard_own() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if private.is_api_request() and not private.may_decide(new.author_id) then
      raise exception 'admins do not decide about themselves'
        using errcode = 'RP007', hint = 'another admin decides';
    end if;
    return new;
  end
  $$;
comment on function private.tg_report_cases__guard_own() is
  'Nobody decides a case about themselves, or undoes its decision, while another admin can (RP007).';

drop function public.report_queue(text, timestamptz, uuid, integer);
drop function private.report_queue(text, timestamptz, uuid, integer);
drop function private.report_rows(uuid[]);

create function private.report_rows(p_ids uuid[])
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
        cross join lateral (select coalesce(c.author_id = any (v_lives), false) as is_own) as o
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
comment on function private.report_rows(uuid[]) is
  'Cases as the queue shows them. Reasons are left out of those about the caller (is_own).';

create function private.report_queue(p_list text, p_after timestamptz, p_after_id uuid, p_size integer)
  returns table (
    id uuid, kind text, subject_id uuid, author_id uuid, username text, avatar_url text, excerpt text, reports integer,
    reasons jsonb, is_hidden boolean, opened_at timestamptz, decision text, hides boolean, days integer, reason text,
    decided_by text, decided_at timestamptz, version integer, is_own boolean
  )
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_size constant integer := least(greatest(coalesce(p_size, 50), 1), 100);
    v_ids uuid[];
  begin
    perform private.require_admin();
    case p_list
      when 'open' then
        v_ids := array(
          select c.id from private.report_cases as c
          where c.decided_at is null and (p_after is null or (c.created_at, c.id) > (p_after, p_after_id))
          order by c.created_at, c.id limit v_size);
      when 'hidden' then
        v_ids := array(
          select c.id from private.report_cases as c
          where c.decided_at is null and c.hidden_by_reports_at is not null
            and (p_after is null or (c.created_at, c.id) > (p_after, p_after_id))
          order by c.created_at, c.id limit v_size);
      when 'decided' then
        v_ids := array(
          select c.id from private.report_cases as c
          where c.decided_at is not null and (p_after is null or (c.decided_at, c.id) < (p_after, p_after_id))
          order by c.decided_at desc, c.id desc limit v_size);
      else
        raise exception 'unknown list' using errcode = '22023';
    end case;
    return query
      select r.* from private.report_rows(v_ids) as r order by array_position(v_ids, r.id);
  end
  $$;
comment on function private.report_queue(text, timestamptz, uuid, integer) is 'A page of a list of cases, in its order. Admins only.';

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
    v_may_decide := private.may_decide(v_case.author_id);
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
            from public.profiles as p where p.id = v_case.subject_id)
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
comment on function private.report_case(uuid) is
  'A case with everything that the decision needs. Of a case about themselves, admins learn nothing about who reported and '
  'why. Admins only.';

-- Functions: the API ---------------------------------------------------------------------------------------

create function public.report_queue(
  list text default 'open', after timestamptz default null, after_id uuid default null, size integer default 50
) returns table (
    id uuid, kind text, subject_id uuid, author_id uuid, username text, avatar_url text, excerpt text, reports integer,
    reasons jsonb, is_hidden boolean, opened_at timestamptz, decision text, hides boolean, days integer, reason text,
    decided_by text, decided_at timestamptz, version integer, is_own boolean
  )
  language sql stable set search_path = ''
  as $$
    select q.* from private.report_queue(
      report_queue.list, report_queue.after, report_queue.after_id, report_queue.size) as q
  $$;
comment on function public.report_queue(text, timestamptz, uuid, integer) is
  'A page of cases for admins (42501). list: open, or hidden by reports and open, both oldest first, or decided, newest '
  'first. after and after_id are opened_at, or decided_at, and id of the last case of the previous page; size is at most '
  '100. is_own: about the caller, without reasons.';
comment on function public.report_case(uuid) is
  'A case as in report_queue, with said (the text as last reported), now (the text today; null when it is deleted), before '
  '(the post above a comment), reported (at most 100 reports; none of a case about the caller), record (of the author) and '
  'may_decide. Admins only (42501); PT404.';
comment on function public.decide_report(uuid, integer, text, text, boolean, integer) is
  'Decides a case in the version that the admin saw, and returns its new version. decision: dismiss, hide, remove, warn or '
  'suspend; the last two with a reason that the author reads, and hides for the post or comment; days is 1, 7, 30, or null '
  'until lifted. Admins only (42501); RP004 when another admin was first, RP007 about oneself while there is another admin, '
  '22023 for other values, PT404.';
comment on function public.reopen_report(uuid, integer) is
  'Undoes a decision in the version that the admin saw, and returns the new version. Admins only (42501); RP004 when another '
  'admin was first, RP005 after 90 days or when the author is gone, RP006 when it has been reported again since, RP007 about '
  'oneself while there is another admin; PT404.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _300_guard_own
  before update of decided_at on private.report_cases
  for each row when (new.author_id is not null and (old.decided_at is null) <> (new.decided_at is null))
  execute function private.tg_report_cases__guard_own();

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.is_heeded_reporter(uuid),
  private.hiding_reporters(uuid),
  private.may_decide(uuid),
  private.tg_report_cases__guard_own(),
  private.report_rows(uuid[]),
  private.report_queue(text, timestamptz, uuid, integer),
  public.report_queue(text, timestamptz, uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  private.report_queue(text, timestamptz, uuid, integer),
  public.report_queue(text, timestamptz, uuid, integer)
  to authenticated;
