-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.points_by_day (
  user_id uuid not null,
  day date not null,
  points bigint not null,
  constraint points_by_day_pkey PRIMARY KEY (day, user_id),
  constraint points_by_day_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint points_by_day_dates_bounds CHECK (day >= '2000-01-01'::date AND day < '2200-01-01'::date)
);
comment on table private.points_by_day is 'Sum of points_log per member and UTC day, without rewards, kept by its trigger.';

CREATE INDEX points_by_day_user_id ON private.points_by_day USING btree (user_id, day);

alter table private.points_by_day enable row level security;

create table private.points_by_month (
  user_id uuid not null,
  month date not null,
  points bigint not null,
  constraint points_by_month_pkey PRIMARY KEY (month, user_id),
  constraint points_by_month_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint points_by_month_dates_bounds CHECK (month >= '2000-01-01'::date AND month < '2200-01-01'::date)
);
comment on table private.points_by_month is 'Sum of points_log per member and UTC month, without rewards, named by its first day.';

CREATE INDEX points_by_month_user_id ON private.points_by_month USING btree (user_id, month);

alter table private.points_by_month enable row level security;

create view public.points_ledger with (security_invoker=true) as
 SELECT l.id,
    l.user_id,
    u.username,
    u.avatar_url,
    l.kind,
    l.points_change,
    l.reason,
    l.metadata,
    l.created_by,
    c.username AS created_by_username,
    l.created_at
   FROM public.points_log l
     LEFT JOIN public.profiles u ON u.id = l.user_id
     LEFT JOIN public.profiles c ON c.id = l.created_by
  WHERE ( SELECT private.is_admin() AS is_admin);
comment on view public.points_ledger is 'The ledger of points with the names of member and author, for admins; empty for members. Read it with order=created_at.desc,id.';

grant select on public.points_ledger to authenticated, service_role;

create table public.points_log (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null default 'admin'::text,
  points_change integer not null,
  reason text not null,
  metadata jsonb not null default '{}'::jsonb,
  source_key text,
  created_by uuid default auth.uid(),
  request_id uuid,
  created_at timestamp with time zone not null default now(),
  constraint points_log_pkey PRIMARY KEY (id),
  constraint points_log_source_key_unique UNIQUE (source_key),
  constraint points_log_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint points_log_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint points_log_change_nonzero CHECK (points_change <> 0),
  constraint points_log_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint points_log_kind_known CHECK (kind = ANY (ARRAY['admin'::text, 'referral'::text, 'gift_sent'::text, 'gift_received'::text, 'game'::text, 'prize'::text, 'reward'::text, 'reward_refund'::text, 'first_step'::text])),
  constraint points_log_metadata_object CHECK (jsonb_typeof(metadata) = 'object'::text AND octet_length(metadata::text) <= 2000),
  constraint points_log_reason_given CHECK (private.has_text(reason)),
  constraint points_log_reason_length CHECK (char_length(reason) <= 500),
  constraint points_log_reason_plain CHECK (private.is_plain_text(reason, true)),
  constraint points_log_request_elsewhere CHECK (request_id IS NULL),
  constraint points_log_source_key_by_kind CHECK ((kind = 'admin'::text) = (source_key IS NULL))
);
comment on table public.points_log is 'Append-only ledger of points: no API role can update or delete a row. profiles.points is its sum per member. A gift or referral names the other member until that account is deleted.';
comment on column public.points_log.kind is 'admin (by hand), referral, gift_sent, gift_received, game, prize, reward, reward_refund or first_step.';
comment on column public.points_log.source_key is 'Identifies an automatic credit; unique, so nothing is credited twice.';
comment on column public.points_log.created_by is 'The account that caused the row.';
comment on column public.points_log.request_id is 'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

CREATE INDEX points_log_created_at ON public.points_log USING btree (created_at) INCLUDE (user_id, points_change, kind);
CREATE INDEX points_log_created_by ON public.points_log USING btree (created_by);
CREATE INDEX points_log_user_id ON public.points_log USING btree (user_id, created_at DESC);

alter table public.points_log enable row level security;

grant select on public.points_log to authenticated;
grant select, insert on public.points_log to service_role;
grant insert (user_id, points_change, reason, metadata, created_by, request_id) on public.points_log to authenticated;

create policy insert_admin on public.points_log
  for insert to authenticated
  with check (( SELECT private.is_admin() AS is_admin));
comment on policy insert_admin on public.points_log is 'Admins give or take points by hand; everything else enters through definer functions.';
create policy select_own_or_admin on public.points_log
  for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin));
comment on policy select_own_or_admin on public.points_log is 'Members read their own history, admins everyone''s.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.points_log FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();
CREATE TRIGGER _020_file_request BEFORE INSERT ON public.points_log FOR EACH ROW EXECUTE FUNCTION private.tg__file_request();
CREATE TRIGGER _100_stamp BEFORE INSERT ON public.points_log FOR EACH ROW EXECUTE FUNCTION private.tg_points_log__stamp();
CREATE TRIGGER _500_apply AFTER INSERT ON public.points_log REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.tg_points_log__apply();
CREATE TRIGGER _600_audit AFTER INSERT ON public.points_log FOR EACH ROW WHEN (private.is_direct_statement()) EXECUTE FUNCTION private.tg_points_log__audit();
CREATE TRIGGER _911_note_member_delete AFTER DELETE ON public.points_log REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_members('{user_id}', 'points');
CREATE TRIGGER _911_note_member_insert AFTER INSERT ON public.points_log REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_members('{user_id}', 'points');
CREATE TRIGGER _911_note_member_update AFTER UPDATE ON public.points_log REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_members('{user_id}', 'points');

create function private.credit(p_user_id uuid, p_kind text, p_points integer, p_reason text, p_source_key text, p_caused_by uuid, p_metadata jsonb DEFAULT '{}'::jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into public.points_log (user_id, kind, points_change, reason, source_key, created_by, metadata)
      values (p_user_id, p_kind, p_points, p_reason, p_source_key, p_caused_by, p_metadata);
    return true;
  end
  $function$;
comment on function private.credit(p_user_id uuid, p_kind text, p_points integer, p_reason text, p_source_key text, p_caused_by uuid, p_metadata jsonb) is 'Adds one automatic row to the ledger; 23505 if its source key has been used. A function that credits several members in one transaction locks their profiles first, in the order of their ids.';

create function private.credit_once(p_user_id uuid, p_kind text, p_points integer, p_reason text, p_source_key text, p_caused_by uuid, p_metadata jsonb DEFAULT '{}'::jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into public.points_log (user_id, kind, points_change, reason, source_key, created_by, metadata)
      values (p_user_id, p_kind, p_points, p_reason, p_source_key, p_caused_by, p_metadata)
      on conflict (source_key) do nothing;
    return found;
  end
  $function$;
comment on function private.credit_once(p_user_id uuid, p_kind text, p_points integer, p_reason text, p_source_key text, p_caused_by uuid, p_metadata jsonb) is 'Adds one automatic row to the ledger unless its source key has been used; then returns false. The caller must act on the answer.';

create function private.tg_points_log__apply()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_begins date;
    v_zone text;
  begin
    perform from public.profiles as p
      where p.id in (select a.user_id from added as a)
      order by p.id
      for no key update;
    update public.profiles as p set points = p.points + s.points_change, points_spent = p.points_spent + s.points_spent
      from (
        select
          a.user_id,
          sum(a.points_change) as points_change,
          coalesce(-sum(a.points_change) filter (where not private.is_ranked(a.kind)), 0) as points_spent
        from added as a
        group by a.user_id
      ) as s
      where p.id = s.user_id;
    insert into private.points_earned as e (user_id, points)
      select a.user_id, sum(a.points_change)
      from added as a
      where private.is_earned(a.kind)
      group by 1
      order by 1
      on conflict (user_id) do update set points = e.points + excluded.points;
    -- A day belongs to a season in the club's time zone. Seasons that are closed do not change.
    select r.begins, coalesce(private.known_zone(r.zone), 'UTC') into v_begins, v_zone from private.running_season as r;
    insert into private.season_points as s (season, user_id, points)
      select
        case when e.day < v_begins + 365 then v_begins else private.season_since(v_begins, e.day) end, e.user_id, sum(e.points)
      from (
        select a.user_id, (a.created_at at time zone v_zone)::date as day, a.points_change as points
        from added as a
        where private.is_earned(a.kind)
      ) as e
      where e.day >= v_begins
      group by 1, 2
      order by 2, 1
      on conflict (user_id, season) do update set points = s.points + excluded.points;
    insert into private.points_by_day as d (user_id, day, points)
      select a.user_id, (a.created_at at time zone 'utc')::date, sum(a.points_change)
      from added as a
      where private.is_ranked(a.kind)
      group by 1, 2
      order by 1, 2
      on conflict (day, user_id) do update set points = d.points + excluded.points;
    insert into private.points_by_month as m (user_id, month, points)
      select a.user_id, date_trunc('month', a.created_at at time zone 'utc')::date, sum(a.points_change)
      from added as a
      where private.is_ranked(a.kind)
      group by 1, 2
      order by 1, 2
      on conflict (month, user_id) do update set points = m.points + excluded.points;
    return null;
  end
  $function$;
comment on function private.tg_points_log__apply() is 'Keeps profiles.points and points_spent, the points earned, those of the season, and the sums by day and month equal to the ledger. Rewards are in the first two only, gifts in neither of the points earned.';

create function private.tg_points_log__audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.audit_member('give_points', new.user_id,
      jsonb_build_object('points', new.points_change, 'reason', new.reason));
    return null;
  end
  $function$;
comment on function private.tg_points_log__audit() is 'Records points given or taken by hand.';

create function private.tg_points_log__stamp()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if private.is_direct_statement() then
      new.kind := 'admin';
      new.source_key := null;
      new.created_by := auth.uid();
      new.created_at := now();
    end if;
    return new;
  end
  $function$;
comment on function private.tg_points_log__stamp() is 'What an admin sends is a correction by hand, by that admin, now; no request can pose as an automatic credit.';
