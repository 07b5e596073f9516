-- A suspension takes back the messages about what the member alone caused, by one statement. It asked for each message
-- whether its reader may still see the notification, which for tens of thousands took longer than a request may:
-- exactly those who flood could not be suspended. What is hidden for another reason is dropped when it is due, as ever.

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.tg_profiles__notify_suspension() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_ids constant uuid[] := array(
      select distinct c.notification_id from private.notification_causes as c where c.actor_id = new.id);
  begin
    if new.is_suspended then
      if new.id is distinct from auth.uid() then
        perform private.notify('suspension', new.id, new.id, new.id, null);
      end if;
      delete from private.outbox as o
        using private.notifications as n, private.notification_kinds as k
        where o.notification_id = any (v_ids) and o.sent_at is null and n.id = o.notification_id and k.name = n.kind
          and k.audience <> 'admins'
          and not exists (
            select from private.notification_causes as c left join public.profiles as a on a.id = c.actor_id
            where c.notification_id = n.id and (c.actor_id is null or not a.is_suspended));
    else
      perform private.end_notifications('{suspension}', new.id);
    end if;
    perform private.note_members(
      array(
        select n.user_id from private.notifications as n where n.id = any (v_ids) and n.read_at is null
        union
        select new.id
      ),
      'notifications');
    return null;
  end
  $$;
