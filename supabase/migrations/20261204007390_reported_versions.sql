-- A case shows every version that was reported, and a decision answers the one that is shown then. Otherwise an author edits
-- the text and has the harmless one reported: admins would read only that one, and after the dismissal the first text would
-- come back, its reporters refused.

-- Tables ---------------------------------------------------------------------------------------------------

alter table private.reports add column was_shown boolean not null default true;
comment on column private.reports.was_shown is
  'False when the text was another at the decision, or was deleted: the decision is no answer to this version. True while '
  'the case is open.';

-- Functions ------------------------------------------------------------------------------------------------

create function private.text_now(p_kind text, p_subject_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return case p_kind
      when 'post' then (select p.content from public.newsfeed_posts as p where p.id = p_subject_id)
      when 'comment' then (select c.content from public.newsfeed_comments as c where c.id = p_subject_id)
      else (
        select concat_ws(E'\n', p.username, nullif(p.fishing_area, ''), nullif(p.bio, ''))
        from public.profiles as p where p.id = p_subject_id
      )
    end;
  end
  $$;
comment on function private.text_now(text, uuid) is
  'The text of a post, comment or profile as reports store it, also of a hidden one; null when it is deleted.';

create function private.tg_report_cases__answer_versions() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_text constant text := private.text_now(new.kind, new.subject_id);
  begin
    update private.reports as r set was_shown = new.decided_at is null or coalesce(r.said = v_text, false)
      where r.case_id = new.id;
    return null;
  end
  $$;
comment on function private.tg_report_cases__answer_versions() is
  'Notes which of the reported versions was shown when an admin decided; an undoing takes that back.';

create function private.reported_versions(p_case_id uuid)
  returns table (place bigint, said text, reports bigint, was_shown boolean)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      select row_number() over (order by count(*) desc, min(r.created_at), r.said), r.said, count(*),
        case
          when c.decided_at is null then coalesce(r.said = private.text_now(c.kind, c.subject_id), false)
          else bool_or(r.was_shown)
        end
      from private.report_cases as c join private.reports as r on r.case_id = c.id
      where c.id = p_case_id and r.said <> ''
      group by c.id, r.said;
  end
  $$;
comment on function private.reported_versions(uuid) is
  'The versions of a text that were reported in a case, the one with the most reports first. was_shown: whether it is the '
  'text of today or, in a decided case, was that of the decision.';

create or replace function private.has_reported(p_lives uuid[], p_kind text, p_subject_id uuid, p_said text) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return exists (
      select
      from (
          select r.case_id, r.said, r.was_shown from private.reports as r
          where r.reporter_id = any (p_lives) and r.subject_id = p_subject_id
          union all
          select r.case_id, r.said, r.was_shown from private.reports as r
          where r.former_account_id = any (p_lives) and r.subject_id = p_subject_id
        ) as o
        join private.report_cases as c on c.id = o.case_id
      where o.said = p_said and o.was_shown and c.decision is distinct from 'gone'
        and (p_kind <> 'member' or c.decided_at is null or c.decided_at > now() - interval '30 days')
    );
  end
  $$;
comment on function private.has_reported(uuid[], text, uuid, text) is
  'Whether one of these accounts reported a thing as it is now. Not counted: a version that was not shown when the case was '
  'decided, a case closed without a decision, and for a member one that was decided 30 days ago.';

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
        where c.id = p_case_id and r.was_shown
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
  'reported, are not suspended, are heeded, and did not report the same version in an earlier case that answered it.';

create or replace function private.is_heeded_reporter(p_user_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_lives constant uuid[] := private.lives_of(p_user_id, true);
  begin
    return (
      select k.dismissed < 3 or k.dismissed <= k.upheld
      from (
        select
          count(*) filter (where c.decision = 'dismiss' and s.was_shown) as dismissed,
          count(*) filter (where c.decision in ('hide', 'remove', 'warn', 'suspend')) as upheld
        from private.report_cases as c
          join (
            select o.case_id, bool_or(o.was_shown) as was_shown
            from (
              select r.case_id, r.was_shown from private.reports as r where r.reporter_id = any (v_lives)
              union all
              select r.case_id, r.was_shown from private.reports as r where r.former_account_id = any (v_lives)
            ) as o
            group by o.case_id
          ) as s on s.case_id = c.id
        where c.decided_at > now() - interval '90 days'
      ) as k
    );
  end
  $$;
comment on function private.is_heeded_reporter(uuid) is
  'Whether the reports of a person help to hide. Not if three or more of the cases were dismissed in the last 90 days with '
  'the text as they reported it, and more than were upheld.';

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
            coalesce((select v.said from private.reported_versions(c.id) as v where v.place = 1), '') as said
          from (
            select r.reason, count(*) as reports from private.reports as r where r.case_id = c.id group by r.reason
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
        'is_in_force', case when v_case.decision = 'suspend' then private.suspension_stands(v_case) end,
        'can_undo', v_case.decision <> 'gone' and v_case.decided_at > now() - interval '90 days' and v_may_decide,
        'hidden_by_reports', v_case.hidden_by_reports_at is not null,
        'said', coalesce((select v.said from private.reported_versions(v_case.id) as v where v.place = 1), ''),
        'versions', (
          select coalesce(
            jsonb_agg(jsonb_build_object('said', v.said, 'reports', v.reports, 'was_shown', v.was_shown) order by v.place), '[]')
          from private.reported_versions(v_case.id) as v where v.place <= 20
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
              'version', v.place,
              'username', p.username, 'avatar_url', p.avatar_url)
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
comment on function public.report_case(uuid) is
  'A case as in report_queue, with versions (the texts that were reported, with the number of reports, the most reported '
  'first, 20 at most), said (the first of them), now (the text today; null when it is deleted), before (the post above a '
  'comment), reported (at most 100 reports with the number of the version; none of a case about the caller), record (of the '
  'author), may_decide and is_in_force (whether the suspension of the decision stands; null for others). Admins only '
  '(42501); PT404.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _500_answer_versions
  after update of decided_at on private.report_cases
  for each row when ((old.decided_at is null) <> (new.decided_at is null) and new.decision is distinct from 'gone')
  execute function private.tg_report_cases__answer_versions();

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.text_now(text, uuid),
  private.tg_report_cases__answer_versions(),
  private.reported_versions(uuid)
  from public, anon, authenticated, service_role;
