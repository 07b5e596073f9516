-- The pictures of what was reported are kept for the decision. Otherwise the author of a picture deletes the post, and the case
-- does not even say that there was one.

-- Tables ---------------------------------------------------------------------------------------------------

alter table private.reports add column pictures text[] not null default '{}';
comment on column private.reports.pictures is
  'The addresses of the pictures in our buckets that the post or profile had when it was reported. Kept until the decision '
  'and, unless it is a dismissal, for as long as it can be undone; 30 days at most after the author left.';

-- Indexes --------------------------------------------------------------------------------------------------

create index reports_pictures on private.reports using gin (pictures);

-- Functions ------------------------------------------------------------------------------------------------

create function private.tg_reports__copy_pictures() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.pictures := array(
      select f.address
      from private.report_cases as c
        cross join lateral (
          select private.named_files(to_jsonb(p), '{image_url}')
          from public.newsfeed_posts as p where c.kind = 'post' and p.id = new.subject_id
          union
          select private.named_files(to_jsonb(p), '{avatar_url,fishing_photos}')
          from public.profiles as p where c.kind = 'member' and p.id = new.subject_id
        ) as f (address)
      where c.id = new.case_id
      order by f.address
    );
    perform private.lock_file_names(
      array(select substr(a.address, char_length('/storage/v1/object/public/') + 1) from unnest(new.pictures) as a (address)),
      false);
    return new;
  end
  $$;
comment on function private.tg_reports__copy_pictures() is
  'Notes the pictures of a reported post or profile, and waits for a request that is deleting them.';

create or replace function private.is_named_file(p_bucket text, p_name text) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_address constant text := '/storage/v1/object/public/' || p_bucket || '/' || p_name;
    v_owner constant uuid := private.folder_owner(p_name);
  begin
    return case p_bucket
      when 'avatars' then exists (
        select from public.profiles as p where p.id = v_owner and p.avatar_url = v_address)
      when 'fishing-photos' then exists (
        select from public.profiles as p where p.id = v_owner and v_address = any (p.fishing_photos))
      when 'newsfeed-images' then exists (
        select from public.newsfeed_posts as n where n.image_url = v_address)
      when 'game-photos' then exists (
        select from public.game_entries as e where e.photo_url = v_address)
      else false
    end
    -- Admins may choose a picture from any of the buckets.
    or exists (select from public.games as g where g.image_url = v_address)
    or exists (select from public.prize_items as i where i.image_url = v_address)
    or exists (select from public.info_cards as c where c.image_url = v_address)
    or exists (select from public.landing_content as l where l.image_url = v_address)
    -- What was reported is kept for the decision, also when its author deletes it.
    or exists (select from private.reports as r where r.pictures @> array[v_address]);
  end
  $$;

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
        pictures = case when k.is_decided then '{}' else r.pictures end,
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
    update private.reports as r set pictures = '{}' from private.report_cases as c
      where c.id = r.case_id and r.pictures <> '{}' and (
        c.decision in ('dismiss', 'gone')
        or c.decided_at <= now() - interval '90 days'
        or c.left_at <= now() - interval '30 days'
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
  'year ago or whose author left 30 days ago; the words of a reporter whom an admin deleted, after the decision or 30 days; '
  'and lets go of pictures that no decision needs any more.';

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
          select coalesce(jsonb_agg(p.address order by p.address), '[]')
          from (
            select distinct a.address from private.reports as x cross join lateral unnest(x.pictures) as a (address)
            where x.case_id = v_case.id order by a.address limit 20
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
  'first, 20 at most), said (the first of them), pictures (as reported), now (the text today; null when it is deleted), before (the post above a '
  'comment), reported (at most 100 reports with the number of the version; none of a case about the caller), record (of the '
  'author), may_decide and is_in_force (whether the suspension of the decision stands; null for others). Admins only '
  '(42501); PT404.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _200_copy_pictures
  before insert on private.reports
  for each row execute function private.tg_reports__copy_pictures();
create trigger _500_unname_files
  after delete or update of pictures on private.reports
  for each row when (old.pictures <> '{}')
  execute function private.tg__unname_files('pictures');

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function private.tg_reports__copy_pictures() from public, anon, authenticated, service_role;
