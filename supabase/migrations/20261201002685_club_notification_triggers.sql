-- What the club causes: prizes and claims, low stock, games, and live videos; and what ends their notifications.

-- Functions: prizes ----------------------------------------------------------------------------------------

create function private.tg_prize_awards__notify() returns trigger
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
      perform private.end_notifications('{claim_closes_week,claim_closes_day}', new.id);
      if new.fulfillment_status is distinct from 'closed' then
        perform private.notify_all('claim_made', new.id, new.user_id);
      end if;
    end if;
    if new.fulfillment_status is distinct from old.fulfillment_status
      and new.fulfillment_status in ('shipped', 'delivered') and new.user_id is distinct from auth.uid()
    then
      perform private.notify('claim_' || new.fulfillment_status, new.user_id, new.id, new.id, null);
    end if;
    return null;
  end
  $$;
comment on function private.tg_prize_awards__notify() is
  'For the winner: the prize, its shipping and delivery. For admins: a claim that they have to send.';

create function private.tg_prize_items__notify() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.notify_all('stock_low', new.id);
    return null;
  end
  $$;
comment on function private.tg_prize_items__notify() is 'For admins: a tenth of the stock, or one unit, is left.';

-- Functions: games and videos ------------------------------------------------------------------------------

create function private.tg_games__notify() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.status = 'active' then
      if new.start_date <= now() and now() < new.end_date then
        perform private.notify_once('game_opened', new.id, new.start_date, now());
      end if;
      return null;
    end if;
    perform private.end_notifications('{game_opened,game_closing,game_to_settle}', new.id);
    if new.status = 'completed' then
      perform private.notify_all('game_settled', new.id);
      perform private.notify('game_won', e.user_id, new.id, e.id, null)
        from (
          select x.id, x.user_id from public.game_entries as x where x.game_id = new.id and x.is_winner order by x.user_id
        ) as e;
    end if;
    return null;
  end
  $$;
comment on function private.tg_games__notify() is
  'For all members when a game opens; for those who entered when it is settled, with one of their own for winners.';

create function private.tg_live_videos__notify() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not new.is_active then
      perform private.end_notifications('{live_begins}', new.id);
    elsif new.scheduled_for <= now() and new.scheduled_for > now() - interval '12 hours' then
      perform private.notify_once('live_begins', new.id, new.scheduled_for, now());
    end if;
    return null;
  end
  $$;
comment on function private.tg_live_videos__notify() is 'For all members when a video begins.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _700_notify
  after insert or update of status, fulfillment_status on public.prize_awards
  for each row execute function private.tg_prize_awards__notify();
create trigger _710_forget_causes
  after delete on public.prize_awards
  referencing old table as old_rows
  for each statement execute function private.tg__forget_causes();

create trigger _700_notify
  after update of remaining_quantity on public.prize_items
  for each row when (
    new.remaining_quantity <= greatest(1, new.quantity / 10) and old.remaining_quantity > greatest(1, old.quantity / 10)
  )
  execute function private.tg_prize_items__notify();
create trigger _710_forget_causes
  after delete on public.prize_items
  referencing old table as old_rows
  for each statement execute function private.tg__forget_causes();

create trigger _700_notify_on_insert
  after insert on public.games
  for each row when (new.status = 'active')
  execute function private.tg_games__notify();
create trigger _700_notify_on_update
  after update of status on public.games
  for each row when (new.status <> old.status)
  execute function private.tg_games__notify();
create trigger _710_forget_causes
  after delete on public.games
  referencing old table as old_rows
  for each statement execute function private.tg__forget_causes();

create trigger _710_forget_causes
  after delete on public.game_entries
  referencing old table as old_rows
  for each statement execute function private.tg__forget_causes();

create trigger _700_notify
  after insert or update of is_active, scheduled_for on public.live_videos
  for each row execute function private.tg_live_videos__notify();
create trigger _710_forget_causes
  after delete on public.live_videos
  referencing old table as old_rows
  for each statement execute function private.tg__forget_causes();

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.tg_prize_awards__notify(),
  private.tg_prize_items__notify(),
  private.tg_games__notify(),
  private.tg_live_videos__notify()
  from public, anon, authenticated, service_role;
