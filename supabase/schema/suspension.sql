-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.suspended_accounts (
  account_id uuid not null,
  created_at timestamp with time zone not null default now(),
  reason text not null default ''::text,
  ends_at timestamp with time zone,
  constraint suspended_accounts_pkey PRIMARY KEY (account_id),
  constraint suspended_accounts_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND ends_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND ends_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint suspended_accounts_reason_plain CHECK (private.is_plain_text(reason, true) AND char_length(reason) <= 500)
);
comment on table private.suspended_accounts is 'Suspended accounts, including deleted ones under their id in account_addresses: a new account of the same person is suspended too. Lifting a suspension removes the row and those of earlier accounts.';
comment on column private.suspended_accounts.reason is 'For the member to read; empty if none was given.';
comment on column private.suspended_accounts.ends_at is 'When a job lifts the suspension; null until an admin does.';

CREATE INDEX suspended_accounts_ends ON private.suspended_accounts USING btree (ends_at) WHERE (ends_at IS NOT NULL);

alter table private.suspended_accounts enable row level security;

create function private.tg_profiles__keep_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if private.is_direct_statement() and new.id = auth.uid() and private.is_suspended() then
      raise exception 'a suspended member cannot change their username' using errcode = 'PT403';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_profiles__keep_name() is 'Suspended members keep the name under which they were suspended (PT403).';

create function private.tg_profiles__keep_suspension()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_lives uuid[];
  begin
    -- An upsert of an existing profile fires this trigger too; the existing row decides, not the address.
    if exists (select from public.profiles as p where p.id = new.id) then
      return new;
    end if;
    v_lives := private.lives_of(new.id, true);
    if exists (select from private.suspended_accounts as s where s.account_id = any (v_lives)) then
      new.is_suspended := true;
      -- The suspension that lasts longest.
      insert into private.suspended_accounts (account_id, reason, ends_at)
        select new.id, s.reason, s.ends_at from private.suspended_accounts as s
        where s.account_id = any (v_lives) order by s.ends_at desc nulls first limit 1
        on conflict do nothing;
    end if;
    return new;
  end
  $function$;
comment on function private.tg_profiles__keep_suspension() is 'A new account with the address of a suspended one is suspended.';

create function private.tg_profiles__remember_suspension()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_lives uuid[];
  begin
    if not new.is_suspended then
      -- Also the suspensions of earlier accounts of the address, which this account has taken over.
      v_lives := private.lives_of(new.id);
      delete from private.suspended_accounts as s where s.account_id = any (v_lives);
    else
      insert into private.suspended_accounts (account_id) values (new.id) on conflict do nothing;
    end if;
    return null;
  end
  $function$;
comment on function private.tg_profiles__remember_suspension() is 'Records a suspended account for the duration of its suspension.';
