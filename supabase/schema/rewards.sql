-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.redemptions (
  id uuid not null,
  account_id uuid not null,
  package_id uuid not null,
  redeemed_at timestamp with time zone not null default now(),
  expired_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  constraint redemptions_pkey PRIMARY KEY (id),
  constraint redemptions_package_id_fkey FOREIGN KEY (package_id) REFERENCES public.prize_packages(id) ON DELETE CASCADE,
  constraint redemptions_dates_bounds CHECK (redeemed_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND redeemed_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND expired_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND expired_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND cancelled_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND cancelled_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.redemptions is 'Which account got which package for points, for the limit of the season; kept under another id when the account is deleted.';
comment on column private.redemptions.expired_at is 'When its points came back because nothing of it was claimed in time; otherwise null.';
comment on column private.redemptions.cancelled_at is 'When an admin cancelled the last of its awards, after which it does not count; otherwise null.';

CREATE INDEX redemptions_account ON private.redemptions USING btree (account_id);
CREATE INDEX redemptions_package ON private.redemptions USING btree (package_id, account_id);

alter table private.redemptions enable row level security;

create function private.cancel_reward(p_award_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_award public.prize_awards;
  begin
    perform private.require_admin();
    perform private.hold_gate();
    select a.* into v_award from public.prize_awards as a where a.id = p_award_id for update;
    if not found then
      return false;
    end if;
    if v_award.points_paid is null then
      raise exception 'This prize was not got for points.' using errcode = 'RW008';
    end if;
    if v_award.user_id = any (private.lives_of(auth.uid(), true)) then
      raise exception 'Admins do not cancel their own rewards.' using errcode = 'RW012', hint = 'ask another admin';
    end if;
    if v_award.status = 'claimed' and coalesce(v_award.fulfillment_status, 'pending') not in ('pending', 'processing') then
      raise exception 'This reward has been sent, so it can no longer be cancelled.' using errcode = 'RW007';
    end if;
    -- Two items can be cancelled at once; the second sees that the first has gone.
    perform from private.redemptions as r where r.id = v_award.redemption_id for update;
    delete from public.prize_awards as a where a.id = p_award_id;
    update private.redemptions as r set cancelled_at = now()
      where r.id = v_award.redemption_id
        and not exists (select from public.prize_awards as a where a.redemption_id = v_award.redemption_id);
    perform private.tell_of_returned(v_award, false);
    return true;
  end
  $function$;
comment on function private.cancel_reward(p_award_id uuid) is 'Deletes an award that was paid for and not sent yet. Points and unit come back by its triggers.';

grant execute on function private.cancel_reward(p_award_id uuid) to authenticated;

create function private.closed_until(p_package_id uuid, p_lives uuid[])
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select max(r.expired_at) + interval '30 days' from private.redemptions as r
    where r.package_id = p_package_id and r.account_id = any (p_lives) and r.expired_at > now() - interval '30 days'
  $function$;
comment on function private.closed_until(p_package_id uuid, p_lives uuid[]) is 'Until when a package is closed to a member who claimed nothing of it the last time; null if it is open.';

create function private.has_unclaimed(p_package_id uuid, p_lives uuid[])
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select exists (
      select from private.redemptions as r
        join public.prize_awards as a on a.redemption_id = r.id
      where r.package_id = p_package_id and r.account_id = any (p_lives) and a.status <> 'claimed')
  $function$;
comment on function private.has_unclaimed(p_package_id uuid, p_lives uuid[]) is 'Whether a member, by any of their accounts, redeemed a package and has not claimed all of it yet.';

create function private.is_ranked(p_kind text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select p_kind not in ('reward', 'reward_refund') $function$;
comment on function private.is_ranked(p_kind text) is 'Whether entries of a kind of the ledger count on the leaderboards: all but rewards and what comes back of them.';

create function private.offered_rewards()
 RETURNS TABLE(id uuid, name text, description text, price integer, limit_per_member integer, times_redeemed integer, units integer, closed_until timestamp with time zone, is_unclaimed boolean, version text, items jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_lives constant uuid[] := private.lives_of(auth.uid(), true);
  begin
    return query
      select o.id, o.name::text, o.description, o.points_price, o.limit_per_member, o.times, nullif(least(o.units, 6), 6),
        private.closed_until(o.id, v_lives), private.has_unclaimed(o.id, v_lives), private.reward_version(o.id),
        (
          select jsonb_agg(jsonb_build_object(
            'title', i.title, 'description', i.description, 'type', i.type, 'image_url', i.image_url,
            'retail_value', i.retail_value) order by i.created_at, i.title, i.id)
          from public.prize_items as i where i.package_id = o.id
        )
      from (
        select p.*, private.times_redeemed(p.id, v_lives) as times, private.units_to_redeem(p.id) as units
        from public.prize_packages as p
        where p.is_active and p.points_price is not null and private.is_member()
      ) as o
      where o.units > 0
      order by o.points_price, o.name, o.id
      limit 200;
  end
  $function$;
comment on function private.offered_rewards() is 'The packages with a price that are active and in stock. units is the number left where it is at most 5, otherwise null.';

grant execute on function private.offered_rewards() to authenticated;

create function private.redeem_reward(p_request_id uuid, p_package_id uuid, p_price integer, p_version text)
 RETURNS SETOF public.prize_awards
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_user_id constant uuid := auth.uid();
    v_balance bigint;
    v_may boolean;
    v_redemption uuid := gen_random_uuid();
    v_relation text;
    v_package public.prize_packages;
    v_lives uuid[];
    v_closed_until timestamptz;
  begin
    if p_request_id is null or p_package_id is null or p_price is null then
      raise exception 'name the request, the package and its price' using errcode = '22023';
    end if;
    perform private.hold_gate();
    -- No account is deleted while the gate is held.
    if not private.is_member() then
      raise exception 'the account is gone' using errcode = '42501';
    end if;
    -- Before the profile, as for a gift, so that neither waits for the other. A request that is sent again therefore counts
    -- as a use too.
    if not private.is_admin() then
      perform private.check_rate('requests-1h', 500, interval '1 hour');
      perform private.check_rate('requests-day', 650, interval '1 day');
    end if;
    -- Before the profile, as for an entry: the limit is for the person.
    perform private.lock_person(v_user_id);
    -- The member, then the package, then its items, as when a game gives its prize.
    select p.points, not p.is_suspended into v_balance, v_may
      from public.profiles as p where p.id = v_user_id for no key update;
    if v_may is not true then
      raise exception 'suspended members cannot redeem rewards' using errcode = '42501';
    end if;
    -- The same request again: the awards of the first, as far as they are still there.
    select r.row_id, r.relation into v_redemption, v_relation
      from private.requests as r where r.owner_id = v_user_id and r.request_id = p_request_id;
    if found then
      if v_relation <> 'prize_awards' or exists (
        select from private.redemptions as r where r.id = v_redemption and r.package_id <> p_package_id
      ) then
        raise exception 'this request has been carried out before'
          using errcode = 'PT409', hint = 'send another request_id';
      end if;
      return query
        select a.* from public.prize_awards as a
        where a.redemption_id = v_redemption and a.user_id = v_user_id order by a.item_id;
      return;
    end if;
    v_redemption := gen_random_uuid();
    insert into private.requests (owner_id, request_id, relation, row_id)
      values (v_user_id, p_request_id, 'prize_awards', v_redemption);

    select p.* into v_package from public.prize_packages as p where p.id = p_package_id for share;
    perform from public.prize_items as i where i.package_id = p_package_id order by i.id for no key update;
    if v_package.id is null or not v_package.is_active or v_package.points_price is null
      or not exists (select from public.prize_items as i where i.package_id = p_package_id)
    then
      raise exception 'This reward is no longer offered.' using errcode = 'RW004';
    end if;
    if v_package.points_price <> p_price then
      raise exception 'The price of this reward is % points now.', v_package.points_price
        using errcode = 'RW005', detail = v_package.points_price::text;
    end if;
    if private.reward_version(p_package_id) <> p_version then
      raise exception 'This reward has changed.' using errcode = 'RW009', hint = 'read offered_rewards again';
    end if;
    v_lives := private.lives_of(v_user_id, true);
    if private.times_redeemed(p_package_id, v_lives) >= v_package.limit_per_member then
      raise exception 'You have had this reward as often as a member may this season.'
        using errcode = 'RW003', detail = v_package.limit_per_member::text;
    end if;
    v_closed_until := private.closed_until(p_package_id, v_lives);
    if v_closed_until is not null then
      raise exception 'You did not claim this reward in time, so it is closed to you for 30 days.'
        using errcode = 'RW010', detail = to_jsonb(v_closed_until) #>> '{}';
    end if;
    if private.has_unclaimed(p_package_id, v_lives) then
      raise exception 'You have one of this reward that is not claimed yet.'
        using errcode = 'RW013', hint = 'claim it first';
    end if;
    if private.units_to_redeem(p_package_id) < 1 then
      raise exception 'The last one has gone.' using errcode = 'RW002';
    end if;
    if v_balance < p_price then
      raise exception 'not enough points for this reward'
        using errcode = 'RW001', detail = (p_price - v_balance)::text, hint = 'the detail is how many are missing';
    end if;

    insert into private.redemptions (id, account_id, package_id) values (v_redemption, v_user_id, p_package_id);
    -- The items share the price, and the first ones its remainder.
    insert into public.prize_awards (user_id, item_id, points_paid, redemption_id)
      select v_user_id, i.id, p_price / i.total + case when i.place <= p_price % i.total then 1 else 0 end, v_redemption
      from (
        select x.id, (count(*) over ())::integer as total, (row_number() over (order by x.id))::integer as place
        from public.prize_items as x where x.package_id = p_package_id
      ) as i
      order by i.id;
    perform private.credit(v_user_id, 'reward', -p_price, 'Reward: ' || v_package.name, 'reward:' || v_redemption,
      v_user_id, jsonb_build_object('redemption_id', v_redemption, 'package', v_package.name));
    return query
      select a.* from public.prize_awards as a where a.redemption_id = v_redemption order by a.item_id;
  end
  $function$;
comment on function private.redeem_reward(p_request_id uuid, p_package_id uuid, p_price integer, p_version text) is 'Takes the price from the caller''s balance and awards each item of the package, or does nothing.';

grant execute on function private.redeem_reward(p_request_id uuid, p_package_id uuid, p_price integer, p_version text) to authenticated;

create function private.return_expired_rewards()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_due uuid[];
    v_locked uuid[];
    v_claimed uuid[];
    v_award public.prize_awards;
    v_awards public.prize_awards[] := '{}';
  begin
    perform private.hold_gate();
    -- Admins can move the deadline of one item: all of a redemption end with the last.
    v_due := array(
      select a.redemption_id from public.prize_awards as a
      where a.redemption_id is not null and a.status <> 'claimed'
      group by a.redemption_id
      having max(a.claim_deadline) <= now()
      order by a.redemption_id
      limit 100
    );
    if v_due = '{}' then
      return 0;
    end if;
    v_locked := array(
      select a.id from public.prize_awards as a where a.redemption_id = any (v_due) order by a.id for update skip locked
    );
    -- Those that could be locked as a whole, as they are now.
    v_due := array(
      select a.redemption_id from public.prize_awards as a
      where a.redemption_id = any (v_due)
      group by a.redemption_id
      having bool_and(a.id = any (v_locked)) and max(a.claim_deadline) filter (where a.status <> 'claimed') <= now()
    );
    v_claimed := array(
      select distinct a.redemption_id from public.prize_awards as a
      where a.redemption_id = any (v_due) and a.status = 'claimed'
    );
    -- Members, then items, each in the order of their ids, as everywhere.
    perform from public.profiles as p
      where p.id in (select a.user_id from public.prize_awards as a where a.redemption_id = any (v_due))
      order by p.id
      for no key update;
    perform from public.prize_items as i
      where i.id in (select a.item_id from public.prize_awards as a where a.redemption_id = any (v_due))
      order by i.id
      for no key update;
    -- Where something was claimed no points come back: it would have cost less than the package. The shares go to it.
    update public.prize_awards as a set points_paid = a.points_paid + s.points
      from (
        select
          (array_agg(c.id order by c.id) filter (where c.status = 'claimed'))[1] as heir,
          sum(c.points_paid) filter (where c.status <> 'claimed') as points
        from public.prize_awards as c
        where c.redemption_id = any (v_claimed)
        group by c.redemption_id
      ) as s
      where a.id = s.heir;
    update public.prize_awards as a set points_paid = 0
      where a.redemption_id = any (v_claimed) and a.status <> 'claimed';
    update private.redemptions as r set expired_at = now()
      where r.id = any (v_due) and not r.id = any (v_claimed);
    for v_award in
      delete from public.prize_awards as a where a.redemption_id = any (v_due) and a.status <> 'claimed' returning a.*
    loop
      v_awards := array_append(v_awards, v_award);
    end loop;
    foreach v_award in array v_awards loop
      perform private.tell_of_returned(v_award, true);
    end loop;
    return cardinality(v_awards);
  end
  $function$;
comment on function private.return_expired_rewards() is 'Deletes awards that were paid for and not claimed by their deadline, of at most 100 redemptions at a time: the units come back, and the points if nothing of the redemption was claimed. Returns how many. The job bankside-rewards does so every minute.';

create function private.reward_version(p_package_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select md5(jsonb_build_array(p.name, p.description, p.points_price, (
      select jsonb_agg(jsonb_build_array(i.id, i.title, i.description, i.type, i.image_url, i.retail_value) order by i.id)
      from public.prize_items as i where i.package_id = p.id))::text)
    from public.prize_packages as p where p.id = p_package_id
  $function$;
comment on function private.reward_version(p_package_id uuid) is 'A digest of what a member is shown of a package: another one when its name, description, price or items have changed.';

create function private.season_start()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select s.begins::timestamp at time zone private.club_zone() from private.season_of(private.club_day()) as s
  $function$;
comment on function private.season_start() is 'When the season began, in the time zone of the club.';

create function private.tell_of_returned(p_award public.prize_awards, p_has_expired boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    -- Nobody is left for the points of a deleted member.
    perform private.audit_member('remove_prize', p_award.user_id, jsonb_build_object(
      'award_id', p_award.id, 'prize', p_award.promised_title,
      'points', case when p_award.user_id is null then 0 else p_award.points_paid end)
      || case when p_has_expired then '{"expired": true}'::jsonb else '{}' end);
    perform private.notify(
        case when p_has_expired then 'reward_expired' else 'prize_removed' end, p_award.user_id, l.id, l.id, null)
      from private.audit_log as l
      where l.subject_id = p_award.user_id and l.created_at = now() and l.action = 'remove_prize'
        and l.details ->> 'award_id' = p_award.id::text;
  end
  $function$;
comment on function private.tell_of_returned(p_award public.prize_awards, p_has_expired boolean) is 'Records in the audit trail that an award was taken back, and the points that came back with it, and notifies the member.';

create function private.tg_games__keep_unit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform from public.prize_packages as p where p.id = new.prize_package_id for no key update;
    return new;
  end
  $function$;
comment on function private.tg_games__keep_unit() is 'Locks the package that a planned or running game is to give: a redemption of it comes before the game, or counts it.';

create function private.tg_prize_awards__bound_deadline()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if old.user_id = any (private.lives_of(auth.uid(), true)) then
      raise exception 'Admins do not move the deadline of their own rewards.'
        using errcode = 'RW012', hint = 'ask another admin';
    end if;
    if new.claim_deadline > old.awarded_at + interval '90 days' then
      raise exception 'A reward is claimed within 90 days.'
        using errcode = 'RW014', detail = to_jsonb(old.awarded_at + interval '90 days') #>> '{}';
    end if;
    if new.claim_deadline <= now() and private.is_api_request() then
      raise exception 'The claim deadline must be in the future.' using errcode = 'PZ006', hint = 'cancel the reward instead';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_prize_awards__bound_deadline() is 'The deadline of a reward is moved by an admin whose own it is not (RW012): one that has passed gives the points back. It is at most 90 days after the award (RW014, with the latest as its detail), so that stock is not held for ever, and no request moves it into the past (PZ006): the member would lose the item, and be kept from the package, by no fault of theirs.';

create function private.tg_prize_awards__lock_payer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    -- Before the item, whose unit comes back: in the order of redeem_reward.
    perform from public.profiles as p where p.id = old.user_id for no key update;
    return old;
  end
  $function$;
comment on function private.tg_prize_awards__lock_payer() is 'Locks the member to whom the points of the award go back.';

create function private.tg_prize_awards__refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.credit(old.user_id, 'reward_refund', old.points_paid, 'Points back for ' || old.promised_title,
      'reward_refund:' || old.id, auth.uid(),
      jsonb_build_object('redemption_id', old.redemption_id, 'award_id', old.id, 'prize', old.promised_title));
    return null;
  end
  $function$;
comment on function private.tg_prize_awards__refund() is 'An award that was paid for and is deleted before it was sent gives its points back, once.';

create function private.tg_prize_awards__stay_sent()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    raise exception 'This reward has been sent, so it does not go back to pending or processing.' using errcode = 'CL009';
  end
  $function$;
comment on function private.tg_prize_awards__stay_sent() is 'A reward that was sent, delivered or closed stays so (CL009): its points would come back otherwise.';

create function private.tg_prize_items__fit_price()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_price integer;
    v_items integer;
  begin
    -- Locks the package, so that it gets neither a price nor another item at the same moment.
    select p.points_price into v_price
      from public.prize_packages as p where p.id = new.package_id for no key update;
    if v_price is null then
      return new;
    end if;
    if new.type = 'points' then
      raise exception 'This package has a price in points, so it cannot have points among its items.'
        using errcode = 'RW006', hint = 'Add the points to another package.';
    end if;
    select count(*) + 1 into v_items from public.prize_items as i where i.package_id = new.package_id;
    if v_price < v_items then
      raise exception 'A package of % items costs at least % points.', v_items, v_items
        using errcode = 'RW011', detail = v_items::text;
    end if;
    return new;
  end
  $function$;
comment on function private.tg_prize_items__fit_price() is 'A package with a price in points has no points among its items (RW006), and at most one item for each point (RW011).';

create function private.tg_prize_packages__price_things()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_items integer;
  begin
    if exists (select from public.prize_items as i where i.package_id = new.id and i.type = 'points') then
      raise exception 'This package has points among its items, so it cannot have a price in points.'
        using errcode = 'RW006', hint = 'Remove the points, or offer another package.';
    end if;
    select count(*) into v_items from public.prize_items as i where i.package_id = new.id;
    if new.points_price < v_items then
      raise exception 'A package of % items costs at least % points.', v_items, v_items
        using errcode = 'RW011', detail = v_items::text;
    end if;
    return new;
  end
  $function$;
comment on function private.tg_prize_packages__price_things() is 'Points cannot be bought, also not for points (RW006): they would count as earned. Each item costs at least one point (RW011, with their number as its detail), so that each has a share that can come back.';

create function private.times_redeemed(p_package_id uuid, p_lives uuid[])
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select count(*)::integer from private.redemptions as r
    where r.package_id = p_package_id and r.account_id = any (p_lives) and r.redeemed_at >= private.season_start()
      and r.cancelled_at is null
  $function$;
comment on function private.times_redeemed(p_package_id uuid, p_lives uuid[]) is 'How often a member got a package for points this season, by all their accounts. One that was not claimed in time counts, one that an admin cancelled does not.';

create function private.units_to_redeem(p_package_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_left integer;
  begin
    select min(i.remaining_quantity) into v_left from public.prize_items as i where i.package_id = p_package_id;
    return coalesce(v_left - (
      select count(*) from public.games as g where g.prize_package_id = p_package_id and g.status in ('draft', 'active')
    )::integer, 0);
  end
  $function$;
comment on function private.units_to_redeem(p_package_id uuid) is 'How often a package can still be redeemed: what is left of its rarest item, without one for each running or planned game that gives it.';

create function public.cancel_reward(award_id uuid)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.cancel_reward(cancel_reward.award_id) $function$;
comment on function public.cancel_reward(award_id uuid) is 'Cancels an award that a member got for points, before it is sent, also after its claim: the points go back to the member, and the unit to the stock. False if there is no such award, as after a first time. Admins only (42501); RW007 if it was sent, delivered or closed; RW008 if it was won; RW012 for one of the caller''s own.';

grant execute on function public.cancel_reward(award_id uuid) to authenticated;

create function public.offered_rewards()
 RETURNS TABLE(id uuid, name text, description text, price integer, limit_per_member integer, times_redeemed integer, units integer, closed_until timestamp with time zone, is_unclaimed boolean, version text, items jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select * from private.offered_rewards() $function$;
comment on function public.offered_rewards() is 'The rewards that members can redeem now, cheapest first, at most 200: active packages with a price, in stock. times_redeemed: how often the caller did this season, of limit_per_member (null: no limit). units: how many are left, where it is at most 5. closed_until: when it opens again for a caller who did not claim the last one in time. is_unclaimed: the caller has one that is to be claimed first. version: for redeem_reward. items: title, description, type, image_url and retail_value of each.';

grant execute on function public.offered_rewards() to authenticated;

create function public.redeem_reward(request_id uuid, package_id uuid, price integer, version text DEFAULT NULL::text)
 RETURNS SETOF public.prize_awards
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    select * from private.redeem_reward(
      redeem_reward.request_id, redeem_reward.package_id, redeem_reward.price, redeem_reward.version)
  $function$;
comment on function public.redeem_reward(request_id uuid, package_id uuid, price integer, version text) is 'Redeems a reward for points of the caller''s balance; returns the awards, which are then claimed like any prize. price and version are those that the caller was shown (RW005 and RW009 if they are others now; without a version it is not compared). Sent again with the same request_id it returns the awards of the first time; PT409 for another package. RW001 not enough points, with the missing number as detail; RW002 none left; RW003 the limit per member and season is reached; RW004 no longer offered; RW010 closed after one that was not claimed in time, with its end as detail; RW013 one is not claimed yet; 42501 for suspended members.';

grant execute on function public.redeem_reward(request_id uuid, package_id uuid, price integer, version text) to authenticated;
