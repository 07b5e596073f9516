-- Profiles: one for each account, created when its address is confirmed, edited by its owner, managed by admins. A
-- member is a person with a profile. A session without a profile, e.g. of a deleted account whose token has not expired
-- yet, can read what guests read and cannot write.

-- Tables ---------------------------------------------------------------------------------------------------

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  username text collate private.reading_order not null,
  bio text not null default '',
  avatar_url text not null default '',
  fishing_photos text[] not null default '{}',
  weight_value numeric(6, 2),
  weight_unit text not null default 'kg',
  fishing_area text not null default '',
  is_admin boolean not null default false,
  is_suspended boolean not null default false,
  points bigint not null default 0,
  badge_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_username_valid check (private.is_username(username)),
  constraint profiles_bio_length check (char_length(bio) <= 500),
  constraint profiles_bio_plain check (private.is_plain_text(bio, true)),
  constraint profiles_avatar_own check (avatar_url = '' or private.is_own_file(avatar_url, 'avatars', id)),
  constraint profiles_photos_count check (cardinality(fishing_photos) <= 6),
  constraint profiles_photos_own check (private.are_own_files(fishing_photos, 'fishing-photos', id)),
  constraint profiles_weight_unit_known check (weight_unit in ('kg', 'lbs')),
  -- NaN sorts above every number, so the upper bound refuses it too.
  constraint profiles_weight_range check (
    weight_value >= 0 and weight_value <= case weight_unit when 'kg' then 500 else 1000 end
  ),
  constraint profiles_fishing_area_length check (char_length(fishing_area) <= 100),
  constraint profiles_fishing_area_plain check (private.is_plain_text(fishing_area)),
  constraint profiles_badge_count_range check (badge_count >= 0),
  constraint profiles_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and updated_at >= '2000-01-01 00:00:00+00' and updated_at < '2200-01-01 00:00:00+00'
  )
);
comment on table public.profiles is
  'What members know about one another. One row per account; an unconfirmed account has none.';
comment on column public.profiles.is_suspended is 'Suspended from the newsfeed.';
comment on column public.profiles.points is 'Sum of the member''s rows in points_log.';
comment on column public.profiles.badge_count is 'Number of the member''s rows in user_badges.';

-- Indexes --------------------------------------------------------------------------------------------------

create index profiles_leaderboard on public.profiles (points desc, private.username_key(username)) where not is_suspended;
create index profiles_created_at on public.profiles (created_at desc);
create index profiles_suspended on public.profiles (id) where is_suspended;
create index profiles_admins on public.profiles (id) where is_admin;
create index profiles_points on public.profiles (points desc, id);
-- Members who see more or less than others.
create index profiles_reading_differently on public.profiles (id) where is_admin or is_suspended;
create unique index profiles_username_key on public.profiles (private.username_key(username) collate "C");

-- Row-level security ---------------------------------------------------------------------------------------

alter table public.profiles enable row level security;

create policy select_member on public.profiles
  for select to authenticated
  using ((select private.is_member()));
comment on policy select_member on public.profiles is
  'Members see one another; the email address is not in this table.';

create policy insert_own on public.profiles
  for insert to authenticated
  with check (id = (select auth.uid()) and (select private.is_member()));
comment on policy insert_own on public.profiles is 'Allows an upsert of one''s own profile, which exists already.';

create policy update_own_or_admin on public.profiles
  for update to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()))
  with check (id = (select auth.uid()) or (select private.is_admin()));
comment on policy update_own_or_admin on public.profiles is
  'Members edit their own profile, admins any; a trigger protects the columns for rights and points.';

create policy delete_admin on public.profiles
  for delete to authenticated
  using ((select private.is_admin()) and id <> (select auth.uid()));
comment on policy delete_admin on public.profiles is
  'Admins delete members, never themselves; the account is deleted with the profile.';

-- Functions: the stored form -------------------------------------------------------------------------------

create function private.tg_profiles__file_addresses() returns trigger
  language plpgsql set search_path = ''
  as $$
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
  $$;
comment on function private.tg_profiles__file_addresses() is 'Stores the addresses of avatar and photos without their host.';

-- Functions: what a request may write ----------------------------------------------------------------------

-- Invoker on purpose: it lets writes of definer functions (the ledger, the badge count) pass, but not those of a
-- request.
create function private.tg_profiles__guard_insert() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    v_own public.profiles;
    -- The columns that this insert does not decide, and the username, which is compared without case.
    v_not_sent constant text[] := array[
      'username', 'is_admin', 'is_suspended', 'points', 'badge_count', 'created_at', 'updated_at'];
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
    new.is_suspended := coalesce(v_own.is_suspended, false);
    new.points := coalesce(v_own.points, 0);
    new.badge_count := coalesce(v_own.badge_count, 0);
    return new;
  end
  $$;
comment on function private.tg_profiles__guard_insert() is
  'An insert or upsert of one''s own profile never changes rights or points.';

create function private.tg_profiles__guard_update() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if not private.is_direct_statement() then
      return new;
    end if;
    if new.id <> old.id then
      raise exception 'the id of a profile cannot be changed' using errcode = '42501';
    end if;
    if new.points <> old.points or new.badge_count <> old.badge_count then
      raise exception 'points and badge count cannot be written'
        using errcode = '42501', hint = 'they follow from points_log and user_badges';
    end if;
    if new.is_admin <> old.is_admin or new.is_suspended <> old.is_suspended then
      if not private.is_admin() then
        raise exception 'only admins change rights and suspension' using errcode = '42501';
      end if;
      if new.id = auth.uid() then
        raise exception 'admins cannot change their own rights or suspension'
          using errcode = '42501', hint = 'ask another admin';
      end if;
    end if;
    return new;
  end
  $$;
comment on function private.tg_profiles__guard_update() is
  'A request never writes points or badge count; only an admin changes rights and suspension, and never their own.';

-- The advisory lock makes two admins who demote each other at the same time queue here; the second then counts again.
create function private.tg_profiles__keep_an_admin() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
comment on function private.tg_profiles__keep_an_admin() is 'There is always one admin who is not suspended (US001).';

-- Functions: audit trail and announcements -----------------------------------------------------------------

create function private.tg_profiles__audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_op = 'DELETE' then
      -- No account outlives its profile. If the account was deleted first, nothing is left to delete.
      delete from auth.users as u where u.id = old.id;
      update private.audit_log as a set subject_label = null, details = '{}'
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
    if new.is_suspended <> old.is_suspended then
      perform private.audit(
        case when new.is_suspended then 'suspend' else 'unsuspend' end, 'member', new.id, new.username);
    end if;
    return null;
  end
  $$;
comment on function private.tg_profiles__audit() is
  'Records deletions and changes of rights and suspension by any actor; with a profile, deletes its account and its '
  'name in the audit trail.';

create function private.tg_profiles__audit_edit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_details jsonb := private.audit_changes(to_jsonb(old), to_jsonb(new), array['username'], '{}');
  begin
    if v_details is not null then
      perform private.audit('rename_user', 'member', new.id, new.username, v_details);
    end if;
    -- tg_profiles__audit records rights and suspension; points and badges are recorded where they are given.
    v_details := private.audit_changes(to_jsonb(old), to_jsonb(new), '{}', private.columns_but(to_jsonb(new),
      array['username', 'is_admin', 'is_suspended', 'points', 'badge_count']));
    if v_details is not null then
      perform private.audit('edit_profile', 'member', new.id, new.username, v_details);
    end if;
    return null;
  end
  $$;
comment on function private.tg_profiles__audit_edit() is 'Records what an admin changed in another member''s profile.';

-- Engines check the rights of the member's open channels again before they deliver anything more. On a hosted project
-- nothing listens, and rights last until the next token.
create function private.tg_profiles__note_standing() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform pg_notify('realtime_recheck', new.id::text);
    perform private.note_members(array[new.id], 'standing');
    if new.is_suspended <> old.is_suspended then
      perform private.note_feed_of_member(new.id);
    end if;
    return null;
  end
  $$;
comment on function private.tg_profiles__note_standing() is
  'Announces a change of rights or suspension to the member, and what it hides or shows to the feed.';

-- Before the deletion: afterwards nothing tells posts that members could read from those that were hidden.
create function private.tg_profiles__note_departure() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not old.is_suspended then
      perform private.note_feed_of_member(old.id);
    end if;
    return old;
  end
  $$;
comment on function private.tg_profiles__note_departure() is
  'Announces to the feed that the posts and comments of a deleted member are gone.';

create function private.tg_profiles__note_changes() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_not_edited constant text[] := array['points', 'badge_count', 'is_admin', 'is_suspended', 'updated_at'];
    v_changed boolean := true;
    v_ranked boolean := false;
    v_hidden boolean := false;
    v_edited uuid[] := '{}';
    v_shown uuid[] := '{}';
  begin
    if tg_op = 'UPDATE' then
      select
        count(*) > 0,
        coalesce(bool_or(
          (n.username, n.avatar_url, n.badge_count, n.points, n.is_suspended)
          is distinct from (o.username, o.avatar_url, o.badge_count, o.points, o.is_suspended)), false),
        coalesce(bool_or(
          (n.username, n.avatar_url, n.is_suspended) is distinct from (o.username, o.avatar_url, o.is_suspended)), false),
        coalesce(array_agg(n.id) filter (where to_jsonb(n) - v_not_edited <> to_jsonb(o) - v_not_edited), '{}'),
        coalesce(array_agg(n.id) filter (where not n.is_suspended
          and (n.username, n.avatar_url, n.is_admin) is distinct from (o.username, o.avatar_url, o.is_admin)), '{}')
        into v_changed, v_ranked, v_hidden, v_edited, v_shown
        from new_rows as n
          join old_rows as o on o.id = n.id
        where n is distinct from o;
      perform private.note_members(v_edited, 'profile');
      perform private.note_feed_of_member(s.id) from unnest(v_shown) as s (id);
    elsif tg_op = 'DELETE' then
      select count(*) > 0 into v_changed from old_rows;
      v_ranked := v_changed;
      v_hidden := v_changed;
    end if;
    -- Points may wait for the gap of the rankings; a name that is taken down may not.
    if v_ranked then
      insert into private.live_pending (topic, kind)
        values ('leaderboard', case when v_hidden then 'now' else 'row' end);
    end if;
    if v_changed then
      perform private.note_table(tg_table_name);
    end if;
    return null;
  end
  $$;
comment on function private.tg_profiles__note_changes() is
  'Announces profiles to the rankings, and to the feed and open threads, as far as these show them, edits to the member on '
  'other devices, and every change to admins.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _010_shut_gate
  before delete on public.profiles
  for each statement execute function private.tg__shut_gate();
create trigger _100_stamp_created_at
  before insert or update of created_at on public.profiles
  for each row execute function private.tg__stamp_created_at();
create trigger _190_file_addresses
  before insert or update of avatar_url, fishing_photos on public.profiles
  for each row execute function private.tg_profiles__file_addresses();
create trigger _210_tidy
  before insert or update on public.profiles
  for each row execute function private.tg__tidy();
create trigger _220_check_username
  before insert or update of username on public.profiles
  for each row execute function private.tg_profiles__check_username();
create trigger _300_guard_insert
  before insert on public.profiles
  for each row execute function private.tg_profiles__guard_insert();
create trigger _300_guard_update
  before update of id, is_admin, is_suspended, points, badge_count on public.profiles
  for each row execute function private.tg_profiles__guard_update();
create trigger _310_keep_an_admin
  before update of is_admin, is_suspended on public.profiles
  for each row when (old.is_admin and not old.is_suspended and (not new.is_admin or new.is_suspended))
  execute function private.tg_profiles__keep_an_admin();
create trigger _310_keep_an_admin_on_delete
  before delete on public.profiles
  for each row when (old.is_admin and not old.is_suspended)
  execute function private.tg_profiles__keep_an_admin();
create trigger _320_limit_edits
  before update on public.profiles
  for each row execute function private.tg__limit_edits('profile-5m');
-- After the guard, which reads from updated_at whether the client sent one. Points and badges are not edits of a
-- profile.
create trigger _400_stamp_updated_at
  before insert or update on public.profiles
  for each row execute function private.tg__stamp_updated_at('points', 'badge_count');
create trigger _500_audit
  after update of is_admin, is_suspended or delete on public.profiles
  for each row execute function private.tg_profiles__audit();
create trigger _490_require_files
  after insert or update of avatar_url, fishing_photos on public.profiles
  for each row execute function private.tg__require_files('avatar_url', 'fishing_photos');
create trigger _500_unname_files
  after update of avatar_url, fishing_photos or delete on public.profiles
  for each row execute function private.tg__unname_files('avatar_url', 'fishing_photos');
create trigger _510_claim_new_username
  after update of username on public.profiles
  for each row when (old.username is distinct from new.username)
  execute function private.tg_profiles__claim_username();
create trigger _510_claim_username
  after insert on public.profiles
  for each row execute function private.tg_profiles__claim_username();
create trigger _510_free_username
  after delete on public.profiles
  for each row execute function private.tg_profiles__free_username();
create trigger _600_audit_edit
  after update on public.profiles
  for each row when (private.is_direct_statement() and new.id is distinct from auth.uid())
  execute function private.tg_profiles__audit_edit();
create trigger _900_note_departure
  before delete on public.profiles
  for each row execute function private.tg_profiles__note_departure();
create trigger _910_note_delete
  after delete on public.profiles
  referencing old table as old_rows
  for each statement execute function private.tg_profiles__note_changes();
create trigger _910_note_insert
  after insert on public.profiles
  for each statement execute function private.tg_profiles__note_changes();
create trigger _910_note_standing
  after update of is_admin, is_suspended on public.profiles
  for each row when (old.is_admin <> new.is_admin or old.is_suspended <> new.is_suspended)
  execute function private.tg_profiles__note_standing();
create trigger _910_note_update
  after update on public.profiles
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.tg_profiles__note_changes();

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on public.profiles from anon, authenticated, service_role;
grant select, delete on public.profiles to authenticated;
-- An upsert names every column that it sends on both sides, the key too.
grant
  insert (id, username, bio, avatar_url, fishing_photos, weight_value, weight_unit, fishing_area, is_admin,
    is_suspended, updated_at),
  update (id, username, bio, avatar_url, fishing_photos, weight_value, weight_unit, fishing_area, is_admin,
    is_suspended, updated_at)
  on public.profiles to authenticated;
grant select, insert, update, delete on public.profiles to service_role;

revoke execute on function
  private.tg_profiles__file_addresses(),
  private.tg_profiles__guard_insert(),
  private.tg_profiles__guard_update(),
  private.tg_profiles__keep_an_admin(),
  private.tg_profiles__audit(),
  private.tg_profiles__audit_edit(),
  private.tg_profiles__note_standing(),
  private.tg_profiles__note_departure(),
  private.tg_profiles__note_changes()
  from public, anon, authenticated, service_role;

-- Publication ----------------------------------------------------------------------------------------------

alter publication supabase_realtime add table public.profiles;
