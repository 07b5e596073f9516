-- An admin could move the deadline of a claim, also into the past, or close the claim of a prize, and its winner learned of
-- neither.

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.tg_prize_awards__notify() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.user_id is null then
      return null;
    end if;
    if tg_op = 'INSERT' then
      if new.user_id is distinct from auth.uid() then
        perform private.notify('prize_assigned', new.user_id, new.id, new.id, null);
      end if;
      return null;
    end if;
    if new.status = 'claimed' and old.status <> 'claimed' then
      perform private.end_notifications('{claim_closes_week,claim_closes_day,claim_moved}', new.id);
      if new.fulfillment_status is distinct from 'closed' then
        perform private.notify_all('claim_made', new.id, new.user_id);
      end if;
    end if;
    if new.fulfillment_status is distinct from old.fulfillment_status and old.fulfillment_status = 'closed' then
      perform private.end_notifications('{claim_closed}', new.id);
    end if;
    -- What winners do themselves they know.
    if new.user_id is not distinct from auth.uid() then
      return null;
    end if;
    -- The claim of points closes itself.
    if new.fulfillment_status is distinct from old.fulfillment_status and (
      new.fulfillment_status in ('shipped', 'delivered') or new.fulfillment_status = 'closed' and old.status = 'claimed'
    ) then
      perform private.notify('claim_' || new.fulfillment_status, new.user_id, new.id, new.id, null);
    end if;
    if new.claim_deadline <> old.claim_deadline and new.status <> 'claimed' and private.is_api_request() then
      perform private.notify('claim_moved', new.user_id, new.id, new.id, null);
    end if;
    return null;
  end
  $$;
comment on function private.tg_prize_awards__notify() is
  'For the winner: the prize, another deadline of its claim, its shipping, delivery and closing. For admins: a claim that they '
  'have to send.';

-- Triggers -------------------------------------------------------------------------------------------------

drop trigger _700_notify on public.prize_awards;
create trigger _700_notify
  after insert or update of status, claim_deadline, fulfillment_status on public.prize_awards
  for each row execute function private.tg_prize_awards__notify();

-- Rows -----------------------------------------------------------------------------------------------------

insert into private.notification_kinds (name, group_name, audience, subject, is_bundled) values
  ('claim_moved', 'prizes', 'member', 'award', true),
  ('claim_closed', 'prizes', 'member', 'award', true);
