-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table public.landing_content (
  id uuid not null default gen_random_uuid(),
  section text not null,
  title text not null,
  description text not null default ''::text,
  image_url text,
  updated_at timestamp with time zone not null default now(),
  constraint landing_content_pkey PRIMARY KEY (id),
  constraint landing_content_section_once UNIQUE (section),
  constraint landing_content_dates_bounds CHECK (updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint landing_content_description_length CHECK (char_length(description) <= 500),
  constraint landing_content_description_plain CHECK (private.is_plain_text(description, true)),
  constraint landing_content_image_length CHECK (char_length(image_url) <= 2048),
  constraint landing_content_image_link CHECK (image_url = ''::text OR private.is_web_link(image_url)),
  constraint landing_content_section_known CHECK (section = ANY (ARRAY['hero'::text, 'feature1'::text, 'feature2'::text, 'feature3'::text])),
  constraint landing_content_title_length CHECK (char_length(title) <= 100),
  constraint landing_content_title_plain CHECK (private.is_plain_text(title))
);
comment on table public.landing_content is 'Four sections; an empty image_url shows the built-in art.';

alter table public.landing_content enable row level security;

grant select on public.landing_content to anon, authenticated;
grant select, update on public.landing_content to service_role;
grant update (title, description, image_url, updated_at) on public.landing_content to authenticated;

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
  using (( SELECT private.is_admin() AS is_admin))
  with check (( SELECT private.is_admin() AS is_admin));
comment on policy update_admin on public.landing_content is 'Admins edit the landing page.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.landing_content FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _100_stamp_updated_at BEFORE UPDATE ON public.landing_content FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_updated_at();
CREATE TRIGGER _190_picture_address BEFORE INSERT OR UPDATE OF image_url ON public.landing_content FOR EACH ROW EXECUTE FUNCTION private.tg__picture_address();
CREATE TRIGGER _300_freeze BEFORE UPDATE ON public.landing_content FOR EACH ROW EXECUTE FUNCTION private.tg__freeze_columns('id', 'section');
CREATE TRIGGER _490_require_files AFTER INSERT OR UPDATE OF image_url ON public.landing_content FOR EACH ROW WHEN (new.image_url IS NOT NULL) EXECUTE FUNCTION private.tg__require_files('image_url');
CREATE TRIGGER _500_unname_files AFTER DELETE OR UPDATE OF image_url ON public.landing_content FOR EACH ROW WHEN (old.image_url IS NOT NULL) EXECUTE FUNCTION private.tg__unname_files('image_url');
CREATE TRIGGER _600_audit AFTER UPDATE ON public.landing_content FOR EACH ROW WHEN (private.is_direct_statement()) EXECUTE FUNCTION private.tg__audit_row('landing', 'landing', 'section', 'title', '');

create table public.site_settings (
  id uuid not null default gen_random_uuid(),
  currency_symbol text not null default '$'::text,
  updated_at timestamp with time zone not null default now(),
  reports_to_hide integer not null default 3,
  admins_need_two_steps boolean not null default false,
  joining text not null default 'open'::text,
  club_name text not null default 'Bankside'::text,
  accent text not null default 'tip'::text,
  time_zone text not null default 'UTC'::text,
  logo_url text,
  country text not null default 'United States'::text,
  weight_unit text not null default 'kg'::text,
  season_begins text not null default '01-01'::text,
  records_for_guests boolean not null default false,
  photo_step_points integer not null default 10,
  hello_step_points integer not null default 10,
  game_step_points integer not null default 10,
  constraint site_settings_pkey PRIMARY KEY (id),
  constraint site_settings_accent_known CHECK (accent = ANY (ARRAY['tip'::text, 'lake'::text, 'info'::text, 'gold'::text])),
  constraint site_settings_club_name_length CHECK (char_length(club_name) <= 40),
  constraint site_settings_club_name_plain CHECK (private.has_text("left"(club_name, 1)) AND private.has_text("right"(club_name, 1)) AND private.is_plain_text(club_name) AND club_name !~ '[\u00a0\u115f\u1160\u200b\u2060\u3164\uffa0]'::text),
  constraint site_settings_club_name_unencoded CHECK (club_name !~ '=\?'::text),
  constraint site_settings_country_length CHECK (char_length(country) <= 100),
  constraint site_settings_country_plain CHECK (private.has_text(country) AND private.is_plain_text(country)),
  constraint site_settings_currency_length CHECK (char_length(currency_symbol) <= 3),
  constraint site_settings_currency_plain CHECK (private.has_text(currency_symbol) AND private.is_plain_text(currency_symbol)),
  constraint site_settings_dates_bounds CHECK (updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint site_settings_joining_known CHECK (joining = ANY (ARRAY['open'::text, 'invitation'::text, 'closed'::text])),
  constraint site_settings_logo_stored CHECK (char_length(logo_url) <= 300 AND logo_url ~ '^/storage/v1/object/public/games-images/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[A-Za-z0-9][A-Za-z0-9._-]{0,127}$'::text),
  constraint site_settings_reports_to_hide_range CHECK (reports_to_hide >= 0 AND reports_to_hide <= 100),
  constraint site_settings_season_day CHECK (char_length(season_begins) = 5 AND season_begins ~ '^((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))$'::text),
  constraint site_settings_step_points_range CHECK (photo_step_points >= 0 AND photo_step_points <= 1000 AND hello_step_points >= 0 AND hello_step_points <= 1000 AND game_step_points >= 0 AND game_step_points <= 1000),
  constraint site_settings_time_zone_length CHECK (char_length(time_zone) <= 64),
  constraint site_settings_weight_unit_known CHECK (weight_unit = ANY (ARRAY['kg'::text, 'lbs'::text]))
);
comment on table public.site_settings is 'One row of settings that the browser needs.';
comment on column public.site_settings.reports_to_hide is 'How many persons must report a post or comment until it is hidden without a decision; 0 for never.';
comment on column public.site_settings.admins_need_two_steps is 'Whether admins have rights only with an authenticator app. Without the setting only those who have one need it.';
comment on column public.site_settings.joining is 'Who may register: open for everybody, invitation for those with the code of a member''s invitation, closed for nobody. Accounts that exist stay.';
comment on column public.site_settings.club_name is 'The name of the club, as it stands at the top of every page, in mails and on shared links. Only admins may use its words in a username as an office would.';
comment on column public.site_settings.accent is 'The colour of the main buttons and marks: tip (orange), lake (green), info (blue) or gold. Each has shades for light and dark that can be read on their grounds.';
comment on column public.site_settings.time_zone is 'Name of the club''s time zone, such as Europe/London: for dates that readers without an account see, and for members whose own zone is not known.';
comment on column public.site_settings.logo_url is 'The picture that an admin has uploaded as the logo of the club; null for Bankside''s mark.';
comment on column public.site_settings.country is 'The English name of the country that a new address begins with.';
comment on column public.site_settings.weight_unit is 'kg or lbs: what a new game and the profile of a new member begin with.';
comment on column public.site_settings.season_begins is 'Month and day on which a season begins, such as 06-16: 01-01 for the calendar year. Never 29 February.';
comment on column public.site_settings.records_for_guests is 'Whether guests see the club records: weight, variety, day, username and avatar. Never the photos.';
comment on column public.site_settings.photo_step_points is 'What a member''s first photo of themselves earns; 0 for nothing.';
comment on column public.site_settings.hello_step_points is 'What a member''s first post or comment earns; 0 for nothing.';
comment on column public.site_settings.game_step_points is 'What a member''s first entry in a game earns; 0 for nothing.';

CREATE UNIQUE INDEX site_settings_one_row ON public.site_settings USING btree ((true));

alter table public.site_settings enable row level security;

grant select on public.site_settings to anon, authenticated;
grant select, update on public.site_settings to service_role;
grant update (currency_symbol, updated_at, reports_to_hide, admins_need_two_steps, joining, club_name, accent, time_zone, logo_url, country, weight_unit, season_begins, records_for_guests, photo_step_points, hello_step_points, game_step_points) on public.site_settings to authenticated;

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
  using (( SELECT private.is_admin() AS is_admin))
  with check (( SELECT private.is_admin() AS is_admin));
comment on policy update_admin on public.site_settings is 'Admins change the settings.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.site_settings FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _190_logo_address BEFORE INSERT OR UPDATE OF logo_url ON public.site_settings FOR EACH ROW EXECUTE FUNCTION private.tg_site_settings__logo_address();
CREATE TRIGGER _300_freeze BEFORE UPDATE ON public.site_settings FOR EACH ROW EXECUTE FUNCTION private.tg__freeze_columns('id');
CREATE TRIGGER _310_guard_steps BEFORE UPDATE OF admins_need_two_steps ON public.site_settings FOR EACH ROW WHEN (new.admins_need_two_steps AND NOT old.admins_need_two_steps) EXECUTE FUNCTION private.tg_site_settings__guard_steps();
CREATE TRIGGER _320_known_zone BEFORE UPDATE OF time_zone ON public.site_settings FOR EACH ROW WHEN (new.time_zone IS DISTINCT FROM old.time_zone) EXECUTE FUNCTION private.tg_site_settings__known_zone();
CREATE TRIGGER _400_stamp_updated_at BEFORE UPDATE ON public.site_settings FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_updated_at();
CREATE TRIGGER _490_require_files AFTER INSERT OR UPDATE OF logo_url ON public.site_settings FOR EACH ROW WHEN (new.logo_url IS NOT NULL) EXECUTE FUNCTION private.tg__require_files('logo_url');
CREATE TRIGGER _500_follow_season AFTER UPDATE OF season_begins, time_zone ON public.site_settings FOR EACH ROW WHEN (new.season_begins <> old.season_begins OR new.time_zone <> old.time_zone) EXECUTE FUNCTION private.tg_site_settings__follow_season();
CREATE TRIGGER _500_unname_files AFTER DELETE OR UPDATE OF logo_url ON public.site_settings FOR EACH ROW WHEN (old.logo_url IS NOT NULL) EXECUTE FUNCTION private.tg__unname_files('logo_url');
CREATE TRIGGER _600_audit AFTER UPDATE ON public.site_settings FOR EACH ROW WHEN (private.is_direct_statement()) EXECUTE FUNCTION private.tg__audit_row('site_settings', 'site_settings', '', 'club_name,accent,time_zone,country,weight_unit,season_begins,records_for_guests,currency_symbol,reports_to_hide,admins_need_two_steps,joining,photo_step_points,hello_step_points,game_step_points', '');
CREATE TRIGGER _910_recheck_admins AFTER UPDATE OF admins_need_two_steps ON public.site_settings FOR EACH ROW WHEN (new.admins_need_two_steps <> old.admins_need_two_steps) EXECUTE FUNCTION private.tg_site_settings__recheck_admins();
