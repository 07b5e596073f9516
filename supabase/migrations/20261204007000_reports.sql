-- Reports of posts, comments and members, the cases in which admins decide about them, and content that is hidden.

-- Tables ---------------------------------------------------------------------------------------------------

alter table public.newsfeed_posts
  add column hidden_at timestamptz,
  drop constraint newsfeed_posts_dates_bounds,
  add constraint newsfeed_posts_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and pinned_until >= '2000-01-01 00:00:00+00' and pinned_until < '2200-01-01 00:00:00+00'
    and edited_at >= '2000-01-01 00:00:00+00' and edited_at < '2200-01-01 00:00:00+00'
    and hidden_at >= '2000-01-01 00:00:00+00' and hidden_at < '2200-01-01 00:00:00+00'
  );
comment on column public.newsfeed_posts.hidden_at is
  'Since when the post is hidden from everyone, by reports or by a decision; null for a post that is shown.';

alter table public.newsfeed_comments
  add column hidden_at timestamptz,
  drop constraint newsfeed_comments_dates_bounds,
  add constraint newsfeed_comments_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and hidden_at >= '2000-01-01 00:00:00+00' and hidden_at < '2200-01-01 00:00:00+00'
  );
comment on column public.newsfeed_comments.hidden_at is
  'Since when the comment is hidden from everyone, by reports or by a decision; null for a comment that is shown.';

alter table public.site_settings
  add column reports_to_hide integer not null default 3,
  add constraint site_settings_reports_to_hide_range check (reports_to_hide between 0 and 100);
comment on column public.site_settings.reports_to_hide is
  'How many members must report a post or comment until it is hidden without a decision; 0 for never.';

create table private.report_cases (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  subject_id uuid not null,
  author_id uuid references public.profiles (id) on delete set null,
  version integer not null default 0,
  hidden_by_reports_at timestamptz,
  decision text,
  hides boolean not null default false,
  days integer,
  reason text not null default '',
  ends_at timestamptz,
  former_suspension jsonb,
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint report_cases_kind_known check (kind in ('post', 'comment', 'member')),
  constraint report_cases_decision_known
    check (decision in ('dismiss', 'hide', 'remove', 'warn', 'suspend', 'gone')),
  constraint report_cases_decided check ((decision is null) = (decided_at is null)),
  constraint report_cases_days_known check (days in (1, 7, 30)),
  constraint report_cases_reason_plain check (private.is_plain_text(reason, true) and char_length(reason) <= 500),
  constraint report_cases_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and hidden_by_reports_at >= '2000-01-01 00:00:00+00' and hidden_by_reports_at < '2200-01-01 00:00:00+00'
    and ends_at >= '2000-01-01 00:00:00+00' and ends_at < '2200-01-01 00:00:00+00'
    and decided_at >= '2000-01-01 00:00:00+00' and decided_at < '2200-01-01 00:00:00+00'
  )
);
comment on table private.report_cases is
  'One decision of the club team about a post, a comment or a member, and all reports that it answers. A report after the '
  'decision opens another case. gone: the author deleted the account before a decision.';
comment on column private.report_cases.author_id is 'The author when the case was opened; null when the account is deleted.';
comment on column private.report_cases.version is 'Raised by each decision and each undoing, so that two admins cannot both decide.';
comment on column private.report_cases.hides is 'Whether the decision hides the post or comment.';
comment on column private.report_cases.reason is 'For the author to read, with a warning or a suspension.';
comment on column private.report_cases.former_suspension is
  'Reason and end of the suspension that a decision replaced, for its undoing.';

create table private.reports (
  id uuid primary key default gen_random_uuid(),
  case_id uuid not null references private.report_cases (id) on delete cascade,
  subject_id uuid not null,
  reporter_id uuid references public.profiles (id) on delete set null,
  reason text not null,
  words text not null default '',
  said text not null,
  request_id uuid,
  told_at timestamptz,
  created_at timestamptz not null default now(),
  constraint reports_once unique (reporter_id, subject_id),
  constraint reports_reason_known
    check (reason in ('spam', 'abuse', 'offensive', 'cheating', 'private_information', 'other')),
  constraint reports_words_plain check (private.is_plain_text(words, true) and char_length(words) <= 500),
  constraint reports_request_elsewhere check (request_id is null),
  constraint reports_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and told_at >= '2000-01-01 00:00:00+00' and told_at < '2200-01-01 00:00:00+00'
  )
);
comment on table private.reports is
  'Who reported what, once for ever, and why. Only admins learn who. Words and said are emptied a year after the decision.';
comment on column private.reports.said is 'The text of the post, comment or profile as it was reported.';
comment on column private.reports.request_id is
  'Write-only, stored in private.requests; a second insert with the same value raises PT409.';
comment on column private.reports.told_at is 'When the reporter was told that the report was dealt with.';

alter table private.audit_log drop constraint audit_log_action_known;
alter table private.audit_log add constraint audit_log_action_known check (action in (
  'grant_admin', 'revoke_admin', 'suspend', 'edit_suspension', 'unsuspend', 'rename_user', 'edit_profile',
  'set_password', 'delete_user', 'give_points', 'create_badge', 'edit_badge', 'delete_badge', 'award_badge',
  'remove_badge', 'create_package', 'edit_package', 'delete_package', 'add_item', 'edit_item', 'delete_item',
  'assign_prize', 'remove_prize', 'edit_claim', 'create_game', 'edit_game', 'set_answer', 'activate_game',
  'complete_game', 'cancel_game', 'delete_game', 'choose_place', 'remove_photo', 'view_answer', 'create_card',
  'edit_card', 'delete_card', 'create_video', 'edit_video', 'delete_video', 'create_post', 'edit_post', 'delete_post',
  'edit_comment', 'delete_comment', 'delete_file', 'edit_site_settings', 'edit_referral_settings', 'edit_landing',
  'retry_delivery', 'export_list', 'decide_report', 'reopen_report'
));

alter table private.notification_kinds drop constraint notification_kinds_subject_known;
alter table private.notification_kinds add constraint notification_kinds_subject_known check (subject in (
  'post', 'game', 'member', 'badge', 'award', 'referral', 'video', 'item', 'report', 'self'
));

-- Indexes --------------------------------------------------------------------------------------------------

create unique index report_cases_one_open on private.report_cases (subject_id) where decided_at is null;
create index report_cases_open on private.report_cases (created_at, id) where decided_at is null;
create index report_cases_decided on private.report_cases (decided_at desc, id desc) where decided_at is not null;
create index report_cases_subject on private.report_cases (subject_id, created_at);
create index report_cases_author on private.report_cases (author_id);
create index report_cases_decided_by on private.report_cases (decided_by);
create index reports_case on private.reports (case_id, created_at);

-- Row-level security ---------------------------------------------------------------------------------------

alter table private.report_cases enable row level security;
alter table private.reports enable row level security;

create policy select_not_hidden on public.newsfeed_posts
  as restrictive for select to authenticated
  using (hidden_at is null);
comment on policy select_not_hidden on public.newsfeed_posts is
  'A hidden post is read nowhere but in its case, by admins.';

create policy select_not_hidden on public.newsfeed_comments
  as restrictive for select to authenticated
  using (hidden_at is null);
comment on policy select_not_hidden on public.newsfeed_comments is
  'A hidden comment is read nowhere but in its case, by admins.';

-- Functions: what is hidden --------------------------------------------------------------------------------

create function private.is_hidden_comment(p_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return exists (select from public.newsfeed_comments as c where c.id = p_id and c.hidden_at is not null);
  end
  $$;
comment on function private.is_hidden_comment(uuid) is 'Whether this is the ID of a comment that is hidden.';

create function private.hide_content(p_kind text, p_id uuid, p_hides boolean) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_hidden_at constant timestamptz := case when p_hides then now() end;
  begin
    if p_kind = 'post' then
      update public.newsfeed_posts as p set hidden_at = v_hidden_at
        where p.id = p_id and (p.hidden_at is not null) <> p_hides;
    elsif p_kind = 'comment' then
      update public.newsfeed_comments as c set hidden_at = v_hidden_at
        where c.id = p_id and (c.hidden_at is not null) <> p_hides;
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
comment on function private.hide_content(text, uuid, boolean) is
  'Hides a post or comment from everyone, or shows it again; nothing for a member, or for what is deleted.';

create or replace function private.count_posts(p_ids uuid[], p_all boolean) returns setof private.post_numbers
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
  as $$
  begin
    return query
      select i.id, c.comments, r.heart, r.thumbs_up, r.fishing_rod, r.fish, r.trophy
      from unnest(p_ids) as i (id)
        cross join lateral (
          select count(*)::integer as comments
          from public.newsfeed_comments as n
          where n.post_id = i.id and n.hidden_at is null
            and not exists (select from public.profiles as p where p.id = n.user_id and p.is_suspended and not p_all)
        ) as c
        cross join lateral (
          select
            (count(*) filter (where n.reaction = 'heart'))::integer as heart,
            (count(*) filter (where n.reaction = 'thumbs_up'))::integer as thumbs_up,
            (count(*) filter (where n.reaction = 'fishing_rod'))::integer as fishing_rod,
            (count(*) filter (where n.reaction = 'fish'))::integer as fish,
            (count(*) filter (where n.reaction = 'trophy'))::integer as trophy
          from public.newsfeed_reactions as n
          where n.post_id = i.id
            and not exists (select from public.profiles as p where p.id = n.user_id and p.is_suspended and not p_all)
        ) as r;
  end
  $$;

create or replace function private.message_of_comments(p_topic text, p_ids uuid[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_post_id constant uuid := private.topic_id(p_topic);
    v_shown uuid[];
    v_comments jsonb;
  begin
    -- Of a post that members cannot read, the feed says that it is gone.
    if not exists (
      select from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id
      where p.id = v_post_id and p.hidden_at is null and not a.is_suspended
    ) then
      return null;
    end if;
    if cardinality(p_ids) > 500 then
      return '{"reload": true}';
    end if;
    select
      coalesce(array_agg(c.id), '{}'),
      coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', c.id,
            'user_id', c.user_id,
            'content', c.content,
            'mentioned', private.mentioned(c.mentions),
            'created_at', c.created_at,
            'author', jsonb_build_object(
              'id', a.id, 'username', a.username, 'avatar_url', a.avatar_url, 'is_admin', a.is_admin))
          order by c.created_at, c.id),
        '[]')
      into v_shown, v_comments
      from public.newsfeed_comments as c
        join public.profiles as a on a.id = c.user_id
      where c.id = any (p_ids) and c.post_id = v_post_id and c.hidden_at is null and not a.is_suspended;
    return jsonb_build_object(
      'comments', v_comments,
      'gone', to_jsonb(array(
        select distinct i.id from unnest(p_ids) as i (id) where i.id is not null and i.id <> all (v_shown) order by i.id)));
  end
  $$;

create or replace function private.message_of_feed(p_ids uuid[], p_kinds text[]) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_message jsonb;
  begin
    perform private.forget_numbers(p_ids);
    insert into private.post_numbers
      select n.*
      from private.count_posts(array(select p.id from public.newsfeed_posts as p where p.id = any (p_ids)), false) as n;
    if 'reload' = any (p_kinds)
      or (select count(distinct u.id) from unnest(p_ids, p_kinds) as u (id, kind) where u.kind <> 'recount') > 500
    then
      return '{"reload": true}';
    end if;
    select jsonb_strip_nulls(jsonb_build_object(
        'numbers',
        jsonb_object_agg(t.id, jsonb_build_array(n.comments, n.heart, n.thumbs_up, n.fishing_rod, n.fish, n.trophy))
          filter (where t.is_shown and t.is_counted and n.post_id is not null),
        'new', jsonb_agg(t.id order by t.id) filter (where t.is_shown and t.is_new),
        'changed', jsonb_agg(t.id order by t.id) filter (where t.is_shown and (t.is_changed or t.is_preview) and not t.is_new),
        'gone', jsonb_agg(t.id order by t.id) filter (where not t.is_shown and (t.is_new or t.is_changed))))
      into v_message
      from (
        select
          u.id,
          bool_or(u.kind = 'new') as is_new,
          bool_or(u.kind = 'changed') as is_changed,
          bool_or(u.kind = 'preview') as is_preview,
          bool_or(u.kind = 'numbers') as is_counted,
          exists (
            select from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id
            where p.id = u.id and p.hidden_at is null and not a.is_suspended
          ) as is_shown
        from unnest(p_ids, p_kinds) as u (id, kind)
        where u.id is not null
        group by u.id
      ) as t
        left join private.post_numbers as n on n.post_id = t.id;
    return nullif(v_message, '{}');
  end
  $$;

create or replace function private.seen_own_reaction(p_post_id uuid) returns text
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
  as $$
  declare
    v_reader constant uuid := auth.uid();
    v_reaction constant text := (
      select r.reaction from public.newsfeed_reactions as r where r.post_id = p_post_id and r.user_id = v_reader
    );
  begin
    if v_reaction is not null
      and not private.is_admin()
      and (
        private.is_suspended()
        or exists (
          select from public.newsfeed_posts as n join public.profiles as p on p.id = n.user_id
          where n.id = p_post_id and (p.is_suspended or n.hidden_at is not null)
        )
      )
    then
      return null;
    end if;
    return v_reaction;
  end
  $$;

create or replace function private.seen_posts(p_ids uuid[])
  returns table (post_id uuid, comment_count bigint, reaction_counts jsonb, my_reaction text)
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  as $$
  declare
    v_reader constant uuid := auth.uid();
    v_standing constant text := (
      select case when p.is_suspended then 'suspended' when p.is_admin then 'admin' else 'member' end
      from public.profiles as p where p.id = v_reader
    );
    v_numbers private.post_numbers[] := '{}';
    v_ids uuid[];
  begin
    if v_standing = 'admin' or not private.is_api_request() then
      v_numbers := array(select n from private.count_posts(p_ids, true) as n);
    elsif v_standing = 'member' then
      -- The posts may be arguments of the request, and such as the reader cannot see.
      v_ids := array(
        select n.id
        from public.newsfeed_posts as n join public.profiles as p on p.id = n.user_id
        where n.id = any (p_ids) and n.hidden_at is null and not p.is_suspended);
      v_numbers := array(
        select n from private.post_numbers as n
        where n.post_id = any (v_ids)
          and (select true from private.live_pending as w where w.topic = 'feed' and w.id = n.post_id limit 1) is null);
      if cardinality(v_numbers) < cardinality(v_ids) then
        v_numbers := v_numbers || array(
          select n
          from private.count_posts(
            array(
              select i.id from unnest(v_ids) as i (id)
              where not exists (select from unnest(v_numbers) as k where k.post_id = i.id)
            ),
            false
          ) as n);
      end if;
    end if;
    return query
      select n.post_id, n.comments::bigint,
        jsonb_strip_nulls(jsonb_build_object(
          'heart', nullif(n.heart, 0),
          'thumbs_up', nullif(n.thumbs_up, 0),
          'fishing_rod', nullif(n.fishing_rod, 0),
          'fish', nullif(n.fish, 0),
          'trophy', nullif(n.trophy, 0))),
        (select r.reaction from public.newsfeed_reactions as r where r.post_id = n.post_id and r.user_id = v_reader)
      from unnest(v_numbers) as n;
  end
  $$;

create or replace function private.tg_newsfeed_comments__note() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_posts uuid[];
  begin
    if tg_op = 'INSERT' then
      v_posts := array(select distinct r.post_id from new_rows as r);
      insert into private.live_pending (topic, id, kind)
        select 'post:' || r.post_id, r.id, 'comment'
        from new_rows as r join public.profiles as p on p.id = r.user_id
        where not p.is_suspended and cardinality(v_posts) <= 500;
    elsif tg_op = 'DELETE' then
      v_posts := array(select distinct r.post_id from old_rows as r);
      -- The feed shows one comment of each post, which may be this one. New comments need no such note: it stays.
      perform private.note_posts(
        array(
          select distinct r.post_id
          from old_rows as r join public.profiles as p on p.id = r.user_id
          where r.hidden_at is null and not p.is_suspended),
        'preview');
      insert into private.live_pending (topic, id, kind)
        select 'post:' || r.post_id, r.id, 'comment'
        from old_rows as r join public.profiles as p on p.id = r.user_id
        where r.hidden_at is null and not p.is_suspended and cardinality(v_posts) <= 500;
    else
      -- A change of the text changes no count; hiding a comment does.
      perform private.note_posts(
        array(
          select distinct n.post_id
          from new_rows as n
            join old_rows as o on o.id = n.id
            join public.profiles as p on p.id = n.user_id
          where (n.content <> o.content or (n.hidden_at is null) <> (o.hidden_at is null)) and not p.is_suspended),
        'preview');
      v_posts := array(
        select distinct i.id
        from new_rows as n
          join old_rows as o on o.id = n.id
          cross join lateral (values (n.post_id), (o.post_id)) as i (id)
        where (n.post_id, n.user_id, n.hidden_at is null) <> (o.post_id, o.user_id, o.hidden_at is null));
      insert into private.live_pending (topic, id, kind)
        select distinct 'post:' || i.post_id, i.id, 'comment'
        from (
            select n.id, n.post_id, n.user_id, n.hidden_at from new_rows as n
            union all
            select o.id, o.post_id, o.user_id, o.hidden_at from old_rows as o
          ) as i
          join public.profiles as p on p.id = i.user_id
        where i.hidden_at is null and not p.is_suspended;
    end if;
    perform private.note_posts(v_posts, 'numbers');
    return null;
  end
  $$;

create or replace function private.tg_newsfeed_posts__note() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_op = 'INSERT' then
      perform private.note_posts(
        array(select r.id from new_rows as r join public.profiles as p on p.id = r.user_id where not p.is_suspended),
        'new');
    elsif tg_op = 'UPDATE' then
      perform private.note_posts(
        array(
          select n.id
          from new_rows as n
            join old_rows as o on o.id = n.id
            join public.profiles as p on p.id = n.user_id
          where not p.is_suspended and (n.hidden_at is null or o.hidden_at is null)),
        'changed');
    else
      perform private.note_posts(
        array(
          select r.id from old_rows as r join public.profiles as p on p.id = r.user_id
          where r.hidden_at is null and not p.is_suspended),
        'changed');
      insert into private.live_pending (topic, id, kind)
        select 'feed', r.id, 'recount'
        from old_rows as r
        where r.hidden_at is not null
          or not exists (select from public.profiles as p where p.id = r.user_id and not p.is_suspended);
    end if;
    return null;
  end
  $$;

create or replace function private.tg_newsfeed_posts__count() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_step constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  begin
    perform from private.post_counts as c
      where c.user_id in (select n.user_id from changed as n)
      order by c.user_id
      for no key update;
    update private.post_counts as c set post_count = c.post_count + v_step * s.posts
      from (select n.user_id, count(*) as posts from changed as n where n.hidden_at is null group by n.user_id) as s
      where c.user_id = s.user_id;
    return null;
  end
  $$;

create function private.tg_newsfeed_posts__count_hidden() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update private.post_counts as c set post_count = c.post_count + case when new.hidden_at is null then 1 else -1 end
      where c.user_id = new.user_id;
    return null;
  end
  $$;
comment on function private.tg_newsfeed_posts__count_hidden() is 'Keeps private.post_counts, which leave out hidden posts.';

create or replace function private.tg_newsfeed_posts__forget_hidden() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if old.hidden_at is not null or exists (select from public.profiles as a where a.id = old.user_id and a.is_suspended) then
      delete from private.notifications as n
        where n.kind in (select k.name from private.notification_kinds as k where k.subject = 'post')
          and n.subject_id = old.id;
    end if;
    return old;
  end
  $$;

create or replace function private.search_hits(p_query tsquery) returns table (kind text, id uuid, created_at timestamptz)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      (
        select 'post', p.id, p.created_at
        from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id and not a.is_suspended
        where to_tsvector('pg_catalog.english', p.content) @@ p_query and p.hidden_at is null
        order by p.created_at desc
        limit 40
      )
      union all
      (
        select 'comment', c.id, c.created_at
        from public.newsfeed_comments as c
          join public.profiles as a on a.id = c.user_id and not a.is_suspended
          join public.newsfeed_posts as p on p.id = c.post_id
          join public.profiles as b on b.id = p.user_id and not b.is_suspended
        where to_tsvector('pg_catalog.english', c.content) @@ p_query and c.hidden_at is null and p.hidden_at is null
        order by c.created_at desc
        limit 40
      );
  end
  $$;

create or replace function private.muted_subjects() returns table (subject_id uuid, kind text, title text, path text)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_user_id constant uuid := auth.uid();
  begin
    return query
      select m.subject_id,
        case when p.id is not null then 'post' when g.id is not null then 'game' when u.id is not null then 'member' end,
        coalesce(private.excerpt(p.content), g.title, u.username),
        coalesce('/newsfeed/' || p.id, '/games/' || g.id, '/members/' || private.path_part(u.username))
      from private.notification_mutes as m
        left join (public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id and not a.is_suspended)
          on p.id = m.subject_id and p.hidden_at is null and not private.is_suspended()
        left join public.games as g on g.id = m.subject_id and g.status in ('active', 'completed')
        left join public.profiles as u on u.id = m.subject_id and not u.is_suspended
      where m.user_id = v_user_id
      order by m.created_at desc, m.subject_id
      limit 200;
  end
  $$;

create or replace function private.is_notification_shown(
  p_id uuid, p_kind text, p_subject_id uuid, p_created_at timestamptz, p_is_for_all boolean, p_reader_id uuid
) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_reader record;
  begin
    select p.is_admin, p.is_suspended, p.created_at, k.audience, k.subject into v_reader
      from public.profiles as p, private.notification_kinds as k
      where p.id = p_reader_id and k.name = p_kind;
    if not found or (v_reader.audience = 'admins' and (not v_reader.is_admin or v_reader.is_suspended)) then
      return false;
    end if;
    if p_is_for_all and (
      p_created_at < v_reader.created_at
      or exists (
        select from private.notification_mutes as m where m.user_id = p_reader_id and m.subject_id = p_subject_id
      )
      or exists (
        select from private.notification_marks as m
        where m.user_id = p_reader_id and m.notification_id = p_id and m.read_at is null
      )
    ) then
      return false;
    end if;
    if not exists (
      select from private.notification_causes as c left join public.profiles as a on a.id = c.actor_id
      where c.notification_id = p_id and (c.actor_id is null or not a.is_suspended or v_reader.audience = 'admins')
        and (p_is_for_all or not private.is_muted_by(p_reader_id, c.actor_id))
        and not private.is_hidden_comment(c.cause_id)
    ) then
      return false;
    end if;
    return case v_reader.subject
      when 'post' then not v_reader.is_suspended and exists (
        select from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id
        where p.id = p_subject_id and p.hidden_at is null and not a.is_suspended
          and (p.is_announcement or p_kind <> 'announcement'))
        and (p_kind <> 'mention' or private.is_mentioned(p_id, p_reader_id))
      when 'game' then exists (
        select from public.games as g
          left join public.game_entries as e on e.game_id = g.id and e.user_id = p_reader_id
        where g.id = p_subject_id and case p_kind
          when 'game_closing' then g.status = 'active' and now() < g.end_date and e.id is null
          when 'game_to_settle' then g.status = 'active'
          when 'game_settled' then g.status = 'completed' and not e.is_winner
          when 'game_won' then g.status = 'completed' and e.is_winner
          else g.status in ('active', 'completed')
        end)
      when 'award' then exists (
        select from public.prize_awards as a
        where a.id = p_subject_id and (a.user_id = p_reader_id or v_reader.audience = 'admins') and case p_kind
          when 'claim_closes_week' then a.status <> 'claimed' and now() < a.claim_deadline
          when 'claim_closes_day' then a.status <> 'claimed' and now() < a.claim_deadline
          when 'claim_shipped' then a.fulfillment_status in ('shipped', 'delivered')
          when 'claim_delivered' then a.fulfillment_status = 'delivered'
          else true
        end)
      when 'badge' then exists (
        select from public.user_badges as u where u.user_id = p_reader_id and u.badge_id = p_subject_id)
      when 'referral' then exists (
        select from public.referrals as r
        where r.id = p_subject_id and r.referrer_id = p_reader_id and (p_kind <> 'referral_waiting' or r.status = 'pending'))
      when 'member' then exists (select from public.profiles as p where p.id = p_subject_id)
      when 'video' then exists (select from public.live_videos as v where v.id = p_subject_id and v.is_active)
      when 'item' then exists (select from public.prize_items as i where i.id = p_subject_id)
      when 'report' then exists (
        select from private.report_cases as c
        where c.id = p_subject_id and c.decided_at is not null and case p_kind
          when 'warning' then c.decision = 'warn' and c.author_id = p_reader_id
          else exists (select from private.reports as r where r.case_id = c.id and r.reporter_id = p_reader_id)
        end)
      else v_reader.is_suspended
    end;
  end
  $$;

create or replace function private.describe_notification(
  p_id uuid, p_kind text, p_subject_id uuid, p_reader_id uuid, out title text, out excerpt text, out path text,
  out details jsonb
)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_subject constant text := (select k.subject from private.notification_kinds as k where k.name = p_kind);
    v_comment_id uuid;
  begin
    details := '{}';
    case v_subject
      when 'post' then
        select private.excerpt(p.content), '/newsfeed/' || p.id, jsonb_build_object('image_url', p.image_url)
          into title, path, details
          from public.newsfeed_posts as p where p.id = p_subject_id;
        if p_kind in ('comment', 'reply') then
          select private.excerpt(m.content), m.id into excerpt, v_comment_id
            from private.notification_causes as c
              join public.newsfeed_comments as m on m.id = c.cause_id
              join public.profiles as a on a.id = m.user_id and not a.is_suspended
            where c.notification_id = p_id and m.hidden_at is null and not private.is_muted_by(p_reader_id, m.user_id)
            order by c.created_at desc, c.cause_id
            limit 1;
        elsif p_kind = 'mention' then
          select private.excerpt(coalesce(m.content, p.content)), m.id into excerpt, v_comment_id
            from private.notification_causes as c
              left join public.newsfeed_comments as m on m.id = c.cause_id
              left join public.newsfeed_posts as p on p.id = c.cause_id
            where c.notification_id = p_id;
        end if;
        path := path || coalesce('#comment-' || v_comment_id, '');
      when 'game' then
        select g.title,
            case p_kind when 'game_to_settle' then '/admin/games' else '/games/' || g.id end,
            jsonb_build_object('end_date', g.end_date, 'image_url', g.image_url)
          into title, path, details
          from public.games as g where g.id = p_subject_id;
      when 'member' then
        select p.username, '/members/' || private.path_part(p.username) into title, path from public.profiles as p where p.id = p_subject_id;
        if p_kind = 'gift' then
          select g.message, jsonb_build_object('points', g.points) into excerpt, details
            from private.notification_causes as c join public.point_gifts as g on g.id = c.cause_id
            where c.notification_id = p_id;
        end if;
      when 'badge' then
        select b.name, '/badges/' || b.id, jsonb_build_object('icon', b.icon) into title, path, details
          from public.badges as b where b.id = p_subject_id;
      when 'award' then
        select i.title,
            case when p_kind = 'claim_made' then '/admin/claims' else '/prizes/claim/' || a.id end,
            jsonb_build_object('claim_deadline', a.claim_deadline) || case p_kind
              when 'claim_shipped' then jsonb_build_object('carrier', a.carrier, 'tracking_number', a.tracking_number)
              else '{}'
            end
          into title, path, details
          from public.prize_awards as a join public.prize_items as i on i.id = a.item_id where a.id = p_subject_id;
      when 'referral' then
        select p.username, '/profile' into title, path
          from public.referrals as r left join public.profiles as p on p.id = r.referred_user_id
          where r.id = p_subject_id;
      when 'video' then
        select v.title, '/live' into title, path from public.live_videos as v where v.id = p_subject_id;
      when 'item' then
        select i.title, '/admin/prizes', jsonb_build_object('remaining_quantity', i.remaining_quantity)
          into title, path, details
          from public.prize_items as i where i.id = p_subject_id;
      when 'report' then
        select jsonb_build_object('kind', c.kind), '/newsfeed', case p_kind when 'warning' then c.reason end
          into details, path, excerpt
          from private.report_cases as c where c.id = p_subject_id;
      else
        path := '/newsfeed';
    end case;
  end
  $$;

create or replace function private.shown_actors(p_id uuid, out actor_count integer, out actors jsonb)
  language sql stable security definer set search_path = ''
  as $$
    with people as (
      select c.actor_id, max(c.created_at) as at
      from private.notification_causes as c
        join private.notifications as n on n.id = c.notification_id
        join private.notification_kinds as k on k.name = n.kind
        join public.profiles as a on a.id = c.actor_id and (not a.is_suspended or k.audience = 'admins')
      where c.notification_id = p_id and not private.is_hidden_comment(c.cause_id)
        and not exists (
          select from private.notification_mutes as m where m.user_id = n.user_id and m.subject_id = c.actor_id
        )
      group by c.actor_id
    )
    select
      (select count(*)::integer from people),
      (
        select coalesce(
          jsonb_agg(jsonb_build_object('id', a.id, 'username', a.username, 'avatar_url', a.avatar_url)
            order by l.at desc, l.actor_id),
          '[]')
        from (select p.* from people as p order by p.at desc, p.actor_id limit 3) as l
          join public.profiles as a on a.id = l.actor_id
      )
  $$;

-- Functions: reports ---------------------------------------------------------------------------------------

create function private.reported(p_kind text, p_subject_id uuid, out author_id uuid, out said text)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    case p_kind
      when 'post' then
        select p.user_id, p.content into author_id, said
          from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id
          where p.id = p_subject_id and p.hidden_at is null and (not a.is_suspended or private.is_admin());
      when 'comment' then
        select c.user_id, c.content into author_id, said
          from public.newsfeed_comments as c
            join public.profiles as a on a.id = c.user_id
            join public.newsfeed_posts as p on p.id = c.post_id
            join public.profiles as b on b.id = p.user_id
          where c.id = p_subject_id and c.hidden_at is null and p.hidden_at is null
            and (not (a.is_suspended or b.is_suspended) or private.is_admin());
      when 'member' then
        select p.id, concat_ws(E'\n', p.username, nullif(p.fishing_area, ''), nullif(p.bio, '')) into author_id, said
          from public.profiles as p
          where p.id = p_subject_id and (not p.is_suspended or private.is_admin());
      else
        raise exception 'a report is about a post, a comment or a member' using errcode = '22023';
    end case;
  end
  $$;
comment on function private.reported(text, uuid) is
  'Author and text of what the caller wants to report; nulls for what does not exist or what the caller cannot see.';

create function private.send_report(
  p_kind text, p_subject_id uuid, p_reason text, p_words text, p_request_id uuid
) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_reporter constant uuid := auth.uid();
    v_words constant text := btrim(coalesce(p_words, ''), E' \t\r\n');
    v_to_hide constant integer := (select s.reports_to_hide from public.site_settings as s);
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
    if exists (select from private.reports as r where r.reporter_id = v_reporter and r.subject_id = p_subject_id) then
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
      and v_to_hide <= (
        select count(*) from private.reports as r join public.profiles as p on p.id = r.reporter_id
        where r.case_id = v_case.id and p.created_at <= now() - interval '7 days' and not p.is_suspended)
    then
      update private.report_cases as c set hidden_by_reports_at = now() where c.id = v_case.id;
      perform private.hide_content(p_kind, p_subject_id, true);
    end if;
    return v_id;
  end
  $$;
comment on function private.send_report(text, uuid, text, text, uuid) is
  'Reports a post, a comment or a member to the club team, 20 times a day (PT429). Enough reports by members of at least a '
  'week hide a post or comment until a decision, except those of admins.';

create function private.tell_reporters(p_case_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_report record;
  begin
    for v_report in
      update private.reports as r set told_at = now()
        where r.case_id = p_case_id and r.told_at is null and r.reporter_id is not null
        returning r.id, r.reporter_id
    loop
      perform private.notify('report_decided', v_report.reporter_id, p_case_id, v_report.id, null);
    end loop;
    -- Those who were told before see it again when a decision was undone and another is made.
    perform private.note_members(
      array(select r.reporter_id from private.reports as r where r.case_id = p_case_id and r.reporter_id is not null),
      'notifications');
  end
  $$;
comment on function private.tell_reporters(uuid) is 'Tells each reporter of a case once that it was dealt with, not how.';

create function private.decide_report(
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
    select jsonb_build_object('reason', s.reason, 'ends_at', s.ends_at) into v_former
      from private.suspended_accounts as s where s.account_id = v_case.author_id and p_decision = 'suspend';
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
    if p_decision = 'suspend' then
      perform private.suspend_member(v_case.author_id, v_reason, v_ends_at);
    elsif p_decision = 'warn' then
      perform private.notify('warning', v_case.author_id, v_case.id, v_case.id, null);
    end if;
    perform private.tell_reporters(v_case.id);
    perform private.audit_member(
      'decide_report', v_case.author_id,
      jsonb_strip_nulls(jsonb_build_object(
        'kind', v_case.kind, 'decision', p_decision, 'hides', case when v_is_told then v_hides end, 'days', v_days,
        'reason', nullif(v_reason, ''))));
    return v_case.version + 1;
  end
  $$;
comment on function private.decide_report(uuid, integer, text, text, boolean, integer) is
  'Decides a case in the version that the admin saw; returns the new version. Admins only.';

create function private.reopen_report(p_case_id uuid, p_seen integer) returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_case private.report_cases;
  begin
    perform private.require_admin();
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
      where c.subject_id = v_case.subject_id and c.id <> v_case.id and c.created_at >= v_case.decided_at
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
comment on function private.reopen_report(uuid, integer) is
  'Undoes a decision: the case is open again. What was hidden by reports stays hidden until the next decision. Admins only.';

create function private.undo_suspension(p_case private.report_cases) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_former_ends_at constant timestamptz := (p_case.former_suspension ->> 'ends_at')::timestamptz;
    v_current jsonb;
  begin
    select jsonb_build_object('reason', s.reason, 'ends_at', s.ends_at) into v_current
      from private.suspended_accounts as s
      where s.account_id = p_case.author_id and s.reason = p_case.reason and s.ends_at is not distinct from p_case.ends_at
      for update;
    -- Lifted or changed since: that later act stands.
    if not found then
      return;
    end if;
    if p_case.former_suspension is null or v_former_ends_at <= now() then
      update public.profiles as p set is_suspended = false where p.id = p_case.author_id and p.is_suspended;
    else
      update private.suspended_accounts as s set reason = p_case.former_suspension ->> 'reason', ends_at = v_former_ends_at
        where s.account_id = p_case.author_id;
      perform private.audit_member(
        'edit_suspension', p_case.author_id,
        jsonb_build_object('before', v_current, 'after', p_case.former_suspension));
    end if;
  end
  $$;
comment on function private.undo_suspension(private.report_cases) is
  'Lifts the suspension of a case, or puts back the one that it replaced.';

create function private.report_rows(p_ids uuid[])
  returns table (
    id uuid, kind text, subject_id uuid, author_id uuid, username text, avatar_url text, excerpt text, reports integer,
    reasons jsonb, is_hidden boolean, opened_at timestamptz, decision text, hides boolean, days integer, reason text,
    decided_by text, decided_at timestamptz, version integer
  )
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      select c.id, c.kind, c.subject_id, c.author_id, a.username, a.avatar_url, private.excerpt(n.said), n.reports,
        n.reasons,
        case c.kind
          when 'post' then exists (
            select from public.newsfeed_posts as p where p.id = c.subject_id and p.hidden_at is not null)
          when 'comment' then private.is_hidden_comment(c.subject_id)
          else false
        end,
        c.created_at, c.decision, c.hides, c.days, c.reason,
        (select d.username from public.profiles as d where d.id = c.decided_by), c.decided_at, c.version
      from private.report_cases as c
        left join public.profiles as a on a.id = c.author_id
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
comment on function private.report_rows(uuid[]) is 'Cases as the queue shows them.';

create function private.report_queue(p_list text, p_after timestamptz, p_after_id uuid, p_size integer)
  returns table (
    id uuid, kind text, subject_id uuid, author_id uuid, username text, avatar_url text, excerpt text, reports integer,
    reasons jsonb, is_hidden boolean, opened_at timestamptz, decision text, hides boolean, days integer, reason text,
    decided_by text, decided_at timestamptz, version integer
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

create function private.report_counts(out open integer, out hidden integer)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_admin();
    select count(*), count(*) filter (where c.hidden_by_reports_at is not null) into open, hidden
      from private.report_cases as c where c.decided_at is null;
  end
  $$;
comment on function private.report_counts() is 'How many cases are open, and how many of them hidden by reports. Admins only.';

create function private.report_record(p_user_id uuid, p_case_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (
      select jsonb_build_object(
        'since', p.created_at,
        'posts', (select c.post_count from private.post_counts as c where c.user_id = p.id),
        'is_admin', p.is_admin,
        'is_suspended', p.is_suspended,
        'suspended_until', (select s.ends_at from private.suspended_accounts as s where s.account_id = p.id),
        'suspensions', (
          select count(*) from private.audit_log as l where l.subject_id = p.id and l.action = 'suspend'
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
          where c.author_id = p.id and c.decided_at is not null and c.id <> p_case_id
        ) as k
      where p.id = p_user_id
    );
  end
  $$;
comment on function private.report_record(uuid, uuid) is
  'What the club team knows of the author of a case: member since, posts, suspensions, warnings, and earlier cases.';

create function private.report_case(p_case_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_case private.report_cases;
  begin
    perform private.require_admin();
    select c.* into v_case from private.report_cases as c where c.id = p_case_id;
    if not found then
      raise exception 'there is no such case' using errcode = 'PT404';
    end if;
    return (
      select to_jsonb(r) || jsonb_build_object(
        'can_undo', v_case.decision <> 'gone' and v_case.decided_at > now() - interval '90 days',
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
        'reported', (
          select jsonb_agg(
            jsonb_build_object('id', x.id, 'reason', x.reason, 'words', x.words, 'at', x.created_at,
              'username', p.username, 'avatar_url', p.avatar_url)
            order by x.created_at, x.id)
          from (
            select y.* from private.reports as y where y.case_id = v_case.id order by y.created_at, y.id limit 100
          ) as x left join public.profiles as p on p.id = x.reporter_id
        ),
        'record', private.report_record(v_case.author_id, v_case.id))
      from private.report_rows(array[v_case.id]) as r
    );
  end
  $$;
comment on function private.report_case(uuid) is 'A case with everything that the decision needs. Admins only.';

create function private.reports_to_decide() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return jsonb_build_object(
      'count', (select count(*) from private.report_cases as c where c.decided_at is null),
      'oldest', (
        select coalesce(jsonb_agg(
          jsonb_build_object('id', r.id, 'kind', r.kind, 'username', r.username, 'avatar_url', r.avatar_url,
            'excerpt', r.excerpt, 'reports', r.reports, 'is_hidden', r.is_hidden, 'opened_at', r.opened_at)
          order by r.opened_at, r.id), '[]')
        from private.report_rows(array(
          select c.id from private.report_cases as c where c.decided_at is null order by c.created_at, c.id limit 3
        )) as r
      )
    );
  end
  $$;
comment on function private.reports_to_decide() is 'Open cases: how many, and the three oldest.';

create or replace function private.admin_waiting(p_time_zone text) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_today timestamptz;
  begin
    perform private.require_admin();
    v_today := date_trunc('day', now(), p_time_zone);
    return jsonb_build_object(
      'claims', private.claims_to_send(),
      'games', private.games_to_settle(),
      'reports', private.reports_to_decide(),
      'prizes', private.prizes_running_low(),
      'undelivered', (
        select count(*) from (select from private.deliveries as d where d.outcome = 'dead' limit 100) as u
      ),
      'coming', private.coming_up(),
      'joined', private.joined_this_week(),
      'started', jsonb_build_object(
        'members', exists (select from public.profiles as p where not p.is_admin),
        'prize', exists (select from public.prize_packages),
        'game', exists (select from public.games)
      ),
      'done', (
        select coalesce(jsonb_agg(
          jsonb_build_object('action', d.action, 'count', d.count) order by d.count desc, d.action), '[]')
        from (
          select l.action, count(*) from private.audit_log as l
          where l.created_at >= v_today and l.actor_id is not null group by l.action
        ) as d
      )
    );
  end
  $$;

-- Functions: what remains ----------------------------------------------------------------------------------

create function private.my_reports(p_user_id uuid) returns jsonb
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
        where c.author_id = p_user_id and c.decision <> 'dismiss'
      ));
  end
  $$;
comment on function private.my_reports(uuid) is
  'The reports that a member sent, and the decisions against what the member wrote, without those who reported it.';

create or replace function private.my_data() returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_user_id constant uuid := auth.uid();
    v_account jsonb;
  begin
    if not private.is_member() then
      raise exception 'the account is gone' using errcode = 'PT404';
    end if;
    perform private.check_rate('my_data', 10, interval '1 hour');
    select jsonb_build_object(
        'id', u.id,
        'email', u.email,
        'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at,
        'sessions', (
          select coalesce(
            jsonb_agg(jsonb_build_object('created_at', s.created_at, 'refreshed_at', s.refreshed_at,
              'user_agent', s.user_agent, 'ip', host(s.ip)) order by s.created_at),
            '[]')
          from auth.sessions as s where s.user_id = u.id
        )
      )
      into v_account
      from auth.users as u where u.id = v_user_id;
    return jsonb_build_object(
        'exported_at', now(),
        'account', v_account,
        'profile', (select to_jsonb(p) from public.profiles as p where p.id = v_user_id),
        'suspension', (select to_jsonb(s) from private.my_suspension() as s)
      )
      || private.my_content(v_user_id)
      || private.my_dealings(v_user_id)
      || private.my_reports(v_user_id)
      || private.my_notification_data(v_user_id);
  end
  $$;

create function private.tg_profiles__leave_reports() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_cases uuid[];
  begin
    update private.reports as r set reporter_id = null, words = '' where r.reporter_id = old.id;
    with emptied as (
      update private.report_cases as c set
          author_id = null,
          subject_id = case c.kind when 'member' then c.id else c.subject_id end,
          version = c.version + case when c.decided_at is null then 1 else 0 end,
          reason = '',
          former_suspension = null,
          decision = coalesce(c.decision, 'gone'),
          decided_at = coalesce(c.decided_at, now())
        where c.author_id = old.id
        returning c.id
    )
    select array_agg(e.id) into v_cases from emptied as e;
    update private.reports as r set said = '', words = '',
        subject_id = case when r.subject_id = old.id then r.case_id else r.subject_id end
      where r.case_id = any (v_cases);
    return old;
  end
  $$;
comment on function private.tg_profiles__leave_reports() is
  'Clears what a deleted member reported in their own words, and all texts of cases about them; open cases are closed.';

create function private.tend_reports() returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_some integer;
    v_all integer := 0;
  begin
    perform private.hold_gate();
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
      where c.id = r.case_id and c.decided_at <= now() - interval '1 year' and (r.words <> '' or r.said <> '');
    get diagnostics v_some = row_count;
    return v_all + v_some;
  end
  $$;
comment on function private.tend_reports() is
  'Deletes what was removed by a decision 90 days ago, and the texts of reports that were decided a year ago.';

create or replace function private.schedule_jobs() returns boolean
  language plpgsql set search_path = ''
  as $$
  begin
    if to_regprocedure('cron.schedule(text,text,text)') is null then
      raise notice 'pg_cron is not enabled: nothing is deleted by itself. Enable it, then run select '
        'private.schedule_jobs();';
      return false;
    end if;
    execute $cron$
      select cron.schedule('bankside-addresses', '17 3 * * *', 'select private.purge_delivered_addresses()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-marks', '27 3 * * *', 'select private.delete_expired_marks()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-reminders', '* * * * *', 'select private.remind()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-suspensions', '* * * * *', 'select private.end_suspensions()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-deliver', '15 seconds', 'select private.call_deliver()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-tend-deliveries', '47 3 * * *', 'select private.tend_deliveries()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-reports', '57 3 * * *', 'select private.tend_reports()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-log', '37 3 * * *',
        'delete from cron.job_run_details where end_time < now() - interval ''7 days''')
    $cron$;
    return true;
  end
  $$;

-- Functions: the API ---------------------------------------------------------------------------------------

create function public.send_report(
  kind text, subject_id uuid, reason text, words text default '', request_id uuid default null
) returns uuid
  language sql set search_path = ''
  as $$
    select private.send_report(
      send_report.kind, send_report.subject_id, send_report.reason, send_report.words, send_report.request_id)
  $$;
comment on function public.send_report(text, uuid, text, text, uuid) is
  'Reports a post, comment or member to the club team; the answer is the ID of the report, also for a repeated request_id. '
  'reason: spam, abuse, offensive, cheating, private_information or other. PT404 for what the caller cannot see, RP001 for '
  'a second report of the same, RP002 for one''s own, RP003 while suspended, 429 after 20 in a day.';

create function public.report_queue(
  list text default 'open', after timestamptz default null, after_id uuid default null, size integer default 50
) returns table (
    id uuid, kind text, subject_id uuid, author_id uuid, username text, avatar_url text, excerpt text, reports integer,
    reasons jsonb, is_hidden boolean, opened_at timestamptz, decision text, hides boolean, days integer, reason text,
    decided_by text, decided_at timestamptz, version integer
  )
  language sql stable set search_path = ''
  as $$
    select q.* from private.report_queue(
      report_queue.list, report_queue.after, report_queue.after_id, report_queue.size) as q
  $$;
comment on function public.report_queue(text, timestamptz, uuid, integer) is
  'A page of cases for admins (42501). list: open, or hidden by reports and open, both oldest first, or decided, newest '
  'first. after and after_id are opened_at, or decided_at, and id of the last case of the previous page; size is at most 100.';

create function public.report_counts() returns table (open integer, hidden integer)
  language sql stable set search_path = ''
  as $$ select c.open, c.hidden from private.report_counts() as c $$;
comment on function public.report_counts() is
  'How many cases are open, and how many of these are hidden by reports. Admins only (42501).';

create function public.report_case(id uuid) returns jsonb
  language sql stable set search_path = ''
  as $$ select private.report_case(report_case.id) $$;
comment on function public.report_case(uuid) is
  'A case as in report_queue, with said (the text as last reported), now (the text today; null when it is deleted), before '
  '(the post above a comment), reported (at most 100 reports) and record (of the author). Admins only (42501); PT404.';

create function public.decide_report(
  id uuid, seen integer, decision text, reason text default '', hides boolean default false, days integer default null
) returns integer
  language sql set search_path = ''
  as $$
    select private.decide_report(
      decide_report.id, decide_report.seen, decide_report.decision, decide_report.reason, decide_report.hides,
      decide_report.days)
  $$;
comment on function public.decide_report(uuid, integer, text, text, boolean, integer) is
  'Decides a case in the version that the admin saw, and returns its new version. decision: dismiss, hide, remove, warn or '
  'suspend; the last two with a reason that the author reads, and hides for the post or comment; days is 1, 7, 30, or null '
  'until lifted. Admins only (42501); RP004 when another admin was first, 22023 for other values, PT404.';

create function public.reopen_report(id uuid, seen integer) returns integer
  language sql set search_path = ''
  as $$ select private.reopen_report(reopen_report.id, reopen_report.seen) $$;
comment on function public.reopen_report(uuid, integer) is
  'Undoes a decision in the version that the admin saw, and returns the new version. Admins only (42501); RP004 when another '
  'admin was first, RP005 after 90 days or when the author is gone, RP006 when it has been reported again since; PT404.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _020_file_request
  before insert on private.reports
  for each row execute function private.tg__file_request();
create trigger _910_note_insert
  after insert on private.reports referencing new table as new_rows
  for each statement execute function private.tg__note_table();
create trigger _910_note_update
  after update on private.report_cases referencing new table as new_rows
  for each statement execute function private.tg__note_table();

create trigger _500_count_hidden
  after update of hidden_at on public.newsfeed_posts
  for each row when ((old.hidden_at is null) <> (new.hidden_at is null))
  execute function private.tg_newsfeed_posts__count_hidden();

create trigger _405_leave_reports
  before delete on public.profiles
  for each row execute function private.tg_profiles__leave_reports();

drop trigger _600_audit on public.site_settings;
create trigger _600_audit
  after update on public.site_settings
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row('site_settings', 'site_settings', '', 'currency_symbol,reports_to_hide', '');

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on private.report_cases, private.reports from anon, authenticated, service_role;
grant update (reports_to_hide) on public.site_settings to authenticated;

revoke execute on function
  private.is_hidden_comment(uuid),
  private.hide_content(text, uuid, boolean),
  private.tg_newsfeed_posts__count_hidden(),
  private.reported(text, uuid),
  private.send_report(text, uuid, text, text, uuid),
  private.tell_reporters(uuid),
  private.decide_report(uuid, integer, text, text, boolean, integer),
  private.reopen_report(uuid, integer),
  private.undo_suspension(private.report_cases),
  private.report_rows(uuid[]),
  private.report_queue(text, timestamptz, uuid, integer),
  private.report_counts(),
  private.report_record(uuid, uuid),
  private.report_case(uuid),
  private.reports_to_decide(),
  private.my_reports(uuid),
  private.tg_profiles__leave_reports(),
  private.tend_reports(),
  public.send_report(text, uuid, text, text, uuid),
  public.report_queue(text, timestamptz, uuid, integer),
  public.report_counts(),
  public.report_case(uuid),
  public.decide_report(uuid, integer, text, text, boolean, integer),
  public.reopen_report(uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  private.send_report(text, uuid, text, text, uuid),
  private.decide_report(uuid, integer, text, text, boolean, integer),
  private.reopen_report(uuid, integer),
  private.report_queue(text, timestamptz, uuid, integer),
  private.report_counts(),
  private.report_case(uuid),
  public.send_report(text, uuid, text, text, uuid),
  public.report_queue(text, timestamptz, uuid, integer),
  public.report_counts(),
  public.report_case(uuid),
  public.decide_report(uuid, integer, text, text, boolean, integer),
  public.reopen_report(uuid, integer)
  to authenticated;

-- Rows -----------------------------------------------------------------------------------------------------

insert into private.notification_kinds (name, group_name, audience, subject, is_bundled) values
  ('warning', 'moderation', 'member', 'report', true),
  ('report_decided', 'moderation', 'member', 'report', true);

select private.schedule_jobs();
