-- A case is also the own one of an admin whom its author made one since it was opened. Otherwise a reported admin reads who
-- reported them, and decides, with an account that they promote for it.

-- Functions ------------------------------------------------------------------------------------------------

create function private.is_case_of(p_case private.report_cases, p_user_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_author constant uuid := coalesce(p_case.author_id, p_case.former_account_id);
    v_lives constant uuid[] := private.lives_of(p_user_id, true);
  begin
    return v_author = any (v_lives) or coalesce((
      with recursive promoters (id) as (
        select p_user_id
        union
        select l.actor_id
          from promoters as p join private.audit_log as l on l.subject_id = p.id
          where l.action = 'grant_admin' and l.created_at >= p_case.created_at and l.actor_id is not null
      )
      select bool_or(p.id = any (private.lives_of(v_author, true))) from promoters as p
    ), false);
  end
  $$;
comment on function private.is_case_of(private.report_cases, uuid) is
  'Whether a case is about this person, or they were made an admin by its author since it was opened, also by way of others. '
  'Accounts of one person are one.';

drop function private.may_decide(uuid);
create function private.may_decide(p_case private.report_cases) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_lives constant uuid[] := private.lives_of(auth.uid(), true);
  begin
    if not coalesce(private.is_case_of(p_case, auth.uid()), false) then
      return true;
    end if;
    if exists (
      select from public.profiles as p where p.is_admin and not p.is_suspended and not private.is_case_of(p_case, p.id)
    ) then
      return false;
    end if;
    -- Among those who remain, everyone comes before the author.
    return coalesce(p_case.author_id, p_case.former_account_id) <> all (v_lives)
      or not exists (
        select from public.profiles as p where p.is_admin and not p.is_suspended and p.id <> all (v_lives)
      );
  end
  $$;
comment on function private.may_decide(private.report_cases) is
  'Whether the caller, an admin, may decide a case. One whom the author made an admin since may if there is no other, and the '
  'author if there is no other admin at all; those who are suspended do not count.';

create or replace function private.report_rows(p_ids uuid[])
  returns table (
    id uuid, kind text, subject_id uuid, author_id uuid, username text, avatar_url text, excerpt text, reports integer,
    reasons jsonb, is_hidden boolean, opened_at timestamptz, decision text, hides boolean, days integer, reason text,
    decided_by text, decided_at timestamptz, version integer, is_own boolean
  )
  language plpgsql stable security definer set search_path = ''
  as $$
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
          select private.is_case_of(c, auth.uid()) as is_own
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

create or replace function private.tg_report_cases__guard_own() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if private.is_api_request() and not private.may_decide(new) then
      raise exception 'admins do not decide about themselves'
        using errcode = 'RP007', hint = 'another admin decides';
    end if;
    return new;
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
    v_may_decide := private.may_decide(v_case);
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

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.is_case_of(private.report_cases, uuid),
  private.may_decide(private.report_cases)
  from public, anon, authenticated, service_role;
