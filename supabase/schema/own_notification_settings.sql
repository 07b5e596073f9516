-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.keep_time_zone(p_zone text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.hold_gate();
    if not private.is_member() or not exists (select from pg_catalog.pg_timezone_names as z where z.name = p_zone) then
      return;
    end if;
    insert into private.notification_times as t (user_id, quiet_from, quiet_until, time_zone, digest)
      values (auth.uid(), '22:00', '07:00', p_zone, 'weekly')
      on conflict (user_id) do update set time_zone = p_zone where t.time_zone is null;
  end
  $function$;
comment on function private.keep_time_zone(p_zone text) is 'The caller''s time zone, if none is known; nothing for a zone that does not exist.';

grant execute on function private.keep_time_zone(p_zone text) to authenticated;

create function private.my_notification_settings()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_user_id constant uuid := auth.uid();
    v_is_admin constant boolean := private.is_admin();
    v_is_moderator constant boolean := private.is_moderator();
    v_settings constant jsonb := private.delivery_settings(v_user_id);
  begin
    if not private.is_member() then
      return null;
    end if;
    return v_settings - 'choices' || jsonb_build_object(
      'has_mail', (select s.sends_mail from private.settings as s),
      'has_push', exists (select from private.push_subscriptions as s where s.user_id = v_user_id and private.has_session(s)),
      'groups', (
      select jsonb_agg(jsonb_build_object(
          'name', g.name,
          'in_app', coalesce((v_settings #>> array['choices', g.name, 'in_app'])::boolean, g.in_app),
          'push', coalesce((v_settings #>> array['choices', g.name, 'push'])::boolean, g.push),
          'email', coalesce((v_settings #>> array['choices', g.name, 'email'])::boolean, g.email)
        ) order by g.place)
      from private.notification_groups as g
      where (v_is_admin or not g.for_admins or (v_is_moderator and g.for_moderators))
        and exists (select from private.notification_kinds as k where k.group_name = g.name)));
  end
  $function$;
comment on function private.my_notification_settings() is 'The caller''s settings; null for guests.';

grant execute on function private.my_notification_settings() to authenticated;

create function private.save_notification_choice(p_group text, p_channel text, p_is_on boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_user_id constant uuid := auth.uid();
    v_default boolean;
  begin
    perform private.hold_gate();
    select case p_channel when 'in_app' then g.in_app when 'push' then g.push when 'email' then g.email end
      into v_default
      from private.notification_groups as g where g.name = p_group and (
        not g.for_admins or private.is_admin() or (g.for_moderators and private.is_moderator()));
    if v_default is null or p_is_on is null or not private.is_member() then
      raise exception 'no such notification setting' using errcode = '22023';
    end if;
    if p_is_on = v_default then
      delete from private.notification_choices as c
        where c.user_id = v_user_id and c.group_name = p_group and c.channel = p_channel;
    else
      insert into private.notification_choices (user_id, group_name, channel, is_on)
        values (v_user_id, p_group, p_channel, p_is_on)
        on conflict (user_id, group_name, channel) do update set is_on = excluded.is_on;
    end if;
    if p_channel = 'in_app' then
      perform private.note_members(array[v_user_id], 'notifications');
    end if;
  end
  $function$;
comment on function private.save_notification_choice(p_group text, p_channel text, p_is_on boolean) is 'Turns a channel of a group on or off for the caller; 22023 for a group or channel that does not exist.';

grant execute on function private.save_notification_choice(p_group text, p_channel text, p_is_on boolean) to authenticated;

create function private.save_notification_times(p_from time without time zone, p_until time without time zone, p_zone text, p_digest text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_user_id constant uuid := auth.uid();
  begin
    perform private.hold_gate();
    if not private.is_member() then
      raise exception 'only members have settings' using errcode = '42501';
    end if;
    if p_zone is not null and not exists (select from pg_catalog.pg_timezone_names as z where z.name = p_zone) then
      raise exception 'no such time zone' using errcode = '22023', hint = 'a name such as Europe/London';
    end if;
    insert into private.notification_times as t (user_id, quiet_from, quiet_until, time_zone, digest)
      values (
        v_user_id, coalesce(p_from, '22:00'), coalesce(p_until, '07:00'), p_zone, coalesce(p_digest, 'weekly'))
      on conflict (user_id) do update set
        quiet_from = coalesce(p_from, t.quiet_from),
        quiet_until = coalesce(p_until, t.quiet_until),
        time_zone = coalesce(p_zone, t.time_zone),
        digest = coalesce(p_digest, t.digest);
  end
  $function$;
comment on function private.save_notification_times(p_from time without time zone, p_until time without time zone, p_zone text, p_digest text) is 'Changes the caller''s quiet hours, time zone (22023 if there is none of this name) and digest; null keeps a value.';

grant execute on function private.save_notification_times(p_from time without time zone, p_until time without time zone, p_zone text, p_digest text) to authenticated;

create function public.keep_time_zone(time_zone text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.keep_time_zone(keep_time_zone.time_zone) $function$;
comment on function public.keep_time_zone(time_zone text) is 'Saves the time zone of the caller''s device for quiet hours and digests, unless one is known.';

grant execute on function public.keep_time_zone(time_zone text) to authenticated;

create function public.my_notification_settings()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.my_notification_settings() $function$;
comment on function public.my_notification_settings() is 'The caller''s notification settings: groups with the switch of each channel, quiet hours, time zone and digest.';

grant execute on function public.my_notification_settings() to authenticated;

create function public.save_notification_setting(group_name text, channel text, is_on boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    select private.save_notification_choice(
      save_notification_setting.group_name, save_notification_setting.channel, save_notification_setting.is_on)
  $function$;
comment on function public.save_notification_setting(group_name text, channel text, is_on boolean) is 'Turns a channel (in_app, push, email) of a group on or off for the caller.';

grant execute on function public.save_notification_setting(group_name text, channel text, is_on boolean) to authenticated;

create function public.save_notification_times(quiet_from time without time zone DEFAULT NULL::time without time zone, quiet_until time without time zone DEFAULT NULL::time without time zone, time_zone text DEFAULT NULL::text, digest text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    select private.save_notification_times(
      save_notification_times.quiet_from, save_notification_times.quiet_until, save_notification_times.time_zone,
      save_notification_times.digest)
  $function$;
comment on function public.save_notification_times(quiet_from time without time zone, quiet_until time without time zone, time_zone text, digest text) is 'Changes the caller''s quiet hours, IANA time zone and digest (off, daily, weekly); what is left out stays. Equal times mean no quiet hours.';

grant execute on function public.save_notification_times(quiet_from time without time zone, quiet_until time without time zone, time_zone text, digest text) to authenticated;
