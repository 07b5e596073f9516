-- Referrals: a new member names who brought them; the referrer approves once and is credited.

-- Tables ---------------------------------------------------------------------------------------------------

create table public.referral_settings (
  id uuid primary key default gen_random_uuid(),
  points_per_referral integer not null default 100,
  updated_at timestamptz not null default now(),
  updated_by uuid references public.profiles (id) on delete set null,
  constraint referral_settings_points_range check (points_per_referral between 0 and 10000)
);

create table public.referrals (
  id uuid primary key default gen_random_uuid(),
  referrer_id uuid not null references public.profiles (id) on delete cascade,
  referred_user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  referred_email text not null,
  status text not null default 'pending',
  completed_at timestamptz,
  points_awarded integer,
  created_at timestamptz not null default now(),
  constraint referrals_once_per_member unique (referred_user_id),
  constraint referrals_not_oneself check (referrer_id <> referred_user_id),
  constraint referrals_status_known check (status in ('pending', 'completed')),
  constraint referrals_completed_whole check (
    (status = 'completed') = (completed_at is not null) and (status = 'completed') = (points_awarded is not null)
  )
);

-- Indexes --------------------------------------------------------------------------------------------------

create unique index referral_settings_one_row on public.referral_settings ((true));
create index referral_settings_updated_by on public.referral_settings (updated_by);
create index referrals_referrer_id on public.referrals (referrer_id, created_at desc);
create unique index referrals_once_per_email on public.referrals (lower(referred_email));

-- Row-level security ---------------------------------------------------------------------------------------

alter table public.referral_settings enable row level security;
alter table public.referrals enable row level security;

create policy select_member on public.referral_settings
  for select to authenticated
  using (true);
comment on policy select_member on public.referral_settings is 'Members see what a referral is worth.';

create policy update_admin on public.referral_settings
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));
comment on policy update_admin on public.referral_settings is 'Admins set what a referral is worth.';

create policy select_own_or_admin on public.referrals
  for select to authenticated
  using (referrer_id = (select auth.uid()) or (select private.is_admin()));
comment on policy select_own_or_admin on public.referrals is 'Referrers see whom they brought, admins all.';

create function private.caller_sign_up() returns table (email text, is_new boolean)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      select lower(u.email::text), u.created_at > now() - interval '24 hours'
      from auth.users as u
      where u.id = auth.uid();
  end
  $$;
comment on function private.caller_sign_up() is 'The caller''s own address and whether the account is younger than a day.';

create policy insert_referred on public.referrals
  for insert to authenticated
  with check (
    referred_user_id = (select auth.uid())
    and status = 'pending'
    and lower(referred_email) = (select s.email from private.caller_sign_up() as s where s.is_new)
  );
comment on policy insert_referred on public.referrals is
  'Only the new member tells who brought them, with their own address and on their first day. The sign-up has usually '
  'done so already; then this is a duplicate (23505) and harmless.';

create policy update_referrer on public.referrals
  for update to authenticated
  using (referrer_id = (select auth.uid()) and status = 'pending')
  with check (referrer_id = (select auth.uid()));
comment on policy update_referrer on public.referrals is
  'Referrers approve their own pending rows; a trigger leaves them the status and nothing else.';

-- Views ----------------------------------------------------------------------------------------------------

create view public.referral_details with (security_invoker = true) as
  select
    r.id,
    r.referrer_id,
    r.referred_email,
    r.status,
    r.completed_at,
    r.points_awarded,
    r.created_at,
    p.username as referred_username
  from public.referrals as r
    join public.profiles as p on p.id = r.referred_user_id;
comment on view public.referral_details is 'Referrals with the name of the member who was referred.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on public.referral_settings, public.referrals, public.referral_details from anon, authenticated, service_role;
grant select, update on public.referral_settings to authenticated, service_role;
grant select, insert, update on public.referrals to authenticated;
grant select, insert, update, delete on public.referrals to service_role;
grant select on public.referral_details to authenticated, service_role;

-- Functions and triggers -----------------------------------------------------------------------------------

create function private.tg_referral_settings__stamp() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if private.is_direct_statement() then
      new.updated_by := auth.uid();
    end if;
    return new;
  end
  $$;
comment on function private.tg_referral_settings__stamp() is 'The admin who sends the change is the one who made it.';

create function private.tg_referrals__stamp() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if private.is_direct_statement() then
      new.referred_user_id := auth.uid();
      new.completed_at := null;
      new.points_awarded := null;
    end if;
    return new;
  end
  $$;
comment on function private.tg_referrals__stamp() is 'Who tells is who was referred; nothing is completed at birth.';

-- Definer, because it reads the referred account; what it lets through is decided from old and new alone.
create function private.tg_referrals__approve() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if to_jsonb(new) - 'status' <> to_jsonb(old) - 'status' then
      raise exception 'only the status of a referral can be changed' using errcode = '42501';
    end if;
    if new.status = old.status then
      return new;
    end if;
    if old.status <> 'pending' or new.status <> 'completed' then
      raise exception 'a referral goes from pending to completed, once' using errcode = '42501';
    end if;
    if not exists (
      select from auth.users as u where u.id = old.referred_user_id and u.email_confirmed_at is not null
    ) then
      raise exception 'the referred member has not confirmed their address yet'
        using errcode = 'P0001', hint = 'approve once they have';
    end if;
    perform private.check_rate('referral_approval', 20, interval '1 day');
    new.completed_at := now();
    new.points_awarded := (select s.points_per_referral from public.referral_settings as s);
    return new;
  end
  $$;
comment on function private.tg_referrals__approve() is
  'An approval is one step from pending to completed, for an account that exists and is confirmed, 20 a day at most; '
  'the server sets when and how much.';

create function private.tg_referrals__credit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
comment on function private.tg_referrals__credit() is 'Credits the referrer in the transaction of the approval.';

create trigger _100_stamp_updated_at
  before update on public.referral_settings
  for each row execute function private.tg__stamp_updated_at();
create trigger _110_stamp
  before update on public.referral_settings
  for each row execute function private.tg_referral_settings__stamp();
create trigger _300_freeze
  before update on public.referral_settings
  for each row execute function private.tg__freeze_columns('id');
create trigger _100_stamp_created_at
  before insert on public.referrals
  for each row execute function private.tg__stamp_created_at();
create trigger _110_stamp
  before insert on public.referrals
  for each row execute function private.tg_referrals__stamp();
create trigger _300_approve
  before update on public.referrals
  for each row execute function private.tg_referrals__approve();
create trigger _500_credit
  after update of status on public.referrals
  for each row when (old.status = 'pending' and new.status = 'completed')
  execute function private.tg_referrals__credit();

-- The first trigger on a new account makes the profile; this one's name sorts after it.
create function private.tg_auth_users__create_referral() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_referrer constant text := new.raw_user_meta_data ->> 'referrer_id';
  begin
    if v_referrer ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and new.email is not null then
      insert into public.referrals (referrer_id, referred_user_id, referred_email)
        select p.id, new.id, new.email from public.profiles as p where p.id = v_referrer::uuid and p.id <> new.id
        on conflict do nothing;
    end if;
    return null;
  end
  $$;
comment on function private.tg_auth_users__create_referral() is
  'Makes the pending referral of a new account; an unknown referrer is ignored.';

create trigger _510_create_referral
  after insert on auth.users
  for each row execute function private.tg_auth_users__create_referral();

create function public.get_user_referral_stats(user_id uuid default null)
  returns table (total_referrals bigint, completed_referrals bigint, pending_referrals bigint)
  language sql stable set search_path = ''
  as $$
    select
      count(*),
      count(*) filter (where r.status = 'completed'),
      count(*) filter (where r.status = 'pending')
    from public.referrals as r
    where r.referrer_id = case
      when (select private.is_admin()) then coalesce(get_user_referral_stats.user_id, auth.uid())
      else auth.uid()
    end
  $$;
comment on function public.get_user_referral_stats(uuid) is
  'How many members someone brought: one row. Members always get their own figures, whatever id they send.';

revoke execute on function
  private.caller_sign_up(),
  private.tg_referral_settings__stamp(),
  private.tg_referrals__stamp(),
  private.tg_referrals__approve(),
  private.tg_referrals__credit(),
  private.tg_auth_users__create_referral(),
  public.get_user_referral_stats(uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.caller_sign_up() to authenticated;
grant execute on function public.get_user_referral_stats(uuid) to authenticated;

insert into public.referral_settings default values;

comment on table public.referrals is 'Who brought whom. The address is that of the account of referred_user_id.';
comment on table public.referral_settings is 'One row: what a completed referral is worth.';

alter publication supabase_realtime add table public.referrals;
