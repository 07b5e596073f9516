-- A decision that hides and shows nothing is not told to those who have a notification of the post, so that its author does not
-- learn of a dismissed report. A case shows as many versions as reports, so that none is pushed out by others.

create or replace function private.hide_content(p_kind text, p_id uuid, p_hides boolean) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_hidden_at constant timestamptz := case when p_hides then now() end;
    v_changed integer := 0;
  begin
    if p_kind = 'post' then
      update public.newsfeed_posts as p set hidden_at = v_hidden_at
        where p.id = p_id and (p.hidden_at is not null) <> p_hides;
      get diagnostics v_changed = row_count;
    elsif p_kind = 'comment' then
      update public.newsfeed_comments as c set hidden_at = v_hidden_at
        where c.id = p_id and (c.hidden_at is not null) <> p_hides;
      get diagnostics v_changed = row_count;
    end if;
    -- A decision that hides or shows nothing is told to nobody.
    if v_changed = 0 then
      return;
    end if;
    -- The notifications about it go and come with it.
    perform private.note_members(
      array(
        select n.user_id from private.notifications as n where n.subject_id = p_id and n.user_id is not null
        union
        select n.user_id
        from private.notification_causes as c join private.notifications as n on n.id = c.notification_id
        where c.cause_id = p_id and n.user_id is not null
      ),
      'notifications');
    perform private.note_for_all(n.kind)
      from private.notifications as n where n.subject_id = p_id and n.kind = 'announcement' and n.user_id is null;
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
  'first, 100 at most), said (the first of them), pictures (all of the reports below, the most reported first), now (the text '
  'today; null when it is deleted), before (the post above a comment), reported (at most 100 reports with the number of the '
  'version; none of a case about the caller), record (of the author), may_decide and is_in_force (whether the suspension of '
  'the decision stands; null for others). Admins only (42501); PT404.';
