-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table public.scheduled_announcements (
  id uuid not null default gen_random_uuid(),
  user_id uuid default auth.uid(),
  content text not null,
  image_url text,
  publish_at timestamp with time zone not null,
  failure text,
  failed_at timestamp with time zone,
  request_id uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint scheduled_announcements_pkey PRIMARY KEY (id),
  constraint scheduled_announcements_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint scheduled_announcements_content_length CHECK (char_length(content) <= 5000),
  constraint scheduled_announcements_content_plain CHECK (private.is_plain_text(content, true)),
  constraint scheduled_announcements_content_visible CHECK (private.has_text(content)),
  constraint scheduled_announcements_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND failed_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND failed_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND publish_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND publish_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint scheduled_announcements_failure_dated CHECK ((failure IS NULL) = (failed_at IS NULL)),
  constraint scheduled_announcements_failure_known CHECK (failure = ANY (ARRAY['author_gone'::text, 'author_suspended'::text, 'author_not_admin'::text, 'photo_gone'::text, 'refused'::text])),
  constraint scheduled_announcements_image_own CHECK (image_url IS NULL OR user_id IS NOT NULL AND private.is_own_file(image_url, 'newsfeed-images'::text, user_id)),
  constraint scheduled_announcements_publish_finite CHECK (isfinite(publish_at)),
  constraint scheduled_announcements_request_elsewhere CHECK (request_id IS NULL)
);
comment on table public.scheduled_announcements is 'Announcements that wait for their moment, for admins only. A published one is deleted here; its post has the same id.';
comment on column public.scheduled_announcements.user_id is 'In whose name it is published; null when that account was deleted.';
comment on column public.scheduled_announcements.failure is 'Why it was not published at its moment; null before that. It is not tried again until an admin saves it.';
comment on column public.scheduled_announcements.request_id is 'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

CREATE INDEX scheduled_announcements_author ON public.scheduled_announcements USING btree (user_id);
CREATE INDEX scheduled_announcements_image ON public.scheduled_announcements USING btree (image_url) WHERE (image_url IS NOT NULL);
CREATE INDEX scheduled_announcements_soonest ON public.scheduled_announcements USING btree (publish_at, id);

alter table public.scheduled_announcements enable row level security;

grant select, delete on public.scheduled_announcements to authenticated;
grant select, insert, update, delete on public.scheduled_announcements to service_role;
grant insert (user_id, content, image_url, publish_at, request_id) on public.scheduled_announcements to authenticated;
grant update (content, image_url, publish_at) on public.scheduled_announcements to authenticated;

create policy delete_admin on public.scheduled_announcements
  for delete to authenticated
  using (( SELECT private.is_admin() AS is_admin));
comment on policy delete_admin on public.scheduled_announcements is 'Any admin cancels what waits.';
create policy insert_admin on public.scheduled_announcements
  for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)) AND ( SELECT private.is_admin() AS is_admin));
comment on policy insert_admin on public.scheduled_announcements is 'Admins schedule announcements in their own name.';
create policy select_admin on public.scheduled_announcements
  for select to authenticated
  using (( SELECT private.is_admin() AS is_admin));
comment on policy select_admin on public.scheduled_announcements is 'Admins read what waits; nobody else does.';
create policy update_admin on public.scheduled_announcements
  for update to authenticated
  using (( SELECT private.is_admin() AS is_admin))
  with check (( SELECT private.is_admin() AS is_admin));
comment on policy update_admin on public.scheduled_announcements is 'Any admin changes what waits.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.scheduled_announcements FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _020_file_request BEFORE INSERT ON public.scheduled_announcements FOR EACH ROW EXECUTE FUNCTION private.tg__file_request();
CREATE TRIGGER _100_stamp_created_at BEFORE INSERT OR UPDATE OF created_at ON public.scheduled_announcements FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_created_at();
CREATE TRIGGER _190_file_address BEFORE INSERT OR UPDATE OF image_url ON public.scheduled_announcements FOR EACH ROW EXECUTE FUNCTION private.tg_scheduled_announcements__file_address();
CREATE TRIGGER _300_freeze BEFORE UPDATE ON public.scheduled_announcements FOR EACH ROW EXECUTE FUNCTION private.tg__freeze_columns('id', 'user_id');
CREATE TRIGGER _300_keep_picture BEFORE UPDATE OF image_url ON public.scheduled_announcements FOR EACH ROW WHEN (old.image_url IS DISTINCT FROM new.image_url) EXECUTE FUNCTION private.tg_scheduled_announcements__keep_picture();
CREATE TRIGGER _305_plain_content BEFORE INSERT OR UPDATE OF content ON public.scheduled_announcements FOR EACH ROW EXECUTE FUNCTION private.tg_newsfeed__plain_content();
CREATE TRIGGER _310_guard_moment BEFORE INSERT OR UPDATE ON public.scheduled_announcements FOR EACH ROW EXECUTE FUNCTION private.tg_scheduled_announcements__guard_moment();
CREATE TRIGGER _320_refuse_repeated BEFORE INSERT ON public.scheduled_announcements FOR EACH ROW WHEN (private.is_direct_statement()) EXECUTE FUNCTION private.tg_scheduled_announcements__refuse_repeated();
CREATE TRIGGER _400_stamp_updated_at BEFORE INSERT OR UPDATE ON public.scheduled_announcements FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_updated_at();
CREATE TRIGGER _440_forget_photo BEFORE UPDATE OF user_id ON public.scheduled_announcements FOR EACH ROW WHEN (new.user_id IS NULL) EXECUTE FUNCTION private.tg_scheduled_announcements__forget_photo();
CREATE TRIGGER _450_take_over BEFORE UPDATE ON public.scheduled_announcements FOR EACH ROW WHEN (private.is_direct_statement()) EXECUTE FUNCTION private.tg_scheduled_announcements__take_over();
CREATE TRIGGER _490_require_files AFTER INSERT OR UPDATE OF image_url ON public.scheduled_announcements FOR EACH ROW WHEN (new.image_url IS NOT NULL) EXECUTE FUNCTION private.tg__require_files('image_url');
CREATE TRIGGER _500_unname_files AFTER DELETE OR UPDATE ON public.scheduled_announcements FOR EACH ROW WHEN (old.image_url IS NOT NULL) EXECUTE FUNCTION private.tg__unname_files('image_url');
CREATE TRIGGER _600_audit AFTER INSERT OR DELETE OR UPDATE ON public.scheduled_announcements FOR EACH ROW WHEN (private.is_direct_statement()) EXECUTE FUNCTION private.tg_scheduled_announcements__audit();
CREATE TRIGGER _910_note_delete AFTER DELETE ON public.scheduled_announcements REFERENCING OLD TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_table();
CREATE TRIGGER _910_note_insert AFTER INSERT ON public.scheduled_announcements REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_table();
CREATE TRIGGER _910_note_update AFTER UPDATE ON public.scheduled_announcements REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_table();

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
comment on function private.announcement_obstacle(p_announcement public.scheduled_announcements) is 'Why a scheduled announcement could not be published now: author_gone, author_suspended, author_not_admin or photo_gone; null if it could.';

grant execute on function private.announcement_obstacle(p_announcement public.scheduled_announcements) to authenticated;

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
comment on function private.post_announcement(p_announcement public.scheduled_announcements) is 'Makes a scheduled announcement a post, as if its author had posted it now. The caller has locked it and its author.';

create function private.publish_announcement(p_id uuid, p_seen timestamp with time zone, p_obstacle text)
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
    perform private.audit('publish_announcement', 'announcement', p_id, null,
      jsonb_build_object('publish_at', v_one.publish_at)
        || case when v_obstacle is null then '{}' else '{"taken_over": true}'::jsonb end);
    return 'published';
  end
  $function$;
comment on function private.publish_announcement(p_id uuid, p_seen timestamp with time zone, p_obstacle text) is 'Publishes a scheduled announcement before its moment, or after it was missed. Safe to repeat.';

grant execute on function private.publish_announcement(p_id uuid, p_seen timestamp with time zone, p_obstacle text) to authenticated;

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
comment on function private.publish_announcements() is 'Publishes the announcements whose moment has come, at most 100, each once; returns how many. One that cannot be published stays, with the reason, and the others are published. The job bankside-announcements does so every minute.';

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
comment on function private.tg_newsfeed_posts__refuse_scheduled() is 'An announcement that was scheduled a moment ago, and of which the answer was lost, is not published as well (NF008).';

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
      -- Without the name of the one who wrote it, who may leave.
      if new.user_id is distinct from old.user_id and new.user_id is not null then
        v_details := coalesce(v_details, '{}') || '{"taken_over": true}';
      elsif v_details is null then
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
comment on function private.tg_scheduled_announcements__audit() is 'Records who scheduled, changed or cancelled an announcement, with its moment and without its text.';

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
comment on function private.tg_scheduled_announcements__file_address() is 'Stores the address of the photo without its host.';

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
comment on function private.tg_scheduled_announcements__forget_photo() is 'With a deleted account its photo goes, which was in the folder of the account.';

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
comment on function private.tg_scheduled_announcements__guard_moment() is 'The moment that an admin chooses is to come (NF005), and one year away at most (NF006). One that was missed needs another.';

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
comment on function private.tg_scheduled_announcements__keep_picture() is 'A picture of another admin''s folder cannot be put in: a picture stays as it is, or is removed.';

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
comment on function private.tg_scheduled_announcements__refuse_repeated() is 'One that is sent again for another moment, because the answer to the first was lost, is refused (NF008). The same words for another day are not.';

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
comment on function private.tg_scheduled_announcements__take_over() is 'An admin who saves it has it tried again. If its author may not publish it, it becomes the admin''s, without the author''s photo.';

create function public.obstacle(announcement public.scheduled_announcements)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select case when private.is_admin() then private.announcement_obstacle(obstacle.announcement) end
  $function$;
comment on function public.obstacle(announcement public.scheduled_announcements) is 'Why it could not be published now: author_gone, author_suspended, author_not_admin or photo_gone; null if it could, and for all but admins.';

grant execute on function public.obstacle(announcement public.scheduled_announcements) to authenticated;

create function public.publish_announcement(announcement_id uuid, seen timestamp with time zone DEFAULT NULL::timestamp with time zone, obstacle text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    select private.publish_announcement(
      publish_announcement.announcement_id, publish_announcement.seen, publish_announcement.obstacle)
  $function$;
comment on function public.publish_announcement(announcement_id uuid, seen timestamp with time zone, obstacle text) is 'Publishes a scheduled announcement now: published, also if it was already; gone if it was cancelled; changed if seen is given and is not its updated_at any more, or its obstacle is another than the one given. It appears in its author''s name, or, if the author may not publish any more, in the caller''s and without the author''s photo. NF007 if its photo was deleted. Admins only (42501).';

grant execute on function public.publish_announcement(announcement_id uuid, seen timestamp with time zone, obstacle text) to authenticated;
