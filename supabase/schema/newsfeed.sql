-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table public.newsfeed_comments (
  id uuid not null default gen_random_uuid(),
  post_id uuid not null,
  user_id uuid not null default auth.uid(),
  content text not null,
  mentions jsonb not null default '{}'::jsonb,
  request_id uuid,
  created_at timestamp with time zone not null default now(),
  hidden_at timestamp with time zone,
  constraint newsfeed_comments_pkey PRIMARY KEY (id),
  constraint newsfeed_comments_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.newsfeed_posts(id) ON DELETE CASCADE,
  constraint newsfeed_comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint newsfeed_comments_content_length CHECK (char_length(content) <= 2000),
  constraint newsfeed_comments_content_plain CHECK (private.is_plain_text(content, true)),
  constraint newsfeed_comments_content_visible CHECK (private.has_text(content)),
  constraint newsfeed_comments_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND hidden_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND hidden_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint newsfeed_comments_mentions_object CHECK (jsonb_typeof(mentions) = 'object'::text),
  constraint newsfeed_comments_mentions_size CHECK (octet_length(mentions::text) <= 4000),
  constraint newsfeed_comments_request_elsewhere CHECK (request_id IS NULL)
);
comment on table public.newsfeed_comments is 'Comments under a post, oldest first.';
comment on column public.newsfeed_comments.mentions is 'The members named with @ in the text: the name as it was written, and the ID. Kept by a trigger.';
comment on column public.newsfeed_comments.request_id is 'Write-only, stored in private.requests; a second insert with the same value raises PT409.';
comment on column public.newsfeed_comments.hidden_at is 'Since when the comment is hidden from everyone, by reports or by a decision; null for a comment that is shown.';

CREATE INDEX newsfeed_comments_author ON public.newsfeed_comments USING btree (user_id, created_at DESC);
CREATE INDEX newsfeed_comments_mentions ON public.newsfeed_comments USING gin (private.mention_ids(mentions)) WHERE (mentions <> '{}'::jsonb);
CREATE INDEX newsfeed_comments_thread ON public.newsfeed_comments USING btree (post_id, created_at, id) INCLUDE (user_id);
CREATE INDEX newsfeed_comments_words ON public.newsfeed_comments USING gin (private.search_vector(content));

alter table public.newsfeed_comments enable row level security;

grant select, delete on public.newsfeed_comments to authenticated;
grant select, insert, update, delete on public.newsfeed_comments to service_role;
grant insert (post_id, user_id, content, request_id) on public.newsfeed_comments to authenticated;
grant update (content) on public.newsfeed_comments to authenticated;

create policy delete_not_suspended on public.newsfeed_comments as restrictive
  for delete to authenticated
  using (NOT ( SELECT private.is_suspended() AS is_suspended));
comment on policy delete_not_suspended on public.newsfeed_comments is 'Suspended members remove nothing.';
create policy delete_own_or_team on public.newsfeed_comments
  for delete to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin) OR ( SELECT private.is_moderator() AS is_moderator) AND NOT (EXISTS ( SELECT
   FROM public.profiles p
  WHERE p.id = newsfeed_comments.user_id AND (p.is_admin OR p.is_moderator))));
comment on policy delete_own_or_team on public.newsfeed_comments is 'Authors remove their own comments, admins any, moderators those of members.';
create policy insert_not_suspended on public.newsfeed_comments as restrictive
  for insert to authenticated
  with check (NOT ( SELECT private.is_suspended() AS is_suspended));
comment on policy insert_not_suspended on public.newsfeed_comments is 'Suspended members write nothing.';
create policy insert_own on public.newsfeed_comments
  for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.newsfeed_posts p
  WHERE p.id = newsfeed_comments.post_id)));
comment on policy insert_own on public.newsfeed_comments is 'Members comment in their own name on posts that they can see.';
create policy select_member on public.newsfeed_comments
  for select to authenticated
  using (( SELECT private.is_member() AS is_member));
comment on policy select_member on public.newsfeed_comments is 'The newsfeed is for members.';
create policy select_not_blocked on public.newsfeed_comments as restrictive
  for select to authenticated
  using (NOT (user_id IN ( SELECT unnest(( SELECT private.blocked_with_me() AS blocked_with_me)) AS unnest)));
comment on policy select_not_blocked on public.newsfeed_comments is 'Members do not see comments of those whom they have blocked, or who have blocked them.';
create policy select_not_hidden on public.newsfeed_comments as restrictive
  for select to authenticated
  using (hidden_at IS NULL);
comment on policy select_not_hidden on public.newsfeed_comments is 'A hidden comment is read nowhere but in its case, by admins and moderators.';
create policy select_not_suspended on public.newsfeed_comments as restrictive
  for select to authenticated
  using (NOT (EXISTS ( SELECT
   FROM public.profiles p
  WHERE p.id = newsfeed_comments.user_id AND p.is_suspended)) AND NOT ( SELECT private.is_suspended() AS is_suspended) OR ( SELECT private.is_team() AS is_team));
comment on policy select_not_suspended on public.newsfeed_comments is 'Suspended members read nothing; only admins and moderators read what they wrote.';
create policy select_post on public.newsfeed_comments as restrictive
  for select to authenticated
  using ((EXISTS ( SELECT
   FROM public.newsfeed_posts p
  WHERE p.id = newsfeed_comments.post_id)));
comment on policy select_post on public.newsfeed_comments is 'Who cannot read a post does not read its comments either.';
create policy update_not_suspended on public.newsfeed_comments as restrictive
  for update to authenticated
  using (NOT ( SELECT private.is_suspended() AS is_suspended));
comment on policy update_not_suspended on public.newsfeed_comments is 'Suspended members change nothing.';
create policy update_own_or_admin on public.newsfeed_comments
  for update to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin))
  with check (user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin));
comment on policy update_own_or_admin on public.newsfeed_comments is 'Authors edit their own comments, admins any.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.newsfeed_comments FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _020_file_request BEFORE INSERT ON public.newsfeed_comments FOR EACH ROW EXECUTE FUNCTION private.tg__file_request();
CREATE TRIGGER _100_stamp_created_at BEFORE INSERT OR UPDATE OF created_at ON public.newsfeed_comments FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_created_at();
CREATE TRIGGER _300_freeze BEFORE UPDATE ON public.newsfeed_comments FOR EACH ROW EXECUTE FUNCTION private.tg__freeze_columns('id', 'post_id', 'user_id');
CREATE TRIGGER _305_plain_content BEFORE INSERT OR UPDATE OF content ON public.newsfeed_comments FOR EACH ROW EXECUTE FUNCTION private.tg_newsfeed__plain_content();
CREATE TRIGGER _310_limit BEFORE INSERT ON public.newsfeed_comments FOR EACH ROW EXECUTE FUNCTION private.tg_newsfeed_comments__limit();
CREATE TRIGGER _315_await_first_step BEFORE INSERT ON public.newsfeed_comments FOR EACH ROW EXECUTE FUNCTION private.tg_newsfeed__await_first_step();
CREATE TRIGGER _320_limit_edits BEFORE UPDATE ON public.newsfeed_comments FOR EACH ROW EXECUTE FUNCTION private.tg__limit_edits('edit-5m');
CREATE TRIGGER _320_limit_moderators BEFORE DELETE ON public.newsfeed_comments FOR EACH ROW WHEN (private.is_direct_statement() AND old.user_id IS DISTINCT FROM auth.uid()) EXECUTE FUNCTION private.tg__limit_moderators();
CREATE TRIGGER _400_find_mentions BEFORE INSERT OR UPDATE OF content, mentions ON public.newsfeed_comments FOR EACH ROW EXECUTE FUNCTION private.tg_newsfeed__find_mentions();
CREATE TRIGGER _450_say_hello AFTER INSERT ON public.newsfeed_comments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.tg__take_first_step('hello');
CREATE TRIGGER _600_audit AFTER DELETE OR UPDATE ON public.newsfeed_comments FOR EACH ROW WHEN (private.is_direct_statement() AND old.user_id IS DISTINCT FROM auth.uid()) EXECUTE FUNCTION private.tg_newsfeed__audit('comment');
CREATE TRIGGER _695_notify_mentions_on_insert AFTER INSERT ON public.newsfeed_comments FOR EACH ROW WHEN (new.mentions <> '{}'::jsonb) EXECUTE FUNCTION private.tg_newsfeed_comments__notify_mentions();
CREATE TRIGGER _700_notify AFTER INSERT ON public.newsfeed_comments FOR EACH ROW EXECUTE FUNCTION private.tg_newsfeed_comments__notify();
CREATE TRIGGER _705_notify_mentions_on_update AFTER UPDATE ON public.newsfeed_comments FOR EACH ROW WHEN (new.mentions <> old.mentions) EXECUTE FUNCTION private.tg_newsfeed_comments__notify_mentions();
CREATE TRIGGER _710_forget_causes AFTER DELETE ON public.newsfeed_comments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_newsfeed__forget_causes();
CREATE TRIGGER _910_note_delete AFTER DELETE ON public.newsfeed_comments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_newsfeed_comments__note();
CREATE TRIGGER _910_note_insert AFTER INSERT ON public.newsfeed_comments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_newsfeed_comments__note();
CREATE TRIGGER _910_note_update AFTER UPDATE ON public.newsfeed_comments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_newsfeed_comments__note();

create table public.newsfeed_posts (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  content text not null,
  type text not null default 'post'::text,
  image_url text,
  is_announcement boolean not null default false,
  pinned_until timestamp with time zone,
  metadata jsonb not null default '{}'::jsonb,
  mentions jsonb not null default '{}'::jsonb,
  request_id uuid,
  created_at timestamp with time zone not null default now(),
  edited_at timestamp with time zone,
  hidden_at timestamp with time zone,
  more_images text[] not null default '{}'::text[],
  constraint newsfeed_posts_pkey PRIMARY KEY (id),
  constraint newsfeed_posts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint newsfeed_posts_content_length CHECK (char_length(content) <= 5000),
  constraint newsfeed_posts_content_plain CHECK (private.is_plain_text(content, true)),
  constraint newsfeed_posts_content_visible CHECK (private.has_text(content)),
  constraint newsfeed_posts_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND pinned_until >= '2000-01-01 00:00:00+00'::timestamp with time zone AND pinned_until < '2200-01-01 00:00:00+00'::timestamp with time zone AND edited_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND edited_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND hidden_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND hidden_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint newsfeed_posts_image_own CHECK (private.is_own_file(image_url, 'newsfeed-images'::text, user_id)),
  constraint newsfeed_posts_images_distinct CHECK (more_images = '{}'::text[] OR private.are_distinct(array_prepend(image_url, more_images))),
  constraint newsfeed_posts_mentions_object CHECK (jsonb_typeof(mentions) = 'object'::text),
  constraint newsfeed_posts_mentions_size CHECK (octet_length(mentions::text) <= 4000),
  constraint newsfeed_posts_metadata_object CHECK (jsonb_typeof(metadata) = 'object'::text),
  constraint newsfeed_posts_metadata_size CHECK (octet_length(metadata::text) <= 2000),
  constraint newsfeed_posts_more_images_count CHECK (cardinality(more_images) <= 5),
  constraint newsfeed_posts_more_images_own CHECK (private.are_own_files(more_images, 'newsfeed-images'::text, user_id)),
  constraint newsfeed_posts_pin CHECK (is_announcement = (pinned_until IS NOT NULL)),
  constraint newsfeed_posts_pin_finite CHECK (isfinite(pinned_until)),
  constraint newsfeed_posts_request_elsewhere CHECK (request_id IS NULL),
  constraint newsfeed_posts_type_known CHECK (type = ANY (ARRAY['post'::text, 'prize_award'::text, 'badge_award'::text]))
);
comment on table public.newsfeed_posts is 'The feed: pinned posts first (pinned_until > now, newest pin first), then all others by created_at.';
comment on column public.newsfeed_posts.mentions is 'The members named with @ in the text: the name as it was written, and the ID. Kept by a trigger.';
comment on column public.newsfeed_posts.request_id is 'Write-only, stored in private.requests; a second insert with the same value raises PT409.';
comment on column public.newsfeed_posts.edited_at is 'When the text was last changed; null for the text as it was posted.';
comment on column public.newsfeed_posts.hidden_at is 'Since when the post is hidden from everyone, by reports or by a decision; null for a post that is shown.';
comment on column public.newsfeed_posts.more_images is 'The addresses of the photos after the first, which is image_url, in their order; at most 5.';

CREATE INDEX newsfeed_posts_author ON public.newsfeed_posts USING btree (user_id, created_at DESC);
CREATE INDEX newsfeed_posts_feed ON public.newsfeed_posts USING btree (created_at DESC, id DESC);
CREATE INDEX newsfeed_posts_hidden ON public.newsfeed_posts USING btree (created_at DESC, id) WHERE (hidden_at IS NOT NULL);
CREATE INDEX newsfeed_posts_image ON public.newsfeed_posts USING btree (image_url) WHERE (image_url IS NOT NULL);
CREATE INDEX newsfeed_posts_mentions ON public.newsfeed_posts USING gin (private.mention_ids(mentions)) WHERE (mentions <> '{}'::jsonb);
CREATE INDEX newsfeed_posts_more_images ON public.newsfeed_posts USING gin (more_images) WHERE (more_images <> '{}'::text[]);
CREATE INDEX newsfeed_posts_pinned ON public.newsfeed_posts USING btree (pinned_until DESC, created_at DESC) WHERE (pinned_until IS NOT NULL);
CREATE INDEX newsfeed_posts_words ON public.newsfeed_posts USING gin (private.search_vector(content));

alter table public.newsfeed_posts enable row level security;

grant select, delete on public.newsfeed_posts to authenticated;
grant select, insert, update, delete on public.newsfeed_posts to service_role;
grant insert (user_id, content, type, image_url, is_announcement, pinned_until, metadata, request_id, more_images) on public.newsfeed_posts to authenticated;
grant update (content, image_url, is_announcement, pinned_until, more_images) on public.newsfeed_posts to authenticated;

create policy delete_not_suspended on public.newsfeed_posts as restrictive
  for delete to authenticated
  using (NOT ( SELECT private.is_suspended() AS is_suspended));
comment on policy delete_not_suspended on public.newsfeed_posts is 'Suspended members remove nothing.';
create policy delete_own_or_team on public.newsfeed_posts
  for delete to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin) OR ( SELECT private.is_moderator() AS is_moderator) AND type = 'post'::text AND NOT is_announcement AND NOT (EXISTS ( SELECT
   FROM public.profiles p
  WHERE p.id = newsfeed_posts.user_id AND (p.is_admin OR p.is_moderator))));
comment on policy delete_own_or_team on public.newsfeed_posts is 'Authors remove their own posts, admins any; moderators those of members, except announcements and posts about awards.';
create policy insert_not_suspended on public.newsfeed_posts as restrictive
  for insert to authenticated
  with check (NOT ( SELECT private.is_suspended() AS is_suspended));
comment on policy insert_not_suspended on public.newsfeed_posts is 'Suspended members write nothing.';
create policy insert_own on public.newsfeed_posts
  for insert to authenticated
  with check ((user_id = (( SELECT auth.uid() AS uid)) AND type = 'post'::text OR type <> 'post'::text AND ( SELECT private.is_admin() AS is_admin)) AND (NOT is_announcement OR ( SELECT private.is_admin() AS is_admin)));
comment on policy insert_own on public.newsfeed_posts is 'Members post in their own name; announcements and award posts (in the name of the winner) are for admins.';
create policy select_member on public.newsfeed_posts
  for select to authenticated
  using (( SELECT private.is_member() AS is_member));
comment on policy select_member on public.newsfeed_posts is 'The newsfeed is for members.';
create policy select_not_blocked on public.newsfeed_posts as restrictive
  for select to authenticated
  using (NOT (user_id IN ( SELECT unnest(( SELECT private.blocked_with_me() AS blocked_with_me)) AS unnest)));
comment on policy select_not_blocked on public.newsfeed_posts is 'Members do not see posts of those whom they have blocked, or who have blocked them.';
create policy select_not_hidden on public.newsfeed_posts as restrictive
  for select to authenticated
  using (hidden_at IS NULL);
comment on policy select_not_hidden on public.newsfeed_posts is 'A hidden post is read nowhere but in its case, by admins and moderators.';
create policy select_not_suspended on public.newsfeed_posts as restrictive
  for select to authenticated
  using (NOT (EXISTS ( SELECT
   FROM public.profiles p
  WHERE p.id = newsfeed_posts.user_id AND p.is_suspended)) AND NOT ( SELECT private.is_suspended() AS is_suspended) OR ( SELECT private.is_team() AS is_team));
comment on policy select_not_suspended on public.newsfeed_posts is 'Suspended members read nothing; only admins and moderators read what they wrote.';
create policy update_not_suspended on public.newsfeed_posts as restrictive
  for update to authenticated
  using (NOT ( SELECT private.is_suspended() AS is_suspended));
comment on policy update_not_suspended on public.newsfeed_posts is 'Suspended members change nothing.';
create policy update_own_or_admin on public.newsfeed_posts
  for update to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin))
  with check ((user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin)) AND (NOT is_announcement OR ( SELECT private.is_admin() AS is_admin)));
comment on policy update_own_or_admin on public.newsfeed_posts is 'Authors edit their own posts, admins any; only admins save announcements.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.newsfeed_posts FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _020_file_request BEFORE INSERT ON public.newsfeed_posts FOR EACH ROW EXECUTE FUNCTION private.tg__file_request();
CREATE TRIGGER _100_stamp_created_at BEFORE INSERT OR UPDATE OF created_at ON public.newsfeed_posts FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_created_at();
CREATE TRIGGER _110_edited BEFORE UPDATE OF content ON public.newsfeed_posts FOR EACH ROW WHEN (new.content IS DISTINCT FROM old.content) EXECUTE FUNCTION private.tg_newsfeed_posts__edited();
CREATE TRIGGER _190_file_address BEFORE INSERT OR UPDATE OF image_url, more_images ON public.newsfeed_posts FOR EACH ROW EXECUTE FUNCTION private.tg_newsfeed_posts__file_address();
CREATE TRIGGER _200_pin BEFORE INSERT OR UPDATE OF is_announcement, pinned_until, image_url ON public.newsfeed_posts FOR EACH ROW EXECUTE FUNCTION private.tg_newsfeed_posts__pin();
CREATE TRIGGER _300_freeze BEFORE UPDATE ON public.newsfeed_posts FOR EACH ROW EXECUTE FUNCTION private.tg__freeze_columns('id', 'user_id', 'type', 'metadata');
CREATE TRIGGER _300_keep_picture BEFORE UPDATE OF image_url, more_images ON public.newsfeed_posts FOR EACH ROW WHEN (old.image_url IS DISTINCT FROM new.image_url OR old.more_images IS DISTINCT FROM new.more_images) EXECUTE FUNCTION private.tg_newsfeed_posts__keep_picture();
CREATE TRIGGER _302_keep_award BEFORE UPDATE OF content ON public.newsfeed_posts FOR EACH ROW WHEN (old.type <> 'post'::text AND new.content IS DISTINCT FROM old.content) EXECUTE FUNCTION private.tg_newsfeed_posts__keep_award();
CREATE TRIGGER _305_plain_content BEFORE INSERT OR UPDATE OF content ON public.newsfeed_posts FOR EACH ROW EXECUTE FUNCTION private.tg_newsfeed__plain_content();
CREATE TRIGGER _310_limit BEFORE INSERT ON public.newsfeed_posts FOR EACH ROW EXECUTE FUNCTION private.tg_newsfeed_posts__limit();
CREATE TRIGGER _315_await_first_step BEFORE INSERT ON public.newsfeed_posts FOR EACH ROW EXECUTE FUNCTION private.tg_newsfeed__await_first_step();
CREATE TRIGGER _320_limit_edits BEFORE UPDATE ON public.newsfeed_posts FOR EACH ROW EXECUTE FUNCTION private.tg__limit_edits('edit-5m');
CREATE TRIGGER _320_limit_moderators BEFORE DELETE ON public.newsfeed_posts FOR EACH ROW WHEN (private.is_direct_statement() AND old.user_id IS DISTINCT FROM auth.uid()) EXECUTE FUNCTION private.tg__limit_moderators();
CREATE TRIGGER _320_refuse_scheduled BEFORE INSERT ON public.newsfeed_posts FOR EACH ROW WHEN (new.is_announcement AND private.is_direct_statement()) EXECUTE FUNCTION private.tg_newsfeed_posts__refuse_scheduled();
CREATE TRIGGER _400_find_mentions BEFORE INSERT OR UPDATE OF content, mentions ON public.newsfeed_posts FOR EACH ROW WHEN (new.type = 'post'::text) EXECUTE FUNCTION private.tg_newsfeed__find_mentions();
CREATE TRIGGER _410_forget_hidden BEFORE DELETE ON public.newsfeed_posts FOR EACH ROW EXECUTE FUNCTION private.tg_newsfeed_posts__forget_hidden();
CREATE TRIGGER _450_say_hello AFTER INSERT ON public.newsfeed_posts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.tg_newsfeed_posts__say_hello();
CREATE TRIGGER _490_require_files AFTER INSERT OR UPDATE OF image_url, more_images ON public.newsfeed_posts FOR EACH ROW WHEN (new.image_url IS NOT NULL) EXECUTE FUNCTION private.tg__require_files('image_url', 'more_images');
CREATE TRIGGER _500_count_delete AFTER DELETE ON public.newsfeed_posts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.tg_newsfeed_posts__count();
CREATE TRIGGER _500_count_hidden AFTER UPDATE OF hidden_at ON public.newsfeed_posts FOR EACH ROW WHEN ((old.hidden_at IS NULL) <> (new.hidden_at IS NULL)) EXECUTE FUNCTION private.tg_newsfeed_posts__count_hidden();
CREATE TRIGGER _500_count_insert AFTER INSERT ON public.newsfeed_posts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.tg_newsfeed_posts__count();
CREATE TRIGGER _500_unname_files AFTER DELETE OR UPDATE OF image_url, more_images ON public.newsfeed_posts FOR EACH ROW WHEN (old.image_url IS NOT NULL) EXECUTE FUNCTION private.tg__unname_files('image_url', 'more_images');
CREATE TRIGGER _600_audit AFTER DELETE OR UPDATE ON public.newsfeed_posts FOR EACH ROW WHEN (private.is_direct_statement() AND old.user_id IS DISTINCT FROM auth.uid()) EXECUTE FUNCTION private.tg_newsfeed__audit('post');
CREATE TRIGGER _600_audit_insert AFTER INSERT ON public.newsfeed_posts FOR EACH ROW WHEN (private.is_direct_statement() AND new.user_id IS DISTINCT FROM auth.uid()) EXECUTE FUNCTION private.tg_newsfeed_posts__audit_insert();
CREATE TRIGGER _700_notify_on_insert AFTER INSERT ON public.newsfeed_posts FOR EACH ROW WHEN (new.is_announcement) EXECUTE FUNCTION private.tg_newsfeed_posts__notify();
CREATE TRIGGER _700_notify_on_update AFTER UPDATE OF is_announcement ON public.newsfeed_posts FOR EACH ROW WHEN (new.is_announcement <> old.is_announcement) EXECUTE FUNCTION private.tg_newsfeed_posts__notify();
CREATE TRIGGER _705_notify_mentions_on_insert AFTER INSERT ON public.newsfeed_posts FOR EACH ROW WHEN (new.mentions <> '{}'::jsonb) EXECUTE FUNCTION private.tg_newsfeed_posts__notify_mentions();
CREATE TRIGGER _705_notify_mentions_on_update AFTER UPDATE ON public.newsfeed_posts FOR EACH ROW WHEN (new.mentions <> old.mentions) EXECUTE FUNCTION private.tg_newsfeed_posts__notify_mentions();
CREATE TRIGGER _710_forget_causes AFTER DELETE ON public.newsfeed_posts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__forget_causes();
CREATE TRIGGER _910_note_delete AFTER DELETE ON public.newsfeed_posts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_newsfeed_posts__note();
CREATE TRIGGER _910_note_insert AFTER INSERT ON public.newsfeed_posts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_newsfeed_posts__note();
CREATE TRIGGER _910_note_update AFTER UPDATE ON public.newsfeed_posts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_newsfeed_posts__note();

create table public.newsfeed_reactions (
  id uuid not null default gen_random_uuid(),
  post_id uuid not null,
  user_id uuid not null default auth.uid(),
  reaction text not null,
  created_at timestamp with time zone not null default now(),
  constraint newsfeed_reactions_pkey PRIMARY KEY (id),
  constraint newsfeed_reactions_one_per_member UNIQUE (post_id, user_id) INCLUDE (reaction),
  constraint newsfeed_reactions_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.newsfeed_posts(id) ON DELETE CASCADE,
  constraint newsfeed_reactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint newsfeed_reactions_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint newsfeed_reactions_reaction_known CHECK (reaction = ANY (ARRAY['heart'::text, 'thumbs_up'::text, 'fishing_rod'::text, 'fish'::text, 'trophy'::text]))
);
comment on table public.newsfeed_reactions is 'At most one reaction per member and post.';

CREATE INDEX newsfeed_reactions_author ON public.newsfeed_reactions USING btree (user_id, created_at DESC);

alter table public.newsfeed_reactions enable row level security;

grant select, delete on public.newsfeed_reactions to authenticated;
grant select, insert, update, delete on public.newsfeed_reactions to service_role;
grant insert (post_id, user_id, reaction) on public.newsfeed_reactions to authenticated;
grant update (post_id, user_id, reaction) on public.newsfeed_reactions to authenticated;

create policy delete_not_suspended on public.newsfeed_reactions as restrictive
  for delete to authenticated
  using (NOT ( SELECT private.is_suspended() AS is_suspended));
comment on policy delete_not_suspended on public.newsfeed_reactions is 'Suspended members remove nothing.';
create policy delete_own on public.newsfeed_reactions
  for delete to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));
comment on policy delete_own on public.newsfeed_reactions is 'Members take back their own reaction.';
create policy insert_not_suspended on public.newsfeed_reactions as restrictive
  for insert to authenticated
  with check (NOT ( SELECT private.is_suspended() AS is_suspended));
comment on policy insert_not_suspended on public.newsfeed_reactions is 'Suspended members write nothing.';
create policy insert_own on public.newsfeed_reactions
  for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.newsfeed_posts p
  WHERE p.id = newsfeed_reactions.post_id)));
comment on policy insert_own on public.newsfeed_reactions is 'Members react in their own name to posts that they can see.';
create policy select_member on public.newsfeed_reactions
  for select to authenticated
  using (( SELECT private.is_member() AS is_member));
comment on policy select_member on public.newsfeed_reactions is 'The newsfeed is for members.';
create policy select_not_blocked on public.newsfeed_reactions as restrictive
  for select to authenticated
  using (NOT (user_id IN ( SELECT unnest(( SELECT private.blocked_with_me() AS blocked_with_me)) AS unnest)));
comment on policy select_not_blocked on public.newsfeed_reactions is 'Members do not see reactions of those whom they have blocked, or who have blocked them.';
create policy select_not_suspended on public.newsfeed_reactions as restrictive
  for select to authenticated
  using (NOT (EXISTS ( SELECT
   FROM public.profiles p
  WHERE p.id = newsfeed_reactions.user_id AND p.is_suspended)) AND NOT ( SELECT private.is_suspended() AS is_suspended) OR ( SELECT private.is_team() AS is_team));
comment on policy select_not_suspended on public.newsfeed_reactions is 'Suspended members read nothing; only admins and moderators read what they wrote.';
create policy select_post on public.newsfeed_reactions as restrictive
  for select to authenticated
  using ((EXISTS ( SELECT
   FROM public.newsfeed_posts p
  WHERE p.id = newsfeed_reactions.post_id)));
comment on policy select_post on public.newsfeed_reactions is 'Who cannot read a post does not read its reactions either.';
create policy update_not_suspended on public.newsfeed_reactions as restrictive
  for update to authenticated
  using (NOT ( SELECT private.is_suspended() AS is_suspended));
comment on policy update_not_suspended on public.newsfeed_reactions is 'Suspended members change nothing.';
create policy update_own on public.newsfeed_reactions
  for update to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)));
comment on policy update_own on public.newsfeed_reactions is 'A member''s other reaction replaces the first (upsert).';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.newsfeed_reactions FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _100_stamp_created_at BEFORE INSERT OR UPDATE OF created_at ON public.newsfeed_reactions FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_created_at();
CREATE TRIGGER _300_freeze BEFORE UPDATE ON public.newsfeed_reactions FOR EACH ROW EXECUTE FUNCTION private.tg__freeze_columns('id', 'post_id', 'user_id');
CREATE TRIGGER _310_limit BEFORE INSERT OR UPDATE ON public.newsfeed_reactions FOR EACH ROW EXECUTE FUNCTION private.tg_newsfeed_reactions__limit();
CREATE TRIGGER _700_notify AFTER INSERT ON public.newsfeed_reactions FOR EACH ROW EXECUTE FUNCTION private.tg_newsfeed_reactions__notify();
CREATE TRIGGER _710_forget_causes AFTER DELETE ON public.newsfeed_reactions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_newsfeed__forget_causes();
CREATE TRIGGER _910_note_delete AFTER DELETE ON public.newsfeed_reactions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_newsfeed_reactions__note();
CREATE TRIGGER _910_note_insert AFTER INSERT ON public.newsfeed_reactions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_newsfeed_reactions__note();
CREATE TRIGGER _910_note_update AFTER UPDATE ON public.newsfeed_reactions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_newsfeed_reactions__note();

create function private.tg_newsfeed__audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if tg_op = 'DELETE' then
      perform private.audit_member('delete_' || tg_argv[0], old.user_id);
    elsif to_jsonb(new) - 'created_at' <> to_jsonb(old) - 'created_at' then
      perform private.audit_member('edit_' || tg_argv[0], old.user_id);
    end if;
    return null;
  end
  $function$;
comment on function private.tg_newsfeed__audit() is 'Records that an admin changed or deleted what another member wrote, without the text. Argument: post or comment.';

create function private.tg_newsfeed__plain_content()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if not private.is_plain_text(new.content, true) then
      raise exception 'the text contains characters that cannot be shown'
        using errcode = 'NF003', hint = 'remove control characters and overrides of the writing direction';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_newsfeed__plain_content() is 'Refuses a text with characters that cannot be shown (NF003).';

create function private.tg_newsfeed_comments__limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if not private.is_direct_statement() then
      return new;
    end if;
    perform private.check_rate('comment-5m', 30, interval '5 minutes');
    perform private.check_rate('comment-day', 500, interval '1 day');
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
  $function$;
comment on function private.tg_newsfeed_comments__limit() is '30 comments in 5 minutes, 500 in a day (PT429); the same text under the same post at most once in 5 minutes (NF002).';

create function private.tg_newsfeed_posts__edited()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    new.edited_at := now();
    return new;
  end
  $function$;
comment on function private.tg_newsfeed_posts__edited() is 'Marks a post whose text was changed.';

create function private.tg_newsfeed_posts__file_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.tg_newsfeed_posts__file_address() is 'Stores the addresses of a post''s photos without their host. Without a first photo, the next one takes its place.';

create function private.tg_newsfeed_posts__keep_picture()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.tg_newsfeed_posts__keep_picture() is 'Pictures that were seen and moderated stay as they were, in their order. Admins may remove any of them.';

create function private.tg_newsfeed_posts__limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.tg_newsfeed_posts__limit() is '10 posts in 10 minutes, 50 in a day (PT429); the same text at most once in 5 minutes (NF001).';

create function private.tg_newsfeed_posts__pin()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    new.image_url := nullif(btrim(new.image_url), '');
    if not new.is_announcement then
      new.pinned_until := null;
    elsif not private.is_api_request() then
      new.pinned_until := coalesce(new.pinned_until, new.created_at + interval '7 days');
    elsif tg_op = 'UPDATE' and old.is_announcement then
      -- Only admins save announcements.
      if new.pinned_until is distinct from old.pinned_until then
        if new.pinned_until > now() + interval '90 days' then
          raise exception 'an announcement can be pinned for 90 days from now at most'
            using errcode = 'NF004', hint = 'choose an earlier end';
        end if;
        -- A moment that has passed ends the pin now.
        new.pinned_until := greatest(coalesce(new.pinned_until, old.pinned_until), now());
      end if;
    else
      new.pinned_until := now() + interval '7 days';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_newsfeed_posts__pin() is 'An announcement is pinned for 7 days from the time it became one, whatever the request says. An admin then ends the pin or moves its end, to 90 days from now at most (NF004).';

create function private.tg_newsfeed_reactions__limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    -- An upsert fires both kinds; each has its own counter, so that an upsert is one use and not two.
    perform private.check_rate(
      case tg_op when 'INSERT' then 'reaction-1m' else 'reaction-change-1m' end, 60, interval '1 minute');
    if tg_op = 'INSERT' then
      perform private.check_rate('reaction-day', 600, interval '1 day');
    end if;
    return new;
  end
  $function$;
comment on function private.tg_newsfeed_reactions__limit() is '60 reactions in a minute, 600 in a day (PT429).';

create function private.tg_user_badges__post_award()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into public.newsfeed_posts (user_id, content, type, metadata, created_at)
      select a.user_id, 'earned ' || b.name, 'badge_award',
        jsonb_build_object('badge_id', b.id, 'badge_name', b.name, 'badge_icon', b.icon, 'badge_color', b.color), a.awarded_at
      from added as a join public.badges as b on b.id = a.badge_id;
    return null;
  end
  $function$;
comment on function private.tg_user_badges__post_award() is 'Posts awards to the newsfeed, in the names of the members who received them. Definer: members cannot post awards.';

create function private.tg_user_badges__unpost_award()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    -- Deleting a badge deletes its awards but not the posts: they say what was earned at the time.
    delete from public.newsfeed_posts as n
      using removed as r join public.badges as b on b.id = r.badge_id
      where n.user_id = r.user_id
        and n.type = 'badge_award'
        and n.created_at = r.awarded_at
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
  $function$;
comment on function private.tg_user_badges__unpost_award() is 'Withdrawing badges deletes their posts.';
