-- Points: an append-only ledger, from which the balance in profiles follows.
--
-- The ledger refuses duplicates: a credit whose source key has been used raises an error, which rolls the transaction
-- back. A caller that means "at most once" calls credit_once and acts on the answer. Every source key contains an id
-- that the database generated.

-- Tables ---------------------------------------------------------------------------------------------------

create table public.points_log (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null default 'admin',
  points_change integer not null,
  reason text not null,
  metadata jsonb not null default '{}',
  source_key text,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  request_id uuid,
  created_at timestamptz not null default now(),
  constraint points_log_kind_known check (kind in ('admin', 'referral', 'gift_sent', 'gift_received', 'game', 'prize')),
  constraint points_log_change_nonzero check (points_change <> 0),
  constraint points_log_reason_given check (reason ~ '\S'),
  constraint points_log_reason_length check (char_length(reason) <= 500),
  constraint points_log_reason_plain check (private.is_plain_text(reason, true)),
  constraint points_log_metadata_object check (jsonb_typeof(metadata) = 'object' and octet_length(metadata::text) <= 2000),
  constraint points_log_source_key_unique unique (source_key),
  constraint points_log_source_key_by_kind check ((kind = 'admin') = (source_key is null)),
  constraint points_log_request_elsewhere check (request_id is null),
  constraint points_log_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
  )
);
comment on table public.points_log is
  'Append-only ledger of points: no API role can update or delete a row. profiles.points is its sum per member. A gift or '
  'referral names the other member until that account is deleted.';
comment on column public.points_log.kind is 'admin (by hand), referral, gift_sent, gift_received, game or prize.';
comment on column public.points_log.source_key is
  'Identifies an automatic credit; unique, so nothing is credited twice.';
comment on column public.points_log.created_by is 'The account that caused the row.';
comment on column public.points_log.request_id is
  'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

-- Sums per member and day, and per month (UTC), so that the ranking of a timeframe need not add up the ledger.
create table private.points_by_day (
  user_id uuid not null references public.profiles (id) on delete cascade,
  day date not null,
  points bigint not null,
  primary key (day, user_id),
  constraint points_by_day_dates_bounds check (
    day >= '2000-01-01' and day < '2200-01-01'
  )
);
comment on table private.points_by_day is 'Sum of points_log per member and UTC day, kept by its trigger.';

create table private.points_by_month (
  user_id uuid not null references public.profiles (id) on delete cascade,
  month date not null,
  points bigint not null,
  primary key (month, user_id),
  constraint points_by_month_dates_bounds check (
    month >= '2000-01-01' and month < '2200-01-01'
  )
);
comment on table private.points_by_month is 'Sum of points_log per member and UTC month, named by its first day.';

-- Indexes --------------------------------------------------------------------------------------------------

create index points_log_user_id on public.points_log (user_id, created_at desc);
create index points_log_created_by on public.points_log (created_by);
create index points_log_created_at on public.points_log (created_at) include (user_id, points_change);
create index points_by_day_user_id on private.points_by_day (user_id, day);
create index points_by_month_user_id on private.points_by_month (user_id, month);

-- Row-level security ---------------------------------------------------------------------------------------

alter table public.points_log enable row level security;
alter table private.points_by_day enable row level security;
alter table private.points_by_month enable row level security;

create policy select_own_or_admin on public.points_log
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
comment on policy select_own_or_admin on public.points_log is 'Members read their own history, admins everyone''s.';

create policy insert_admin on public.points_log
  for insert to authenticated
  with check ((select private.is_admin()));
comment on policy insert_admin on public.points_log is
  'Admins give or take points by hand; everything else enters through definer functions.';

-- Functions ------------------------------------------------------------------------------------------------

create function private.tg_points_log__stamp() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if private.is_direct_statement() then
      new.kind := 'admin';
      new.source_key := null;
      new.created_by := auth.uid();
      new.created_at := now();
    end if;
    return new;
  end
  $$;
comment on function private.tg_points_log__stamp() is
  'What an admin sends is a correction by hand, by that admin, now; no request can pose as an automatic credit.';

-- Profiles are locked in the order of their ids, here and wherever several are changed, so that writers cannot
-- deadlock.
create function private.tg_points_log__apply() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform from public.profiles as p
      where p.id in (select a.user_id from added as a)
      order by p.id
      for no key update;
    update public.profiles as p set points = p.points + s.points_change
      from (select a.user_id, sum(a.points_change) as points_change from added as a group by a.user_id) as s
      where p.id = s.user_id;
    insert into private.points_by_day as d (user_id, day, points)
      select a.user_id, (a.created_at at time zone 'utc')::date, sum(a.points_change)
      from added as a
      group by 1, 2
      order by 1, 2
      on conflict (day, user_id) do update set points = d.points + excluded.points;
    insert into private.points_by_month as m (user_id, month, points)
      select a.user_id, date_trunc('month', a.created_at at time zone 'utc')::date, sum(a.points_change)
      from added as a
      group by 1, 2
      order by 1, 2
      on conflict (month, user_id) do update set points = m.points + excluded.points;
    return null;
  end
  $$;
comment on function private.tg_points_log__apply() is 'Keeps profiles.points and the sums by day and month equal to the ledger.';

create function private.tg_points_log__audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.audit_member('give_points', new.user_id,
      jsonb_build_object('points', new.points_change, 'reason', new.reason));
    return null;
  end
  $$;
comment on function private.tg_points_log__audit() is 'Records points given or taken by hand.';

create function private.credit(
  p_user_id uuid,
  p_kind text,
  p_points integer,
  p_reason text,
  p_source_key text,
  p_caused_by uuid,
  p_metadata jsonb default '{}'
) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.points_log (user_id, kind, points_change, reason, source_key, created_by, metadata)
      values (p_user_id, p_kind, p_points, p_reason, p_source_key, p_caused_by, p_metadata);
    return true;
  end
  $$;
comment on function private.credit(uuid, text, integer, text, text, uuid, jsonb) is
  'Adds one automatic row to the ledger; 23505 if its source key has been used. A function that credits several '
  'members in one transaction locks their profiles first, in the order of their ids.';

create function private.credit_once(
  p_user_id uuid,
  p_kind text,
  p_points integer,
  p_reason text,
  p_source_key text,
  p_caused_by uuid,
  p_metadata jsonb default '{}'
) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.points_log (user_id, kind, points_change, reason, source_key, created_by, metadata)
      values (p_user_id, p_kind, p_points, p_reason, p_source_key, p_caused_by, p_metadata)
      on conflict (source_key) do nothing;
    return found;
  end
  $$;
comment on function private.credit_once(uuid, text, integer, text, text, uuid, jsonb) is
  'Adds one automatic row to the ledger unless its source key has been used; then returns false. The caller must act '
  'on the answer.';

-- Views ----------------------------------------------------------------------------------------------------

create view public.points_ledger with (security_invoker = true) as
  select
    l.id,
    l.user_id,
    u.username,
    u.avatar_url,
    l.kind,
    l.points_change,
    l.reason,
    l.metadata,
    l.created_by,
    c.username as created_by_username,
    l.created_at
  from public.points_log as l
    left join public.profiles as u on u.id = l.user_id
    left join public.profiles as c on c.id = l.created_by
  where (select private.is_admin());
comment on view public.points_ledger is
  'The ledger of points with the names of member and author, for admins; empty for members. Read it with '
  'order=created_at.desc,id.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _010_hold_gate
  before insert or update or delete on public.points_log
  for each statement execute function private.tg__hold_gate();
create trigger _020_file_request
  before insert on public.points_log
  for each row execute function private.tg__file_request();
create trigger _100_stamp
  before insert on public.points_log
  for each row execute function private.tg_points_log__stamp();
create trigger _500_apply
  after insert on public.points_log
  referencing new table as added
  for each statement execute function private.tg_points_log__apply();
create trigger _600_audit
  after insert on public.points_log
  for each row when (private.is_direct_statement())
  execute function private.tg_points_log__audit();

select private.announce_to_members('public.points_log', '{user_id}', 'points');

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on
  public.points_log, private.points_by_day, private.points_by_month, public.points_ledger
  from anon, authenticated, service_role;
grant select on public.points_log to authenticated;
grant insert (user_id, points_change, reason, metadata, created_by, request_id) on public.points_log to authenticated;
grant select, insert on public.points_log to service_role;
grant select on public.points_ledger to authenticated, service_role;

revoke execute on function
  private.tg_points_log__stamp(),
  private.tg_points_log__apply(),
  private.tg_points_log__audit(),
  private.credit(uuid, text, integer, text, text, uuid, jsonb),
  private.credit_once(uuid, text, integer, text, text, uuid, jsonb)
  from public, anon, authenticated, service_role;

-- Publication ----------------------------------------------------------------------------------------------

alter publication supabase_realtime add table public.points_log;
