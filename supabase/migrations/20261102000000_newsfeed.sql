-- Newsfeed: posts, comments and reactions. Suspension works both ways: who is suspended neither reads nor is read.

-- Texts ----------------------------------------------------------------------------------------------------

create function private.has_text(p_text text) returns boolean
  language sql immutable parallel safe set search_path = ''
  as $$ select p_text ~ '[^\s\u00ad\u200b-\u200f\u2060-\u2064\u3164]' $$;
comment on function private.has_text(text) is 'At least one character that can be seen. Null gives null.';

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
  created_at timestamptz not null default now(),
  constraint newsfeed_posts_content_visible check (private.has_text(content)),
  constraint newsfeed_posts_content_length check (char_length(content) <= 5000),
  constraint newsfeed_posts_content_plain check (private.is_plain_text(content, true)),
  constraint newsfeed_posts_type_known check (type in ('post', 'prize_award', 'badge_award')),
  constraint newsfeed_posts_image_own check (private.is_own_file(image_url, 'newsfeed-images', user_id)),
  constraint newsfeed_posts_pin check (is_announcement = (pinned_until is not null)),
  constraint newsfeed_posts_pin_finite check (isfinite(pinned_until)),
  constraint newsfeed_posts_metadata_object check (jsonb_typeof(metadata) = 'object'),
  constraint newsfeed_posts_metadata_size check (octet_length(metadata::text) <= 2000)
);

create table public.newsfeed_comments (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references public.newsfeed_posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  content text not null,
  created_at timestamptz not null default now(),
  constraint newsfeed_comments_content_visible check (private.has_text(content)),
  constraint newsfeed_comments_content_length check (char_length(content) <= 2000),
  constraint newsfeed_comments_content_plain check (private.is_plain_text(content, true))
);

-- The pair is unique, not the key: realtime tells everyone the key of a deleted row, and it must not say who did what.
create table public.newsfeed_reactions (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references public.newsfeed_posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  reaction text not null,
  created_at timestamptz not null default now(),
  constraint newsfeed_reactions_one_per_member unique (post_id, user_id),
  constraint newsfeed_reactions_reaction_known
    check (reaction in ('heart', 'thumbs_up', 'fishing_rod', 'fish', 'trophy'))
);

-- Indexes --------------------------------------------------------------------------------------------------

create index newsfeed_posts_feed on public.newsfeed_posts (created_at desc, id desc);
create index newsfeed_posts_pinned on public.newsfeed_posts (pinned_until desc) where is_announcement;
create index newsfeed_posts_author on public.newsfeed_posts (user_id, created_at desc);
create index newsfeed_comments_thread on public.newsfeed_comments (post_id, created_at);
create index newsfeed_comments_author on public.newsfeed_comments (user_id, created_at desc);
create index newsfeed_reactions_counts on public.newsfeed_reactions (post_id, reaction);
create index newsfeed_reactions_author on public.newsfeed_reactions (user_id);

-- Row-level security ---------------------------------------------------------------------------------------

alter table public.newsfeed_posts enable row level security;
alter table public.newsfeed_comments enable row level security;
alter table public.newsfeed_reactions enable row level security;

-- The same restrictive set on all three tables. The author's suspension is a sub-select that is planned once,
-- not a function called per row.
do $$
declare
  v_table text;
begin
  foreach v_table in array array['newsfeed_posts', 'newsfeed_comments', 'newsfeed_reactions'] loop
    execute format($policy$
      create policy select_not_suspended on public.%I as restrictive
        for select to authenticated
        using (
          (select private.is_admin())
          or (
            not (select private.is_suspended())
            and not exists (select from public.profiles as p where p.id = user_id and p.is_suspended)
          )
        )$policy$, v_table);
    execute format($policy$
      create policy insert_not_suspended on public.%I as restrictive
        for insert to authenticated
        with check (not (select private.is_suspended()))$policy$, v_table);
    execute format($policy$
      create policy update_not_suspended on public.%I as restrictive
        for update to authenticated
        using (not (select private.is_suspended()))$policy$, v_table);
    execute format($policy$
      create policy delete_not_suspended on public.%I as restrictive
        for delete to authenticated
        using (not (select private.is_suspended()))$policy$, v_table);
    execute format($policy$
      create policy select_member on public.%I
        for select to authenticated
        using (true)$policy$, v_table);
    execute format($comment$
      comment on policy select_not_suspended on public.%I is
        'Suspended members read nothing and are read by admins only.'$comment$, v_table);
    execute format($comment$
      comment on policy insert_not_suspended on public.%I is 'Suspended members write nothing.'$comment$, v_table);
    execute format($comment$
      comment on policy update_not_suspended on public.%I is 'Suspended members change nothing.'$comment$, v_table);
    execute format($comment$
      comment on policy delete_not_suspended on public.%I is 'Suspended members remove nothing.'$comment$, v_table);
    execute format($comment$
      comment on policy select_member on public.%I is 'The newsfeed is for members.'$comment$, v_table);
  end loop;
end
$$;

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

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on public.newsfeed_posts, public.newsfeed_comments, public.newsfeed_reactions
  from anon, authenticated, service_role;
grant select, insert, update, delete on public.newsfeed_posts, public.newsfeed_comments, public.newsfeed_reactions
  to authenticated, service_role;

-- Functions and triggers -----------------------------------------------------------------------------------

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
  'An announcement is pinned for 7 days from when it became one, whatever the request says.';

create function private.tg_user_badges__post_award() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.newsfeed_posts (user_id, content, type, metadata, created_at)
      select new.user_id, 'earned ' || b.name, 'badge_award',
        jsonb_build_object('badge_name', b.name, 'badge_icon', b.icon, 'badge_color', b.color), new.awarded_at
      from public.badges as b
      where b.id = new.badge_id;
    return null;
  end
  $$;
comment on function private.tg_user_badges__post_award() is
  'Tells the newsfeed about an award, in the name of the member who got it. Definer: members cannot post awards.';

create trigger _100_stamp_created_at
  before insert or update of created_at on public.newsfeed_posts
  for each row execute function private.tg__stamp_created_at();
create trigger _200_pin
  before insert or update of is_announcement, pinned_until, image_url on public.newsfeed_posts
  for each row execute function private.tg_newsfeed_posts__pin();
create trigger _300_freeze
  before update on public.newsfeed_posts
  for each row execute function private.tg__freeze_columns('id', 'user_id', 'type', 'metadata');

create trigger _100_stamp_created_at
  before insert or update of created_at on public.newsfeed_comments
  for each row execute function private.tg__stamp_created_at();
create trigger _300_freeze
  before update on public.newsfeed_comments
  for each row execute function private.tg__freeze_columns('id', 'post_id', 'user_id');

create trigger _100_stamp_created_at
  before insert or update of created_at on public.newsfeed_reactions
  for each row execute function private.tg__stamp_created_at();
create trigger _300_freeze
  before update on public.newsfeed_reactions
  for each row execute function private.tg__freeze_columns('id', 'post_id', 'user_id');

create trigger _500_post_award
  after insert on public.user_badges
  for each row execute function private.tg_user_badges__post_award();

revoke execute on function
  private.tg_newsfeed_posts__pin(),
  private.tg_user_badges__post_award()
  from public, anon, authenticated, service_role;
revoke execute on function private.has_text(text) from public, anon, authenticated, service_role;
grant execute on function private.has_text(text) to anon, authenticated, service_role;

comment on table public.newsfeed_posts is
  'The feed: first what is pinned (pinned_until > now, newest pin first), then all the rest by created_at.';
comment on table public.newsfeed_comments is 'Comments under a post, oldest first.';
comment on table public.newsfeed_reactions is 'At most one reaction per member and post.';

alter publication supabase_realtime add table
  public.newsfeed_posts, public.newsfeed_comments, public.newsfeed_reactions;
