-- Profiles: one per account, made by the sign-up itself, edited by its owner, run by admins.

-- Texts and files of a profile -----------------------------------------------------------------------------

create function private.username_key(p_username text) returns text
  language sql immutable parallel safe set search_path = ''
  as $$ select lower(normalize(p_username, nfkc) collate "und-x-icu") $$;
comment on function private.username_key(text) is
  'What makes two usernames the same, whatever the locale of the database: case and compatible forms are ignored.';

create function private.is_username(p_username text) returns boolean
  language sql immutable parallel safe set search_path = ''
  as $$
    select char_length(p_username) between 1 and 50
      and p_username !~ '^\s|\s$'
      and p_username ~ '[^\s\u00ad\u200b-\u200f\u2060-\u2064\u3164]'
      and private.is_plain_text(p_username)
  $$;
comment on function private.is_username(text) is '1 to 50 visible characters on one line, trimmed.';

create function private.is_own_file(p_url text, p_bucket text, p_owner uuid) returns boolean
  language sql immutable parallel safe set search_path = ''
  as $$
    select char_length(p_url) <= 2048
      and p_url ~ ('^https?://[A-Za-z0-9.:\[\]-]+/storage/v1/object/public/' || p_bucket || '/' || p_owner
        || '/[A-Za-z0-9][A-Za-z0-9._-]{0,127}$')
  $$;
comment on function private.is_own_file(text, text, uuid) is
  'A public address of one file directly in the owner''s folder of the bucket. The host is not checked here: a database '
  'does not know its addresses; the browser is kept from foreign hosts by the content security policy.';

create function private.are_own_files(p_urls text[], p_bucket text, p_owner uuid) returns boolean
  language sql immutable parallel safe set search_path = ''
  as $$
    select coalesce(array_ndims(p_urls), 1) = 1
      and not exists (
        select from unnest(p_urls) as u(url) where private.is_own_file(u.url, p_bucket, p_owner) is not true
      )
  $$;
comment on function private.are_own_files(text[], text, uuid) is 'A flat list in which each address is an own file.';

-- Tables ---------------------------------------------------------------------------------------------------

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null,
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
  updated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
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
  constraint profiles_badge_count_range check (badge_count >= 0)
);

-- Indexes --------------------------------------------------------------------------------------------------

create unique index profiles_username_key on public.profiles (private.username_key(username));
create index profiles_leaderboard on public.profiles (points desc, private.username_key(username)) where not is_suspended;
create index profiles_created_at on public.profiles (created_at desc);
create index profiles_suspended on public.profiles (id) where is_suspended;
create index profiles_admins on public.profiles (id) where is_admin;

-- Row-level security ---------------------------------------------------------------------------------------

alter table public.profiles enable row level security;

create policy select_member on public.profiles
  for select to authenticated
  using (true);
comment on policy select_member on public.profiles is 'Members see one another; the e-mail address is not in this table.';

create policy insert_own on public.profiles
  for insert to authenticated
  with check (id = (select auth.uid()));
comment on policy insert_own on public.profiles is
  'Lets an upsert of one''s own profile pass; the row itself is there since sign-up.';

create policy update_own_or_admin on public.profiles
  for update to authenticated
  using (id = (select auth.uid()) or (select private.is_admin()))
  with check (id = (select auth.uid()) or (select private.is_admin()));
comment on policy update_own_or_admin on public.profiles is
  'Members edit their own profile, admins any; a trigger guards the columns that decide about rights and points.';

create policy delete_admin on public.profiles
  for delete to authenticated
  using ((select private.is_admin()) and id <> (select auth.uid()));
comment on policy delete_admin on public.profiles is 'Admins remove members, never themselves; the account goes with it.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on public.profiles from anon, authenticated, service_role;
grant select, insert, update, delete on public.profiles to authenticated, service_role;

-- Functions and triggers -----------------------------------------------------------------------------------

create function private.tg_profiles__tidy() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.username := regexp_replace(new.username, '^\s+|\s+$', '', 'g');
    new.bio := coalesce(new.bio, '');
    new.avatar_url := coalesce(new.avatar_url, '');
    new.fishing_photos := coalesce(new.fishing_photos, '{}');
    new.fishing_area := regexp_replace(coalesce(new.fishing_area, ''), '^\s+|\s+$', '', 'g');
    new.weight_unit := coalesce(new.weight_unit, 'kg');
    return new;
  end
  $$;
comment on function private.tg_profiles__tidy() is 'Trims what was typed, and takes null for empty.';

-- Invoker on purpose: what definer functions write (the ledger, the badge count) passes, what a request sends does not.
create function private.tg_profiles__guard_insert() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    v_own public.profiles;
  begin
    if not private.is_direct_statement() or new.id is distinct from auth.uid() then
      return new;
    end if;
    select p.* into v_own from public.profiles as p where p.id = new.id;
    -- A client that adds its profile after signing up, as the sign-up just did, has nothing to add. Only an insert
    -- that leaves updated_at to its default is taken for that; a save of the profile page sends it.
    if v_own.id is not null
      and new.updated_at = now()
      and private.username_key(new.username) = private.username_key(v_own.username)
      and new.bio = '' and new.avatar_url = '' and new.fishing_photos = '{}' and new.fishing_area = ''
      and new.weight_value is null
      and v_own.bio = '' and v_own.avatar_url = '' and v_own.fishing_photos = '{}' and v_own.fishing_area = ''
      and v_own.weight_value is null
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
  'Whatever an insert or upsert of one''s own profile says about rights and points, they stay as they are.';

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
        raise exception 'nobody changes their own rights or suspension'
          using errcode = '42501', hint = 'ask another admin';
      end if;
    end if;
    return new;
  end
  $$;
comment on function private.tg_profiles__guard_update() is
  'Points and badge count are never written by a request; rights and suspension only by an admin, and not their own.';

-- The advisory lock makes two admins who remove each other at once queue here; the second then counts again.
create function private.tg_profiles__keep_an_admin() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('private.keep_an_admin', 0));
    if not exists (
      select from public.profiles as p where p.is_admin and not p.is_suspended and p.id <> old.id
    ) then
      raise exception 'the last admin cannot be demoted, suspended or deleted'
        using errcode = 'P0001', hint = 'make another member an admin first';
    end if;
    return case tg_op when 'DELETE' then old else new end;
  end
  $$;
comment on function private.tg_profiles__keep_an_admin() is 'There is always one admin who is not suspended.';

create function private.tg_profiles__audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_op = 'DELETE' then
      -- An account without a profile cannot exist. When the account went first there is nothing left to delete.
      delete from auth.users as u where u.id = old.id;
      insert into private.audit_log (action, actor_id, subject_id) values ('delete_user', auth.uid(), old.id);
      return null;
    end if;
    if new.is_admin <> old.is_admin then
      insert into private.audit_log (action, actor_id, subject_id)
        values (case when new.is_admin then 'grant_admin' else 'revoke_admin' end, auth.uid(), new.id);
    end if;
    if new.is_suspended <> old.is_suspended then
      insert into private.audit_log (action, actor_id, subject_id)
        values (case when new.is_suspended then 'suspend' else 'unsuspend' end, auth.uid(), new.id);
    end if;
    return null;
  end
  $$;
comment on function private.tg_profiles__audit() is
  'Records deletion, rights and suspension; a deleted profile takes its account along.';

create trigger _100_stamp_created_at
  before insert or update of created_at on public.profiles
  for each row execute function private.tg__stamp_created_at();
create trigger _210_tidy
  before insert or update of username, bio, avatar_url, fishing_photos, fishing_area, weight_unit on public.profiles
  for each row execute function private.tg_profiles__tidy();
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
-- After the guard, which reads from updated_at whether the client sent one.
create trigger _400_stamp_updated_at
  before insert or update
    of username, bio, avatar_url, fishing_photos, weight_value, weight_unit, fishing_area, is_admin, is_suspended, updated_at
  on public.profiles
  for each row execute function private.tg__stamp_updated_at();
create trigger _500_audit
  after update of is_admin, is_suspended or delete on public.profiles
  for each row execute function private.tg_profiles__audit();

revoke execute on all functions in schema private from public;
revoke execute on function
  private.tg_profiles__tidy(),
  private.tg_profiles__guard_insert(),
  private.tg_profiles__guard_update(),
  private.tg_profiles__keep_an_admin(),
  private.tg_profiles__audit()
  from anon, authenticated, service_role;
-- Checks and indexes run with the rights of the caller.
grant execute on function
  private.username_key(text),
  private.is_username(text),
  private.is_own_file(text, text, uuid),
  private.are_own_files(text[], text, uuid)
  to anon, authenticated, service_role;

comment on table public.profiles is 'What members know of one another. One row per account, made at sign-up.';
comment on column public.profiles.points is 'Sum of the member''s rows in points_log.';
comment on column public.profiles.badge_count is 'Number of the member''s rows in user_badges.';
comment on column public.profiles.is_suspended is 'Suspended from the newsfeed.';

alter publication supabase_realtime add table public.profiles;
