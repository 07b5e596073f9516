-- How notifications end: with their causes.

-- Functions: going away ------------------------------------------------------------------------------------

create function private.tg__forget_causes() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from private.notification_causes as c where c.cause_id in (select o.id from old_rows as o);
    return null;
  end
  $$;
comment on function private.tg__forget_causes() is 'Deleted rows are no longer the cause of a notification.';

-- The lock first: a cause that another transaction is adding at this moment must be seen. What was hidden with its
-- actor is not mentioned on live topics.
create function private.tg_notification_causes__drop_empty() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
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
    perform private.note_for_all(n.kind) from private.notifications as n where n.id = any (v_seen) and n.user_id is null;
    perform private.note_members(
      array(select distinct n.user_id from private.notifications as n where n.id = any (v_seen) and n.user_id is not null),
      'notifications');
    delete from private.notifications as n
      where n.id = any (v_ids)
        and not exists (select from private.notification_causes as c where c.notification_id = n.id);
    return null;
  end
  $$;
comment on function private.tg_notification_causes__drop_empty() is 'A notification goes with its last cause.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _500_drop_empty
  after delete on private.notification_causes
  referencing old table as old_rows
  for each statement execute function private.tg_notification_causes__drop_empty();

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.tg__forget_causes(),
  private.tg_notification_causes__drop_empty()
  from public, anon, authenticated, service_role;
