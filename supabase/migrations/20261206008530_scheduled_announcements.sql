-- Scheduled announcements: an admin writes an announcement now, and a job publishes it at the moment that they chose, once,
-- as if its author had posted it then. What cannot be published is kept, with the reason, for the admins.

-- Tables ---------------------------------------------------------------------------------------------------

create table public.scheduled_announcements (
  id uuid primary key default gen_random_uuid(),
  user_id uuid default auth.uid() references public.profiles on delete set null,
  content text not null,
  image_url text,
  publish_at timestamptz not null,
  failure text,
  failed_at timestamptz,
  request_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint scheduled_announcements_content_length check (char_length(content) <= 5000),
  constraint scheduled_announcements_content_plain check (private.is_plain_text(content, true)),
  constraint scheduled_announcements_content_visible check (private.has_text(content)),
  constraint scheduled_announcements_dates_bounds check (
    created_at >= '2000-01-01T00:00:00Z' and created_at < '2200-01-01T00:00:00Z'
    and failed_at >= '2000-01-01T00:00:00Z' and failed_at < '2200-01-01T00:00:00Z'
    and publish_at >= '2000-01-01T00:00:00Z' and publish_at < '2200-01-01T00:00:00Z'
    and updated_at >= '2000-01-01T00:00:00Z' and updated_at < '2200-01-01T00:00:00Z'
  ),
  constraint scheduled_announcements_failure_dated check ((failure is null) = (failed_at is null)),
  constraint scheduled_announcements_failure_known check (
    failure in ('author_gone', 'author_suspended', 'author_not_admin', 'photo_gone', 'refused')
  ),
  constraint scheduled_announcements_image_own check (
    image_url is null or (user_id is not null and private.is_own_file(image_url, 'newsfeed-images', user_id))
  ),
  constraint scheduled_announcements_publish_finite check (isfinite(publish_at)),
  constraint scheduled_announcements_request_elsewhere check (request_id is null)
);
comment on table public.scheduled_announcements is
  'Announcements that wait for their moment, for admins only. A published one is deleted here; its post has the same id.';
comment on column public.scheduled_announcements.user_id is
  'In whose name it is published; null when that account was deleted.';
comment on column public.scheduled_announcements.failure is
  'Why it was not published at its moment; null before that. It is not tried again until an admin saves it.';
comment on column public.scheduled_announcements.request_id is
  'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

create index scheduled_announcements_author on public.scheduled_announcements (user_id);
create index scheduled_announcements_image on public.scheduled_announcements (image_url) where image_url is not null;
create index scheduled_announcements_soonest on public.scheduled_announcements (publish_at, id);

alter table public.scheduled_announcements enable row level security;

create policy select_admin on public.scheduled_announcements
  for select to authenticated
  using ((select private.is_admin()));
comment on policy select_admin on public.scheduled_announcements is 'Admins read what waits; nobody else does.';
create policy insert_admin on public.scheduled_announcements
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_admin()));
comment on policy insert_admin on public.scheduled_announcements is 'Admins schedule announcements in their own name.';
create policy update_admin on public.scheduled_announcements
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
comment on policy update_admin on public.scheduled_announcements is 'Any admin changes what waits.';
create policy delete_admin on public.scheduled_announcements
  for delete to authenticated
  using ((select private.is_admin()));
comment on policy delete_admin on public.scheduled_announcements is 'Any admin cancels what waits.';

grant select, delete on public.scheduled_announcements to authenticated;
grant select, insert, update, delete on public.scheduled_announcements to service_role;
grant insert (user_id, content, image_url, publish_at, request_id) on public.scheduled_announcements to authenticated;
grant update (content, image_url, publish_at) on public.scheduled_announcements to authenticated;

-- Audit trail ----------------------------------------------------------------------------------------------

alter table private.audit_log drop constraint audit_log_action_known;
alter table private.audit_log add constraint audit_log_action_known check (action in (
  'grant_admin', 'revoke_admin', 'grant_moderator', 'revoke_moderator', 'suspend', 'edit_suspension', 'unsuspend',
  'rename_user', 'edit_profile', 'set_password', 'delete_user', 'give_points', 'create_badge', 'edit_badge',
  'delete_badge', 'award_badge', 'remove_badge', 'create_package', 'edit_package', 'delete_package', 'add_item',
  'edit_item', 'delete_item', 'assign_prize', 'remove_prize', 'edit_claim', 'create_game', 'edit_game', 'set_answer',
  'activate_game', 'complete_game', 'cancel_game', 'delete_game', 'choose_place', 'remove_photo', 'view_answer',
  'create_card', 'edit_card', 'delete_card', 'create_video', 'edit_video', 'delete_video', 'create_post', 'edit_post',
  'delete_post', 'edit_comment', 'delete_comment', 'delete_file', 'edit_site_settings', 'edit_referral_settings',
  'edit_landing', 'retry_delivery', 'export_list', 'decide_report', 'reopen_report', 'add_note', 'delete_note',
  'answer_suspension', 'decide_appeal', 'make_club_link', 'end_club_link', 'invite_addresses', 'withdraw_invitations',
  'import_members', 'delete_catch', 'edit_levels', 'verify_record', 'decline_record', 'undo_record',
  'schedule_announcement', 'edit_announcement', 'publish_announcement', 'cancel_announcement'
));
alter table private.audit_log drop constraint audit_log_subject_kind_known;
alter table private.audit_log add constraint audit_log_subject_kind_known check (subject_kind in (
  'member', 'badge', 'package', 'item', 'game', 'card', 'video', 'site_settings', 'referral_settings', 'landing',
  'list', 'invitation', 'announcement'
));

-- Rights ---------------------------------------------------------------------------------------------------

create function private.announcement_obstacle(p_announcement public.scheduled_announcements)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_author record;
  begin
    select p.is_admin, p.is_suspended into v_author from public.profiles as p where p.id = p_announcement.user_id;
    if not found then
      return 'author_gone';
    elsif v_author.is_suspended then
      return 'author_suspended';
    -- As private.is_admin(): where admins need a second step, one without it has no rights in any session.
    elsif not v_author.is_admin or (
      exists (select from public.site_settings as s where s.admins_need_two_steps)
      and not exists (
        select from auth.mfa_factors as f where f.user_id = p_announcement.user_id and f.status = 'verified')
    ) then
      return 'author_not_admin';
    elsif p_announcement.image_url is not null and not exists (
      select from storage.objects as o
      where o.bucket_id = 'newsfeed-images'
        and o.name = substr(p_announcement.image_url, char_length('/storage/v1/object/public/newsfeed-images/') + 1)
    ) then
      return 'photo_gone';
    end if;
    return null;
  end
  $function$;
comment on function private.announcement_obstacle(public.scheduled_announcements) is
  'Why a scheduled announcement could not be published now: author_gone, author_suspended, author_not_admin or photo_gone; '
  'null if it could.';

create function public.obstacle(announcement public.scheduled_announcements)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select case when private.is_admin() then private.announcement_obstacle(obstacle.announcement) end
  $function$;
comment on function public.obstacle(public.scheduled_announcements) is
  'Why it could not be published now: author_gone, author_suspended, author_not_admin or photo_gone; null if it could, and '
  'for all but admins.';

-- Triggers -------------------------------------------------------------------------------------------------

create function private.tg_scheduled_announcements__guard_moment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if private.is_direct_statement()
      and (tg_op = 'INSERT' or new.publish_at is distinct from old.publish_at or old.failure is not null)
    then
      if new.publish_at <= now() then
        raise exception 'an announcement can only be scheduled for a moment to come'
          using errcode = 'NF005', hint = 'choose a later moment, or publish it now';
      elsif new.publish_at > now() + interval '1 year' then
        raise exception 'an announcement can be scheduled for one year from now at most'
          using errcode = 'NF006', hint = 'choose an earlier moment';
      end if;
    end if;
    return new;
  end
  $function$;
comment on function private.tg_scheduled_announcements__guard_moment() is
  'The moment that an admin chooses is to come (NF005), and one year away at most (NF006). One that was missed needs another.';

create function private.tg_scheduled_announcements__refuse_repeated()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if exists (
        select from public.scheduled_announcements as s
        where s.user_id = new.user_id and s.content = new.content and s.created_at > now() - interval '10 minutes'
          and s.publish_at between new.publish_at - interval '1 hour' and new.publish_at + interval '1 hour'
      )
      or exists (
        select from public.newsfeed_posts as p
        where p.user_id = new.user_id and p.is_announcement and p.content = new.content
          and p.created_at > now() - interval '10 minutes'
      )
    then
      raise exception 'an announcement with these words was scheduled or published in the last minutes'
        using errcode = 'NF008', hint = 'look for it first, or change the words';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_scheduled_announcements__refuse_repeated() is
  'One that is sent again for another moment, because the answer to the first was lost, is refused (NF008). The same words '
  'for another day are not.';

create function private.tg_newsfeed_posts__refuse_scheduled()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if exists (
      select from public.scheduled_announcements as s
      where s.user_id = new.user_id and s.content = new.content
        and s.created_at > now() - interval '10 minutes'
    ) then
      raise exception 'an announcement with these words was scheduled in the last minutes'
        using errcode = 'NF008', hint = 'look for it first, or change the words';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_newsfeed_posts__refuse_scheduled() is
  'An announcement that was scheduled a moment ago, and of which the answer was lost, is not published as well (NF008).';

create function private.tg_scheduled_announcements__file_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    new.image_url := nullif(btrim(private.file_address(new.image_url)), '');
    return new;
  end
  $function$;
comment on function private.tg_scheduled_announcements__file_address() is
  'Stores the address of the photo without its host.';

create function private.tg_scheduled_announcements__keep_picture()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if private.is_direct_statement() and new.image_url is not null then
      raise exception 'the picture of an announcement cannot be exchanged'
        using errcode = '42501', hint = 'remove it, or schedule another announcement';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_scheduled_announcements__keep_picture() is
  'A picture of another admin''s folder cannot be put in: a picture stays as it is, or is removed.';

create function private.tg_scheduled_announcements__forget_photo()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    new.image_url := null;
    return new;
  end
  $function$;
comment on function private.tg_scheduled_announcements__forget_photo() is
  'With a deleted account its photo goes, which was in the folder of the account.';

create function private.tg_scheduled_announcements__take_over()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    new.failure := null;
    new.failed_at := null;
    if private.announcement_obstacle(new) like 'author%' then
      new.user_id := auth.uid();
      if not private.is_own_file(new.image_url, 'newsfeed-images', new.user_id) then
        new.image_url := null;
      end if;
    end if;
    return new;
  end
  $function$;
comment on function private.tg_scheduled_announcements__take_over() is
  'An admin who saves it has it tried again. If its author may not publish it, it becomes the admin''s, without the '
  'author''s photo.';

create function private.tg_scheduled_announcements__audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_details jsonb;
  begin
    if tg_op = 'UPDATE' then
      v_details := private.audit_changes(
        to_jsonb(old), to_jsonb(new), '{publish_at}',
        private.columns_but(to_jsonb(new), '{publish_at,failure,failed_at,user_id}'));
      if v_details is null then
        return null;
      end if;
      perform private.audit('edit_announcement', 'announcement', new.id, null, v_details);
    elsif tg_op = 'INSERT' then
      perform private.audit(
        'schedule_announcement', 'announcement', new.id, null, jsonb_build_object('publish_at', new.publish_at));
    else
      perform private.audit(
        'cancel_announcement', 'announcement', old.id, null, jsonb_build_object('publish_at', old.publish_at));
    end if;
    return null;
  end
  $function$;
comment on function private.tg_scheduled_announcements__audit() is
  'Records who scheduled, changed or cancelled an announcement, with its moment and without its text.';

create trigger _010_hold_gate
  before insert or update or delete on public.scheduled_announcements
  for each statement execute function private.tg__hold_gate();
create trigger _020_file_request
  before insert on public.scheduled_announcements
  for each row execute function private.tg__file_request();
create trigger _100_stamp_created_at
  before insert or update of created_at on public.scheduled_announcements
  for each row execute function private.tg__stamp_created_at();
create trigger _190_file_address
  before insert or update of image_url on public.scheduled_announcements
  for each row execute function private.tg_scheduled_announcements__file_address();
create trigger _300_freeze
  before update on public.scheduled_announcements
  for each row execute function private.tg__freeze_columns('id', 'user_id');
create trigger _300_keep_picture
  before update of image_url on public.scheduled_announcements
  for each row when (old.image_url is distinct from new.image_url)
  execute function private.tg_scheduled_announcements__keep_picture();
create trigger _305_plain_content
  before insert or update of content on public.scheduled_announcements
  for each row execute function private.tg_newsfeed__plain_content();
create trigger _310_guard_moment
  before insert or update on public.scheduled_announcements
  for each row execute function private.tg_scheduled_announcements__guard_moment();
create trigger _320_refuse_repeated
  before insert on public.scheduled_announcements
  for each row when (private.is_direct_statement())
  execute function private.tg_scheduled_announcements__refuse_repeated();
create trigger _320_refuse_scheduled
  before insert on public.newsfeed_posts
  for each row when (new.is_announcement and private.is_direct_statement())
  execute function private.tg_newsfeed_posts__refuse_scheduled();
create trigger _400_stamp_updated_at
  before insert or update on public.scheduled_announcements
  for each row execute function private.tg__stamp_updated_at();
create trigger _440_forget_photo
  before update of user_id on public.scheduled_announcements
  for each row when (new.user_id is null)
  execute function private.tg_scheduled_announcements__forget_photo();
create trigger _450_take_over
  before update on public.scheduled_announcements
  for each row when (private.is_direct_statement())
  execute function private.tg_scheduled_announcements__take_over();
create trigger _490_require_files
  after insert or update of image_url on public.scheduled_announcements
  for each row when (new.image_url is not null)
  execute function private.tg__require_files('image_url');
-- Of all columns: a photo also goes when the author does.
create trigger _500_unname_files
  after delete or update on public.scheduled_announcements
  for each row when (old.image_url is not null)
  execute function private.tg__unname_files('image_url');
create trigger _600_audit
  after insert or update or delete on public.scheduled_announcements
  for each row when (private.is_direct_statement())
  execute function private.tg_scheduled_announcements__audit();
create trigger _910_note_insert
  after insert on public.scheduled_announcements
  referencing new table as new_rows
  for each statement execute function private.tg__note_table();
create trigger _910_note_update
  after update on public.scheduled_announcements
  referencing new table as new_rows
  for each statement execute function private.tg__note_table();
create trigger _910_note_delete
  after delete on public.scheduled_announcements
  referencing old table as new_rows
  for each statement execute function private.tg__note_table();

-- Publishing -----------------------------------------------------------------------------------------------

create function private.post_announcement(p_announcement public.scheduled_announcements)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    -- The post has the same id: a second one could not be stored. Pin, mentions, notifications and live messages come
    -- from the triggers of posts. The clock of this moment, so that those of one run have an order.
    insert into public.newsfeed_posts (id, user_id, content, image_url, is_announcement, created_at)
      values (
        p_announcement.id, p_announcement.user_id, p_announcement.content, p_announcement.image_url, true,
        clock_timestamp()
      );
    delete from public.scheduled_announcements as s where s.id = p_announcement.id;
  end
  $function$;
comment on function private.post_announcement(public.scheduled_announcements) is
  'Makes a scheduled announcement a post, as if its author had posted it now. The caller has locked it and its author.';

create function private.publish_announcements()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_due uuid[];
    v_one public.scheduled_announcements;
    v_failure text;
    v_published integer := 0;
  begin
    -- The gate comes before the rows, as in every writer.
    perform private.hold_gate();
    -- What an admin is changing at this moment, or another run publishes, is left to them.
    v_due := array(
      select s.id from public.scheduled_announcements as s
      where s.publish_at <= now() and s.failed_at is null
      order by s.publish_at, s.id
      limit 100
      for update skip locked
    );
    if v_due = '{}' then
      return 0;
    end if;
    -- Members, then their numbers, each in the order of their ids, as everywhere. A demotion or suspension comes before
    -- this or after it.
    perform from public.profiles as p
      where p.id in (select s.user_id from public.scheduled_announcements as s where s.id = any (v_due))
      order by p.id
      for no key update;
    perform from private.post_counts as c
      where c.user_id in (select s.user_id from public.scheduled_announcements as s where s.id = any (v_due))
      order by c.user_id
      for no key update;
    perform private.lock_file_names(
      array(
        select substr(s.image_url, char_length('/storage/v1/object/public/') + 1)
        from public.scheduled_announcements as s
        where s.id = any (v_due) and s.image_url is not null
      ),
      false);
    for v_one in
      select s.* from public.scheduled_announcements as s where s.id = any (v_due) order by s.publish_at, s.id
    loop
      v_failure := private.announcement_obstacle(v_one);
      if v_failure is null then
        begin
          perform private.post_announcement(v_one);
          v_published := v_published + 1;
        exception when others then
          -- Conflicts and a lack of resources pass: the next run tries again.
          continue when left(sqlstate, 2) in ('40', '53', '55', '57', '58');
          raise warning 'the announcement % was not published: %', v_one.id, sqlerrm;
          v_failure := 'refused';
        end;
      end if;
      if v_failure is not null then
        update public.scheduled_announcements as s set failure = v_failure, failed_at = now() where s.id = v_one.id;
      end if;
    end loop;
    return v_published;
  end
  $function$;
comment on function private.publish_announcements() is
  'Publishes the announcements whose moment has come, at most 100, each once; returns how many. One that cannot be published '
  'stays, with the reason, and the others are published. The job bankside-announcements does so every minute.';

create function private.publish_announcement(p_id uuid, p_seen timestamptz, p_obstacle text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_one public.scheduled_announcements;
    v_obstacle text;
  begin
    perform private.require_admin();
    perform private.hold_gate();
    -- Before the profile, as for a first post of one's own.
    perform private.lock_person(auth.uid());
    select s.* into v_one from public.scheduled_announcements as s where s.id = p_id for update;
    if not found then
      return case
        when exists (select from public.newsfeed_posts as p where p.id = p_id and p.is_announcement) then 'published'
        else 'gone'
      end;
    end if;
    perform from public.profiles as p where p.id in (v_one.user_id, auth.uid()) order by p.id for no key update;
    -- The right may have ended before the profile was locked.
    perform private.require_admin();
    v_obstacle := private.announcement_obstacle(v_one);
    if p_seen is not null and (v_one.updated_at <> p_seen or v_obstacle is distinct from p_obstacle) then
      return 'changed';
    end if;
    if v_obstacle = 'photo_gone' then
      raise exception 'the photo of this announcement has been deleted'
        using errcode = 'NF007', hint = 'remove the photo first';
    elsif v_obstacle is not null then
      v_one.user_id := auth.uid();
      if not private.is_own_file(v_one.image_url, 'newsfeed-images', v_one.user_id) then
        v_one.image_url := null;
      end if;
    end if;
    perform private.post_announcement(v_one);
    perform private.audit('publish_announcement', 'announcement', p_id, null, jsonb_build_object('publish_at', v_one.publish_at));
    return 'published';
  end
  $function$;
comment on function private.publish_announcement(p_id uuid, p_seen timestamptz, p_obstacle text) is
  'Publishes a scheduled announcement before its moment, or after it was missed. Safe to repeat.';

create function public.publish_announcement(
    announcement_id uuid, seen timestamptz default null, obstacle text default null)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    select private.publish_announcement(
      publish_announcement.announcement_id, publish_announcement.seen, publish_announcement.obstacle)
  $function$;
comment on function public.publish_announcement(announcement_id uuid, seen timestamptz, obstacle text) is
  'Publishes a scheduled announcement now: published, also if it was already; gone if it was cancelled; changed if seen is '
  'given and is not its updated_at any more, or its obstacle is another than the one given. It appears in its '
  'author''s name, or, if the author may not publish any more, in the caller''s and without the author''s photo. NF007 if '
  'its photo was deleted. Admins only (42501).';

-- What is told of them elsewhere ---------------------------------------------------------------------------

create or replace function private.is_named_file(p_bucket text, p_name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;

create or replace function private.my_content(p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return jsonb_build_object(
      'posts', (
        select coalesce(jsonb_agg(to_jsonb(n) - array['user_id', 'request_id'] order by n.created_at), '[]')
        from public.newsfeed_posts as n where n.user_id = p_user_id
      ),
      'scheduled_announcements', (
        select coalesce(jsonb_agg(to_jsonb(s) - array['user_id', 'request_id'] order by s.created_at), '[]')
        from public.scheduled_announcements as s where s.user_id = p_user_id
      ),
      'comments', (
        select coalesce(jsonb_agg(to_jsonb(c) - array['user_id', 'request_id'] order by c.created_at), '[]')
        from public.newsfeed_comments as c where c.user_id = p_user_id
      ),
      'reactions', (
        select coalesce(jsonb_agg(to_jsonb(r) - 'user_id' order by r.created_at), '[]')
        from public.newsfeed_reactions as r where r.user_id = p_user_id
      ),
      'game_entries', (
        select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' || jsonb_build_object('game', g.title) order by e.created_at), '[]')
        from public.game_entries as e join public.games as g on g.id = e.game_id
        where e.user_id = p_user_id
      ),
      'catches', (
        select coalesce(
          jsonb_agg(
            to_jsonb(c) - array['user_id', 'request_id'] || jsonb_build_object('record', (
              select to_jsonb(o) - array['id', 'catch_id', 'user_id', 'grams', 'caught_on', 'variety', 'decided_by']
              from private.record_offers as o where o.catch_id = c.id
            ))
            order by c.caught_on, c.created_at, c.id),
          '[]')
        from public.catches as c where c.user_id = p_user_id
      ),
      'files', (
        select coalesce(
          jsonb_agg(jsonb_build_object('bucket', o.bucket_id, 'name', o.name, 'created_at', o.created_at)
            order by o.created_at),
          '[]')
        from storage.objects as o
        where o.bucket_id in ('avatars', 'fishing-photos', 'newsfeed-images', 'game-photos', 'catch-photos')
          and o.name like p_user_id || '/%'
      )
    );
  end
  $function$;

comment on function public.my_data() is
  'Everything stored about the caller as one object: account, profile, posts, scheduled_announcements, comments, '
  'reactions, game_entries, catches, files, points, gifts, badges, referrals, connections, blocked, prizes, '
  'redemptions, first_steps, first_session, seasons, addresses, admins_did, notifications, muted, notification_settings, '
  'to_be_sent, push_devices. Ten times an hour (429).';

create or replace function private.console_counts(p_list text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.require_admin();
    case p_list
      when 'games' then
        return (
          select jsonb_build_object(
            'draft', count(*) filter (where g.status = 'draft'),
            'upcoming', count(*) filter (where g.status = 'active' and g.start_date > now()),
            'open', count(*) filter (where g.status = 'active' and g.start_date <= now() and g.end_date > now()),
            'to_settle', count(*) filter (where g.status = 'active' and g.end_date <= now()),
            'completed', count(*) filter (where g.status = 'completed'),
            'cancelled', count(*) filter (where g.status = 'cancelled'))
          from public.games as g
        );
      when 'prizes' then
        return (
          select coalesce(jsonb_object_agg(s.stock, s.packages), '{}')
          from (
            select private.package_stock(p.id, p.is_active) as stock, count(*) as packages
            from public.prize_packages as p
            group by 1
          ) as s
        );
      when 'posts' then
        return jsonb_build_object(
          'announcements', (
            select count(*) from public.newsfeed_posts as p where p.pinned_until is not null and p.hidden_at is null
          ),
          'pinned', (
            select count(*) from public.newsfeed_posts as p where p.pinned_until > now() and p.hidden_at is null
          ),
          'scheduled', (select count(*) from public.scheduled_announcements),
          'hidden', (select count(*) from public.newsfeed_posts as p where p.hidden_at is not null),
          'reported', cardinality(private.posts_for_the_team('reported', '')));
      when 'cards' then
        return (
          select jsonb_build_object(
            'upcoming', count(*) filter (where c.start_date > now()),
            'expired', count(*) filter (where c.end_date < now()),
            'active', count(*) filter (where c.is_active and now() between c.start_date and c.end_date),
            'inactive', count(*) filter (where not c.is_active and now() between c.start_date and c.end_date))
          from public.info_cards as c
        );
      when 'videos' then
        return (
          select jsonb_build_object(
            'live', count(*) filter (where v.is_active),
            'scheduled', count(*) filter (where not v.is_active and v.scheduled_for > now()),
            'ended', count(*) filter (where not v.is_active and v.scheduled_for <= now()))
          from public.live_videos as v
        );
      else
        raise exception 'unknown list' using errcode = '22023';
    end case;
  end
  $function$;

create or replace function private.schedule_jobs()
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
      select cron.schedule('bankside-gone-members', '* * * * *', 'select private.forget_gone_members()')
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
      select cron.schedule('bankside-rewards', '* * * * *', 'select private.return_expired_rewards()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-seasons', '*/10 * * * *', 'select private.close_seasons()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-announcements', '* * * * *', 'select private.publish_announcements()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-log', '37 3 * * *',
        'delete from cron.job_run_details where end_time < now() - interval ''7 days''')
    $cron$;
    return true;
  end
  $function$;

select private.schedule_jobs();

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on function
  private.announcement_obstacle(public.scheduled_announcements),
  public.obstacle(public.scheduled_announcements),
  private.tg_scheduled_announcements__guard_moment(),
  private.tg_scheduled_announcements__refuse_repeated(),
  private.tg_newsfeed_posts__refuse_scheduled(),
  private.tg_scheduled_announcements__file_address(),
  private.tg_scheduled_announcements__keep_picture(),
  private.tg_scheduled_announcements__forget_photo(),
  private.tg_scheduled_announcements__take_over(),
  private.tg_scheduled_announcements__audit(),
  private.post_announcement(public.scheduled_announcements),
  private.publish_announcements(),
  private.publish_announcement(uuid, timestamptz, text),
  public.publish_announcement(uuid, timestamptz, text)
  from public, anon, authenticated, service_role;
grant execute on function
  public.obstacle(public.scheduled_announcements),
  private.announcement_obstacle(public.scheduled_announcements),
  private.publish_announcement(uuid, timestamptz, text),
  public.publish_announcement(uuid, timestamptz, text)
  to authenticated;
