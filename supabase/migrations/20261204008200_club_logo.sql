-- The club's own logo, in place of Bankside's mark: in the bar, as the icon of the app, in mails and on shared pictures.

-- Table ----------------------------------------------------------------------------------------------------

alter table public.site_settings
  add column logo_url text,
  -- Only a file of this site: a picture elsewhere could change, and would tell its owner who reads.
  add constraint site_settings_logo_stored check (
    char_length(logo_url) <= 300
    and logo_url ~ '^/storage/v1/object/public/games-images/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[A-Za-z0-9][A-Za-z0-9._-]{0,127}$');
comment on column public.site_settings.logo_url is
  'The picture that an admin has uploaded as the logo of the club; null for Bankside''s mark.';
grant update (logo_url) on public.site_settings to authenticated;

create function private.tg_site_settings__logo_address() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.logo_url := nullif(private.file_address(new.logo_url, true), '');
    return new;
  end
  $$;
comment on function private.tg_site_settings__logo_address() is
  'Stores the address of the logo without its host. Before an insert or update.';
create trigger _190_logo_address before insert or update of logo_url on public.site_settings
  for each row execute function private.tg_site_settings__logo_address();
create trigger _490_require_files after insert or update of logo_url on public.site_settings
  for each row when (new.logo_url is not null) execute function private.tg__require_files('logo_url');
create trigger _500_unname_files after delete or update of logo_url on public.site_settings
  for each row when (old.logo_url is not null) execute function private.tg__unname_files('logo_url');

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.is_named_file(p_bucket text, p_name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_address constant text := '/storage/v1/object/public/' || p_bucket || '/' || p_name;
    v_owner constant uuid := private.folder_owner(p_name);
  begin
    return case p_bucket
      when 'avatars' then exists (
        select from public.profiles as p where p.id = v_owner and p.avatar_url = v_address)
      when 'fishing-photos' then exists (
        select from public.profiles as p where p.id = v_owner and v_address = any (p.fishing_photos))
      when 'newsfeed-images' then exists (
        select from public.newsfeed_posts as n where n.image_url = v_address)
      when 'game-photos' then exists (
        select from public.game_entries as e where e.photo_url = v_address)
      else false
    end
    -- Admins may choose a picture from any of the buckets.
    or exists (select from public.games as g where g.image_url = v_address)
    or exists (select from public.prize_items as i where i.image_url = v_address)
    or exists (select from public.info_cards as c where c.image_url = v_address)
    or exists (select from public.landing_content as l where l.image_url = v_address)
    or exists (select from public.site_settings as s where s.logo_url = v_address)
    -- What was reported is kept for the decision, also when its author deletes it.
    or exists (select from private.reports as r where r.pictures @> array[v_address]);
  end
  $function$;

drop function public.club_identity();
create function public.club_identity() returns table (name text, accent text, logo text)
  language sql stable set search_path = ''
  as $$ select s.club_name, s.accent, s.logo_url from public.site_settings as s $$;
comment on function public.club_identity() is
  'The name of the club, its accent colour, and the path of its logo, null if it has none: for the server, which writes '
  'them into pages and mails.';
grant execute on function public.club_identity() to anon, authenticated, service_role;
