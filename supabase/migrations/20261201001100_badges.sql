-- Badges: what admins award to members.

-- Tables ---------------------------------------------------------------------------------------------------

create table public.badges (
  id uuid primary key default gen_random_uuid(),
  name text collate private.reading_order not null,
  description text not null,
  icon text not null default '🏆',
  color text not null default '#2e7d4f',
  is_custom boolean not null default true,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  request_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint badges_name_length check (char_length(name) <= 50),
  constraint badges_name_plain check (name ~ '\S' and private.is_plain_text(name)),
  constraint badges_description_length check (char_length(description) <= 200),
  constraint badges_description_plain check (description ~ '\S' and private.is_plain_text(description, true)),
  constraint badges_icon_short check (char_length(icon) between 1 and 8 and icon !~ '[[:ascii:]]'),
  constraint badges_color_hex check (color ~ '^#[0-9A-Fa-f]{6}$'),
  constraint badges_request_elsewhere check (request_id is null),
  constraint badges_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and updated_at >= '2000-01-01 00:00:00+00' and updated_at < '2200-01-01 00:00:00+00'
  )
);
comment on table public.badges is 'Badges that can be awarded. is_custom is false for badges that came with the club.';
comment on column public.badges.request_id is
  'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

create table public.user_badges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  badge_id uuid not null references public.badges (id) on delete cascade,
  awarded_by uuid default auth.uid() references public.profiles (id) on delete set null,
  awarded_at timestamptz not null default now(),
  constraint user_badges_once unique (user_id, badge_id),
  constraint user_badges_dates_bounds check (
    awarded_at >= '2000-01-01 00:00:00+00' and awarded_at < '2200-01-01 00:00:00+00'
  )
);
comment on table public.user_badges is 'Who holds which badge, once each.';

-- Indexes --------------------------------------------------------------------------------------------------

create index badges_name on public.badges (name);
create index badges_created_by on public.badges (created_by);
create unique index badges_name_once on public.badges (lower(normalize(btrim(name), nfkc) collate "und-x-icu"));
create index user_badges_badge_id on public.user_badges (badge_id, awarded_at desc);
create index user_badges_awarded_by on public.user_badges (awarded_by);

-- Row-level security ---------------------------------------------------------------------------------------

alter table public.badges enable row level security;
alter table public.user_badges enable row level security;

create policy select_member on public.badges
  for select to authenticated
  using ((select private.is_member()));
comment on policy select_member on public.badges is 'Members see all badges.';

create policy insert_admin on public.badges
  for insert to authenticated
  with check ((select private.is_admin()));
comment on policy insert_admin on public.badges is 'Admins create badges.';

create policy update_admin on public.badges
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
comment on policy update_admin on public.badges is 'Admins correct badges.';

create policy delete_admin on public.badges
  for delete to authenticated
  using ((select private.is_admin()));
comment on policy delete_admin on public.badges is 'Admins delete badges, with their awards.';

create policy select_member on public.user_badges
  for select to authenticated
  using ((select private.is_member()));
comment on policy select_member on public.user_badges is 'Members see one another''s badges.';

create policy insert_admin on public.user_badges
  for insert to authenticated
  with check ((select private.is_admin()));
comment on policy insert_admin on public.user_badges is 'Admins award badges.';

create policy delete_admin on public.user_badges
  for delete to authenticated
  using ((select private.is_admin()));
comment on policy delete_admin on public.user_badges is 'Admins withdraw badges.';

-- Functions ------------------------------------------------------------------------------------------------

create function private.tg_badges__stamp() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if private.is_direct_statement() then
      new.is_custom := case tg_op when 'INSERT' then true else old.is_custom end;
      new.created_by := case tg_op when 'INSERT' then auth.uid() else old.created_by end;
    end if;
    return new;
  end
  $$;
comment on function private.tg_badges__stamp() is 'A badge created in the console is a custom one, by that admin.';

create function private.tg_user_badges__stamp() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if private.is_direct_statement() then
      new.awarded_by := auth.uid();
      new.awarded_at := now();
    end if;
    return new;
  end
  $$;
comment on function private.tg_user_badges__stamp() is 'An award is by the admin who sends it, now.';

-- Definer: whether a member or badge exists does not depend on what the admin can see. The foreign keys refuse as well,
-- but with the same code for both.
create function private.tg_user_badges__require_both() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not exists (select from public.badges as b where b.id = new.badge_id) then
      raise exception 'Badge not found' using errcode = 'BD001';
    end if;
    if not exists (select from public.profiles as p where p.id = new.user_id) then
      raise exception 'member not found' using errcode = 'BD002';
    end if;
    return new;
  end
  $$;
comment on function private.tg_user_badges__require_both() is
  'An award names an existing badge (BD001) and an existing member (BD002).';

-- One statement may affect many members (a badge is deleted): their profiles are locked in the order of their ids.
create function private.tg_user_badges__count() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_step constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  begin
    perform from public.profiles as p
      where p.id in (select c.user_id from changed as c)
      order by p.id
      for no key update;
    update public.profiles as p set badge_count = p.badge_count + v_step * s.badges
      from (select c.user_id, count(*) as badges from changed as c group by c.user_id) as s
      where p.id = s.user_id;
    return null;
  end
  $$;
comment on function private.tg_user_badges__count() is 'Keeps profiles.badge_count.';

create function private.tg_user_badges__audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_badge constant public.user_badges := case tg_op when 'DELETE' then old else new end;
  begin
    perform private.audit_member(
      case tg_op when 'DELETE' then 'remove_badge' else 'award_badge' end,
      v_badge.user_id,
      jsonb_build_object('badge', (select b.name from public.badges as b where b.id = v_badge.badge_id)));
    return null;
  end
  $$;
comment on function private.tg_user_badges__audit() is 'Records badges awarded and withdrawn.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _010_hold_gate
  before insert or update or delete on public.badges
  for each statement execute function private.tg__hold_gate();
create trigger _020_file_request
  before insert on public.badges
  for each row execute function private.tg__file_request();
create trigger _100_stamp_created_at
  before insert or update on public.badges
  for each row execute function private.tg__stamp_created_at();
create trigger _110_stamp
  before insert or update on public.badges
  for each row execute function private.tg_badges__stamp();
create trigger _400_stamp_updated_at
  before insert or update on public.badges
  for each row execute function private.tg__stamp_updated_at();
create trigger _600_audit
  after insert or update or delete on public.badges
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row('badge', 'badge', 'name', 'name,icon,color', 'created_by');
create trigger _910_note_delete
  after delete on public.badges
  referencing old table as old_rows
  for each statement execute function private.tg__note_table_gone();
create trigger _910_note_insert
  after insert on public.badges
  referencing new table as new_rows
  for each statement execute function private.tg__note_table();
create trigger _910_note_update
  after update on public.badges
  referencing new table as new_rows
  for each statement execute function private.tg__note_table();

create trigger _010_hold_gate
  before insert or update or delete on public.user_badges
  for each statement execute function private.tg__hold_gate();
create trigger _100_stamp
  before insert on public.user_badges
  for each row execute function private.tg_user_badges__stamp();
create trigger _300_require_both
  before insert on public.user_badges
  for each row execute function private.tg_user_badges__require_both();
create trigger _500_count_delete
  after delete on public.user_badges
  referencing old table as changed
  for each statement execute function private.tg_user_badges__count();
create trigger _500_count_insert
  after insert on public.user_badges
  referencing new table as changed
  for each statement execute function private.tg_user_badges__count();
create trigger _600_audit
  after insert or delete on public.user_badges
  for each row when (private.is_direct_statement())
  execute function private.tg_user_badges__audit();

select private.announce_to_members('public.user_badges', '{user_id}', 'badges');

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on public.badges, public.user_badges from anon, authenticated, service_role;
grant select, delete on public.badges, public.user_badges to authenticated;
grant
  insert (name, description, icon, color, is_custom, created_by, request_id),
  update (name, description, icon, color, is_custom, updated_at)
  on public.badges to authenticated;
grant select, insert, update, delete on public.badges to service_role;
grant insert (user_id, badge_id, awarded_by) on public.user_badges to authenticated;
grant select, insert, delete on public.user_badges to service_role;

revoke execute on function
  private.tg_badges__stamp(),
  private.tg_user_badges__stamp(),
  private.tg_user_badges__require_both(),
  private.tg_user_badges__count(),
  private.tg_user_badges__audit()
  from public, anon, authenticated, service_role;

-- Publication ----------------------------------------------------------------------------------------------

alter publication supabase_realtime add table public.user_badges;
