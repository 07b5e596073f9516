-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.suspended_accounts (
  account_id uuid not null,
  created_at timestamp with time zone not null default now(),
  reason text not null default ''::text,
  ends_at timestamp with time zone,
  id uuid not null default gen_random_uuid(),
  case_id uuid,
  appeal_id uuid,
  constraint suspended_accounts_pkey PRIMARY KEY (id),
  constraint suspended_accounts_once UNIQUE NULLS NOT DISTINCT (account_id, case_id),
  constraint suspended_accounts_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND ends_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND ends_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint suspended_accounts_reason_plain CHECK (private.is_plain_text(reason, true) AND char_length(reason) <= 500)
);
comment on table private.suspended_accounts is 'The suspensions that stand, also those of deleted accounts under their id in account_addresses: a new account of the same person has them too. An account has one for each case that suspends it and one by hand. The one that ends last counts.';
comment on column private.suspended_accounts.reason is 'For the member to read; empty if none was given.';
comment on column private.suspended_accounts.ends_at is 'When a job lifts the suspension; null until an admin does.';
comment on column private.suspended_accounts.case_id is 'The case whose decision it is; null for a suspension by hand.';
comment on column private.suspended_accounts.appeal_id is 'The answer that the member has given to it, perhaps with an account that is deleted; null while they may answer.';

CREATE INDEX suspended_accounts_case ON private.suspended_accounts USING btree (case_id) WHERE (case_id IS NOT NULL);
CREATE INDEX suspended_accounts_ends ON private.suspended_accounts USING btree (ends_at) WHERE (ends_at IS NOT NULL);

alter table private.suspended_accounts enable row level security;

CREATE TRIGGER _910_note_appeals AFTER DELETE ON private.suspended_accounts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_suspended_accounts__note_appeals();

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
    -- Waits for decisions that are being made or undone: they do not see this account yet. In the order of return_cases.
    perform from private.report_cases as c
      where c.former_account_id = any (v_lives)
        or c.id in (select s.case_id from private.suspended_accounts as s where s.account_id = any (v_lives))
      order by c.id for update;
    -- Of several by hand the one that ends last.
    insert into private.suspended_accounts (account_id, case_id, reason, ends_at, created_at, appeal_id)
      select new.id, s.case_id, s.reason, s.ends_at, s.created_at, s.appeal_id from private.suspended_accounts as s
      where s.account_id = any (v_lives) order by s.ends_at desc nulls first, s.created_at desc
      on conflict do nothing;
    new.is_suspended := new.is_suspended
      or exists (select from private.suspended_accounts as s where s.account_id = new.id);
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
    -- An end or an undoing has deleted the rows before, and what stands for other accounts remains.
    if not new.is_suspended and exists (select from private.suspended_accounts as s where s.account_id = new.id) then
      -- Lifted by hand: also the suspensions of earlier accounts of the person, which this account has taken over.
      v_lives := private.lives_of(new.id);
      delete from private.suspended_accounts as s where s.account_id = any (v_lives);
    elsif new.is_suspended then
      insert into private.suspended_accounts (account_id)
        select new.id where not exists (select from private.suspended_accounts as s where s.account_id = new.id);
    end if;
    return null;
  end
  $function$;
comment on function private.tg_profiles__remember_suspension() is 'Records a suspended account for the duration of its suspension.';
