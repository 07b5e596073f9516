-- An admin whom the author of a case has appointed is linked to the case at that moment, and for as long as there is a case. The
-- audit trail names the accounts of the time: once the author had deleted theirs, those whom they had made admins read who
-- had reported, and decided.

-- Tables ---------------------------------------------------------------------------------------------------

-- No foreign key to the account: the link outlives it.
create table private.linked_admins (
  case_id uuid not null references private.report_cases (id) on delete cascade,
  account_id uuid not null,
  primary key (case_id, account_id)
);
comment on table private.linked_admins is
  'Whom the author of a case made an admin since it was opened, or who was made one by somebody linked to it at the time. A '
  'deleted account stays under its id in account_addresses.';

-- Indexes --------------------------------------------------------------------------------------------------

create index linked_admins_account on private.linked_admins (account_id);

-- Row-level security ---------------------------------------------------------------------------------------

alter table private.linked_admins enable row level security;

-- Data -----------------------------------------------------------------------------------------------------

-- What the audit trail still tells.
with recursive linked (case_id, opened_at, account_id) as (
  select c.id, c.created_at, l.subject_id
    from private.report_cases as c
      cross join lateral unnest(private.lives_of(coalesce(c.author_id, c.former_account_id), true)) as a (id)
      join private.audit_log as l on l.actor_id = a.id
    where l.action = 'grant_admin' and l.created_at >= c.created_at
  union
  select k.case_id, k.opened_at, l.subject_id
    from linked as k join private.audit_log as l on l.actor_id = k.account_id
    where l.action = 'grant_admin' and l.created_at >= k.opened_at
)
insert into private.linked_admins (case_id, account_id)
  select distinct k.case_id, k.account_id
  from linked as k join public.profiles as p on p.id = k.account_id;

-- Functions ------------------------------------------------------------------------------------------------

create function private.tg_profiles__link_to_cases() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_lives constant uuid[] := private.lives_of(auth.uid(), true);
  begin
    insert into private.linked_admins (case_id, account_id)
      select c.id, new.id from private.report_cases as c
        where c.author_id = any (v_lives) or c.former_account_id = any (v_lives)
      union
      select k.case_id, new.id from private.linked_admins as k where k.account_id = any (v_lives)
      on conflict do nothing;
    return null;
  end
  $$;
comment on function private.tg_profiles__link_to_cases() is
  'Links a new admin to the cases about the one who did it, and to those that this one is linked to. The operator has none.';

create or replace function private.is_case_of(p_case private.report_cases, p_user_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_lives constant uuid[] := private.lives_of(p_user_id, true);
  begin
    return coalesce(p_case.author_id, p_case.former_account_id) = any (v_lives) or exists (
      select from private.linked_admins as k where k.case_id = p_case.id and k.account_id = any (v_lives)
    );
  end
  $$;

create or replace function private.leave_marks(p_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_ghost constant uuid := gen_random_uuid();
  begin
    delete from private.left_counters as c where c.window_start <= now() - interval '31 days';
    delete from private.declined_connections as d where d.declined_at <= now() - interval '30 days';

    update private.account_addresses as a set account_id = v_ghost where a.account_id = p_user_id;
    update private.suspended_accounts as s set account_id = v_ghost where s.account_id = p_user_id;
    update private.answer_viewers as v set user_id = v_ghost where v.user_id = p_user_id;
    update private.username_keys as k set user_id = v_ghost, freed_at = coalesce(k.freed_at, clock_timestamp())
      where k.user_id = p_user_id;
    update private.referral_parties as k set referrer_id = v_ghost where k.referrer_id = p_user_id;
    update private.referral_parties as k set referred_id = v_ghost where k.referred_id = p_user_id;
    update private.declined_connections as d set user_id = v_ghost where d.user_id = p_user_id;
    update private.declined_connections as d set connected_user_id = v_ghost where d.connected_user_id = p_user_id;
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
  $$;

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _510_link_to_cases
  after update of is_admin on public.profiles
  for each row when (new.is_admin and not old.is_admin)
  execute function private.tg_profiles__link_to_cases();

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on private.linked_admins from anon, authenticated, service_role;
revoke execute on function private.tg_profiles__link_to_cases() from public, anon, authenticated, service_role;
