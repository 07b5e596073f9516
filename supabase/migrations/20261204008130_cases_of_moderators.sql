-- A moderator's list and counts of reports had cases that only admins decide. A suspension whose decision was undone counted
-- in the record of the member, and a record did not say that the member is a moderator.

-- Functions ------------------------------------------------------------------------------------------------

create function private.cases_to_decide() returns setof private.report_cases
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.cases_to_decide() is
  'The open cases: for an admin all, for a moderator without those that is_case_for_admins is true of.';

create function private.is_undone(p_entry_id uuid, p_lives uuid[]) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.is_undone(uuid, uuid[]) is
  'Whether an entry of the audit trail is a suspension by a decision that was undone. The second argument has the accounts of '
  'the person.';

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
        'is_moderator', p.is_moderator,
        'is_suspended', p.is_suspended,
        'suspended_until', (select s.ends_at from private.suspension_of(p.id) as s),
        'suspensions', (
          select count(*) from private.audit_log as l
          where l.subject_id = any (v_lives) and l.action = 'suspend' and not private.is_undone(l.id, v_lives)
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
            and c.decision <> 'gone' and c.id is distinct from p_case_id
        ) as k
      where p.id = p_user_id
    );
  end
  $$;

create or replace function private.report_counts(out open integer, out hidden integer) returns record
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_team();
    select count(*), count(*) filter (where c.hidden_by_reports_at is not null) into open, hidden
      from private.cases_to_decide() as c;
  end
  $$;

create or replace function private.report_queue(p_list text, p_after timestamptz, p_after_id uuid, p_size integer)
  returns table (
    id uuid, kind text, subject_id uuid, author_id uuid, username text, avatar_url text, excerpt text, reports integer,
    reasons jsonb, is_hidden boolean, opened_at timestamptz, decision text, hides boolean, days integer, reason text,
    decided_by text, decided_at timestamptz, version integer, is_own boolean)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_size constant integer := least(greatest(coalesce(p_size, 50), 1), 100);
    v_ids uuid[];
  begin
    perform private.require_team();
    case p_list
      when 'open' then
        v_ids := array(
          select c.id from private.cases_to_decide() as c
          where (p_after is null or (c.created_at, c.id) > (p_after, p_after_id))
          order by c.created_at, c.id limit v_size);
      when 'hidden' then
        v_ids := array(
          select c.id from private.cases_to_decide() as c
          where c.hidden_by_reports_at is not null
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

create or replace function private.reports_to_decide() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return jsonb_build_object(
      'count', (select count(*) from private.cases_to_decide()),
      'oldest', (
        select coalesce(jsonb_agg(
          jsonb_build_object('id', r.id, 'kind', r.kind, 'author_id', r.author_id, 'username', r.username, 'avatar_url', r.avatar_url,
            'excerpt', r.excerpt, 'reports', r.reports, 'is_hidden', r.is_hidden, 'opened_at', r.opened_at)
          order by r.opened_at, r.id), '[]')
        from private.report_rows(array(
          select c.id from private.cases_to_decide() as c order by c.created_at, c.id limit 3
        )) as r
      )
    );
  end
  $$;

create or replace function private.report_case(p_case_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_case private.report_cases;
    v_may_decide boolean;
    v_may_undo boolean;
  begin
    perform private.require_team();
    select c.* into v_case from private.report_cases as c where c.id = p_case_id;
    if not found then
      raise exception 'there is no such case' using errcode = 'PT404';
    end if;
    v_may_decide := private.may_decide(v_case) and (private.is_admin() or not private.is_case_for_admins(v_case));
    v_may_undo := v_may_decide
      and (private.is_admin() or v_case.decision is distinct from 'suspend' or v_case.days is not null);
    return (
      select to_jsonb(r) || jsonb_build_object(
        'may_decide', v_may_decide,
        'shown', private.shown_key(v_case.kind, v_case.subject_id),
        'is_in_force', case when v_case.decision = 'suspend' then private.suspension_stands(v_case) end,
        'can_undo', v_case.decision <> 'gone' and v_case.decided_at > now() - interval '90 days' and v_may_undo,
        'hidden_by_reports', v_case.hidden_by_reports_at is not null,
        'said', coalesce((select v.said from private.reported_versions(v_case.id) as v where v.place = 1), ''),
        'versions', (
          select coalesce(
            jsonb_agg(
              jsonb_build_object('said', v.said, 'reports', v.reports, 'was_shown', v.was_shown) order by v.place),
            '[]')
          from private.reported_versions(v_case.id) as v where v.place <= 100
        ),
        'pictures', (
          select coalesce(jsonb_agg(p.address order by p.reports desc, p.first_at, p.address), '[]')
          from (
            select a.address, count(*) as reports, min(x.created_at) as first_at
            from (
                select y.pictures, y.created_at from private.reports as y
                where y.case_id = v_case.id order by y.created_at, y.id limit 100
              ) as x
              cross join lateral unnest(x.pictures) as a (address)
            group by a.address
          ) as p
        ),
        'now', case v_case.kind
          when 'post' then (
            select jsonb_build_object('text', p.content, 'image_url', p.image_url, 'at', p.created_at,
              'path', '/newsfeed/' || p.id)
            from public.newsfeed_posts as p where p.id = v_case.subject_id)
          when 'comment' then (
            select jsonb_build_object('text', c.content, 'image_url', null, 'at', c.created_at,
              'path', '/newsfeed/' || c.post_id || '#comment-' || c.id)
            from public.newsfeed_comments as c where c.id = v_case.subject_id)
          when 'entry' then (
            select jsonb_build_object('text', '', 'image_url', coalesce(e.photo_url, private.hidden_entry_photo(e.id)),
              'at', e.created_at, 'path', '/games/' || e.game_id)
            from public.game_entries as e where e.id = v_case.subject_id)
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
        'game', (
          select jsonb_build_object('title', g.title, 'path', '/games/' || g.id, 'status', g.status,
            'place', e.winner_place)
          from public.game_entries as e join public.games as g on g.id = e.game_id
          where v_case.kind = 'entry' and e.id = v_case.subject_id
        ),
        'reported', case when r.is_own then '[]' else (
          select jsonb_agg(
            jsonb_build_object('id', x.id, 'reason', x.reason, 'words', x.words, 'at', x.created_at,
              'version', v.place,
              'reporter_id', p.id, 'username', p.username, 'avatar_url', p.avatar_url)
            order by x.created_at, x.id)
          from (
            select y.* from private.reports as y where y.case_id = v_case.id order by y.created_at, y.id limit 100
          ) as x
            left join public.profiles as p on p.id = x.reporter_id
            left join private.reported_versions(v_case.id) as v on v.said = x.said
        ) end,
        'record', private.report_record(v_case.author_id, v_case.id))
      from private.report_rows(array[v_case.id]) as r
    );
  end
  $$;

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function private.cases_to_decide(), private.is_undone(uuid, uuid[])
  from public, anon, authenticated, service_role;
