-- Live videos: provider and id are extracted from an embed code, and nothing else of it is stored.

-- Tables ---------------------------------------------------------------------------------------------------

create table public.live_videos (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  description text not null default '',
  embed_code text not null,
  provider text not null,
  video_id text not null,
  scheduled_for timestamptz not null,
  is_active boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint live_videos_title_visible check (private.has_text(title)),
  constraint live_videos_title_length check (char_length(title) <= 100),
  constraint live_videos_title_plain check (private.is_plain_text(title)),
  constraint live_videos_description_length check (char_length(description) <= 2000),
  constraint live_videos_description_plain check (private.is_plain_text(description, true)),
  constraint live_videos_scheduled_finite check (isfinite(scheduled_for)),
  constraint live_videos_video_known check (
    case provider
      when 'youtube' then video_id ~ '^[A-Za-z0-9_-]{11}$'
      when 'vimeo' then video_id ~ '^[0-9]{1,15}$'
      when 'twitch' then video_id ~ '^(channel:[A-Za-z0-9_]{2,25}|video:[0-9]{1,15})$'
      when 'facebook' then video_id ~ '^[0-9]{1,20}$'
      else false
    end
  ),
  constraint live_videos_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and scheduled_for >= '2000-01-01 00:00:00+00' and scheduled_for < '2200-01-01 00:00:00+00'
    and updated_at >= '2000-01-01 00:00:00+00' and updated_at < '2200-01-01 00:00:00+00'
  )
);
comment on table public.live_videos is
  'At most one is active. Players are built from provider and video_id (twitch: channel:<name> or video:<id>).';

-- Indexes --------------------------------------------------------------------------------------------------

create unique index live_videos_one_active on public.live_videos (is_active) where is_active;

-- Row-level security ---------------------------------------------------------------------------------------

alter table public.live_videos enable row level security;

create policy select_active_or_admin on public.live_videos
  for select to authenticated
  using ((select private.is_member()) and (is_active or (select private.is_admin())));
comment on policy select_active_or_admin on public.live_videos is 'Members see the active video, admins all.';

create policy insert_admin on public.live_videos
  for insert to authenticated
  with check ((select private.is_admin()));
comment on policy insert_admin on public.live_videos is 'Admins add videos.';

create policy update_admin on public.live_videos
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
comment on policy update_admin on public.live_videos is 'Admins edit videos.';

create policy delete_admin on public.live_videos
  for delete to authenticated
  using ((select private.is_admin()));
comment on policy delete_admin on public.live_videos is 'Admins delete videos.';

-- Functions ------------------------------------------------------------------------------------------------

create function private.embed_address(p_embed_code text) returns text
  language plpgsql immutable set search_path = ''
  as $$
  declare
    v_code constant text := btrim(p_embed_code, E' \t\r\n');
  begin
    if char_length(v_code) > 2000 then
      return null;
    end if;
    if v_code ~ '^https://[^\s<>"''\\]+$' then
      return v_code;
    end if;
    -- One iframe and nothing around it; attributes that could execute something are refused, not dropped.
    if v_code !~* '^<iframe(\s+[a-z-]+(\s*=\s*("[^"<>]*"|''[^''<>]*''|[^\s"''<>=]+))?)*\s*>\s*</iframe>$'
      or v_code ~* '\s(on[a-z]*|srcdoc)\s*='
    then
      return null;
    end if;
    return replace(
      regexp_replace(substring(v_code from '(?i)\ssrc\s*=\s*("[^"]*"|''[^'']*'')'), '^.|.$', '', 'g'), '&amp;', '&');
  end
  $$;
comment on function private.embed_address(text) is
  'The https address in an embed code: the text itself, or the src of a single harmless iframe; null for anything else.';

-- The patterns name whole hosts from the start of the address: youtube.com.evil.io and user@host cannot match.
create function private.parse_embed(p_embed_code text, out provider text, out video_id text)
  language plpgsql immutable set search_path = ''
  as $$
  declare
    v_address constant text := private.embed_address(p_embed_code);
  begin
    video_id := coalesce(
      substring(v_address from '^https://(?:www\.|m\.)?youtube\.com/watch\?(?:[^#]*&)?v=([A-Za-z0-9_-]{11})(?:[&#]|$)'),
      substring(v_address from
        '^https://(?:www\.|m\.)?youtube(?:-nocookie)?\.com/(?:embed|live|shorts)/([A-Za-z0-9_-]{11})(?:[/?#]|$)'),
      substring(v_address from '^https://youtu\.be/([A-Za-z0-9_-]{11})(?:[?#]|$)')
    );
    if video_id is not null then
      provider := 'youtube';
      return;
    end if;
    video_id := substring(v_address from
      '^https://(?:(?:www\.)?vimeo\.com/(?:event/)?|player\.vimeo\.com/video/)([0-9]{1,15})(?:[/?#]|$)');
    if video_id is not null then
      provider := 'vimeo';
      return;
    end if;
    video_id := coalesce(
      'video:' || substring(v_address from '^https://(?:www\.|m\.)?twitch\.tv/videos/([0-9]{1,15})(?:[/?#]|$)'),
      'video:' || substring(v_address from '^https://player\.twitch\.tv/\?(?:[^#]*&)?video=v?([0-9]{1,15})(?:[&#]|$)'),
      'channel:' || substring(v_address from
        '^https://player\.twitch\.tv/\?(?:[^#]*&)?channel=([A-Za-z0-9_]{2,25})(?:[&#]|$)'),
      'channel:' || substring(v_address from '^https://(?:www\.|m\.)?twitch\.tv/([A-Za-z0-9_]{2,25})/?(?:[?#]|$)')
    );
    if video_id is not null then
      provider := 'twitch';
      return;
    end if;
    video_id := coalesce(
      substring(v_address from '^https://(?:www\.|m\.)?facebook\.com/watch/?\?(?:[^#]*&)?v=([0-9]{1,20})(?:[&#]|$)'),
      substring(v_address from
        '^https://(?:www\.|m\.)?facebook\.com/[A-Za-z0-9._-]+/videos/(?:[A-Za-z0-9._-]+/)?([0-9]{1,20})(?:[/?#]|$)'),
      -- The address of the plug-in contains that of the video, percent-encoded.
      substring(v_address from
        '(?i)^https://www\.facebook\.com/plugins/video\.php\?(?:[^#]*&)?href=https%3A%2F%2F(?:www\.|m\.)?facebook\.com%2F'
        '(?:watch%2F%3Fv%3D|[A-Za-z0-9._-]+%2Fvideos%2F)([0-9]{1,20})(?:%2F|%26|[&#]|$)')
    );
    if video_id is not null then
      provider := 'facebook';
    end if;
  end
  $$;
comment on function private.parse_embed(text) is
  'Provider and id of a YouTube, Vimeo, Twitch or Facebook video; both null for anything else.';

create function private.tg_live_videos__parse() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    select e.provider, e.video_id into new.provider, new.video_id from private.parse_embed(new.embed_code) as e;
    if new.provider is null then
      raise exception 'The embed code is not a YouTube, Vimeo, Twitch or Facebook video.'
        using errcode = '22023', hint = 'Paste the address of the video or the provider''s embed code.';
    end if;
    new.embed_code := case new.provider
      when 'youtube' then 'https://www.youtube-nocookie.com/embed/' || new.video_id
      when 'vimeo' then 'https://player.vimeo.com/video/' || new.video_id
      when 'twitch' then 'https://player.twitch.tv/?' || replace(new.video_id, ':', '=')
      else 'https://www.facebook.com/watch/?v=' || new.video_id
    end;
    return new;
  end
  $$;
comment on function private.tg_live_videos__parse() is
  'Stores provider and id, and in embed_code the plain address built from them: no foreign markup is stored.';

-- Definer, so that it applies to every writer; the lock makes two activations queue instead of colliding.
create function private.tg_live_videos__only_one() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('live_videos.is_active', 0));
    update public.live_videos as v set is_active = false where v.is_active and v.id <> new.id;
    return new;
  end
  $$;
comment on function private.tg_live_videos__only_one() is 'Activating a video deactivates the others.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _010_hold_gate
  before insert or update or delete on public.live_videos
  for each statement execute function private.tg__hold_gate();
create trigger _100_stamp_created_at
  before insert or update of created_at on public.live_videos
  for each row execute function private.tg__stamp_created_at();
create trigger _110_stamp_updated_at
  before insert or update on public.live_videos
  for each row execute function private.tg__stamp_updated_at();
create trigger _200_parse
  before insert or update of embed_code, provider, video_id on public.live_videos
  for each row execute function private.tg_live_videos__parse();
create trigger _500_only_one
  before insert or update of is_active on public.live_videos
  for each row when (new.is_active)
  execute function private.tg_live_videos__only_one();
create trigger _600_audit
  after insert or update or delete on public.live_videos
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row(
    'video', 'video', 'title', 'title,provider,video_id,scheduled_for,is_active', 'embed_code');

select private.announce('public.live_videos', 'live', 'is_active');

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on public.live_videos from anon, authenticated, service_role;
grant select, delete on public.live_videos to authenticated;
grant
  insert (title, description, embed_code, provider, video_id, scheduled_for, is_active),
  update (title, description, embed_code, provider, video_id, scheduled_for, is_active, updated_at)
  on public.live_videos to authenticated;
grant select, insert, update, delete on public.live_videos to service_role;

revoke execute on function
  private.embed_address(text),
  private.parse_embed(text),
  private.tg_live_videos__parse(),
  private.tg_live_videos__only_one()
  from public, anon, authenticated, service_role;
grant execute on function private.embed_address(text), private.parse_embed(text) to authenticated, service_role;

-- Publication ----------------------------------------------------------------------------------------------

alter publication supabase_realtime add table public.live_videos;
