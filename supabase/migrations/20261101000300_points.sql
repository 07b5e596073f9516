-- Points: an append-only ledger; the balance in profiles follows from it.

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
  created_at timestamptz not null default now(),
  constraint points_log_kind_known check (kind in ('admin', 'referral', 'gift_sent', 'gift_received', 'game', 'prize')),
  constraint points_log_change_nonzero check (points_change <> 0),
  constraint points_log_reason_given check (reason ~ '\S'),
  constraint points_log_reason_length check (char_length(reason) <= 500),
  constraint points_log_reason_plain check (private.is_plain_text(reason, true)),
  constraint points_log_metadata_object check (jsonb_typeof(metadata) = 'object' and octet_length(metadata::text) <= 2000),
  constraint points_log_source_key_unique unique (source_key),
  constraint points_log_source_key_by_kind check ((kind = 'admin') = (source_key is null))
);

-- Sums per member and day, and per month (UTC), so that the ranking of a timeframe need not add up the ledger.
create table private.points_by_day (
  user_id uuid not null references public.profiles (id) on delete cascade,
  day date not null,
  points bigint not null,
  primary key (day, user_id)
);

create table private.points_by_month (
  user_id uuid not null references public.profiles (id) on delete cascade,
  month date not null,
  points bigint not null,
  primary key (month, user_id)
);

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

-- Grants: no update and no delete for anybody. A correction is a new row. ----------------------------------

revoke all on public.points_log, private.points_by_day, private.points_by_month from anon, authenticated, service_role;
grant select, insert on public.points_log to authenticated, service_role;

-- Functions and triggers -----------------------------------------------------------------------------------

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
  'What an admin sends is a correction by hand, by that admin, now; no request can claim to be an automatic credit.';

-- Profiles are locked in the order of their ids, here and wherever two are touched, so that no two writers deadlock.
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

create trigger _100_stamp
  before insert on public.points_log
  for each row execute function private.tg_points_log__stamp();
create trigger _500_apply
  after insert on public.points_log
  referencing new table as added
  for each statement execute function private.tg_points_log__apply();

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
      values (p_user_id, p_kind, p_points, p_reason, p_source_key, p_caused_by, p_metadata)
      on conflict (source_key) do nothing;
    return found;
  end
  $$;
comment on function private.credit(uuid, text, integer, text, text, uuid, jsonb) is
  'Adds one automatic row to the ledger, once per source key; returns whether it was new. Who credits several members '
  'in one transaction locks their profiles first, in the order of their ids.';

revoke execute on function
  private.tg_points_log__stamp(),
  private.tg_points_log__apply(),
  private.credit(uuid, text, integer, text, text, uuid, jsonb)
  from public, anon, authenticated, service_role;

comment on table public.points_log is
  'Append-only ledger of points: no API role can update or delete a row. profiles.points is its sum per member.';
comment on column public.points_log.kind is 'admin (by hand), referral, gift_sent, gift_received, game or prize.';
comment on column public.points_log.source_key is 'What an automatic credit is for; unique, so nothing is credited twice.';
comment on column public.points_log.created_by is 'Who caused it.';
comment on table private.points_by_day is 'Sum of points_log per member and UTC day, kept by its trigger.';
comment on table private.points_by_month is 'Sum of points_log per member and UTC month, named by its first day.';

alter publication supabase_realtime add table public.points_log;
