-- Messages about a claim name the day and time of its deadline, in the time zone of the member who gets them.

create or replace function private.describe_for_sending(p_ids uuid[], p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_zone constant text := private.delivery_settings(p_user_id) ->> 'time_zone';
  begin
    return (
      select coalesce(
        jsonb_agg(jsonb_build_object(
          'kind', n.kind, 'group', k.group_name,
          -- A later message of a bundle replaces an earlier one.
          'topic', case when n.is_bundled then n.kind || ':' || n.subject_id else n.id::text end,
          'title', d.title, 'excerpt', d.excerpt, 'path', d.path, 'details', d.details, 'time_zone', v_zone,
          'actor_count', a.actor_count, 'actors', a.actors) order by n.updated_at desc, n.id),
        '[]')
      from private.notifications as n
        join private.notification_kinds as k on k.name = n.kind
        cross join lateral private.describe_notification(n.id, n.kind, n.subject_id, p_user_id) as d
        cross join lateral private.shown_actors(n.id) as a
      where n.id = any (p_ids));
  end
  $$;
