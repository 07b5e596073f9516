-- Newsfeed: posts, comments and reactions. Suspended members cannot read posts, and members cannot read theirs.

-- Tables ---------------------------------------------------------------------------------------------------

create table public.newsfeed_posts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  content text not null,
  type text not null default 'post',
  image_url text,
  is_announcement boolean not null default false,
  pinned_until timestamptz,
  metadata jsonb not null default '{}',
  mentions jsonb not null default '{}',
  request_id uuid,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  constraint newsfeed_posts_content_visible check (private.has_text(content)),
  constraint newsfeed_posts_content_length check (char_length(content) <= 5000),
  constraint newsfeed_posts_content_plain check (private.is_plain_text(content, true)),
  constraint newsfeed_posts_type_known check (type in ('post', 'prize_award', 'badge_award')),
  constraint newsfeed_posts_image_own check (private.is_own_file(image_url, 'newsfeed-images', user_id)),
  constraint newsfeed_posts_pin check (is_announcement = (pinned_until is not null)),
  constraint newsfeed_posts_pin_finite check (isfinite(pinned_until)),
  constraint newsfeed_posts_metadata_object check (jsonb_typeof(metadata) = 'object'),
  constraint newsfeed_posts_metadata_size check (octet_length(metadata::text) <= 2000),
  constraint newsfeed_posts_mentions_object check (jsonb_typeof(mentions) = 'object'),
  constraint newsfeed_posts_mentions_size check (octet_length(mentions::text) <= 4000),
  constraint newsfeed_posts_request_elsewhere check (request_id is null),
  constraint newsfeed_posts_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and pinned_until >= '2000-01-01 00:00:00+00' and pinned_until < '2200-01-01 00:00:00+00'
    and edited_at >= '2000-01-01 00:00:00+00' and edited_at < '2200-01-01 00:00:00+00'
  )
);
comment on table public.newsfeed_posts is
  'The feed: pinned posts first (pinned_until > now, newest pin first), then all others by created_at.';
comment on column public.newsfeed_posts.request_id is
  'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

comment on column public.newsfeed_posts.mentions is
  'The members named with @ in the text: the name as it was written, and the ID. Kept by a trigger.';
comment on column public.newsfeed_posts.edited_at is 'When the text was last changed; null for the text as it was posted.';

create table public.newsfeed_comments (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references public.newsfeed_posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  content text not null,
  mentions jsonb not null default '{}',
  request_id uuid,
  created_at timestamptz not null default now(),
  constraint newsfeed_comments_content_visible check (private.has_text(content)),
  constraint newsfeed_comments_content_length check (char_length(content) <= 2000),
  constraint newsfeed_comments_content_plain check (private.is_plain_text(content, true)),
  constraint newsfeed_comments_mentions_object check (jsonb_typeof(mentions) = 'object'),
  constraint newsfeed_comments_mentions_size check (octet_length(mentions::text) <= 4000),
  constraint newsfeed_comments_request_elsewhere check (request_id is null),
  constraint newsfeed_comments_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
  )
);
comment on table public.newsfeed_comments is 'Comments under a post, oldest first.';
comment on column public.newsfeed_comments.mentions is
  'The members named with @ in the text: the name as it was written, and the ID. Kept by a trigger.';
comment on column public.newsfeed_comments.request_id is
  'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

-- The pair is unique but not the key: realtime sends the key of a deleted row to everyone, and it must not reveal who
-- did what.
create table public.newsfeed_reactions (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references public.newsfeed_posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  reaction text not null,
  created_at timestamptz not null default now(),
  constraint newsfeed_reactions_one_per_member unique (post_id, user_id) include (reaction),
  constraint newsfeed_reactions_reaction_known
    check (reaction in ('heart', 'thumbs_up', 'fishing_rod', 'fish', 'trophy')),
  constraint newsfeed_reactions_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
  )
);
comment on table public.newsfeed_reactions is 'At most one reaction per member and post.';

-- Indexes --------------------------------------------------------------------------------------------------

create index newsfeed_posts_feed on public.newsfeed_posts (created_at desc, id desc);
create index newsfeed_posts_author on public.newsfeed_posts (user_id, created_at desc);
create index newsfeed_posts_pinned on public.newsfeed_posts (pinned_until desc, created_at desc)
  where pinned_until is not null;
create index newsfeed_posts_image on public.newsfeed_posts (image_url) where image_url is not null;
create index newsfeed_comments_author on public.newsfeed_comments (user_id, created_at desc);
create index newsfeed_comments_thread on public.newsfeed_comments (post_id, created_at, id) include (user_id);
create index newsfeed_reactions_author on public.newsfeed_reactions (user_id, created_at desc);

-- Row-level security ---------------------------------------------------------------------------------------

-- The same restrictive policies on all three tables. The author's suspension is a sub-select that is planned once, not
-- a function called per row. The condition that nearly always suffices comes first: a sub-select without arguments runs
-- only when it is first needed, and whether the reader is an admin matters only for rows of suspended members and for
-- suspended readers.

alter table public.newsfeed_posts enable row level security;
alter table public.newsfeed_comments enable row level security;
alter table public.newsfeed_reactions enable row level security;

create policy select_not_suspended on public.newsfeed_posts as restrictive
  for select to authenticated
  using (
    (
      not exists (select from public.profiles as p where p.id = user_id and p.is_suspended)
      and not (select private.is_suspended())
    )
    or (select private.is_admin())
  );
comment on policy select_not_suspended on public.newsfeed_posts is
  'Suspended members read nothing; only admins read what they wrote.';

create policy insert_not_suspended on public.newsfeed_posts as restrictive
  for insert to authenticated
  with check (not (select private.is_suspended()));
comment on policy insert_not_suspended on public.newsfeed_posts is 'Suspended members write nothing.';

create policy update_not_suspended on public.newsfeed_posts as restrictive
  for update to authenticated
  using (not (select private.is_suspended()));
comment on policy update_not_suspended on public.newsfeed_posts is 'Suspended members change nothing.';

create policy delete_not_suspended on public.newsfeed_posts as restrictive
  for delete to authenticated
  using (not (select private.is_suspended()));
comment on policy delete_not_suspended on public.newsfeed_posts is 'Suspended members remove nothing.';

create policy select_member on public.newsfeed_posts
  for select to authenticated
  using ((select private.is_member()));
comment on policy select_member on public.newsfeed_posts is 'The newsfeed is for members.';

create policy insert_own on public.newsfeed_posts
  for insert to authenticated
  with check (
    ((user_id = (select auth.uid()) and type = 'post') or (type <> 'post' and (select private.is_admin())))
    and (not is_announcement or (select private.is_admin()))
  );
comment on policy insert_own on public.newsfeed_posts is
  'Members post in their own name; announcements and award posts (in the name of the winner) are for admins.';

create policy update_own_or_admin on public.newsfeed_posts
  for update to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()))
  with check (
    (user_id = (select auth.uid()) or (select private.is_admin()))
    and (not is_announcement or (select private.is_admin()))
  );
comment on policy update_own_or_admin on public.newsfeed_posts is
  'Authors edit their own posts, admins any; only admins save announcements.';

create policy delete_own_or_admin on public.newsfeed_posts
  for delete to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
comment on policy delete_own_or_admin on public.newsfeed_posts is 'Authors remove their own posts, admins any.';

create policy select_not_suspended on public.newsfeed_comments as restrictive
  for select to authenticated
  using (
    (
      not exists (select from public.profiles as p where p.id = user_id and p.is_suspended)
      and not (select private.is_suspended())
    )
    or (select private.is_admin())
  );
comment on policy select_not_suspended on public.newsfeed_comments is
  'Suspended members read nothing; only admins read what they wrote.';

create policy select_post on public.newsfeed_comments as restrictive
  for select to authenticated
  using (exists (select from public.newsfeed_posts as p where p.id = post_id));
comment on policy select_post on public.newsfeed_comments is
  'Who cannot read a post does not read its comments either.';

create policy insert_not_suspended on public.newsfeed_comments as restrictive
  for insert to authenticated
  with check (not (select private.is_suspended()));
comment on policy insert_not_suspended on public.newsfeed_comments is 'Suspended members write nothing.';

create policy update_not_suspended on public.newsfeed_comments as restrictive
  for update to authenticated
  using (not (select private.is_suspended()));
comment on policy update_not_suspended on public.newsfeed_comments is 'Suspended members change nothing.';

create policy delete_not_suspended on public.newsfeed_comments as restrictive
  for delete to authenticated
  using (not (select private.is_suspended()));
comment on policy delete_not_suspended on public.newsfeed_comments is 'Suspended members remove nothing.';

create policy select_member on public.newsfeed_comments
  for select to authenticated
  using ((select private.is_member()));
comment on policy select_member on public.newsfeed_comments is 'The newsfeed is for members.';

create policy insert_own on public.newsfeed_comments
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (select from public.newsfeed_posts as p where p.id = post_id)
  );
comment on policy insert_own on public.newsfeed_comments is
  'Members comment in their own name on posts that they can see.';

create policy update_own_or_admin on public.newsfeed_comments
  for update to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()))
  with check (user_id = (select auth.uid()) or (select private.is_admin()));
comment on policy update_own_or_admin on public.newsfeed_comments is 'Authors edit their own comments, admins any.';

create policy delete_own_or_admin on public.newsfeed_comments
  for delete to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
comment on policy delete_own_or_admin on public.newsfeed_comments is 'Authors remove their own comments, admins any.';

create policy select_not_suspended on public.newsfeed_reactions as restrictive
  for select to authenticated
  using (
    (
      not exists (select from public.profiles as p where p.id = user_id and p.is_suspended)
      and not (select private.is_suspended())
    )
    or (select private.is_admin())
  );
comment on policy select_not_suspended on public.newsfeed_reactions is
  'Suspended members read nothing; only admins read what they wrote.';

create policy select_post on public.newsfeed_reactions as restrictive
  for select to authenticated
  using (exists (select from public.newsfeed_posts as p where p.id = post_id));
comment on policy select_post on public.newsfeed_reactions is
  'Who cannot read a post does not read its reactions either.';

create policy insert_not_suspended on public.newsfeed_reactions as restrictive
  for insert to authenticated
  with check (not (select private.is_suspended()));
comment on policy insert_not_suspended on public.newsfeed_reactions is 'Suspended members write nothing.';

create policy update_not_suspended on public.newsfeed_reactions as restrictive
  for update to authenticated
  using (not (select private.is_suspended()));
comment on policy update_not_suspended on public.newsfeed_reactions is 'Suspended members change nothing.';

create policy delete_not_suspended on public.newsfeed_reactions as restrictive
  for delete to authenticated
  using (not (select private.is_suspended()));
comment on policy delete_not_suspended on public.newsfeed_reactions is 'Suspended members remove nothing.';

create policy select_member on public.newsfeed_reactions
  for select to authenticated
  using ((select private.is_member()));
comment on policy select_member on public.newsfeed_reactions is 'The newsfeed is for members.';

create policy insert_own on public.newsfeed_reactions
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (select from public.newsfeed_posts as p where p.id = post_id)
  );
comment on policy insert_own on public.newsfeed_reactions is
  'Members react in their own name to posts that they can see.';

create policy update_own on public.newsfeed_reactions
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
comment on policy update_own on public.newsfeed_reactions is 'A member''s other reaction replaces the first (upsert).';

create policy delete_own on public.newsfeed_reactions
  for delete to authenticated
  using (user_id = (select auth.uid()));
comment on policy delete_own on public.newsfeed_reactions is 'Members take back their own reaction.';

-- Functions: posts -----------------------------------------------------------------------------------------

create function private.tg_newsfeed_posts__file_address() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.image_url := private.file_address(new.image_url);
    return new;
  end
  $$;
comment on function private.tg_newsfeed_posts__file_address() is 'Stores the address of a post''s photo without its host.';

create function private.tg_newsfeed_posts__pin() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.image_url := nullif(btrim(new.image_url), '');
    if not new.is_announcement then
      new.pinned_until := null;
    elsif not private.is_api_request() then
      new.pinned_until := coalesce(new.pinned_until, new.created_at + interval '7 days');
    elsif tg_op = 'UPDATE' and old.is_announcement then
      new.pinned_until := old.pinned_until;
    else
      new.pinned_until := now() + interval '7 days';
    end if;
    return new;
  end
  $$;
comment on function private.tg_newsfeed_posts__pin() is
  'An announcement is pinned for 7 days from the time it became one, whatever the request says.';

create function private.tg_newsfeed_posts__edited() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.edited_at := now();
    return new;
  end
  $$;
comment on function private.tg_newsfeed_posts__edited() is 'Marks a post whose text was changed.';

create function private.tg_newsfeed_posts__keep_picture() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if private.is_direct_statement() and not (new.image_url is null and private.is_admin()) then
      raise exception 'the picture of a post cannot be changed'
        using errcode = '42501', hint = 'delete the post and write another';
    end if;
    return new;
  end
  $$;
comment on function private.tg_newsfeed_posts__keep_picture() is
  'A picture that was seen and moderated stays as it was. Admins may remove it.';

create function private.tg_newsfeed__audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_op = 'DELETE' then
      perform private.audit_member('delete_' || tg_argv[0], old.user_id);
    elsif to_jsonb(new) - 'created_at' <> to_jsonb(old) - 'created_at' then
      perform private.audit_member('edit_' || tg_argv[0], old.user_id);
    end if;
    return null;
  end
  $$;
comment on function private.tg_newsfeed__audit() is
  'Records that an admin changed or deleted what another member wrote, without the text. Argument: post or comment.';

-- Functions: texts -----------------------------------------------------------------------------------------

-- The constraint refuses the same to every writer; this trigger gives authors a code of its own.
create function private.tg_newsfeed__plain_content() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if not private.is_plain_text(new.content, true) then
      raise exception 'the text contains characters that cannot be shown'
        using errcode = 'NF003', hint = 'remove control characters and overrides of the writing direction';
    end if;
    return new;
  end
  $$;
comment on function private.tg_newsfeed__plain_content() is
  'Refuses a text with characters that cannot be shown (NF003).';

-- Functions: limits ----------------------------------------------------------------------------------------

-- Counting a use locks the member's counter, so that two equal texts sent at the same time queue here.
create function private.tg_newsfeed_posts__limit() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if not private.is_direct_statement() then
      return new;
    end if;
    perform private.check_rate('post-10m', 10, interval '10 minutes');
    perform private.check_rate('post-day', 50, interval '1 day');
    if exists (
      select from public.newsfeed_posts as p
      where p.user_id = new.user_id and p.created_at > now() - interval '5 minutes' and p.content = new.content
    ) then
      perform private.raise_with_status(
        429, 'NF001', 'you have just posted the same text', 'wait 5 minutes or change the text');
    end if;
    return new;
  end
  $$;
comment on function private.tg_newsfeed_posts__limit() is
  '10 posts in 10 minutes, 50 in a day (PT429); the same text at most once in 5 minutes (NF001).';

create function private.tg_newsfeed_comments__limit() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if not private.is_direct_statement() then
      return new;
    end if;
    perform private.check_rate('comment-5m', 30, interval '5 minutes');
    if exists (
      select from public.newsfeed_comments as c
      where c.user_id = new.user_id
        and c.post_id = new.post_id
        and c.created_at > now() - interval '5 minutes'
        and c.content = new.content
    ) then
      perform private.raise_with_status(
        429, 'NF002', 'you have just written the same comment', 'wait 5 minutes or change the text');
    end if;
    return new;
  end
  $$;
comment on function private.tg_newsfeed_comments__limit() is
  '30 comments in 5 minutes (PT429); the same text under the same post at most once in 5 minutes (NF002).';

create function private.tg_newsfeed_reactions__limit() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    -- An upsert fires both kinds; each has its own counter, so that an upsert is one use and not two.
    perform private.check_rate(
      case tg_op when 'INSERT' then 'reaction-1m' else 'reaction-change-1m' end, 60, interval '1 minute');
    return new;
  end
  $$;
comment on function private.tg_newsfeed_reactions__limit() is '60 reactions in a minute (PT429).';

-- Functions: posts about badges ----------------------------------------------------------------------------

create function private.tg_user_badges__post_award() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.newsfeed_posts (user_id, content, type, metadata, created_at)
      select new.user_id, 'earned ' || b.name, 'badge_award',
        jsonb_build_object('badge_id', b.id, 'badge_name', b.name, 'badge_icon', b.icon, 'badge_color', b.color), new.awarded_at
      from public.badges as b
      where b.id = new.badge_id;
    return null;
  end
  $$;
comment on function private.tg_user_badges__post_award() is
  'Posts an award to the newsfeed, in the name of the member who received it. Definer: members cannot post awards.';

create function private.tg_user_badges__unpost_award() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- Deleting a badge deletes its awards but not the posts: they say what was earned at the time.
    delete from public.newsfeed_posts as n
      using public.badges as b
      where b.id = old.badge_id
        and n.user_id = old.user_id
        and n.type = 'badge_award'
        and n.created_at = old.awarded_at
        and (
          n.metadata ->> 'badge_name' = b.name
          -- If the badge was renamed since, its post is the only one of that moment.
          or not exists (
            select from public.newsfeed_posts as o
            where o.user_id = n.user_id and o.type = n.type and o.created_at = n.created_at and o.id <> n.id
          )
        );
    return null;
  end
  $$;
comment on function private.tg_user_badges__unpost_award() is 'Withdrawing a badge deletes its post.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _010_hold_gate
  before insert or update or delete on public.newsfeed_posts
  for each statement execute function private.tg__hold_gate();
create trigger _020_file_request
  before insert on public.newsfeed_posts
  for each row execute function private.tg__file_request();
create trigger _100_stamp_created_at
  before insert or update of created_at on public.newsfeed_posts
  for each row execute function private.tg__stamp_created_at();
create trigger _110_edited
  before update of content on public.newsfeed_posts
  for each row when (new.content is distinct from old.content)
  execute function private.tg_newsfeed_posts__edited();
create trigger _190_file_address
  before insert or update of image_url on public.newsfeed_posts
  for each row execute function private.tg_newsfeed_posts__file_address();
create trigger _200_pin
  before insert or update of is_announcement, pinned_until, image_url on public.newsfeed_posts
  for each row execute function private.tg_newsfeed_posts__pin();
create trigger _300_freeze
  before update on public.newsfeed_posts
  for each row execute function private.tg__freeze_columns('id', 'user_id', 'type', 'metadata');
create trigger _300_keep_picture
  before update of image_url on public.newsfeed_posts
  for each row when (old.image_url is distinct from new.image_url)
  execute function private.tg_newsfeed_posts__keep_picture();
create trigger _305_plain_content
  before insert or update of content on public.newsfeed_posts
  for each row execute function private.tg_newsfeed__plain_content();
create trigger _310_limit
  before insert on public.newsfeed_posts
  for each row execute function private.tg_newsfeed_posts__limit();
create trigger _320_limit_edits
  before update on public.newsfeed_posts
  for each row execute function private.tg__limit_edits('edit-5m');
create trigger _490_require_files
  after insert or update of image_url on public.newsfeed_posts
  for each row when (new.image_url is not null)
  execute function private.tg__require_files('image_url');
create trigger _500_unname_files
  after update of image_url or delete on public.newsfeed_posts
  for each row when (old.image_url is not null)
  execute function private.tg__unname_files('image_url');
create trigger _600_audit
  after update or delete on public.newsfeed_posts
  for each row when (private.is_direct_statement() and old.user_id is distinct from auth.uid())
  execute function private.tg_newsfeed__audit('post');

create trigger _010_hold_gate
  before insert or update or delete on public.newsfeed_comments
  for each statement execute function private.tg__hold_gate();
create trigger _020_file_request
  before insert on public.newsfeed_comments
  for each row execute function private.tg__file_request();
create trigger _100_stamp_created_at
  before insert or update of created_at on public.newsfeed_comments
  for each row execute function private.tg__stamp_created_at();
create trigger _300_freeze
  before update on public.newsfeed_comments
  for each row execute function private.tg__freeze_columns('id', 'post_id', 'user_id');
create trigger _305_plain_content
  before insert or update of content on public.newsfeed_comments
  for each row execute function private.tg_newsfeed__plain_content();
create trigger _310_limit
  before insert on public.newsfeed_comments
  for each row execute function private.tg_newsfeed_comments__limit();
create trigger _320_limit_edits
  before update on public.newsfeed_comments
  for each row execute function private.tg__limit_edits('edit-5m');
create trigger _600_audit
  after update or delete on public.newsfeed_comments
  for each row when (private.is_direct_statement() and old.user_id is distinct from auth.uid())
  execute function private.tg_newsfeed__audit('comment');

create trigger _010_hold_gate
  before insert or update or delete on public.newsfeed_reactions
  for each statement execute function private.tg__hold_gate();
create trigger _100_stamp_created_at
  before insert or update of created_at on public.newsfeed_reactions
  for each row execute function private.tg__stamp_created_at();
create trigger _300_freeze
  before update on public.newsfeed_reactions
  for each row execute function private.tg__freeze_columns('id', 'post_id', 'user_id');
create trigger _310_limit
  before insert or update of reaction on public.newsfeed_reactions
  for each row execute function private.tg_newsfeed_reactions__limit();

create trigger _500_post_award
  after insert on public.user_badges
  for each row execute function private.tg_user_badges__post_award();
create trigger _510_unpost_award
  after delete on public.user_badges
  for each row execute function private.tg_user_badges__unpost_award();

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on
  public.newsfeed_posts, public.newsfeed_comments, public.newsfeed_reactions
  from anon, authenticated, service_role;
grant select, delete on public.newsfeed_posts, public.newsfeed_comments, public.newsfeed_reactions to authenticated;
grant
  insert (user_id, content, type, image_url, is_announcement, pinned_until, metadata, request_id),
  update (content, image_url, is_announcement, pinned_until)
  on public.newsfeed_posts to authenticated;
grant select, insert, update, delete on
  public.newsfeed_posts, public.newsfeed_comments, public.newsfeed_reactions
  to service_role;
grant insert (post_id, user_id, content, request_id), update (content) on public.newsfeed_comments to authenticated;
grant
  insert (post_id, user_id, reaction),
  update (post_id, user_id, reaction)
  on public.newsfeed_reactions to authenticated;

revoke execute on function
  private.tg_newsfeed_posts__file_address(),
  private.tg_newsfeed_posts__pin(),
  private.tg_newsfeed_posts__edited(),
  private.tg_newsfeed_posts__keep_picture(),
  private.tg_newsfeed__audit(),
  private.tg_newsfeed__plain_content(),
  private.tg_newsfeed_posts__limit(),
  private.tg_newsfeed_comments__limit(),
  private.tg_newsfeed_reactions__limit(),
  private.tg_user_badges__post_award(),
  private.tg_user_badges__unpost_award()
  from public, anon, authenticated, service_role;

-- Publication ----------------------------------------------------------------------------------------------

alter publication supabase_realtime add table public.newsfeed_posts, public.newsfeed_comments, public.newsfeed_reactions;
