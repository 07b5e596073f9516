-- Pictures belong to the version of a post or profile that is reported. Otherwise its author has other pictures reported
-- until the case is full, or has them dismissed and shows the first ones again, whose reporters are refused.

-- Tables ---------------------------------------------------------------------------------------------------

alter table private.reports add column pictures_key text;
comment on column private.reports.pictures_key is
  'A hash of the pictures, which stays when they go. Null for a report from before, which counts whatever they were.';
update private.reports as r set pictures_key = md5(array_to_string(r.pictures, ' ')) where r.pictures <> '{}';

-- Functions ------------------------------------------------------------------------------------------------

create function private.pictures_now(p_kind text, p_subject_id uuid) returns text[]
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return array(
      select f.address
      from (
        select private.named_files(to_jsonb(p), '{image_url}')
        from public.newsfeed_posts as p where p_kind = 'post' and p.id = p_subject_id
        union
        select private.named_files(to_jsonb(p), '{avatar_url,fishing_photos}')
        from public.profiles as p where p_kind = 'member' and p.id = p_subject_id
      ) as f (address)
      order by f.address
    );
  end
  $$;
comment on function private.pictures_now(text, uuid) is
  'The pictures of a post or profile in our buckets, in the order of their addresses; of a comment none.';

create or replace function private.tg_reports__copy_pictures() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.pictures := (
      select private.pictures_now(c.kind, new.subject_id) from private.report_cases as c where c.id = new.case_id);
    new.pictures_key := md5(array_to_string(new.pictures, ' '));
    perform private.lock_file_names(
      array(select substr(a.address, char_length('/storage/v1/object/public/') + 1) from unnest(new.pictures) as a (address)),
      false);
    return new;
  end
  $$;

create or replace function private.tg_report_cases__answer_versions() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_text constant text := private.text_now(new.kind, new.subject_id);
    v_pictures constant text[] := private.pictures_now(new.kind, new.subject_id);
  begin
    update private.reports as r set
        was_shown = new.decided_at is null or coalesce(r.said = v_text and r.pictures <@ v_pictures, false)
      where r.case_id = new.id;
    return null;
  end
  $$;
comment on function private.tg_report_cases__answer_versions() is
  'Notes which of the reported versions was shown, with its pictures, when an admin decided; an undoing takes that back.';

drop function private.has_reported(uuid[], text, uuid, text);
create function private.has_reported(
  p_lives uuid[], p_kind text, p_subject_id uuid, p_said text, p_pictures text[]
) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return exists (
      select
      from (
          select r.case_id, r.said, r.pictures_key, r.was_shown from private.reports as r
          where r.reporter_id = any (p_lives) and r.subject_id = p_subject_id
          union all
          select r.case_id, r.said, r.pictures_key, r.was_shown from private.reports as r
          where r.former_account_id = any (p_lives) and r.subject_id = p_subject_id
        ) as o
        join private.report_cases as c on c.id = o.case_id
      where o.said = p_said and coalesce(o.pictures_key = md5(array_to_string(p_pictures, ' ')), true) and o.was_shown and c.decision is distinct from 'gone'
        and (p_kind <> 'member' or c.decided_at is null or c.decided_at > now() - interval '30 days')
    );
  end
  $$;
comment on function private.has_reported(uuid[], text, uuid, text, text[]) is
  'Whether one of these accounts reported a thing as it is now, with its pictures. Not counted: a version that was not shown '
  'when the case was decided, a case closed without a decision, and for a member one that was decided 30 days ago.';

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
    if private.has_reported(v_lives, p_kind, p_subject_id, v_subject.said, private.pictures_now(p_kind, p_subject_id)) then
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
  'first, 20 at most), said (the first of them), pictures (all of the reports below, the most reported first), now (the text '
  'today; null when it is deleted), before (the post above a comment), reported (at most 100 reports with the number of the '
  'version; none of a case about the caller), record (of the author), may_decide and is_in_force (whether the suspension of '
  'the decision stands; null for others). Admins only (42501); PT404.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.pictures_now(text, uuid),
  private.has_reported(uuid[], text, uuid, text, text[])
  from public, anon, authenticated, service_role;
