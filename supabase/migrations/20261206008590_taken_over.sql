-- The audit trail says when a scheduled announcement passes to the admin who saves or publishes it.

create or replace function private.publish_announcement(p_id uuid, p_seen timestamp with time zone, p_obstacle text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_one public.scheduled_announcements;
    v_obstacle text;
  begin
    perform private.require_admin();
    perform private.hold_gate();
    -- Before the profile, as for a first post of one's own.
    perform private.lock_person(auth.uid());
    select s.* into v_one from public.scheduled_announcements as s where s.id = p_id for update;
    if not found then
      return case
        when exists (select from public.newsfeed_posts as p where p.id = p_id and p.is_announcement) then 'published'
        else 'gone'
      end;
    end if;
    perform from public.profiles as p where p.id in (v_one.user_id, auth.uid()) order by p.id for no key update;
    -- The right may have ended before the profile was locked.
    perform private.require_admin();
    v_obstacle := private.announcement_obstacle(v_one);
    if p_seen is not null and (v_one.updated_at <> p_seen or v_obstacle is distinct from p_obstacle) then
      return 'changed';
    end if;
    if v_obstacle = 'photo_gone' then
      raise exception 'the photo of this announcement has been deleted'
        using errcode = 'NF007', hint = 'remove the photo first';
    elsif v_obstacle is not null then
      v_one.user_id := auth.uid();
      if not private.is_own_file(v_one.image_url, 'newsfeed-images', v_one.user_id) then
        v_one.image_url := null;
      end if;
    end if;
    perform private.post_announcement(v_one);
    perform private.audit('publish_announcement', 'announcement', p_id, null,
      jsonb_build_object('publish_at', v_one.publish_at)
        || case when v_obstacle is null then '{}' else '{"taken_over": true}'::jsonb end);
    return 'published';
  end
  $function$;

create or replace function private.tg_scheduled_announcements__audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_details jsonb;
  begin
    if tg_op = 'UPDATE' then
      v_details := private.audit_changes(
        to_jsonb(old), to_jsonb(new), '{publish_at}',
        private.columns_but(to_jsonb(new), '{publish_at,failure,failed_at,user_id}'));
      -- Without the name of the one who wrote it, who may leave.
      if new.user_id is distinct from old.user_id and new.user_id is not null then
        v_details := coalesce(v_details, '{}') || '{"taken_over": true}';
      elsif v_details is null then
        return null;
      end if;
      perform private.audit('edit_announcement', 'announcement', new.id, null, v_details);
    elsif tg_op = 'INSERT' then
      perform private.audit(
        'schedule_announcement', 'announcement', new.id, null, jsonb_build_object('publish_at', new.publish_at));
    else
      perform private.audit(
        'cancel_announcement', 'announcement', old.id, null, jsonb_build_object('publish_at', old.publish_at));
    end if;
    return null;
  end
  $function$;
