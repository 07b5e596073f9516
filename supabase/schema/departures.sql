-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.left_counters (
  account_id uuid not null,
  bucket text not null,
  window_start timestamp with time zone not null,
  used integer not null,
  constraint left_counters_pkey PRIMARY KEY (account_id, bucket),
  constraint left_counters_dates_bounds CHECK (window_start >= '2000-01-01 00:00:00+00'::timestamp with time zone AND window_start < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.left_counters is 'Rows of rate_counters of deleted accounts, for the next account of the address. Deleted after a month.';

CREATE INDEX left_counters_window ON private.left_counters USING btree (window_start);

alter table private.left_counters enable row level security;

create table private.left_debts (
  account_id uuid not null,
  points bigint not null,
  constraint left_debts_pkey PRIMARY KEY (account_id),
  constraint left_debts_negative CHECK (points < 0)
);
comment on table private.left_debts is 'Negative balances of deleted accounts, which the next account of the address inherits.';

alter table private.left_debts enable row level security;

create function private.carry_over(p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_former constant uuid[] := array_remove(private.lives_of(p_user_id), p_user_id);
    v_debt record;
  begin
    if v_former = '{}' then
      return;
    end if;
    insert into private.rate_counters (user_id, bucket, window_start, used)
      select p_user_id, c.bucket, max(c.window_start), sum(c.used)
      from private.left_counters as c
      where c.account_id = any (v_former)
      group by c.bucket
      on conflict (user_id, bucket) do nothing;
    delete from private.left_counters as c where c.account_id = any (v_former);

    insert into private.declined_connections (user_id, connected_user_id, declined_at)
      select p_user_id, d.connected_user_id, max(d.declined_at)
      from private.declined_connections as d where d.user_id = any (v_former) group by d.connected_user_id
      on conflict (user_id, connected_user_id) do nothing;
    insert into private.declined_connections (user_id, connected_user_id, declined_at)
      select d.user_id, p_user_id, max(d.declined_at)
      from private.declined_connections as d where d.connected_user_id = any (v_former) group by d.user_id
      on conflict (user_id, connected_user_id) do nothing;
    delete from private.declined_connections as d
      where d.user_id = any (v_former) or d.connected_user_id = any (v_former);

    for v_debt in
      delete from private.left_debts as d where d.account_id = any (v_former) returning d.points
    loop
      -- Once, because the debt is deleted as it is read: a correction has no source key.
      insert into public.points_log (user_id, kind, points_change, reason, created_by)
        values (p_user_id, 'admin', v_debt.points::integer, 'Balance of your earlier account', null);
    end loop;
    perform private.return_cases(p_user_id, v_former);
  end
  $function$;
comment on function private.carry_over(p_user_id uuid) is 'Gives a new account what the earlier ones of its address left: used-up limits, declined requests, a negative balance, cases.';

create function private.leave_marks(p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_ghost constant uuid := gen_random_uuid();
  begin
    delete from private.left_counters as c where c.window_start <= now() - interval '31 days';
    delete from private.declined_connections as d where d.declined_at <= now() - interval '30 days';

    -- One that still counts stays if the account has not proved that the address is its own.
    delete from private.mailed_invitations as m using auth.users as u
      where u.id = p_user_id and m.address = lower(u.email)
        and (private.invitation_state(m) not in ('waiting', 'sent') or private.is_proved_address(p_user_id));

    update private.account_addresses as a set account_id = v_ghost where a.account_id = p_user_id;
    update private.suspended_accounts as s set account_id = v_ghost where s.account_id = p_user_id;
    update private.answer_viewers as v set user_id = v_ghost where v.user_id = p_user_id;
    update private.username_keys as k set user_id = v_ghost, freed_at = coalesce(k.freed_at, clock_timestamp())
      where k.user_id = p_user_id;
    update private.referral_parties as k set referrer_id = v_ghost where k.referrer_id = p_user_id;
    update private.referral_parties as k set referred_id = v_ghost where k.referred_id = p_user_id;
    update private.declined_connections as d set user_id = v_ghost where d.user_id = p_user_id;
    update private.declined_connections as d set connected_user_id = v_ghost where d.connected_user_id = p_user_id;
    update private.redemptions as r set account_id = v_ghost where r.account_id = p_user_id;
    update private.first_steps as f set account_id = v_ghost where f.account_id = p_user_id;
    update private.reports as r set former_account_id = v_ghost where r.reporter_id = p_user_id;
    update private.report_cases as c set former_account_id = v_ghost where c.author_id = p_user_id;
    update private.linked_admins as k set account_id = v_ghost where k.account_id = p_user_id;
    insert into private.left_suspensions (account_id, suspensions)
      select v_ghost, count(*) from private.audit_log as l
      where l.subject_id = p_user_id and l.action = 'suspend' having count(*) > 0;
    insert into private.left_counters (account_id, bucket, window_start, used)
      select v_ghost, c.bucket, c.window_start, c.used
      from private.rate_counters as c
      where c.user_id = p_user_id and c.window_start > now() - interval '31 days';
    insert into private.left_debts (account_id, points)
      select v_ghost, greatest(p.points, -2147483648) from public.profiles as p where p.id = p_user_id and p.points < 0;
    insert into private.left_entries (game_id, account_id)
      select e.game_id, v_ghost
      from public.game_entries as e join public.games as g on g.id = e.game_id
      where e.user_id = p_user_id and g.status <> 'completed';
  end
  $function$;
comment on function private.leave_marks(p_user_id uuid) is 'Keeps the restrictions that apply to the next account of the address, under an id that belongs to no account, and deletes the invitations that were mailed to the address.';

create function private.tg__leave_marks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    -- A deletion begins with the account or with the profile. The second of the two has nothing left to keep.
    if exists (select from public.profiles as p where p.id = old.id)
      and exists (select from auth.users as u where u.id = old.id)
    then
      perform private.leave_marks(old.id);
    end if;
    return old;
  end
  $function$;
comment on function private.tg__leave_marks() is 'Before the deletion of a profile or an account, whichever comes first.';

create function private.tg_profiles__leave_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_awards uuid[];
  begin
    -- The party is cleared first, so that no trigger takes the rest for an admin's action on a member.
    with emptied as (
      update public.prize_awards as a set
          user_id = null,
          shipping_method = null,
          shipping_details = null,
          shipping_address_id = null,
          tracking_number = null,
          fulfillment_notes = null,
          notes = null
        where a.user_id = old.id and a.status = 'claimed'
        returning a.id
    )
    select array_agg(e.id) into v_awards from emptied as e;
    delete from public.prize_award_notes as n where n.award_id = any (v_awards);
    -- An unclaimed prize returns its unit. The points that were given for it leave the club with the account.
    update public.prize_awards as a set points_paid = null, redemption_id = null
      where a.user_id = old.id and a.points_paid is not null and a.status <> 'claimed';
    delete from public.prize_awards as a where a.user_id = old.id;

    delete from public.game_entries as e
      using public.games as g
      where g.id = e.game_id and e.user_id = old.id and g.status <> 'completed';
    update public.game_entries as e set user_id = null, photo_url = null where e.user_id = old.id;

    -- The ledger of the other side keeps the amount and loses the name.
    update public.points_log as l
      set reason = 'Gift from a deleted member', metadata = l.metadata - 'username'
      from public.point_gifts as g
      where g.from_user_id = old.id and l.source_key = 'gift_received:' || g.id;
    update public.points_log as l
      set reason = 'Gift to a deleted member', metadata = l.metadata - 'username'
      from public.point_gifts as g
      where g.to_user_id = old.id and l.source_key = 'gift_sent:' || g.id;
    update public.points_log as l
      set metadata = l.metadata - 'referred_username'
      from public.referrals as r
      where r.referred_user_id = old.id and l.source_key = 'referral:' || r.id;

    update public.point_gifts as g set from_user_id = null, message = null where g.from_user_id = old.id;
    update public.point_gifts as g set to_user_id = null where g.to_user_id = old.id;

    update public.referrals as r set referred_user_id = null, referred_email = null where r.referred_user_id = old.id;
    update public.referrals as r set referrer_id = null where r.referrer_id = old.id;

    delete from private.requests as q where q.owner_id = old.id;
    return old;
  end
  $function$;
comment on function private.tg_profiles__leave_history() is 'Clears the party and the personal data in gifts, claimed prizes, referrals and entries of completed games; removes the name from other members'' ledgers, whose amounts stay; deletes unclaimed prizes and entries of other games.';
