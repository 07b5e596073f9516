-- Others decide about an admin. An admin could set the password of a second one and be both; or take the rights of all
-- others for a moment, and decide as the only one.

-- Tables ---------------------------------------------------------------------------------------------------

create table private.narrowed_cases (
  case_id uuid not null references private.report_cases (id) on delete cascade,
  primary key (case_id)
);
comment on table private.narrowed_cases is
  'Cases whose author, or somebody linked to them, has demoted, suspended or deleted an admin who could have decided. They '
  'wait for an admin who is not linked, whom the operator appoints if need be.';

-- Row-level security ---------------------------------------------------------------------------------------

alter table private.narrowed_cases enable row level security;

-- Functions ------------------------------------------------------------------------------------------------

create function private.link_to_cases(p_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_lives constant uuid[] := private.lives_of(auth.uid(), true);
  begin
    insert into private.linked_admins (case_id, account_id)
      select c.id, p_user_id from private.report_cases as c
        where c.author_id = any (v_lives) or c.former_account_id = any (v_lives)
      union
      select k.case_id, p_user_id from private.linked_admins as k where k.account_id = any (v_lives)
      on conflict do nothing;
  end
  $$;
comment on function private.link_to_cases(uuid) is
  'Links an account to the cases about the caller, and to those that the caller is linked to. The operator has none.';

create or replace function private.tg_profiles__link_to_cases() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.link_to_cases(new.id);
    return null;
  end
  $$;

create function private.narrow_cases(p_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_lives constant uuid[] := private.lives_of(auth.uid(), true);
  begin
    insert into private.narrowed_cases (case_id)
      select c.id from private.report_cases as c
      where (
          c.author_id = any (v_lives)
          or c.former_account_id = any (v_lives)
          or exists (
            select from private.linked_admins as k where k.case_id = c.id and k.account_id = any (v_lives))
        )
        and not coalesce(private.is_case_of(c, p_user_id), false)
      on conflict do nothing;
  end
  $$;
comment on function private.narrow_cases(uuid) is
  'Notes that the caller takes the rights of an admin who could have decided the cases that the caller may not. The operator '
  'has none.';

create function private.tg_profiles__narrow_cases() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.narrow_cases(old.id);
    return null;
  end
  $$;
comment on function private.tg_profiles__narrow_cases() is 'An admin is demoted or suspended.';

create function private.tg__narrow_cases() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- A deletion begins with the account or with the profile. By the second, the account's links have got another id.
    if exists (select from public.profiles as p where p.id = old.id and p.is_admin and not p.is_suspended)
      and exists (select from auth.users as u where u.id = old.id)
    then
      perform private.narrow_cases(old.id);
    end if;
    return old;
  end
  $$;
comment on function private.tg__narrow_cases() is
  'Before the deletion of a profile or an account, whichever comes first: an admin is deleted.';

create or replace function private.may_decide(p_case private.report_cases) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_lives constant uuid[] := private.lives_of(auth.uid(), true);
  begin
    if not coalesce(private.is_case_of(p_case, auth.uid()), false) then
      return true;
    end if;
    if exists (
      select from public.profiles as p where p.is_admin and not p.is_suspended and not private.is_case_of(p_case, p.id)
    ) or exists (select from private.narrowed_cases as n where n.case_id = p_case.id) then
      return false;
    end if;
    -- Among those who remain, everyone comes before the author.
    return coalesce(p_case.author_id, p_case.former_account_id) <> all (v_lives)
      or not exists (
        select from public.profiles as p where p.is_admin and not p.is_suspended and p.id <> all (v_lives)
      );
  end
  $$;
comment on function private.may_decide(private.report_cases) is
  'Whether the caller, an admin, may decide a case. One who is linked to it may if there is no other, and the author if there '
  'is no other admin at all; those who are suspended do not count. Neither may once they have taken the rights of another.';
comment on function private.is_case_of(private.report_cases, uuid) is
  'Whether a case is about this person, or its author has made them an admin or set their password since it was opened, also '
  'by way of others. Accounts of one person are one.';
comment on table private.linked_admins is
  'Whom the author of a case made an admin since it was opened, or gave a new password, or to whom somebody linked to it at '
  'the time did so. A deleted account stays under its id in account_addresses.';

create or replace function private.set_member_password(p_user_id uuid, p_password text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.require_admin();
    if p_user_id = auth.uid() then
      raise exception 'use the profile page to change your own password' using errcode = '42501';
    end if;
    -- One admin would be two.
    if exists (select from public.profiles as p where p.id = p_user_id and p.is_admin) then
      raise exception 'the password of an admin is not set by another admin'
        using errcode = '42501', hint = 'take the admin rights back first';
    end if;
    if coalesce(octet_length(p_password), 0) < 6 then
      raise exception 'Password must be at least 6 characters long' using errcode = '22023';
    end if;
    -- bcrypt reads 72 bytes and would silently cut a longer password.
    if octet_length(p_password) > 72 then
      raise exception 'Password cannot be longer than 72 characters' using errcode = '22023';
    end if;
    -- Anyone else who had access to the account loses it: mailed links, codes and pending changes of address become
    -- void.
    update auth.users as u
      set
        encrypted_password = extensions.crypt(p_password, extensions.gen_salt('bf', 10)),
        recovery_token = '',
        email_change = '',
        email_change_token_new = '',
        email_change_token_current = '',
        email_change_confirm_status = 0,
        reauthentication_token = '',
        updated_at = now()
      where u.id = p_user_id;
    if not found then
      raise exception 'user not found' using errcode = 'PT404';
    end if;
    delete from auth.one_time_tokens as t where t.user_id = p_user_id;
    delete from auth.flow_state as f where f.user_id = p_user_id;
    delete from auth.sessions as s where s.user_id = p_user_id;
    perform private.link_to_cases(p_user_id);
    perform private.audit_member('set_password', p_user_id);
  end
  $$;
comment on function private.set_member_password(uuid, text) is
  'Stores a new password for another member who is not an admin (6 to 72 bytes, otherwise 22023), ends their sessions and '
  'voids mailed links and codes. Admins only (42501).';
comment on function public.set_member_password(uuid, text) is
  'Sets the password of another member who is not an admin, and signs them out everywhere. Admins only.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _510_narrow_cases
  after update of is_admin, is_suspended on public.profiles
  for each row when (old.is_admin and not old.is_suspended and not (new.is_admin and not new.is_suspended))
  execute function private.tg_profiles__narrow_cases();
-- Before _390_leave_marks.
create trigger _380_narrow_cases
  before delete on public.profiles
  for each row when (old.is_admin)
  execute function private.tg__narrow_cases();
create trigger _380_narrow_cases
  before delete on auth.users
  for each row execute function private.tg__narrow_cases();

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on private.narrowed_cases from anon, authenticated, service_role;
revoke execute on function
  private.link_to_cases(uuid),
  private.narrow_cases(uuid),
  private.tg_profiles__narrow_cases(),
  private.tg__narrow_cases()
  from public, anon, authenticated, service_role;
