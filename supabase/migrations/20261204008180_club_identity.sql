-- The club's own name and accent colour, in place of Bankside's: in the app, in mails and on shared links.

-- Table ----------------------------------------------------------------------------------------------------

alter table public.site_settings
  add column club_name text not null default 'Bankside',
  add column accent text not null default 'tip',
  add constraint site_settings_club_name_length check (char_length(club_name) <= 40),
  add constraint site_settings_club_name_plain check (
    private.has_text(left(club_name, 1)) and private.has_text(right(club_name, 1)) and private.is_plain_text(club_name)
    and club_name !~ '[\u00a0\u115f\u1160\u200b\u2060\u3164\uffa0]'),
  add constraint site_settings_accent_known check (accent in ('tip', 'lake', 'info', 'gold'));
comment on column public.site_settings.club_name is
  'The name of the club, as it stands at the top of every page, in mails and on shared links. Only admins may use its words '
  'in a username as an office would.';
comment on column public.site_settings.accent is
  'The colour of the main buttons and marks: tip (orange), lake (green), info (blue) or gold. Each has shades for light and '
  'dark that can be read on their grounds.';
grant update (club_name, accent) on public.site_settings to authenticated;

drop trigger _600_audit on public.site_settings;
create trigger _600_audit after update on public.site_settings
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row(
    'site_settings', 'site_settings', '',
    'club_name,accent,currency_symbol,reports_to_hide,admins_need_two_steps,joining', '');

-- Functions ------------------------------------------------------------------------------------------------

create function private.club_name() returns text
  language sql stable security definer set search_path = ''
  as $$ select coalesce((select s.club_name from public.site_settings as s), 'Bankside') $$;
comment on function private.club_name() is 'The name of the club.';

create function public.club_identity() returns table (name text, accent text)
  language sql stable set search_path = ''
  as $$ select s.club_name, s.accent from public.site_settings as s $$;
comment on function public.club_identity() is
  'The name of the club and its accent colour: for the server, which writes them into pages and mails.';
grant execute on function public.club_identity() to anon, authenticated, service_role;

create function private.name_words(p_text text) returns text[]
  language sql immutable parallel safe set search_path = ''
  as $$
    select coalesce(array_agg(w.word), '{}')
    from regexp_split_to_table(lower(p_text),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f'
      '\u20a0-\u20cf\u2100-\u2bff\u3000-\u303f\ufe00-\ufe0f\ufeff\uff00-\uff0f\U0001f000-\U0001faff\U000e0000-\U000e0fff]+'
    ) as w (word)
    where w.word <> ''
  $$;
comment on function private.name_words(text) is
  'The words of a name in lower case: what stands between spaces, punctuation, symbols and invisible signs.';

create function private.is_club_username(p_username text) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_club constant text := private.club_name();
    v_key constant text := private.office_key(array_to_string(private.name_words(p_username), ''));
    v_own text[] := private.name_words(v_club);
    v_telling constant text[] := array(
      select w.word from unnest(v_own) with ordinality as w (word, place)
      where w.word <> all (array[
        'a', 'ac', 'and', 'angler', 'anglers', 'angling', 'association', 'carp', 'club', 'fisheries', 'fishery', 'fishing',
        'of', 'society', 'syndicate', 'the', 'uk'
      ])
      order by w.place);
    v_whole constant text := private.office_key(array_to_string(v_own, ''));
    -- A short name is compared as it is written: "Tomm" and "Tom 2" are not the club "Tom".
    v_is_short constant boolean := length(v_whole) < 5;
    v_words text[];
    v_offices text[] := array[
      'account', 'accounts', 'admin', 'admins', 'administration', 'administrator', 'administrators', 'bailiff', 'bailiffs',
      'care', 'chairman', 'claims', 'committee', 'crew', 'customer', 'desk', 'email', 'fishery', 'help', 'helpdesk', 'hq',
      'info', 'mail', 'manager', 'managers', 'members', 'mod', 'moderator', 'moderators', 'mods', 'noreply', 'notification',
      'notifications', 'office', 'officer', 'official', 'owner', 'owners', 'password', 'passwords', 'payments', 'president',
      'prize', 'prizes', 'reception', 'referrals', 'rewards', 'secretary', 'security', 'service', 'services', 'staff',
      'support', 'system', 'team', 'treasurer'
    ];
    v_beside text[] := array['a', 'and', 'club', 'from', 'of', 'our', 's', 'the', 'uk', 'your'];
    v_told text;
  begin
    if v_own = '{}' then
      return false;
    end if;
    if private.username_keys_of(p_username) && private.username_keys_of(v_club) then
      return true;
    end if;
    -- What is long enough to be the club's alone is reserved wherever it stands, as the build's own name is. The first two
    -- words of a longer name are how its members call it.
    foreach v_told in array array[
      private.office_key(array_to_string(v_telling, '')), private.office_key(array_to_string(v_telling[1:2], ''))
    ] loop
      if (length(v_told) >= 8 or (length(v_told) >= 6 and cardinality(v_telling) > 1)) and position(v_told in v_key) > 0 then
        return true;
      end if;
    end loop;
    v_words := private.name_words(p_username);
    if not v_is_short then
      v_own := array(select private.office_key(w.word) from unnest(v_own) as w (word));
      v_words := array(select private.office_key(w.word) from unnest(v_words) as w (word) where w.word !~ '^[0-9]{1,2}$');
      v_offices := array(select private.office_key(w.word) from unnest(v_offices) as w (word));
      v_beside := array(select private.office_key(w.word) from unnest(v_beside) as w (word));
    end if;
    -- "The Tom", "Tom Prize Team", "TomSupport", "Team Tom".
    return (array_remove(v_words, 'the') @> array_remove(v_own, 'the') and array_remove(v_words, 'the') <@ v_own)
      or (v_own <@ v_words and v_words && v_offices and v_words <@ (v_own || v_offices || v_beside))
      or exists (
        select from unnest(array_append(v_offices, '')) as o (word)
          cross join lateral (values (array_to_string(v_own, '')), ('the' || array_to_string(v_own, ''))) as c (name)
        where array_to_string(v_words, '') in (c.name || o.word, o.word || c.name)
      );
  end
  $$;
comment on function private.is_club_username(text) is
  'Whether a username is the name of the club, consists of it and words that a club uses of itself, or contains it, if it is '
  'long enough to be the club''s alone.';

create or replace function private.is_reserved_username(p_username text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_key constant text := private.office_key(p_username);
    v_keys constant bytea[] := private.username_keys_of(p_username);
    v_words constant text[] := array(
      select private.office_key(t.word)
      from regexp_split_to_table(p_username, '[ ._''’-]+') as t (word)
      where t.word !~ '^[0-9]*$'
    );
  begin
    -- The first admin is created before anyone can sign up, and is not an admin yet at that moment.
    if not private.has_admin() then
      return false;
    end if;
    return private.reads_as_the_club(p_username) or private.is_club_username(p_username) or exists (
      select from private.reserved_usernames as r
      where r.key = any (v_keys) or r.office_key = v_key
    ) or exists (
      select from public.profiles as p where p.is_admin and private.office_key(p.username) = v_key
    ) or v_words && array(
      select private.office_key(o.word)
      from unnest(array[
        'admin', 'admins', 'administration', 'administrator', 'administrators', 'moderator', 'moderators', 'sysop',
        'sysops'
      ]) as o (word)
    ) or (
      v_words && array(select private.office_key(o.word) from unnest(array[
        'account', 'accounts', 'bailiff', 'bailiffs', 'bankside', 'claims', 'committee', 'desk', 'email', 'help',
        'helpdesk', 'mail', 'manager', 'managers', 'mod', 'mods', 'noreply', 'notification', 'notifications', 'official',
        'owner', 'owners', 'password', 'passwords', 'payments', 'prizes', 'referrals', 'rewards', 'security', 'service',
        'services', 'staff', 'support', 'system', 'team'
      ]) as o (word))
      and v_words <@ array(select private.office_key(o.word) from unnest(array[
        'a', 'account', 'accounts', 'and', 'bailiff', 'bailiffs', 'bankside', 'carp', 'claim', 'claims', 'club',
        'committee', 'crew', 'desk', 'email', 'from', 'head', 'help', 'helpdesk', 'hq', 'info', 'mail', 'manager',
        'managers', 'member', 'members', 'mod', 'mods', 'noreply', 'notification', 'notifications', 'of', 'official',
        'our', 'owner', 'owners', 'password', 'passwords', 'payments', 'prize', 'prizes', 'referrals', 'reward',
        'rewards', 's', 'security', 'service', 'services', 'staff', 'support', 'system', 'team', 'the', 'uk', 'winner',
        'winners', 'your'
      ]) as o (word))
    );
  end
  $function$;

create or replace function private.page_head(p_path text)
 RETURNS TABLE(status integer, title text, description text, picture jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_uuid constant text := '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
    v_address constant text := left(p_path, 500);
    -- Other sites add parts of their own after the question mark.
    v_path constant text := split_part(v_address, '?', 1);
    v_id constant uuid := substring(v_path from v_uuid)::uuid;
    v_referrer constant uuid := substring(v_address from '^/register\?(?:.*&)?ref=(' || v_uuid || ')(?:&|$)')::uuid;
    v_name text;
    v_club constant text := private.club_name();
  begin
    if v_path = '/' then
      return query select 200, v_club || ': ' || c.title, c.description,
          jsonb_build_object('path', '/', 'kind', 'club', 'title', c.title, 'text', c.description)
        from public.landing_content as c where c.section = 'hero' and c.title <> '';
    elsif v_path ~ '^/games/[^/]+$' then
      if v_path ~ ('^/games/' || v_uuid || '$') then
        return query select h.* from private.game_head(v_id) as h;
      else
        return query select 404, null::text, null::text, null::jsonb;
      end if;
    elsif v_path ~ '^/newsfeed/[^/]+$' then
      return query select 200, 'A post on ' || v_club,
        'Only members can read posts. Log in to read this one.', null::jsonb;
    elsif v_path ~ '^/members/[^/]+$' then
      return query select 200, 'A member of ' || v_club,
        'Only members can see members'' pages. Log in to see this one.', null::jsonb;
    elsif v_path ~ '^/badges/[^/]+$' then
      return query select 200, 'A badge on ' || v_club,
        'Only members can see badges. Log in to see this one.', null::jsonb;
    elsif v_path = '/leaderboard' then
      return query select 200, 'Leaderboard', 'The members with the most points this week, this month and of all time.',
        jsonb_build_object('path', '/leaderboard', 'kind', 'leaderboard', 'title', 'Top three', 'rows', coalesce(jsonb_agg(
          jsonb_build_object('name', t.username, 'points', t.points) order by t.points desc, t.username), '[]'))
        from (
          select p.username, p.points
          from public.profiles as p
          where not p.is_suspended and p.points > 0
          order by p.points desc, private.username_key(p.username)
          limit 3
        ) as t;
    elsif v_path = '/register' then
      v_name := public.referrer_username(v_referrer);
      return query select 200,
        case when v_name is null then 'Join ' || v_club else v_name || ' invites you to ' || v_club end,
        'Games, points, prizes and good company.',
        case when v_name is not null then jsonb_build_object(
          'path', '/register?ref=' || v_referrer,
          'kind', 'club',
          'title', 'Come and fish with us.',
          'text', 'Join with ' || v_name || '''s link and play this week''s games.') end;
    end if;
  end
  $function$;

create or replace function private.take_deliveries(p_size integer, p_mail boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_now constant timestamptz := now();
    v_taken jsonb := '[]';
    v_row record;
    v_content jsonb;
    v_settings jsonb;
    v_quiet_until timestamptz;
    v_address text;
  begin
    perform private.hold_gate();
    update private.settings as s set sends_mail = p_mail where s.sends_mail <> p_mail;
    -- One sender at a time prepares; the others take what is there.
    if pg_try_advisory_xact_lock(hashtextextended('private.prepare_deliveries', 0)) then
      if not p_mail then
        perform private.drop_mails(v_now);
      end if;
      perform private.prepare_deliveries(v_now);
      perform private.prepare_digests(v_now);
    end if;
    for v_row in
      select d.id, d.user_id, d.channel, d.attempts, d.digest_since, s.endpoint, s.p256dh, s.auth, s.user_id as owner_id
      from private.deliveries as d left join private.push_subscriptions as s on s.id = d.subscription_id and private.has_session(s)
      where d.outcome is null and d.due_at <= v_now
      order by d.due_at, d.id
      limit least(greatest(coalesce(p_size, 20), 1), 100)
      for update of d skip locked
    loop
      v_settings := private.delivery_settings(v_row.user_id);
      v_content := case when v_row.digest_since is null
        then private.delivery_content(v_row.id, v_row.user_id, v_row.channel, v_settings)
        else private.digest_content(v_row.user_id, v_row.digest_since, v_settings)
      end;
      v_quiet_until := private.quiet_until(v_now, (v_settings ->> 'quiet_from')::time,
        (v_settings ->> 'quiet_until')::time, v_settings ->> 'time_zone');
      v_address := case when v_row.channel = 'email' then private.mail_address(v_row.user_id) end;
      -- A message that ends its sender each time must not do so for ever.
      if v_row.attempts >= 50 then
        update private.deliveries as d set outcome = 'dead', ended_at = v_now where d.id = v_row.id;
      elsif v_content = '[]' or (v_row.channel = 'push' and v_row.owner_id is distinct from v_row.user_id)
        or (v_row.channel = 'email' and v_address is null)
      then
        update private.deliveries as d set outcome = 'dropped', ended_at = v_now where d.id = v_row.id;
      elsif v_quiet_until is not null then
        update private.deliveries as d set due_at = v_quiet_until where d.id = v_row.id;
      else
        -- 2, 4, 8 … minutes, so that all attempts together take about four hours.
        update private.deliveries as d
          set attempts = d.attempts + 1, due_at = v_now + interval '2 minutes' * power(2, least(d.attempts, 7))
          where d.id = v_row.id;
        v_taken := v_taken || (jsonb_build_object(
            'id', v_row.id, 'channel', v_row.channel, 'attempt', v_row.attempts + 1, 'notifications', v_content)
          || case v_row.channel
            when 'push' then jsonb_build_object(
              'unread', private.unread_notifications(v_row.user_id),
              'browser', jsonb_build_object('endpoint', v_row.endpoint, 'p256dh', v_row.p256dh, 'auth', v_row.auth))
            else jsonb_build_object(
              'address', v_address,
              'club', private.club_name(),
              'is_digest', v_row.digest_since is not null,
              'unsubscribe', private.unsubscribe_token(v_row.user_id, case
                when v_row.digest_since is not null then 'digest'
                else (select string_agg(distinct x.one ->> 'group', '-') from jsonb_array_elements(v_content) as x (one))
              end))
          end);
      end if;
    end loop;
    return v_taken;
  end
  $function$;
