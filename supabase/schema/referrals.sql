-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.referral_parties (
  referral_id uuid not null,
  referrer_id uuid not null,
  referred_id uuid not null,
  constraint referral_parties_pkey PRIMARY KEY (referral_id),
  constraint referral_parties_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES public.referrals(id) ON DELETE CASCADE
);
comment on table private.referral_parties is 'Who referred whom, by account; for a deleted account the id in account_addresses.';

CREATE INDEX referral_parties_referred ON private.referral_parties USING btree (referred_id);
CREATE INDEX referral_parties_referrer ON private.referral_parties USING btree (referrer_id);

alter table private.referral_parties enable row level security;

create table private.referred_addresses (
  address_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint referred_addresses_pkey PRIMARY KEY (address_hash),
  constraint referred_addresses_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.referred_addresses is 'Addresses whose referral was approved: each counts once, permanently, also after its account is deleted.';

alter table private.referred_addresses enable row level security;

create table private.referred_spellings (
  address_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint referred_spellings_pkey PRIMARY KEY (address_hash),
  constraint referred_spellings_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.referred_spellings is 'Mailboxes that counted under an unproved spelling of their own, e.g. with a +tag: no other such spelling counts again. The plain spelling counts once more, because its owner may be another person.';

alter table private.referred_spellings enable row level security;

create view public.referral_details with (security_invoker=true) as
 SELECT r.id,
    r.referrer_id,
    r.referred_email,
    r.status,
    r.completed_at,
    r.points_awarded,
    r.created_at,
    p.username AS referred_username
   FROM public.referrals r
     LEFT JOIN public.profiles p ON p.id = r.referred_user_id
  WHERE r.status = 'completed'::text OR r.referred_user_id IS NOT NULL;
comment on view public.referral_details is 'Referrals with the id and name of the referred member; both are null if that member was deleted.';

grant select on public.referral_details to authenticated, service_role;

create table public.referral_settings (
  id uuid not null default gen_random_uuid(),
  points_per_referral integer not null default 100,
  first_step_required boolean not null default false,
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  constraint referral_settings_pkey PRIMARY KEY (id),
  constraint referral_settings_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint referral_settings_dates_bounds CHECK (updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint referral_settings_points_range CHECK (points_per_referral >= 0 AND points_per_referral <= 10000)
);
comment on table public.referral_settings is 'One row: what a completed referral is worth.';
comment on column public.referral_settings.first_step_required is 'Whether a new member must have posted, commented or entered a game before their referral can be approved.';

CREATE UNIQUE INDEX referral_settings_one_row ON public.referral_settings USING btree ((true));

CREATE INDEX referral_settings_updated_by ON public.referral_settings USING btree (updated_by);

alter table public.referral_settings enable row level security;

grant select on public.referral_settings to authenticated;
grant select, update on public.referral_settings to service_role;
grant update (points_per_referral, first_step_required, updated_by, updated_at) on public.referral_settings to authenticated;

create policy select_member on public.referral_settings
  for select to authenticated
  using (( SELECT private.is_member() AS is_member));
comment on policy select_member on public.referral_settings is 'Members see what a referral is worth.';
create policy update_admin on public.referral_settings
  for update to authenticated
  using (( SELECT private.is_admin() AS is_admin))
  with check (( SELECT private.is_admin() AS is_admin));
comment on policy update_admin on public.referral_settings is 'Admins set what a referral is worth.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.referral_settings FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _100_stamp_updated_at BEFORE UPDATE ON public.referral_settings FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_updated_at();
CREATE TRIGGER _110_stamp BEFORE UPDATE ON public.referral_settings FOR EACH ROW EXECUTE FUNCTION private.tg_referral_settings__stamp();
CREATE TRIGGER _300_freeze BEFORE UPDATE ON public.referral_settings FOR EACH ROW EXECUTE FUNCTION private.tg__freeze_columns('id');
CREATE TRIGGER _600_audit AFTER UPDATE ON public.referral_settings FOR EACH ROW WHEN (private.is_direct_statement()) EXECUTE FUNCTION private.tg__audit_row('referral_settings', 'referral_settings', '', 'points_per_referral,first_step_required', 'updated_by');

create table public.referrals (
  id uuid not null default gen_random_uuid(),
  referrer_id uuid,
  referred_user_id uuid default auth.uid(),
  referred_email text,
  status text not null default 'pending'::text,
  completed_at timestamp with time zone,
  points_awarded integer,
  created_at timestamp with time zone not null default now(),
  constraint referrals_pkey PRIMARY KEY (id),
  constraint referrals_once_per_member UNIQUE (referred_user_id),
  constraint referrals_referred_user_id_fkey FOREIGN KEY (referred_user_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint referrals_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint referrals_completed_whole CHECK ((status = 'completed'::text) = (completed_at IS NOT NULL) AND (status = 'completed'::text) = (points_awarded IS NOT NULL)),
  constraint referrals_dates_bounds CHECK (completed_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND completed_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint referrals_not_oneself CHECK (referrer_id <> referred_user_id),
  constraint referrals_status_known CHECK (status = ANY (ARRAY['pending'::text, 'completed'::text]))
);
comment on table public.referrals is 'Who referred whom. The address is that of the account of referred_user_id.';
comment on column public.referrals.referrer_id is 'The member who referred the other; null if that member was deleted.';
comment on column public.referrals.referred_user_id is 'The referred member; null if that member was deleted, and then so is the address.';

CREATE INDEX referrals_completed_at ON public.referrals USING btree (completed_at DESC) WHERE (status = 'completed'::text);

CREATE UNIQUE INDEX referrals_once_per_email ON public.referrals USING btree (lower(referred_email));

CREATE INDEX referrals_referrer_id ON public.referrals USING btree (referrer_id, created_at DESC);

alter table public.referrals enable row level security;

grant select on public.referrals to authenticated;
grant select, insert, update, delete on public.referrals to service_role;
grant insert (referrer_id, referred_email, status) on public.referrals to authenticated;
grant update (status) on public.referrals to authenticated;

create policy insert_referred on public.referrals
  for insert to authenticated
  with check (referred_user_id = (( SELECT auth.uid() AS uid)) AND status = 'pending'::text AND lower(referred_email) = (( SELECT s.email
   FROM private.caller_sign_up() s(email, is_new)
  WHERE s.is_new)));
comment on policy insert_referred on public.referrals is 'Only the new member names the referrer, with their own address and on their first day. The sign-up has usually done so already; then this is a duplicate (23505) and harmless.';
create policy select_not_blocked on public.referrals as restrictive
  for select to authenticated
  using (referred_user_id IS NULL OR NOT (referred_user_id IN ( SELECT unnest(( SELECT private.blocked_with_me() AS blocked_with_me)) AS unnest)));
comment on policy select_not_blocked on public.referrals is 'A referrer does not see the referral of a member in a block with them, and so not the address; a pending one cannot be approved meanwhile.';
create policy select_own_or_admin on public.referrals
  for select to authenticated
  using (referrer_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin));
comment on policy select_own_or_admin on public.referrals is 'Referrers see the members whom they referred, admins all.';
create policy update_referrer on public.referrals
  for update to authenticated
  using (referrer_id = (( SELECT auth.uid() AS uid)) AND status = 'pending'::text)
  with check (referrer_id = (( SELECT auth.uid() AS uid)));
comment on policy update_referrer on public.referrals is 'Referrers approve their own pending rows; a trigger lets them change only the status.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.referrals FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _100_stamp_created_at BEFORE INSERT ON public.referrals FOR EACH ROW EXECUTE FUNCTION private.tg__stamp_created_at();
CREATE TRIGGER _110_stamp BEFORE INSERT ON public.referrals FOR EACH ROW EXECUTE FUNCTION private.tg_referrals__stamp();
CREATE TRIGGER _300_approve BEFORE UPDATE ON public.referrals FOR EACH ROW EXECUTE FUNCTION private.tg_referrals__approve();
CREATE TRIGGER _350_require_parties BEFORE INSERT ON public.referrals FOR EACH ROW EXECUTE FUNCTION private.tg__require_parties('referrer_id', 'referred_user_id', 'referred_email');
CREATE TRIGGER _360_count_once BEFORE INSERT ON public.referrals FOR EACH ROW WHEN (private.is_direct_statement()) EXECUTE FUNCTION private.tg_referrals__count_once();
CREATE TRIGGER _360_leave_out BEFORE INSERT ON public.referrals FOR EACH ROW WHEN (new.status = 'pending'::text AND NOT private.is_direct_statement()) EXECUTE FUNCTION private.tg_referrals__leave_out();
CREATE TRIGGER _500_credit AFTER UPDATE OF status ON public.referrals FOR EACH ROW WHEN (old.status = 'pending'::text AND new.status = 'completed'::text) EXECUTE FUNCTION private.tg_referrals__credit();
CREATE TRIGGER _500_note_parties AFTER INSERT ON public.referrals FOR EACH ROW EXECUTE FUNCTION private.tg_referrals__note_parties();
CREATE TRIGGER _700_notify_on_insert AFTER INSERT ON public.referrals FOR EACH ROW WHEN (new.status = 'pending'::text) EXECUTE FUNCTION private.tg_referrals__notify();
CREATE TRIGGER _700_notify_on_update AFTER UPDATE OF status ON public.referrals FOR EACH ROW WHEN (new.status = 'completed'::text AND old.status = 'pending'::text) EXECUTE FUNCTION private.tg_referrals__notify();
CREATE TRIGGER _911_note_member_delete AFTER DELETE ON public.referrals REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_members('{referrer_id,referred_user_id}', 'referrals');
CREATE TRIGGER _911_note_member_insert AFTER INSERT ON public.referrals REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_members('{referrer_id,referred_user_id}', 'referrals');
CREATE TRIGGER _911_note_member_update AFTER UPDATE ON public.referrals REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_members('{referrer_id,referred_user_id}', 'referrals');

create function private.caller_sign_up()
 RETURNS TABLE(email text, is_new boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return query
      select lower(u.email::text), u.created_at > now() - interval '24 hours'
      from auth.users as u
      where u.id = auth.uid();
  end
  $function$;
comment on function private.caller_sign_up() is 'The caller''s own address and whether the account is younger than a day.';

grant execute on function private.caller_sign_up() to authenticated;

create function private.check_referral_pace(p_referrer_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_scale constant numeric := (select s.rate_limit_scale from private.settings as s);
    v_is_new constant boolean := private.is_new_member(p_referrer_id);
    v_is_proved constant boolean := private.is_proved_party(p_referrer_id);
    v_lives constant uuid[] := private.lives_of(p_referrer_id);
    v_own record;
    v_others bigint;
  begin
    select
        count(*) filter (where r.completed_at > now() - interval '1 day') as day,
        count(*) as month
      into v_own
      from public.referrals as r join private.referral_parties as k on k.referral_id = r.id
      where r.status = 'completed'
        and r.completed_at > now() - interval '30 days'
        and k.referrer_id = any (v_lives);
    if v_own.day >= 3 * v_scale or v_own.month >= 10 * v_scale then
      raise exception 'as many referrals as one day or month allows were credited'
        using errcode = 'RF005', hint = 'at most 3 a day and 10 in 30 days; the others wait';
    end if;
    if not v_is_new and private.has_earned_points(p_referrer_id) then
      return;
    end if;
    -- Several limits, so that new accounts use up nothing of older members', and accounts that anyone can create
    -- nothing of those whose address a mailed link has proved.
    select count(*) into v_others
      from public.referrals as r join private.referral_parties as k on k.referral_id = r.id
      where r.status = 'completed'
        and r.completed_at > now() - interval '1 day'
        and private.is_new_member(k.referrer_id) = v_is_new
        and private.is_proved_party(k.referrer_id) = v_is_proved
        and (v_is_new or not private.has_earned_points(k.referrer_id));
    if v_others >= 10 * v_scale then
      raise exception 'as many referrals by newcomers as one day allows were credited'
        using errcode = 'RF006', hint = 'at most 10 a day of all newcomers together; try tomorrow';
    end if;
  end
  $function$;
comment on function private.check_referral_pace(p_referrer_id uuid) is 'Refuses an approval above 3 a day and 10 in 30 days for one member (RF005), counted over all accounts of the address; and above 10 a day for all members together who joined less than a week ago, or for all others together who have got no points from the club (RF006). In both groups, members with a proved address are counted separately. rate_limit_scale multiplies the numbers.';

create function private.count_address(p_email text, p_is_proved boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into private.referred_addresses (address_hash) values (private.exact_address_hash(p_email))
      on conflict (address_hash) do nothing;
    if p_is_proved then
      insert into private.referred_addresses (address_hash) values (private.address_hash(p_email))
        on conflict (address_hash) do nothing;
    elsif private.exact_address_hash(p_email) <> private.address_hash(p_email) then
      insert into private.referred_spellings (address_hash) values (private.address_hash(p_email))
        on conflict (address_hash) do nothing;
    end if;
  end
  $function$;
comment on function private.count_address(p_email text, p_is_proved boolean) is 'Counts an address, and the whole mailbox of a proved one.';

create function private.has_counted(p_email text, p_is_proved boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_exact constant bytea := private.exact_address_hash(p_email);
    v_mailbox constant bytea := private.address_hash(p_email);
  begin
    return exists (select from private.referred_addresses as a where a.address_hash in (v_exact, v_mailbox))
      or (
        v_exact <> v_mailbox and not p_is_proved
        and exists (select from private.referred_spellings as s where s.address_hash = v_mailbox)
      );
  end
  $function$;
comment on function private.has_counted(p_email text, p_is_proved boolean) is 'Whether an address has counted: itself, the plain spelling of its mailbox, or, unless it is proved, another spelling.';

create function private.has_earned_points(p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return exists (
      select from public.points_log as l
      where l.user_id = p_user_id and l.kind in ('admin', 'game', 'prize') and l.points_change > 0
    );
  end
  $function$;
comment on function private.has_earned_points(p_user_id uuid) is 'Whether an admin, a game or a prize has ever given points to a member; a throw-away account would have to earn them.';

create function private.has_taken_first_step(p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return exists (select from public.newsfeed_posts as n where n.user_id = p_user_id and n.type = 'post')
      or exists (select from public.newsfeed_comments as c where c.user_id = p_user_id)
      or exists (select from public.game_entries as e where e.user_id = p_user_id);
  end
  $function$;
comment on function private.has_taken_first_step(p_user_id uuid) is 'Whether a member has posted, commented or entered a game.';

create function private.is_brought_by(p_member uuid, p_other uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return exists (
      with recursive up (member_id) as (
        select unnest(private.lives_of(p_member, true))
        union
        select l.member_id
        from up
          join private.referral_parties as k on k.referred_id = up.member_id
          join public.referrals as r on r.id = k.referral_id and r.status = 'completed'
          cross join unnest(private.lives_of(k.referrer_id, true)) as l (member_id)
      )
      select from up where up.member_id = any (private.lives_of(p_other, true))
    );
  end
  $function$;
comment on function private.is_brought_by(p_member uuid, p_other uuid) is 'Whether the other account referred this member, directly or through others, over any number of completed referrals, also of deleted accounts. True as well if both are the same person.';

create function private.is_new_member(p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return not exists (
      select from public.profiles as p where p.id = p_user_id and p.created_at <= now() - interval '7 days'
    );
  end
  $function$;
comment on function private.is_new_member(p_user_id uuid) is 'Whether a member joined less than a week ago, or is deleted.';

create function private.is_proved_party(p_account_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return private.is_proved_address(p_account_id) or exists (
      select from private.account_addresses as a where a.account_id = p_account_id and a.is_proved
    );
  end
  $function$;
comment on function private.is_proved_party(p_account_id uuid) is 'Whether a mailed link has proved an address of an account, also of a deleted one. False in a club without mail.';

create function private.tg_auth_users__create_referral()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_referrer constant text := new.raw_user_meta_data ->> 'referrer_id';
  begin
    if v_referrer ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and new.email is not null
      and not exists (
        select from private.referred_addresses as a where a.address_hash = private.address_hash(new.email)
      )
    then
      insert into public.referrals (referrer_id, referred_user_id, referred_email)
        select p.id, new.id, new.email from public.profiles as p where p.id = v_referrer::uuid and p.id <> new.id
        -- Waits for a referrer who is leaving at this moment: their deletion must not fail the sign-up.
        for key share
        on conflict do nothing;
    end if;
    return null;
  end
  $function$;
comment on function private.tg_auth_users__create_referral() is 'Creates the pending referral of a new account; ignores an unknown referrer and an address that has counted before.';

create function private.tg_referral_settings__stamp()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if private.is_direct_statement() then
      new.updated_by := auth.uid();
    end if;
    return new;
  end
  $function$;
comment on function private.tg_referral_settings__stamp() is 'The admin who sends the change is recorded with it.';

create function private.tg_referrals__approve()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_parties constant text[] := array['referrer_id', 'referred_user_id', 'referred_email'];
    v_account record;
    v_is_proved boolean;
  begin
    -- A deleted party becomes null; otherwise only the status changes.
    if to_jsonb(new) - 'status' - v_parties <> to_jsonb(old) - 'status' - v_parties
      or new.referrer_id <> old.referrer_id
      or new.referred_user_id <> old.referred_user_id
      or new.referred_email <> old.referred_email
      or (old.referrer_id is null and new.referrer_id is not null)
      or (old.referred_user_id is null and new.referred_user_id is not null)
      or (old.referred_email is null and new.referred_email is not null)
    then
      raise exception 'only the status of a referral can be changed' using errcode = '42501';
    end if;
    if new.status = old.status then
      return new;
    end if;
    if old.status <> 'pending' or new.status <> 'completed' then
      raise exception 'a referral goes from pending to completed, once' using errcode = '42501';
    end if;
    -- One approval at a time: otherwise a circle of referrals could be approved simultaneously.
    perform pg_advisory_xact_lock(hashtextextended('private.referral_approval', 0));
    if exists (select from public.profiles as p where p.id = old.referrer_id and p.is_suspended) then
      raise exception 'a suspended member cannot approve a referral' using errcode = 'PT403';
    end if;
    select u.email, u.email_confirmed_at into v_account from auth.users as u where u.id = old.referred_user_id;
    if not found or old.referrer_id is null then
      raise exception 'the referred member has left the club' using errcode = 'RF004';
    end if;
    if v_account.email_confirmed_at is null then
      raise exception 'the referred member has not confirmed their address yet'
        using errcode = 'RF007', hint = 'approve once they have';
    end if;
    if private.is_brought_by(old.referrer_id, old.referred_user_id) then
      raise exception 'these members referred each other' using errcode = 'RF002', hint = 'one of the two counts';
    end if;
    if (select s.first_step_required from public.referral_settings as s)
      and not private.has_taken_first_step(old.referred_user_id)
    then
      raise exception 'the referred member has not posted, commented or entered a game yet'
        using errcode = 'RF003', hint = 'approve once they have';
    end if;
    -- The address of the sign-up and the current one, which may differ.
    v_is_proved := private.is_proved_address(old.referred_user_id);
    if private.has_counted(old.referred_email, v_is_proved) or private.has_counted(v_account.email, v_is_proved) then
      raise exception 'this address has been counted before' using errcode = 'RF001', hint = 'an address counts once';
    end if;
    if private.is_api_request() then
      perform private.check_referral_pace(old.referrer_id);
    end if;
    perform private.count_address(old.referred_email, v_is_proved and old.referred_email = v_account.email);
    perform private.count_address(v_account.email, v_is_proved);
    new.completed_at := now();
    new.points_awarded := (select s.points_per_referral from public.referral_settings as s);
    return new;
  end
  $function$;
comment on function private.tg_referrals__approve() is 'An approval is one step from pending to completed; the server sets time and points. Refused: an unconfirmed address (RF007), an address that has counted (RF001), a circle (RF002), a missing first activity where the club requires one (RF003), a member who left (RF004), more than the limits allow (RF005, RF006), a suspended referrer (PT403).';

create function private.tg_referrals__count_once()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    -- The policy refuses another's address.
    if lower(new.referred_email) is distinct from (select lower(u.email) from auth.users as u where u.id = auth.uid()) then
      return new;
    end if;
    if private.has_counted(new.referred_email, private.is_proved_address(new.referred_user_id)) then
      raise exception 'this address has been referred before' using errcode = '23505', hint = 'it counts once';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_referrals__count_once() is 'A referral sent by the client: an address that has counted before is a duplicate (23505), which clients ignore.';

create function private.tg_referrals__credit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if new.points_awarded > 0 then
      perform private.credit(
        new.referrer_id,
        'referral',
        new.points_awarded,
        'Referral completed',
        'referral:' || new.id,
        new.referrer_id,
        jsonb_build_object(
          'referred_username', (select p.username from public.profiles as p where p.id = new.referred_user_id)
        )
      );
    end if;
    return null;
  end
  $function$;
comment on function private.tg_referrals__credit() is 'Credits the referrer in the transaction of the approval.';

create function private.tg_referrals__leave_out()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if private.has_counted(new.referred_email, private.is_proved_address(new.referred_user_id)) then
      return null;
    end if;
    return new;
  end
  $function$;
comment on function private.tg_referrals__leave_out() is 'A sign-up with an address that has counted succeeds without a referral.';

create function private.tg_referrals__note_parties()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into private.referral_parties (referral_id, referrer_id, referred_id)
      values (new.id, new.referrer_id, new.referred_user_id);
    return null;
  end
  $function$;
comment on function private.tg_referrals__note_parties() is 'Records who referred whom beyond the life of the accounts.';

create function private.tg_referrals__stamp()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if private.is_direct_statement() then
      new.referred_user_id := auth.uid();
      new.completed_at := null;
      new.points_awarded := null;
    end if;
    return new;
  end
  $function$;
comment on function private.tg_referrals__stamp() is 'The caller is the referred member; no new referral is completed.';

create function public.get_user_referral_stats(user_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(total_referrals bigint, completed_referrals bigint, pending_referrals bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  declare
    v_user_id uuid := auth.uid();
  begin
    if get_user_referral_stats.user_id is distinct from v_user_id and private.is_admin() then
      v_user_id := coalesce(get_user_referral_stats.user_id, v_user_id);
    end if;
    return query
      select
        count(*),
        count(*) filter (where r.status = 'completed'),
        count(*) filter (where r.status = 'pending')
      from public.referrals as r
      -- A referral that was pending when its member left can no longer be approved.
      where r.referrer_id = v_user_id and (r.status = 'completed' or r.referred_user_id is not null);
  end
  $function$;
comment on function public.get_user_referral_stats(user_id uuid) is 'How many members a member referred: one row. Members always get their own figures, whatever id they send.';

grant execute on function public.get_user_referral_stats(user_id uuid) to authenticated;
