-- A stored time zone that the database no longer knows.

-- Functions ------------------------------------------------------------------------------------------------

create function private.known_zone(p_zone text) returns text
  language plpgsql stable set search_path = ''
  as $$
  begin
    perform now() at time zone p_zone;
    return p_zone;
  exception when invalid_parameter_value then
    return null;
  end
  $$;
comment on function private.known_zone(p_zone text) is
  'The zone, or null if this database does not have it. A name is checked when it is saved; later data of time zones, or '
  'the server to which a backup is restored, may be without it.';

create or replace function private.delivery_settings(p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_times private.notification_times;
  begin
    select t.* into v_times from private.notification_times as t where t.user_id = p_user_id;
    return jsonb_build_object(
      'quiet_from', to_char(coalesce(v_times.quiet_from, time '22:00'), 'HH24:MI'),
      'quiet_until', to_char(coalesce(v_times.quiet_until, time '07:00'), 'HH24:MI'),
      'time_zone', coalesce(private.known_zone(v_times.time_zone), 'UTC'),
      'digest', coalesce(v_times.digest, 'weekly'),
      'choices', (
        select coalesce(jsonb_object_agg(c.group_name, c.channels), '{}')
        from (
          select x.group_name, jsonb_object_agg(x.channel, x.is_on) as channels
          from private.notification_choices as x where x.user_id = p_user_id group by x.group_name
        ) as c
      ));
  end
  $$;

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function private.known_zone(text) from public, anon, authenticated, service_role;
