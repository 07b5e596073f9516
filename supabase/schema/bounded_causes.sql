-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.add_cause(p_notification_id uuid, p_cause_id uuid, p_actor_id uuid, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_oldest uuid;
  begin
    -- The oldest of ten; of more, where two requests of the member added theirs at the same time, the tenth newest.
    select c.cause_id into v_oldest
      from private.notification_causes as c
      where c.notification_id = p_notification_id and c.actor_id = p_actor_id
      order by c.created_at desc, c.cause_id
      offset 9 limit 1;
    -- An update, because a deleted cause counts as an act that was taken back.
    if v_oldest is not null and not exists (
      select from private.notification_causes as c
      where c.notification_id = p_notification_id and c.cause_id = p_cause_id
    ) then
      update private.notification_causes as c set cause_id = p_cause_id, created_at = p_at
        where c.notification_id = p_notification_id and c.cause_id = (
          -- One that is being deleted is left to that transaction, which waits for the notification.
          select x.cause_id from private.notification_causes as x
          where x.notification_id = p_notification_id and x.cause_id = v_oldest
          for update skip locked
        );
      if found then
        return;
      end if;
    end if;
    insert into private.notification_causes (notification_id, cause_id, actor_id, created_at)
      values (p_notification_id, p_cause_id, p_actor_id, p_at)
      on conflict (notification_id, cause_id) do nothing;
  end
  $function$;
comment on function private.add_cause(p_notification_id uuid, p_cause_id uuid, p_actor_id uuid, p_at timestamp with time zone) is 'Adds a cause to a notification, from the eleventh of one member on in place of an older one of theirs.';
