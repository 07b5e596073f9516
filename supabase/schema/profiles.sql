-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table public.profiles (
  id uuid not null,
  username text collate private.reading_order not null,
  bio text not null default ''::text,
  avatar_url text not null default ''::text,
  fishing_photos text[] not null default '{}'::text[],
  weight_value numeric(6,2),
  weight_unit text not null default 'kg'::text,
  fishing_area text not null default ''::text,
  is_admin boolean not null default false,
  is_suspended boolean not null default false,
  points bigint not null default 0,
  badge_count integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  is_moderator boolean not null default false,
  joined_on date,
  weight_from text not null default 'typed'::text,
  points_spent bigint not null default 0,
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint profiles_avatar_own CHECK (avatar_url = ''::text OR private.is_own_file(avatar_url, 'avatars'::text, id)),
  constraint profiles_badge_count_range CHECK (badge_count >= 0),
  constraint profiles_bio_length CHECK (char_length(bio) <= 500),
  constraint profiles_bio_plain CHECK (private.is_plain_text(bio, true)),
  constraint profiles_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint profiles_fishing_area_length CHECK (char_length(fishing_area) <= 100),
  constraint profiles_fishing_area_plain CHECK (private.is_plain_text(fishing_area)),
  constraint profiles_joined_dates_bounds CHECK (joined_on >= '1900-01-01'::date AND joined_on < '2200-01-01'::date),
  constraint profiles_one_role CHECK (NOT (is_admin AND is_moderator)),
  constraint profiles_photos_count CHECK (cardinality(fishing_photos) <= 6),
  constraint profiles_photos_own CHECK (private.are_own_files(fishing_photos, 'fishing-photos'::text, id)),
  constraint profiles_username_valid CHECK (private.is_username(username)),
  constraint profiles_weight_from_known CHECK (weight_from = ANY (ARRAY['typed'::text, 'best'::text])),
  constraint profiles_weight_range CHECK (weight_value >= 0::numeric AND weight_value <=
CASE weight_unit
    WHEN 'kg'::text THEN 500
    ELSE 1000
END::numeric),
  constraint profiles_weight_unit_known CHECK (weight_unit = ANY (ARRAY['kg'::text, 'lbs'::text]))
);
comment on table public.profiles is 'What members know about one another. One row per account; an unconfirmed account has none.';
comment on column public.profiles.is_suspended is 'Suspended from the newsfeed.';
comment on column public.profiles.points is 'Sum of the member''s rows in points_log.';
comment on column public.profiles.badge_count is 'Number of the member''s rows in user_badges.';
comment on column public.profiles.is_moderator is 'Decides reports and moderates the newsfeed. Never of an admin, who may do all of it.';
comment on column public.profiles.joined_on is 'The day on which the member joined elsewhere, as it was imported; otherwise null. It is only shown: rules count from created_at.';
comment on column public.profiles.weight_from is 'Where weight_value comes from: typed by the member, or the best catch that all members may see, kept by triggers.';
comment on column public.profiles.points_spent is 'The points given for rewards, without those that came back. With points it is the number of the leaderboards.';

CREATE INDEX profiles_admins ON public.profiles USING btree (id) WHERE is_admin;
CREATE INDEX profiles_by_name ON public.profiles USING btree (private.username_key(username)) WHERE (NOT is_suspended);
CREATE INDEX profiles_created_at ON public.profiles USING btree (created_at DESC);
CREATE INDEX profiles_leaderboard ON public.profiles USING btree (((points + points_spent)) DESC, private.username_key(username)) WHERE (NOT is_suspended);
CREATE INDEX profiles_name_parts ON public.profiles USING gin (private.folded(username) extensions.gin_trgm_ops);
CREATE INDEX profiles_points ON public.profiles USING btree (points DESC, id);
CREATE INDEX profiles_reading_differently ON public.profiles USING btree (id) WHERE (is_admin OR is_suspended);
CREATE INDEX profiles_suspended ON public.profiles USING btree (id) WHERE is_suspended;

CREATE UNIQUE INDEX profiles_username_key ON public.profiles USING btree (private.username_key(username) COLLATE "C");

alter table public.profiles enable row level security;

grant select, delete on public.profiles to authenticated;
grant select, insert, update, delete on public.profiles to service_role;
grant insert (id, username, bio, avatar_url, fishing_photos, weight_value, weight_unit, fishing_area, is_admin, is_suspended, updated_at, is_moderator, weight_from) on public.profiles to authenticated;
grant update (id, username, bio, avatar_url, fishing_photos, weight_value, weight_unit, fishing_area, is_admin, is_suspended, updated_at, is_moderator, weight_from) on public.profiles to authenticated;

create policy delete_admin on public.profiles
  for delete to authenticated
  using (( SELECT private.is_admin() AS is_admin) AND id <> (( SELECT auth.uid() AS uid)));
comment on policy delete_admin on public.profiles is 'Admins delete members, never themselves; the account is deleted with the profile.';
create policy insert_own on public.profiles
  for insert to authenticated
  with check (id = (( SELECT auth.uid() AS uid)) AND ( SELECT private.is_member() AS is_member));
comment on policy insert_own on public.profiles is 'Allows an upsert of one''s own profile, which exists already.';
create policy select_member on public.profiles
  for select to authenticated
  using (( SELECT private.is_member() AS is_member));
comment on policy select_member on public.profiles is 'Members see one another; the email address is not in this table.';
create policy update_own_or_admin on public.profiles
  for update to authenticated
  using (id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin))
  with check (id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin));
comment on policy update_own_or_admin on public.profiles is 'Members edit their own profile, admins any; a trigger protects the columns for rights and points.';

CREATE TRIGGER _010_shut_gate BEFORE DELETE ON public.profiles FOR EACH STATEMENT EXECUTE FUNCTION private.tg__shut_gate();
CREATE TRIGGER _015_await_first_step BEFORE UPDATE OF avatar_url ON public.profiles FOR EACH STATEMENT WHEN (auth.uid() IS NOT NULL) EXECUTE FUNCTION private.tg_profiles__await_first_step();
CREATE TRIGGER _020_choose_in_turn BEFORE UPDATE OF weight_from, weight_unit ON public.profiles FOR EACH STATEMENT EXECUTE FUNCTION private.tg_profiles__choose_in_turn();
CREATE TRIGGER _050_queue_judges BEFORE UPDATE OF is_admin, is_moderator ON public.profiles FOR EACH STATEMENT EXECUTE FUNCTION private.tg_games__queue_judges();
CREATE TRIGGER _100_stamp_created_at BEFORE INSERT OR UPDATE OF created_at ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_created_at();
CREATE TRIGGER _190_file_addresses BEFORE INSERT OR UPDATE OF avatar_url, fishing_photos ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg_profiles__file_addresses();
CREATE TRIGGER _200_one_role BEFORE UPDATE OF is_admin ON public.profiles FOR EACH ROW WHEN (new.is_admin AND NOT old.is_admin) EXECUTE FUNCTION private.tg_profiles__one_role();
CREATE TRIGGER _203_own_choice BEFORE UPDATE OF weight_from, weight_unit ON public.profiles FOR EACH ROW WHEN (old.weight_from <> new.weight_from OR old.weight_unit <> new.weight_unit) EXECUTE FUNCTION private.tg_profiles__own_choice();
CREATE TRIGGER _205_choose_weight BEFORE UPDATE OF weight_from, weight_value, weight_unit ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg_profiles__choose_weight();
CREATE TRIGGER _210_tidy BEFORE INSERT OR UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg__tidy();
CREATE TRIGGER _220_check_username BEFORE INSERT OR UPDATE OF username ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg_profiles__check_username();
CREATE TRIGGER _300_guard_insert BEFORE INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg_profiles__guard_insert();
CREATE TRIGGER _300_guard_update BEFORE UPDATE OF id, is_admin, is_moderator, is_suspended, points, points_spent, badge_count ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg_profiles__guard_update();
CREATE TRIGGER _305_no_own_suspension BEFORE UPDATE OF is_suspended ON public.profiles FOR EACH ROW WHEN (new.is_suspended AND NOT old.is_suspended AND new.id = auth.uid()) EXECUTE FUNCTION private.tg_profiles__no_own_suspension();
CREATE TRIGGER _310_keep_an_admin BEFORE UPDATE OF is_admin, is_suspended ON public.profiles FOR EACH ROW WHEN (old.is_admin AND NOT old.is_suspended AND (NOT new.is_admin OR new.is_suspended)) EXECUTE FUNCTION private.tg_profiles__keep_an_admin();
CREATE TRIGGER _310_keep_an_admin_on_delete BEFORE DELETE ON public.profiles FOR EACH ROW WHEN (old.is_admin AND NOT old.is_suspended) EXECUTE FUNCTION private.tg_profiles__keep_an_admin();
CREATE TRIGGER _320_keep_suspension BEFORE INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg_profiles__keep_suspension();
CREATE TRIGGER _320_limit_edits BEFORE UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg__limit_edits('profile-5m');
CREATE TRIGGER _320_no_own_deletion BEFORE DELETE ON public.profiles FOR EACH ROW WHEN ((old.is_admin OR old.is_moderator) AND old.id = auth.uid()) EXECUTE FUNCTION private.tg_profiles__no_own_deletion();
CREATE TRIGGER _325_limit_pictures BEFORE UPDATE OF avatar_url ON public.profiles FOR EACH ROW WHEN (new.avatar_url IS DISTINCT FROM old.avatar_url) EXECUTE FUNCTION private.tg_profiles__limit_pictures();
CREATE TRIGGER _330_keep_name BEFORE UPDATE OF username ON public.profiles FOR EACH ROW WHEN (new.username IS DISTINCT FROM old.username) EXECUTE FUNCTION private.tg_profiles__keep_name();
CREATE TRIGGER _380_narrow_cases BEFORE DELETE ON public.profiles FOR EACH ROW WHEN (old.is_admin) EXECUTE FUNCTION private.tg__narrow_cases();
CREATE TRIGGER _390_leave_marks BEFORE DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg__leave_marks();
CREATE TRIGGER _400_leave_history BEFORE DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg_profiles__leave_history();
CREATE TRIGGER _400_stamp_updated_at BEFORE INSERT OR UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_updated_at('points', 'points_spent', 'badge_count');
CREATE TRIGGER _405_leave_reports BEFORE DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg_profiles__leave_reports();
CREATE TRIGGER _410_forget_actor BEFORE DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg_profiles__forget_actor();
CREATE TRIGGER _490_note_ended_admin_on_delete AFTER DELETE ON public.profiles FOR EACH ROW WHEN ((old.is_admin OR old.is_moderator) AND NOT old.is_suspended) EXECUTE FUNCTION private.tg_profiles__note_ended_admin();
CREATE TRIGGER _490_note_ended_admin_on_update AFTER UPDATE OF is_admin, is_moderator, is_suspended ON public.profiles FOR EACH ROW WHEN (NOT old.is_suspended AND (old.is_admin AND (NOT new.is_admin OR new.is_suspended) OR old.is_moderator AND (NOT (new.is_moderator OR new.is_admin) OR new.is_suspended))) EXECUTE FUNCTION private.tg_profiles__note_ended_admin();
CREATE TRIGGER _490_require_files AFTER INSERT OR UPDATE OF avatar_url, fishing_photos ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg__require_files('avatar_url', 'fishing_photos');
CREATE TRIGGER _500_audit AFTER DELETE OR UPDATE OF is_admin, is_moderator, is_suspended ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg_profiles__audit();
CREATE TRIGGER _500_start_post_count AFTER INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg_profiles__start_post_count();
CREATE TRIGGER _500_unname_files AFTER DELETE OR UPDATE OF avatar_url, fishing_photos ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg__unname_files('avatar_url', 'fishing_photos');
CREATE TRIGGER _510_claim_new_username AFTER UPDATE OF username ON public.profiles FOR EACH ROW WHEN (old.username IS DISTINCT FROM new.username) EXECUTE FUNCTION private.tg_profiles__claim_username();
CREATE TRIGGER _510_claim_username AFTER INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg_profiles__claim_username();
CREATE TRIGGER _510_free_username AFTER DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg_profiles__free_username();
CREATE TRIGGER _510_link_to_cases AFTER UPDATE OF is_admin, is_moderator ON public.profiles FOR EACH ROW WHEN (new.is_admin AND NOT old.is_admin OR new.is_moderator AND NOT old.is_moderator) EXECUTE FUNCTION private.tg_profiles__link_to_cases();
CREATE TRIGGER _510_mark_entries AFTER UPDATE OF is_admin, is_moderator ON public.profiles FOR EACH ROW WHEN ((new.is_admin OR new.is_moderator) AND NOT (old.is_admin OR old.is_moderator)) EXECUTE FUNCTION private.tg_profiles__mark_entries();
CREATE TRIGGER _510_narrow_cases AFTER UPDATE OF is_admin, is_suspended ON public.profiles FOR EACH ROW WHEN (old.is_admin AND NOT old.is_suspended AND NOT (new.is_admin AND NOT new.is_suspended)) EXECUTE FUNCTION private.tg_profiles__narrow_cases();
CREATE TRIGGER _510_unmark_entries AFTER UPDATE OF is_admin, is_moderator ON public.profiles FOR EACH ROW WHEN ((old.is_admin OR old.is_moderator) AND NOT (new.is_admin OR new.is_moderator)) EXECUTE FUNCTION private.tg_profiles__unmark_entries();
CREATE TRIGGER _520_forget_mentions AFTER DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg_profiles__forget_mentions();
CREATE TRIGGER _520_remember_suspension AFTER UPDATE OF is_suspended ON public.profiles FOR EACH ROW WHEN (old.is_suspended IS DISTINCT FROM new.is_suspended) EXECUTE FUNCTION private.tg_profiles__remember_suspension();
CREATE TRIGGER _550_await_welcome AFTER INSERT ON public.profiles REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.tg_profiles__await_welcome();
CREATE TRIGGER _550_take_first_step AFTER UPDATE OF avatar_url ON public.profiles FOR EACH ROW WHEN (new.avatar_url <> ''::text AND new.avatar_url <> old.avatar_url AND new.id = auth.uid()) EXECUTE FUNCTION private.tg_profiles__take_first_step();
CREATE TRIGGER _600_audit_edit AFTER UPDATE ON public.profiles FOR EACH ROW WHEN (private.is_direct_statement() AND new.id IS DISTINCT FROM auth.uid()) EXECUTE FUNCTION private.tg_profiles__audit_edit();
CREATE TRIGGER _700_notify_role AFTER UPDATE OF is_admin, is_moderator ON public.profiles FOR EACH ROW WHEN (new.is_admin <> old.is_admin OR new.is_moderator <> old.is_moderator) EXECUTE FUNCTION private.tg_profiles__notify_role();
CREATE TRIGGER _700_notify_suspension AFTER UPDATE OF is_suspended ON public.profiles FOR EACH ROW WHEN (old.is_suspended IS DISTINCT FROM new.is_suspended) EXECUTE FUNCTION private.tg_profiles__notify_suspension();
CREATE TRIGGER _720_forget_blocks AFTER UPDATE OF is_admin, is_moderator ON public.profiles FOR EACH ROW WHEN ((new.is_admin OR new.is_moderator) AND NOT (old.is_admin OR old.is_moderator)) EXECUTE FUNCTION private.tg_profiles__forget_blocks();
CREATE TRIGGER _900_note_departure BEFORE DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.tg_profiles__note_departure();
CREATE TRIGGER _910_note_delete AFTER DELETE ON public.profiles REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_profiles__note_changes();
CREATE TRIGGER _910_note_insert AFTER INSERT ON public.profiles FOR EACH STATEMENT EXECUTE FUNCTION private.tg_profiles__note_changes();
CREATE TRIGGER _910_note_standing AFTER UPDATE OF is_admin, is_moderator, is_suspended ON public.profiles FOR EACH ROW WHEN (old.is_admin <> new.is_admin OR old.is_moderator <> new.is_moderator OR old.is_suspended <> new.is_suspended) EXECUTE FUNCTION private.tg_profiles__note_standing();
CREATE TRIGGER _910_note_update AFTER UPDATE ON public.profiles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_profiles__note_changes();

create function private.tg_profiles__audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if tg_op = 'DELETE' then
      -- No account outlives its profile. If the account was deleted first, nothing is left to delete.
      delete from auth.users as u where u.id = old.id;
      update private.audit_log as a set subject_label = null, details = private.lasting_details(a.details)
        where a.subject_id = old.id and a.subject_kind = 'member';
      update private.audit_log as a set actor_name = null where a.actor_id = old.id;
      if auth.uid() is distinct from old.id then
        perform private.audit('delete_user', 'member', old.id, null);
      end if;
      return null;
    end if;
    if new.is_admin <> old.is_admin then
      perform private.audit(
        case when new.is_admin then 'grant_admin' else 'revoke_admin' end, 'member', new.id, new.username);
    end if;
    if new.is_moderator <> old.is_moderator then
      perform private.audit(
        case when new.is_moderator then 'grant_moderator' else 'revoke_moderator' end, 'member', new.id, new.username);
    end if;
    if new.is_suspended and not old.is_suspended then
      perform private.audit('suspend', 'member', new.id, new.username, private.suspension_details(new.id));
    elsif old.is_suspended and not new.is_suspended then
      perform private.audit('unsuspend', 'member', new.id, new.username);
    end if;
    return null;
  end
  $function$;
comment on function private.tg_profiles__audit() is 'Records deletions and changes of rights and suspension by any actor; with a profile, deletes its account, and in the audit trail its name and the texts about it.';

create function private.tg_profiles__audit_edit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_details jsonb := private.audit_changes(to_jsonb(old), to_jsonb(new), array['username'], '{}');
  begin
    if v_details is not null then
      perform private.audit('rename_user', 'member', new.id, new.username, v_details);
    end if;
    -- tg_profiles__audit records rights and suspension; points and badges are recorded where they are given.
    v_details := private.audit_changes(to_jsonb(old), to_jsonb(new), '{}', private.columns_but(to_jsonb(new),
      array['username', 'is_admin', 'is_moderator', 'is_suspended', 'points', 'points_spent', 'badge_count']));
    if v_details is not null then
      perform private.audit('edit_profile', 'member', new.id, new.username, v_details);
    end if;
    return null;
  end
  $function$;
comment on function private.tg_profiles__audit_edit() is 'Records what an admin changed in another member''s profile.';

create function private.tg_profiles__file_addresses()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    new.avatar_url := private.file_address(new.avatar_url);
    -- Values other than a flat list are left to the constraint.
    if array_ndims(new.fishing_photos) = 1 then
      new.fishing_photos := array(
        select private.file_address(u.url) from unnest(new.fishing_photos) with ordinality as u (url, place) order by u.place
      );
    end if;
    return new;
  end
  $function$;
comment on function private.tg_profiles__file_addresses() is 'Stores the addresses of avatar and photos without their host.';

create function private.tg_profiles__guard_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  declare
    v_own public.profiles;
    -- The columns that this insert does not decide, and the username, which is compared without case.
    v_not_sent constant text[] := array[
      'username', 'is_admin', 'is_moderator', 'is_suspended', 'points', 'points_spent', 'badge_count', 'created_at',
      'updated_at', 'joined_on'];
  begin
    if not private.is_direct_statement() or new.id is distinct from auth.uid() then
      return new;
    end if;
    select p.* into v_own from public.profiles as p where p.id = new.id;
    -- A client that inserts its profile right after the sign-up has created it adds nothing: the row has the same
    -- values. Only an insert that leaves updated_at at its default is treated in this way; the profile page sends it.
    if v_own.id is not null
      and new.updated_at = now()
      and private.username_key(new.username) = private.username_key(v_own.username)
      and to_jsonb(new) - v_not_sent = to_jsonb(v_own) - v_not_sent
    then
      return null;
    end if;
    new.is_admin := coalesce(v_own.is_admin, false);
    new.is_moderator := coalesce(v_own.is_moderator, false);
    new.is_suspended := coalesce(v_own.is_suspended, false);
    new.points := coalesce(v_own.points, 0);
    new.points_spent := coalesce(v_own.points_spent, 0);
    new.badge_count := coalesce(v_own.badge_count, 0);
    return new;
  end
  $function$;
comment on function private.tg_profiles__guard_insert() is 'An insert or upsert of one''s own profile never changes rights or points.';

create function private.tg_profiles__guard_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if not private.is_direct_statement() then
      return new;
    end if;
    if new.id <> old.id then
      raise exception 'the id of a profile cannot be changed' using errcode = '42501';
    end if;
    if new.points <> old.points or new.points_spent <> old.points_spent or new.badge_count <> old.badge_count then
      raise exception 'points and badge count cannot be written'
        using errcode = '42501', hint = 'they follow from points_log and user_badges';
    end if;
    if new.is_admin <> old.is_admin
      or new.is_moderator <> old.is_moderator
      or new.is_suspended <> old.is_suspended
    then
      if not private.is_admin() then
        raise exception 'only admins change rights and suspension' using errcode = '42501';
      end if;
      if new.id = auth.uid() then
        raise exception 'admins cannot change their own rights or suspension'
          using errcode = '42501', hint = 'ask another admin';
      end if;
      if old.is_suspended and not new.is_suspended then
        perform private.leave_own_suspension(new.id);
      end if;
    end if;
    return new;
  end
  $function$;
comment on function private.tg_profiles__guard_update() is 'A request never writes points or badge count; only an admin changes rights and suspension, and never their own. Nobody lifts a suspension that is their own business (RP007).';

create function private.tg_profiles__keep_an_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform pg_advisory_xact_lock(hashtextextended('private.keep_an_admin', 0));
    if not exists (
      select from public.profiles as p where p.is_admin and not p.is_suspended and p.id <> old.id
    ) then
      raise exception 'the last admin cannot be demoted, suspended or deleted'
        using errcode = 'US001', hint = 'make another member an admin first';
    end if;
    return case tg_op when 'DELETE' then old else new end;
  end
  $function$;
comment on function private.tg_profiles__keep_an_admin() is 'There is always one admin who is not suspended (US001).';

create function private.tg_profiles__note_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_not_edited constant text[] := array[
      'points', 'points_spent', 'badge_count', 'is_admin', 'is_moderator', 'is_suspended', 'updated_at'];
    v_changed boolean := true;
    v_ranked boolean := false;
    v_hidden boolean := false;
    v_renamed boolean := false;
    -- The member whose own request this is.
    v_own_id constant uuid := case when private.is_api_request() then auth.uid() end;
    v_edited uuid[] := '{}';
    v_shown uuid[] := '{}';
  begin
    if tg_op = 'UPDATE' then
      select
        count(*) > 0,
        coalesce(bool_or(
          (n.username, n.avatar_url, n.badge_count, n.points + n.points_spent, n.is_suspended)
          is distinct from (o.username, o.avatar_url, o.badge_count, o.points + o.points_spent, o.is_suspended)), false),
        coalesce(bool_or(
          n.is_suspended <> o.is_suspended
          or n.id is distinct from v_own_id and (n.username, n.avatar_url) is distinct from (o.username, o.avatar_url)
        ), false),
        coalesce(bool_or((n.username, n.avatar_url) is distinct from (o.username, o.avatar_url)), false),
        coalesce(array_agg(n.id) filter (where to_jsonb(n) - v_not_edited <> to_jsonb(o) - v_not_edited), '{}'),
        coalesce(array_agg(n.id) filter (where not n.is_suspended
          and (n.username, n.avatar_url, n.is_admin, n.is_moderator)
            is distinct from (o.username, o.avatar_url, o.is_admin, o.is_moderator)), '{}')
        into v_changed, v_ranked, v_hidden, v_renamed, v_edited, v_shown
        from new_rows as n
          join old_rows as o on o.id = n.id
        where n is distinct from o;
      perform private.note_members(v_edited, 'profile');
      perform private.note_look_of_member(s.id) from unnest(v_shown) as s (id);
    elsif tg_op = 'DELETE' then
      select count(*) > 0 into v_changed from old_rows;
      v_ranked := v_changed;
      v_hidden := v_changed;
    end if;
    -- Points, and what members change of their own, may wait for the gap of the rankings; a name that is taken down may
    -- not.
    if v_ranked then
      insert into private.live_pending (topic, kind)
        values ('leaderboard', case when v_hidden then 'now' when v_renamed then 'members' else 'row' end);
    end if;
    if v_changed then
      perform private.note_table(tg_table_name);
    end if;
    return null;
  end
  $function$;
comment on function private.tg_profiles__note_changes() is 'Announces profiles to the rankings, and to the feed and open threads, as far as these show them, edits to the member on other devices, and every change to admins.';

create function private.tg_profiles__note_departure()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if not old.is_suspended then
      perform private.note_feed_of_member(old.id);
    end if;
    return old;
  end
  $function$;
comment on function private.tg_profiles__note_departure() is 'Announces to the feed that the posts and comments of a deleted member are gone.';

create function private.tg_profiles__note_standing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform pg_notify('realtime_recheck', new.id::text);
    perform private.note_members(array[new.id], 'standing');
    if new.is_suspended <> old.is_suspended then
      perform private.note_feed_of_member(new.id);
    end if;
    return null;
  end
  $function$;
comment on function private.tg_profiles__note_standing() is 'Announces a change of rights or suspension to the member, and what it hides or shows to the feed.';
