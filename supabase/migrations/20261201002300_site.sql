-- Site: the club's settings and the texts of the landing page. The rows are fixed, so none is inserted or deleted.

-- Tables ---------------------------------------------------------------------------------------------------

create table public.site_settings (
  id uuid primary key default gen_random_uuid(),
  currency_symbol text not null default '$',
  updated_at timestamptz not null default now(),
  constraint site_settings_currency_length check (char_length(currency_symbol) <= 3),
  constraint site_settings_currency_plain check (currency_symbol ~ '\S' and private.is_plain_text(currency_symbol)),
  constraint site_settings_dates_bounds check (
    updated_at >= '2000-01-01 00:00:00+00' and updated_at < '2200-01-01 00:00:00+00'
  )
);
comment on table public.site_settings is 'One row of settings that the browser needs.';

create table public.landing_content (
  id uuid primary key default gen_random_uuid(),
  section text not null,
  title text not null,
  description text not null default '',
  image_url text,
  updated_at timestamptz not null default now(),
  constraint landing_content_section_once unique (section),
  constraint landing_content_section_known check (section in ('hero', 'feature1', 'feature2', 'feature3')),
  constraint landing_content_title_length check (char_length(title) <= 100),
  constraint landing_content_title_plain check (private.is_plain_text(title)),
  constraint landing_content_description_length check (char_length(description) <= 500),
  constraint landing_content_description_plain check (private.is_plain_text(description, true)),
  constraint landing_content_image_length check (char_length(image_url) <= 2048),
  constraint landing_content_image_link check (image_url = '' or private.is_web_link(image_url)),
  constraint landing_content_dates_bounds check (
    updated_at >= '2000-01-01 00:00:00+00' and updated_at < '2200-01-01 00:00:00+00'
  )
);
comment on table public.landing_content is 'Four sections; an empty image_url shows the built-in art.';

-- Indexes --------------------------------------------------------------------------------------------------

create unique index site_settings_one_row on public.site_settings ((true));

-- Row-level security ---------------------------------------------------------------------------------------

alter table public.site_settings enable row level security;
alter table public.landing_content enable row level security;

create policy select_guest on public.site_settings
  for select to anon
  using (true);
comment on policy select_guest on public.site_settings is 'Guests see the settings.';

create policy select_member on public.site_settings
  for select to authenticated
  using (true);
comment on policy select_member on public.site_settings is 'Members see the settings.';

create policy update_admin on public.site_settings
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
comment on policy update_admin on public.site_settings is 'Admins change the settings.';

create policy select_guest on public.landing_content
  for select to anon
  using (true);
comment on policy select_guest on public.landing_content is 'The landing page is public.';

create policy select_member on public.landing_content
  for select to authenticated
  using (true);
comment on policy select_member on public.landing_content is 'The landing page is public.';

create policy update_admin on public.landing_content
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
comment on policy update_admin on public.landing_content is 'Admins edit the landing page.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _010_hold_gate
  before insert or update or delete on public.site_settings
  for each statement execute function private.tg__hold_gate();
create trigger _300_freeze
  before update on public.site_settings
  for each row execute function private.tg__freeze_columns('id');
create trigger _400_stamp_updated_at
  before update on public.site_settings
  for each row execute function private.tg__stamp_updated_at();
create trigger _600_audit
  after update on public.site_settings
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row('site_settings', 'site_settings', '', 'currency_symbol', '');

create trigger _010_hold_gate
  before insert or update or delete on public.landing_content
  for each statement execute function private.tg__hold_gate();
create trigger _100_stamp_updated_at
  before update on public.landing_content
  for each row execute function private.tg__stamp_updated_at();
create trigger _190_picture_address
  before insert or update of image_url on public.landing_content
  for each row execute function private.tg__picture_address();
create trigger _300_freeze
  before update on public.landing_content
  for each row execute function private.tg__freeze_columns('id', 'section');
create trigger _490_require_files
  after insert or update of image_url on public.landing_content
  for each row when (new.image_url is not null)
  execute function private.tg__require_files('image_url');
create trigger _500_unname_files
  after update of image_url or delete on public.landing_content
  for each row when (old.image_url is not null)
  execute function private.tg__unname_files('image_url');
create trigger _600_audit
  after update on public.landing_content
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row('landing', 'landing', 'section', 'title', '');

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on public.site_settings, public.landing_content from anon, authenticated, service_role;
grant select on public.site_settings, public.landing_content to anon, authenticated;
grant update (currency_symbol, updated_at) on public.site_settings to authenticated;
grant select, update on public.site_settings, public.landing_content to service_role;
grant update (title, description, image_url, updated_at) on public.landing_content to authenticated;

-- Rows -----------------------------------------------------------------------------------------------------

insert into public.site_settings default values;
insert into public.landing_content (section, title, description) values
  (
    'hero',
    'Good company on a quiet lake',
    'Share your sessions, play the games, climb the leaderboard and win tackle that is sent to your door.'
  ),
  (
    'feature1',
    'The session, not just the fish',
    'Post from the bivvy at 3am and somebody will be up. Swap notes on rigs, wind and bait with anglers who fish '
      || 'waters like yours.'
  ),
  (
    'feature2',
    'Pick a swim, guess the weight, show your best carp',
    'Three simple games run all season. One entry each, a fair result and points on the board for the people who read '
      || 'the water best.'
  ),
  (
    'feature3',
    'Points that turn into tackle',
    'Earn points and badges for playing, posting and bringing friends. Prizes are awarded by the team and shipped to '
      || 'your address.'
  );
