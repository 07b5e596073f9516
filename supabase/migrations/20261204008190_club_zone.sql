-- The club's own time zone: for dates on shared links, and for members whose own is not known.

-- Table ----------------------------------------------------------------------------------------------------

alter table public.site_settings
  add column time_zone text not null default 'UTC',
  add constraint site_settings_time_zone_length check (char_length(time_zone) <= 64);
comment on column public.site_settings.time_zone is
  'Name of the club''s time zone, such as Europe/London: for dates that readers without an account see, and for members '
  'whose own zone is not known.';
grant update (time_zone) on public.site_settings to authenticated;

create function private.tg_site_settings__known_zone() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    -- Names such as EST5EDT or Etc/GMT+5 (which is behind UTC) would be misread where a time is told with its zone.
    if (new.time_zone <> 'UTC' and new.time_zone !~ '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/')
      or not exists (select from pg_catalog.pg_timezone_names as z where z.name = new.time_zone)
    then
      raise exception 'no such time zone' using errcode = '22023', hint = 'a name such as Europe/London';
    end if;
    return new;
  end
  $$;
comment on function private.tg_site_settings__known_zone() is
  'Refuses a time zone that the database does not have, or that is not named by a region and a place (22023). Before an '
  'update that changes it.';
create trigger _320_known_zone before update of time_zone on public.site_settings
  for each row when (new.time_zone is distinct from old.time_zone)
  execute function private.tg_site_settings__known_zone();

drop trigger _600_audit on public.site_settings;
create trigger _600_audit after update on public.site_settings
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row(
    'site_settings', 'site_settings', '',
    'club_name,accent,time_zone,currency_symbol,reports_to_hide,admins_need_two_steps,joining', '');

-- Functions ------------------------------------------------------------------------------------------------

create function private.club_zone() returns text
  language sql stable security definer set search_path = ''
  as $$ select coalesce((select private.known_zone(s.time_zone) from public.site_settings as s), 'UTC') $$;
comment on function private.club_zone() is 'The time zone of the club.';

create function private.club_moment(p_moment timestamptz) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_zone constant text := private.club_zone();
  begin
    return to_char(p_moment at time zone v_zone, 'FMDD FMMonth YYYY, HH24:MI') || case
      when v_zone = 'UTC' then ' UTC'
      else ' (' || replace(regexp_replace(v_zone, '^.*/', ''), '_', ' ') || ' time)'
    end;
  end
  $$;
comment on function private.club_moment(timestamptz) is
  'A moment in the club''s time zone, which is named: 24 November 2026, 15:00 (London time).';

create or replace function private.game_head(p_id uuid)
 RETURNS TABLE(status integer, title text, description text, picture jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_game public.games;
    v_kind text;
    v_text text;
    v_winner text;
    v_unit text;
  begin
    select g.* into v_game from public.games as g where g.id = p_id and g.status in ('active', 'completed');
    if v_game.id is null then
      return query select 404, null::text, null::text, null::jsonb;
      return;
    end if;
    v_kind := case v_game.type
      when 'pick_swim' then 'Pick a swim' when 'guess_weight' then 'Guess the weight' else 'Carp of the week'
    end;
    if v_game.status = 'active' then
      v_text := case when v_game.end_date > now() then 'Closes ' else 'Closed ' end
        || private.club_moment(v_game.end_date);
      return query select 200, v_game.title, v_kind || '. ' || v_text || '.',
        jsonb_build_object(
          'path', '/games/' || v_game.id, 'kind', v_game.type, 'label', v_kind, 'title', v_game.title, 'note', v_text);
      return;
    end if;
    v_unit := v_game.metadata ->> 'unit';
    select p.username into v_winner
      from public.game_entries as e join public.profiles as p on p.id = e.user_id
      where e.game_id = p_id and e.is_winner and not p.is_suspended
      order by e.winner_place, e.created_at, e.id
      limit 1;
    return query select 200, v_game.title, v_kind || ', completed. See the result.',
      jsonb_strip_nulls(jsonb_build_object(
        'path', '/games/' || v_game.id,
        'kind', v_game.type,
        'label', v_kind || ', completed',
        'title', v_game.title,
        'figure', coalesce(
          v_game.metadata ->> 'actual_weight' || ' ' || coalesce(v_unit, 'kg'),
          'Square ' || (v_game.metadata ->> 'winning_square')),
        'square', v_game.metadata -> 'winning_square',
        'text', v_winner || ' won.'));
  end
  $function$;

create or replace function private.delivery_settings(p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_times private.notification_times;
  begin
    select t.* into v_times from private.notification_times as t where t.user_id = p_user_id;
    return jsonb_build_object(
      'quiet_from', to_char(coalesce(v_times.quiet_from, time '22:00'), 'HH24:MI'),
      'quiet_until', to_char(coalesce(v_times.quiet_until, time '07:00'), 'HH24:MI'),
      'time_zone', coalesce(private.known_zone(v_times.time_zone), private.club_zone()),
      'digest', coalesce(v_times.digest, 'weekly'),
      'choices', (
        select coalesce(jsonb_object_agg(c.group_name, c.channels), '{}')
        from (
          select x.group_name, jsonb_object_agg(x.channel, x.is_on) as channels
          from private.notification_choices as x where x.user_id = p_user_id group by x.group_name
        ) as c
      ));
  end
  $function$;
