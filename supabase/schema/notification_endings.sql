-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.tg__forget_causes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    delete from private.notification_causes as c where c.cause_id in (select o.id from old_rows as o);
    return null;
  end
  $function$;
comment on function private.tg__forget_causes() is 'Deleted rows are no longer the cause of a notification.';

create function private.tg_notification_causes__drop_empty()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_ids constant uuid[] := array(select distinct o.notification_id from old_rows as o);
    v_seen uuid[];
  begin
    if v_ids = '{}' then
      return null;
    end if;
    v_seen := array(
      select distinct o.notification_id
      from old_rows as o left join public.profiles as a on a.id = o.actor_id
      where o.actor_id is null or not a.is_suspended);
    perform from private.notifications as n where n.id = any (v_ids) order by n.id for update;
    perform private.note_withdrawal(n.user_id, n.subject_id)
      from private.notifications as n
      where n.user_id is not null
        and n.id in (select o.notification_id from old_rows as o where o.actor_id = auth.uid())
        and exists (select from private.outbox as x where x.notification_id = n.id and x.sent_at is not null);
    perform private.note_for_all(n.kind, n.subject_id)
      from private.notifications as n where n.id = any (v_seen) and n.user_id is null;
    perform private.note_members(
      array(select distinct n.user_id from private.notifications as n where n.id = any (v_seen) and n.user_id is not null),
      'notifications');
    delete from private.notifications as n
      where n.id = any (v_ids)
        and not exists (select from private.notification_causes as c where c.notification_id = n.id);
    return null;
  end
  $function$;
comment on function private.tg_notification_causes__drop_empty() is 'Deletes a notification with its last cause.';
