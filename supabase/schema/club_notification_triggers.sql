-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.tg_games__notify()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.tg_games__notify() is 'For all members when a game opens; for those who entered when it is settled, with one of their own for winners.';

create function private.tg_live_videos__notify()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if not new.is_active then
      perform private.end_notifications('{live_begins}', new.id);
    elsif new.scheduled_for <= now() and new.scheduled_for > now() - interval '12 hours' then
      perform private.notify_once('live_begins', new.id, new.scheduled_for, now());
    end if;
    return null;
  end
  $function$;
comment on function private.tg_live_videos__notify() is 'For all members when a video begins.';

create function private.tg_prize_awards__notify()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.tg_prize_awards__notify() is 'For the winner: the prize, another deadline of its claim, its shipping, delivery and closing. For admins: a claim that they have to send.';

create function private.tg_prize_items__notify()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.notify_all('stock_low', new.id);
    return null;
  end
  $function$;
comment on function private.tg_prize_items__notify() is 'For admins: a tenth of the stock, or one unit, is left.';
