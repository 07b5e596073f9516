-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table public.live_videos (
  id uuid not null default gen_random_uuid(),
  title text collate private.reading_order not null,
  description text not null default ''::text,
  embed_code text not null,
  provider text not null,
  video_id text not null,
  scheduled_for timestamp with time zone not null,
  is_active boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  request_id uuid,
  constraint live_videos_pkey PRIMARY KEY (id),
  constraint live_videos_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND scheduled_for >= '2000-01-01 00:00:00+00'::timestamp with time zone AND scheduled_for < '2200-01-01 00:00:00+00'::timestamp with time zone AND updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint live_videos_description_length CHECK (char_length(description) <= 2000),
  constraint live_videos_description_plain CHECK (private.is_plain_text(description, true)),
  constraint live_videos_request_elsewhere CHECK (request_id IS NULL),
  constraint live_videos_scheduled_finite CHECK (isfinite(scheduled_for)),
  constraint live_videos_title_length CHECK (char_length(title) <= 100),
  constraint live_videos_title_plain CHECK (private.is_plain_text(title)),
  constraint live_videos_title_visible CHECK (private.has_text(title)),
  constraint live_videos_video_known CHECK (
CASE provider
    WHEN 'youtube'::text THEN video_id ~ '^[A-Za-z0-9_-]{11}$'::text
    WHEN 'vimeo'::text THEN video_id ~ '^[0-9]{1,15}$'::text
    WHEN 'twitch'::text THEN video_id ~ '^(channel:[A-Za-z0-9_]{2,25}|video:[0-9]{1,15})$'::text
    WHEN 'facebook'::text THEN video_id ~ '^[0-9]{1,20}$'::text
    ELSE false
END)
);
comment on table public.live_videos is 'At most one is active. Players are built from provider and video_id (twitch: channel:<name> or video:<id>).';
comment on column public.live_videos.request_id is 'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

CREATE UNIQUE INDEX live_videos_one_active ON public.live_videos USING btree (is_active) WHERE is_active;

alter table public.live_videos enable row level security;

grant select, delete on public.live_videos to authenticated;
grant select, insert, update, delete on public.live_videos to service_role;
grant insert (title, description, embed_code, provider, video_id, scheduled_for, is_active, request_id) on public.live_videos to authenticated;
grant update (title, description, embed_code, provider, video_id, scheduled_for, is_active, updated_at) on public.live_videos to authenticated;

create policy delete_admin on public.live_videos
  for delete to authenticated
  using (( SELECT private.is_admin() AS is_admin));
comment on policy delete_admin on public.live_videos is 'Admins delete videos.';
create policy insert_admin on public.live_videos
  for insert to authenticated
  with check (( SELECT private.is_admin() AS is_admin));
comment on policy insert_admin on public.live_videos is 'Admins add videos.';
create policy select_active_or_admin on public.live_videos
  for select to authenticated
  using (( SELECT private.is_member() AS is_member) AND (is_active OR ( SELECT private.is_admin() AS is_admin)));
comment on policy select_active_or_admin on public.live_videos is 'Members see the active video, admins all.';
create policy update_admin on public.live_videos
  for update to authenticated
  using (( SELECT private.is_admin() AS is_admin))
  with check (( SELECT private.is_admin() AS is_admin));
comment on policy update_admin on public.live_videos is 'Admins edit videos.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.live_videos FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _020_file_request BEFORE INSERT ON public.live_videos FOR EACH ROW EXECUTE FUNCTION private.tg__file_request();
CREATE TRIGGER _100_stamp_created_at BEFORE INSERT OR UPDATE OF created_at ON public.live_videos FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_created_at();
CREATE TRIGGER _110_stamp_updated_at BEFORE INSERT OR UPDATE ON public.live_videos FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_updated_at();
CREATE TRIGGER _200_parse BEFORE INSERT OR UPDATE OF embed_code, provider, video_id ON public.live_videos FOR EACH ROW EXECUTE FUNCTION private.tg_live_videos__parse();
CREATE TRIGGER _500_only_one BEFORE INSERT OR UPDATE OF is_active ON public.live_videos FOR EACH ROW WHEN (new.is_active) EXECUTE FUNCTION private.tg_live_videos__only_one();
CREATE TRIGGER _600_audit AFTER INSERT OR DELETE OR UPDATE ON public.live_videos FOR EACH ROW WHEN (private.is_direct_statement()) EXECUTE FUNCTION private.tg__audit_row('video', 'video', 'title', 'title,provider,video_id,scheduled_for,is_active', 'embed_code');
CREATE TRIGGER _700_notify AFTER INSERT OR UPDATE OF is_active, scheduled_for ON public.live_videos FOR EACH ROW EXECUTE FUNCTION private.tg_live_videos__notify();
CREATE TRIGGER _710_forget_causes AFTER DELETE ON public.live_videos REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__forget_causes();
CREATE TRIGGER _910_note_delete AFTER DELETE ON public.live_videos REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_rows('live', 'is_active');
CREATE TRIGGER _910_note_insert AFTER INSERT ON public.live_videos REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_rows('live', 'is_active');
CREATE TRIGGER _910_note_update AFTER UPDATE ON public.live_videos REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_rows('live', 'is_active');

create function private.embed_address(p_embed_code text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.embed_address(p_embed_code text) is 'The https address in an embed code: the text itself, or the src of a single harmless iframe; null for anything else.';

grant execute on function private.embed_address(p_embed_code text) to authenticated, service_role;

create function private.parse_embed(p_embed_code text, OUT provider text, OUT video_id text)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.parse_embed(p_embed_code text, OUT provider text, OUT video_id text) is 'Provider and id of a YouTube, Vimeo, Twitch or Facebook video; both null for anything else.';

grant execute on function private.parse_embed(p_embed_code text, OUT provider text, OUT video_id text) to authenticated, service_role;

create function private.tg_live_videos__only_one()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform pg_advisory_xact_lock(hashtextextended('live_videos.is_active', 0));
    update public.live_videos as v set is_active = false where v.is_active and v.id <> new.id;
    return new;
  end
  $function$;
comment on function private.tg_live_videos__only_one() is 'Activating a video deactivates the others.';

create function private.tg_live_videos__parse()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.tg_live_videos__parse() is 'Stores provider and id, and in embed_code the plain address built from them: no foreign markup is stored.';
