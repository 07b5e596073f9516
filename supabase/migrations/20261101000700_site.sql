-- Site: the club's settings and the texts of the landing page.

-- Tables ---------------------------------------------------------------------------------------------------

create table public.site_settings (
  id uuid primary key default gen_random_uuid(),
  currency_symbol text not null default '$',
  constraint site_settings_currency_length check (char_length(currency_symbol) <= 3),
  constraint site_settings_currency_plain check (currency_symbol ~ '\S' and private.is_plain_text(currency_symbol))
);

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
  constraint landing_content_image_link check (image_url = '' or private.is_web_link(image_url))
);

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
comment on policy select_guest on public.landing_content is 'The landing page is for everybody.';

create policy select_member on public.landing_content
  for select to authenticated
  using (true);
comment on policy select_member on public.landing_content is 'The landing page is for everybody.';

create policy update_admin on public.landing_content
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
comment on policy update_admin on public.landing_content is 'Admins edit the landing page.';

-- Grants: the rows are fixed, so nobody inserts or deletes. ------------------------------------------------

revoke all on public.site_settings, public.landing_content from anon, authenticated, service_role;
grant select on public.site_settings, public.landing_content to anon, authenticated, service_role;
grant update on public.site_settings, public.landing_content to authenticated, service_role;

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _100_stamp_updated_at
  before update on public.landing_content
  for each row execute function private.tg__stamp_updated_at();
create trigger _300_freeze
  before update on public.site_settings
  for each row execute function private.tg__freeze_columns('id');
create trigger _300_freeze
  before update on public.landing_content
  for each row execute function private.tg__freeze_columns('id', 'section');

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

comment on table public.site_settings is 'One row of settings that the browser needs.';
comment on table public.landing_content is 'Four sections; an empty image_url shows the built-in art.';
