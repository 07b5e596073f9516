-- Two admins at once: every row that the console edits tells when it was last changed, so that a change which names the
-- version it has seen (updated_at = …) finds no row when somebody else was faster.

-- Tables ---------------------------------------------------------------------------------------------------

alter table public.prize_awards add column updated_at timestamptz not null default now();
alter table public.games add column updated_at timestamptz not null default now();
alter table public.info_cards add column updated_at timestamptz not null default now();
alter table public.site_settings add column updated_at timestamptz not null default now();
alter table public.badges add column updated_at timestamptz not null default now();

-- Triggers: after those that tidy, before none that looks at the time ---------------------------------------

create trigger _400_stamp_updated_at
  before insert or update on public.prize_awards
  for each row execute function private.tg__stamp_updated_at();
create trigger _400_stamp_updated_at
  before insert or update on public.games
  for each row execute function private.tg__stamp_updated_at();
create trigger _400_stamp_updated_at
  before insert or update on public.info_cards
  for each row execute function private.tg__stamp_updated_at();
create trigger _400_stamp_updated_at
  before update on public.site_settings
  for each row execute function private.tg__stamp_updated_at();
create trigger _400_stamp_updated_at
  before insert or update on public.badges
  for each row execute function private.tg__stamp_updated_at();

-- Views: what the users' table searches, and the version it edits --------------------------------------------

create or replace view public.user_profiles_with_email with (security_invoker = true) as
  select
    p.id,
    p.username,
    e.email as auth_email,
    p.is_admin,
    p.is_suspended,
    p.created_at,
    p.avatar_url,
    p.points,
    p.updated_at,
    private.username_key(concat_ws(' ', p.username, e.email)) as search_text
  from public.profiles as p
    left join private.account_emails as e on e.user_id = p.id
  where (select private.is_admin());
comment on view public.user_profiles_with_email is
  'Every account with its address, for admins; empty for members. search_text: username and address in lower case.';
