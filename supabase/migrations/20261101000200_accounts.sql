-- Accounts: the profile that every sign-up brings, the e-mail addresses that only admins see, and what admins do.

-- Tables ---------------------------------------------------------------------------------------------------

create table private.account_emails (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  email text not null
);
comment on table private.account_emails is
  'The address of each account, kept from auth.users, where no API role may look. Admins read it, through the view.';

-- Indexes --------------------------------------------------------------------------------------------------

create index account_emails_email on private.account_emails (lower(email));

-- Row-level security ---------------------------------------------------------------------------------------

alter table private.account_emails enable row level security;

create policy select_admin on private.account_emails
  for select to authenticated
  using ((select private.is_admin()));
comment on policy select_admin on private.account_emails is 'Nobody but admins reads e-mail addresses.';

-- Views ----------------------------------------------------------------------------------------------------

create view public.user_profiles_with_email with (security_invoker = true) as
  select
    p.id,
    p.username,
    e.email as auth_email,
    p.is_admin,
    p.is_suspended,
    p.created_at,
    p.avatar_url,
    p.points
  from public.profiles as p
    left join private.account_emails as e on e.user_id = p.id
  where (select private.is_admin());
comment on view public.user_profiles_with_email is 'Every account with its address, for admins; empty for members.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on private.account_emails, public.user_profiles_with_email from anon, authenticated, service_role;
grant select on private.account_emails to authenticated, service_role;
grant select on public.user_profiles_with_email to authenticated, service_role;

-- Functions and triggers: sign-up --------------------------------------------------------------------------

create function private.tg_auth_users__create_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_username text := regexp_replace(new.raw_user_meta_data ->> 'username', '^\s+|\s+$', '', 'g');
  begin
    if v_username is null then
      -- An account made without a name (by the service role) gets a neutral one: never one made from the address.
      loop
        v_username := 'angler-' || lpad(floor(random() * 100000000)::bigint::text, 8, '0');
        insert into public.profiles (id, username) values (new.id, v_username)
          on conflict (private.username_key(username)) do nothing;
        exit when found;
      end loop;
    else
      if not private.is_username(v_username) then
        raise exception 'Username must have 1 to 50 characters on one line'
          using errcode = '22023', hint = 'choose another username';
      end if;
      insert into public.profiles (id, username) values (new.id, v_username)
        on conflict (private.username_key(username)) do nothing;
      if not found then
        raise exception 'Username is already taken' using errcode = '23505', hint = 'choose another username';
      end if;
    end if;
    if new.email is not null then
      insert into private.account_emails (user_id, email) values (new.id, new.email);
    end if;
    return null;
  end
  $$;
comment on function private.tg_auth_users__create_profile() is
  'Makes the profile of a new account from its sign-up metadata; a bad or taken username fails the sign-up.';

create function private.tg_auth_users__keep_email() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.email is null then
      delete from private.account_emails as e where e.user_id = new.id;
    else
      insert into private.account_emails as e (user_id, email) values (new.id, new.email)
        on conflict (user_id) do update set email = excluded.email;
    end if;
    return null;
  end
  $$;
comment on function private.tg_auth_users__keep_email() is 'Follows a change of address.';

create trigger _500_create_profile
  after insert on auth.users
  for each row execute function private.tg_auth_users__create_profile();
create trigger _500_keep_email
  after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.tg_auth_users__keep_email();

-- Functions: register page ---------------------------------------------------------------------------------

create function private.is_username_available(p_username text) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_username constant text := regexp_replace(p_username, '^\s+|\s+$', '', 'g');
  begin
    return coalesce(private.is_username(v_username), false) and not exists (
      select from public.profiles as p
      where private.username_key(p.username) = private.username_key(v_username)
        and p.id is distinct from auth.uid()
    );
  end
  $$;
comment on function private.is_username_available(text) is
  'True when the name may be used and nobody else has it, ignoring case and blanks around it.';

create function private.referrer_username(p_user_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (select p.username from public.profiles as p where p.id = p_user_id);
  end
  $$;
comment on function private.referrer_username(uuid) is 'The name behind a referral link; null when there is no such member.';

create function public.is_username_available(username text) returns boolean
  language sql stable set search_path = ''
  as $$ select private.is_username_available(is_username_available.username) $$;
comment on function public.is_username_available(text) is 'Whether a username is valid and free (for one''s own: yes).';

create function public.referrer_username(user_id uuid) returns text
  language sql stable set search_path = ''
  as $$ select private.referrer_username(referrer_username.user_id) $$;
comment on function public.referrer_username(uuid) is 'The username behind a referral link, or null.';

-- Functions: admins ----------------------------------------------------------------------------------------

create function private.require_admin() returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if not private.is_admin() then
      raise exception 'only admins may do this' using errcode = '42501';
    end if;
  end
  $$;
comment on function private.require_admin() is 'Raises 42501 unless the caller is an admin.';

create function private.delete_user(p_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.require_admin();
    if p_user_id = auth.uid() then
      raise exception 'nobody deletes their own account here' using errcode = '42501', hint = 'ask another admin';
    end if;
    delete from auth.users as u where u.id = p_user_id;
    if not found then
      raise exception 'user not found' using errcode = 'PT404';
    end if;
  end
  $$;
comment on function private.delete_user(uuid) is
  'Removes an account and everything that is the member''s own. Admins only, never oneself (42501).';

create function private.set_member_password(p_user_id uuid, p_password text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.require_admin();
    if p_user_id = auth.uid() then
      raise exception 'one''s own password is changed on the profile page' using errcode = '42501';
    end if;
    if coalesce(octet_length(p_password), 0) < 6 then
      raise exception 'Password must be at least 6 characters long' using errcode = '22023';
    end if;
    -- bcrypt reads 72 bytes; a longer one would be cut without a word.
    if octet_length(p_password) > 72 then
      raise exception 'Password cannot be longer than 72 characters' using errcode = '22023';
    end if;
    update auth.users as u
      set encrypted_password = extensions.crypt(p_password, extensions.gen_salt('bf', 10)), updated_at = now()
      where u.id = p_user_id;
    if not found then
      raise exception 'user not found' using errcode = 'PT404';
    end if;
    delete from auth.sessions as s where s.user_id = p_user_id;
    insert into private.audit_log (action, actor_id, subject_id) values ('set_password', auth.uid(), p_user_id);
  end
  $$;
comment on function private.set_member_password(uuid, text) is
  'Stores a new password for another member (6 to 72 bytes, else 22023) and ends their sessions. Admins only (42501).';

create function public.delete_user(user_id uuid) returns void
  language sql set search_path = ''
  as $$ select private.delete_user(delete_user.user_id) $$;
comment on function public.delete_user(uuid) is 'Removes another member''s account and all personal data. Admins only.';

create function public.set_member_password(user_id uuid, new_password text) returns void
  language sql set search_path = ''
  as $$ select private.set_member_password(set_member_password.user_id, set_member_password.new_password) $$;
comment on function public.set_member_password(uuid, text) is
  'Sets another member''s password and signs them out everywhere. Admins only.';

-- Functions: the operator ----------------------------------------------------------------------------------

create function private.has_admin() returns boolean
  language sql stable set search_path = ''
  as $$ select exists (select from public.profiles as p where p.is_admin and not p.is_suspended) $$;
comment on function private.has_admin() is 'Whether the club has an admin yet. For the owner of the database.';

create function private.promote_admin(user_email text) returns boolean
  language plpgsql set search_path = ''
  as $$
  begin
    update public.profiles as p set is_admin = true, is_suspended = false
      from private.account_emails as e
      where e.user_id = p.id and lower(e.email) = lower(btrim(promote_admin.user_email));
    return found;
  end
  $$;
comment on function private.promote_admin(text) is
  'Makes the member with this address an admin; false when there is none. For the owner of the database.';

revoke execute on all functions in schema private from public;
revoke execute on function
  private.tg_auth_users__create_profile(),
  private.tg_auth_users__keep_email(),
  private.has_admin(),
  private.promote_admin(text)
  from anon, authenticated, service_role;
revoke execute on function
  public.is_username_available(text),
  public.referrer_username(uuid),
  public.delete_user(uuid),
  public.set_member_password(uuid, text)
  from public, anon, authenticated, service_role;
grant execute on function
  private.is_username_available(text),
  private.referrer_username(uuid),
  public.is_username_available(text),
  public.referrer_username(uuid)
  to anon, authenticated, service_role;
grant execute on function
  private.require_admin(),
  private.delete_user(uuid),
  private.set_member_password(uuid, text),
  public.delete_user(uuid),
  public.set_member_password(uuid, text)
  to authenticated;
