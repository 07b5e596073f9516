-- Several photos to a post. The first one stays in image_url; the others are in more_images, in their order, under the same
-- rules: of the author's own folder, uploaded before, as they are for as long as the post names them.

-- Table ----------------------------------------------------------------------------------------------------

create function private.are_distinct(p_texts text[]) returns boolean
  language sql immutable parallel safe set search_path = ''
  as $$ select (select count(distinct t) from unnest(p_texts) as t) = cardinality(p_texts) $$;
comment on function private.are_distinct(text[]) is 'True for a list without a repetition and without a null.';

alter table public.newsfeed_posts
  add column more_images text[] not null default '{}',
  add constraint newsfeed_posts_more_images_count check (cardinality(more_images) <= 5),
  add constraint newsfeed_posts_more_images_own check (
    private.are_own_files(more_images, 'newsfeed-images', user_id)
  ),
  add constraint newsfeed_posts_images_distinct check (
    more_images = '{}' or private.are_distinct(array_prepend(image_url, more_images))
  );
comment on column public.newsfeed_posts.more_images is
  'The addresses of the photos after the first, which is image_url, in their order; at most 5.';

-- For the question whether a post names a file.
create index newsfeed_posts_more_images on public.newsfeed_posts using gin (more_images) where more_images <> '{}';

-- Triggers -------------------------------------------------------------------------------------------------

create function private.post_images(p_first text, p_more text[]) returns text[]
  language sql immutable parallel safe set search_path = ''
  as $$ select array_remove(array_prepend(p_first, p_more), null) $$;
comment on function private.post_images(text, text[]) is 'The photos of a post in their order.';

create or replace function private.tg_newsfeed_posts__file_address() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.image_url := nullif(btrim(private.file_address(new.image_url)), '');
    if new.more_images <> '{}' then
      if array_ndims(new.more_images) = 1 then
        new.more_images := array(
          select private.file_address(u.url) from unnest(new.more_images) with ordinality as u (url, place) order by u.place
        );
      end if;
      -- There is a first photo if there are any, also where an admin has removed the first one.
      if new.image_url is null then
        new.image_url := new.more_images[1];
        new.more_images := new.more_images[2:];
      end if;
    end if;
    return new;
  end
  $$;
comment on function private.tg_newsfeed_posts__file_address() is
  'Stores the addresses of a post''s photos without their host. Without a first photo, the next one takes its place.';

drop trigger _190_file_address on public.newsfeed_posts;
create trigger _190_file_address
  before insert or update of image_url, more_images on public.newsfeed_posts
  for each row execute function private.tg_newsfeed_posts__file_address();

create or replace function private.tg_newsfeed_posts__keep_picture() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    v_images constant text[] := private.post_images(new.image_url, new.more_images);
  begin
    if private.is_direct_statement() and not (
      private.is_admin()
      and v_images = array(
        select o.url
        from unnest(private.post_images(old.image_url, old.more_images)) with ordinality as o (url, place)
        where o.url = any (v_images)
        order by o.place
      )
    ) then
      raise exception 'the picture of a post cannot be changed'
        using errcode = '42501', hint = 'delete the post and write another';
    end if;
    return new;
  end
  $$;
comment on function private.tg_newsfeed_posts__keep_picture() is
  'Pictures that were seen and moderated stay as they were, in their order. Admins may remove any of them.';

drop trigger _300_keep_picture on public.newsfeed_posts;
create trigger _300_keep_picture
  before update of image_url, more_images on public.newsfeed_posts
  for each row
  when (old.image_url is distinct from new.image_url or old.more_images is distinct from new.more_images)
  execute function private.tg_newsfeed_posts__keep_picture();

drop trigger _490_require_files on public.newsfeed_posts;
create trigger _490_require_files
  after insert or update of image_url, more_images on public.newsfeed_posts
  for each row when (new.image_url is not null)
  execute function private.tg__require_files('image_url', 'more_images');

drop trigger _500_unname_files on public.newsfeed_posts;
create trigger _500_unname_files
  after delete or update of image_url, more_images on public.newsfeed_posts
  for each row when (old.image_url is not null)
  execute function private.tg__unname_files('image_url', 'more_images');

-- What else looks at the photos ----------------------------------------------------------------------------

create or replace function private.is_named_file(p_bucket text, p_name text)
  returns boolean
  language plpgsql
  stable security definer
  set search_path = ''
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
        or exists (select from public.scheduled_announcements as s where s.image_url = v_address)
        -- The condition is the one of the index.
        or exists (
          select from public.newsfeed_posts as n where n.more_images <> '{}' and n.more_images @> array[v_address])
      when 'game-photos' then exists (
        select from public.game_entries as e where e.photo_url = v_address)
      when 'catch-photos' then exists (
        select from public.catches as c where c.photo_path = p_name)
      else false
    end
    -- Admins may choose a picture from any of the buckets.
    or exists (select from public.games as g where g.image_url = v_address)
    or exists (select from public.prize_items as i where i.image_url = v_address)
    or exists (select from public.info_cards as c where c.image_url = v_address)
    or exists (select from public.landing_content as l where l.image_url = v_address)
    or exists (select from public.site_settings as s where s.logo_url = v_address)
    -- What was reported is kept for the decision, also when its author deletes it.
    or exists (select from private.reports as r where r.pictures @> array[v_address]);
  end
  $$;

create or replace function private.pictures_now(p_kind text, p_subject_id uuid)
  returns text[]
  language plpgsql
  stable security definer
  set search_path = ''
  as $$
  begin
    return array(
      select f.address
      from (
        select private.named_files(to_jsonb(p), '{image_url,more_images}')
        from public.newsfeed_posts as p where p_kind = 'post' and p.id = p_subject_id
        union
        select private.named_files(to_jsonb(p), '{avatar_url,fishing_photos}')
        from public.profiles as p where p_kind = 'member' and p.id = p_subject_id
        union
        select coalesce(e.photo_url, private.hidden_entry_photo(e.id))
        from public.game_entries as e where p_kind = 'entry' and e.id = p_subject_id
      ) as f (address)
      where f.address is not null
      order by f.address
    );
  end
  $$;

create or replace function private.report_case(p_case_id uuid)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path = ''
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
            select jsonb_build_object('text', p.content, 'image_url', p.image_url, 'more_images', p.more_images,
              'at', p.created_at, 'path', '/newsfeed/' || p.id)
            from public.newsfeed_posts as p where p.id = v_case.subject_id)
          when 'comment' then (
            select jsonb_build_object('text', c.content, 'image_url', null, 'more_images', '{}'::text[],
              'at', c.created_at, 'path', '/newsfeed/' || c.post_id || '#comment-' || c.id)
            from public.newsfeed_comments as c where c.id = v_case.subject_id)
          when 'entry' then (
            select jsonb_build_object('text', '', 'image_url', coalesce(e.photo_url, private.hidden_entry_photo(e.id)),
              'more_images', '{}'::text[], 'at', e.created_at, 'path', '/games/' || e.game_id)
            from public.game_entries as e where e.id = v_case.subject_id)
          else (
            select jsonb_build_object(
              'text', concat_ws(E'\n', p.username, nullif(p.fishing_area, ''), nullif(p.bio, '')),
              'image_url', null, 'more_images', '{}'::text[], 'at', null,
              'path', '/members/' || private.path_part(p.username))
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
        'record', private.report_record(v_case.author_id, v_case.id),
        'appeals', case when r.is_own then '[]' else private.appeals_about(null, v_case.id) end)
      from private.report_rows(array[v_case.id]) as r
    );
  end
  $$;

create or replace function private.console_posts(
    p_list text, p_search text, p_oldest_first boolean, p_page integer, p_size integer)
  returns jsonb
  language plpgsql
  stable security definer
  set search_path = ''
  as $$
  declare
    v_size constant integer := least(greatest(coalesce(p_size, 25), 1), 1000);
    v_first constant bigint := (greatest(coalesce(p_page, 1), 1)::bigint - 1) * v_size;
    v_found uuid[];
  begin
    perform private.require_admin();
    v_found := private.posts_for_the_team(p_list, p_search);
    return jsonb_build_object(
      'total', cardinality(v_found),
      'posts', (
        select coalesce(jsonb_agg(
          jsonb_build_object(
            'id', s.id, 'content', s.content, 'author', a.username, 'created_at', s.created_at,
            'image_url', s.image_url, 'more_images', s.more_images, 'pinned_until', s.pinned_until,
            'hidden_at', s.hidden_at,
            'case_id', k.id, 'reports', (
              select count(*) from private.reports as r where r.case_id = k.id and k.decided_at is null
            ))
          order by s.place), '[]')
        from (
          select p.*, row_number() over (
              order by case when p_oldest_first then p.created_at end, p.created_at desc, p.id) as place
          from public.newsfeed_posts as p
          where p.id = any (v_found)
          order by case when p_oldest_first then p.created_at end, p.created_at desc, p.id
          limit v_size offset v_first
        ) as s
          join public.profiles as a on a.id = s.user_id
          left join lateral (
            select c.id, c.decided_at from private.report_cases as c
            where c.subject_id = s.id
            order by c.created_at desc limit 1
          ) as k on true
      ));
  end
  $$;

-- The feed -------------------------------------------------------------------------------------------------

drop function public.newsfeed_page(timestamptz, uuid, integer, uuid[]);
create function public.newsfeed_page(
    before timestamptz default null, before_id uuid default null, size integer default 20, ids uuid[] default null)
  returns table (
    id uuid, user_id uuid, content text, type text, image_url text, more_images text[], is_announcement boolean,
    pinned_until timestamptz, metadata jsonb, created_at timestamptz, edited_at timestamptz, is_pinned boolean,
    comment_count bigint, reaction_counts jsonb, my_reaction text, last_comment jsonb, author jsonb, mentioned jsonb
  )
  language plpgsql
  stable
  set search_path = ''
  set plan_cache_mode = 'force_generic_plan'
  as $$
  declare
    v_named constant uuid[] := newsfeed_page.ids[1:50];
    v_is_first constant boolean := newsfeed_page.before is null and v_named is null;
    v_before constant timestamptz := coalesce(newsfeed_page.before, 'infinity');
    v_before_id constant uuid := coalesce(newsfeed_page.before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    v_size constant integer := least(greatest(coalesce(newsfeed_page.size, 20), 1), 50);
    v_now constant timestamptz := now();
  begin
    return query
      with page as materialized (
        (
          -- Far more than are ever pinned at once; the limit only bounds the answer.
          select p.*, true as is_pinned
          from public.newsfeed_posts as p
          where v_is_first and p.pinned_until > v_now
          order by p.pinned_until desc, p.created_at desc
          limit 50
        )
        union all
        (
          select p.*, false
          from public.newsfeed_posts as p
          where v_named is null
            and (p.created_at, p.id) < (v_before, v_before_id)
            and (p.pinned_until is null or p.pinned_until <= v_now)
          order by p.created_at desc, p.id desc
          limit v_size
        )
        union all
        select p.*, false from public.newsfeed_posts as p where p.id = any (v_named)
      )
      select p.id, p.user_id, p.content, p.type, p.image_url, p.more_images, p.is_announcement, p.pinned_until,
        p.metadata, p.created_at, p.edited_at, p.is_pinned,
        coalesce(n.comment_count, 0), coalesce(n.reaction_counts, '{}'), n.my_reaction, c.comment, a.author,
        private.mentioned(p.mentions)
      from page as p
        left join private.seen_posts((select array_agg(k.id) from page as k)) as n on n.post_id = p.id
        -- One look-up for each post: the size of a page is not known to the plan, which would read all profiles.
        cross join lateral (
          select jsonb_build_object(
            'id', u.id, 'username', u.username, 'avatar_url', u.avatar_url, 'is_admin', u.is_admin,
            'is_moderator', u.is_moderator) as author
          from public.profiles as u
          where u.id = p.user_id
          limit 1
        ) as a
        left join lateral (
          select jsonb_build_object(
            'id', k.id,
            'username', (select u.username from public.profiles as u where u.id = k.user_id),
            'content', left(k.content, 280)) as comment
          from public.newsfeed_comments as k
          where k.post_id = p.id and n.comment_count > 0
          order by k.created_at desc, k.id desc
          limit 1
        ) as c on true
      order by p.is_pinned desc, case when p.is_pinned then p.pinned_until end desc, p.created_at desc, p.id desc;
  end
  $$;
comment on function public.newsfeed_page(timestamptz, uuid, integer, uuid[]) is
  'A page of the feed with authors, counts, the newest comments and the reader''s own reactions. With ids, those of '
  'at most 50 posts that the reader can see. Without arguments it begins with what is pinned, newest pin first; '
  'then come the other posts, newest first. before and before_id are created_at and id of the last post of the '
  'previous page; size is at most 50.';

-- Grants ---------------------------------------------------------------------------------------------------

grant insert (more_images) on public.newsfeed_posts to authenticated;
grant update (more_images) on public.newsfeed_posts to authenticated;

revoke all on function
  private.are_distinct(text[]),
  private.post_images(text, text[]),
  public.newsfeed_page(timestamptz, uuid, integer, uuid[])
  from public, anon, authenticated, service_role;
grant execute on function
  private.are_distinct(text[]),
  private.post_images(text, text[])
  to anon, authenticated, service_role;
grant execute on function public.newsfeed_page(timestamptz, uuid, integer, uuid[]) to authenticated, service_role;
