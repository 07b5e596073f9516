-- Badges: what admins award to members.

-- Tables ---------------------------------------------------------------------------------------------------

create table public.badges (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  description text not null,
  icon text not null default '🏆',
  color text not null default '#2e7d4f',
  is_custom boolean not null default true,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint badges_name_length check (char_length(name) <= 50),
  constraint badges_name_plain check (name ~ '\S' and private.is_plain_text(name)),
  constraint badges_description_length check (char_length(description) <= 200),
  constraint badges_description_plain check (description ~ '\S' and private.is_plain_text(description, true)),
  constraint badges_icon_short check (char_length(icon) between 1 and 8 and icon !~ '[[:ascii:]]'),
  constraint badges_color_hex check (color ~ '^#[0-9A-Fa-f]{6}$')
);

create table public.user_badges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  badge_id uuid not null references public.badges (id) on delete cascade,
  awarded_by uuid default auth.uid() references public.profiles (id) on delete set null,
  awarded_at timestamptz not null default now(),
  constraint user_badges_once unique (user_id, badge_id)
);

-- Indexes --------------------------------------------------------------------------------------------------

create index badges_name on public.badges (name);
create index badges_created_by on public.badges (created_by);
create index user_badges_badge_id on public.user_badges (badge_id);
create index user_badges_awarded_by on public.user_badges (awarded_by);

-- Row-level security ---------------------------------------------------------------------------------------

alter table public.badges enable row level security;
alter table public.user_badges enable row level security;

create policy select_member on public.badges
  for select to authenticated
  using (true);
comment on policy select_member on public.badges is 'Members see which badges there are.';

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
  using (true);
comment on policy select_member on public.user_badges is 'Members see one another''s badges.';

create policy insert_admin on public.user_badges
  for insert to authenticated
  with check ((select private.is_admin()));
comment on policy insert_admin on public.user_badges is 'Admins award badges.';

create policy delete_admin on public.user_badges
  for delete to authenticated
  using ((select private.is_admin()));
comment on policy delete_admin on public.user_badges is 'Admins take badges back.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on public.badges, public.user_badges from anon, authenticated, service_role;
grant select, insert, update, delete on public.badges to authenticated, service_role;
grant select, insert, delete on public.user_badges to authenticated, service_role;

-- Functions and triggers -----------------------------------------------------------------------------------

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
comment on function private.tg_badges__stamp() is 'A badge made in the console is a custom one, made by that admin.';

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

-- One statement may touch many members (a badge is deleted): their profiles are locked in the order of their ids.
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

create trigger _100_stamp_created_at
  before insert or update on public.badges
  for each row execute function private.tg__stamp_created_at();
create trigger _110_stamp
  before insert or update on public.badges
  for each row execute function private.tg_badges__stamp();
create trigger _100_stamp
  before insert on public.user_badges
  for each row execute function private.tg_user_badges__stamp();
create trigger _500_count_insert
  after insert on public.user_badges
  referencing new table as changed
  for each statement execute function private.tg_user_badges__count();
create trigger _500_count_delete
  after delete on public.user_badges
  referencing old table as changed
  for each statement execute function private.tg_user_badges__count();

revoke execute on function
  private.tg_badges__stamp(),
  private.tg_user_badges__stamp(),
  private.tg_user_badges__count()
  from public, anon, authenticated, service_role;

comment on table public.badges is 'What can be awarded. is_custom is false for badges that came with the club.';
comment on table public.user_badges is 'Who holds which badge, once each.';

alter publication supabase_realtime add table public.user_badges;
