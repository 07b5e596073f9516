-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.account_addresses (
  account_id uuid not null,
  address_hash bytea not null,
  mailbox_hash bytea not null,
  is_proved boolean not null,
  since timestamp with time zone not null default now(),
  constraint account_addresses_pkey PRIMARY KEY (account_id, address_hash),
  constraint account_addresses_dates_bounds CHECK (since >= '2000-01-01 00:00:00+00'::timestamp with time zone AND since < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.account_addresses is 'The addresses that each account has had, as keyed hashes; kept under another id when the account is deleted. Each address has a row for its exact spelling, and one for its mailbox once it is proved; mailbox_hash is the mailbox in both.';

CREATE INDEX account_addresses_address ON private.account_addresses USING btree (address_hash);
CREATE INDEX account_addresses_mailbox ON private.account_addresses USING btree (mailbox_hash);

alter table private.account_addresses enable row level security;

create table private.account_emails (
  user_id uuid not null,
  email text not null,
  constraint account_emails_pkey PRIMARY KEY (user_id),
  constraint account_emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
comment on table private.account_emails is 'The address of each account, copied from auth.users, which no API role can read. Admins read it through the view.';

CREATE INDEX account_emails_email ON private.account_emails USING btree (lower(email));

alter table private.account_emails enable row level security;

grant select on private.account_emails to authenticated, service_role;

create policy select_admin on private.account_emails
  for select to authenticated
  using (( SELECT private.is_admin() AS is_admin));
comment on policy select_admin on private.account_emails is 'Only admins read email addresses.';

CREATE TRIGGER _500_file_address AFTER INSERT OR UPDATE OF email ON private.account_emails FOR EACH ROW EXECUTE FUNCTION private.tg_account_emails__file_address();

create view public.user_profiles_with_email with (security_invoker=true) as
 SELECT p.id,
    p.username,
    e.email AS auth_email,
    p.is_admin,
    p.is_suspended,
    p.created_at,
    p.avatar_url,
    p.points,
    p.updated_at,
    private.username_key(concat_ws(' '::text, p.username, e.email)) AS search_text,
        CASE
            WHEN p.is_suspended THEN private.suspended_until(p.id)
            ELSE NULL::timestamp with time zone
        END AS suspended_until,
    p.is_moderator,
    p.joined_on
   FROM public.profiles p
     LEFT JOIN private.account_emails e ON e.user_id = p.id
  WHERE ( SELECT private.is_admin() AS is_admin);
comment on view public.user_profiles_with_email is 'Every account with its address, for admins; empty for members. search_text: username and address in lower case. suspended_until: the end of a suspension that has one. joined_on: when an imported member joined elsewhere.';

grant select on public.user_profiles_with_email to authenticated, service_role;

create function private.address_hash(p_email text)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return extensions.hmac(
      convert_to(private.canonical_address(p_email), 'UTF8'),
      (select s.address_key from private.settings as s),
      'sha256'
    );
  end
  $function$;
comment on function private.address_hash(p_email text) is 'The keyed hash (HMAC, SHA-256) of a canonical address; null for null.';

create function private.canonical_address(p_email text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  declare
    v_email constant text := lower(normalize(btrim(p_email), nfkc) collate "und-x-icu");
    v_local text := regexp_replace(v_email, '@[^@]*$', '');
    v_domain text := rtrim(substring(v_email from '@([^@]*)$'), '.');
  begin
    v_domain := (
      select string_agg(private.punycode(l.label), '.' order by l.place)
      from regexp_split_to_table(v_domain, '[.。]') with ordinality as l (label, place)
    );
    v_local := coalesce(nullif(regexp_replace(v_local, '\+.*$', ''), ''), v_local);
    if v_domain in ('gmail.com', 'googlemail.com') then
      v_domain := 'gmail.com';
      v_local := coalesce(nullif(replace(v_local, '.', ''), ''), v_local);
    end if;
    return v_local || '@' || v_domain;
  end
  $function$;
comment on function private.canonical_address(p_email text) is 'One form for all spellings of one mailbox: lower case, the domain in ASCII, without +tag, and without the dots that Gmail ignores.';

create function private.delete_user(p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.require_admin();
    if p_user_id = auth.uid() then
      raise exception 'admins cannot delete their own account here' using errcode = '42501', hint = 'ask another admin';
    end if;
    if not private.delete_account(p_user_id) then
      raise exception 'user not found' using errcode = 'PT404';
    end if;
  end
  $function$;
comment on function private.delete_user(p_user_id uuid) is 'Deletes an account and all data of the member. Admins only, never themselves (42501).';

grant execute on function private.delete_user(p_user_id uuid) to authenticated;

create function private.exact_address(p_email text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  declare
    v_email constant text := lower(normalize(btrim(p_email), nfkc) collate "und-x-icu");
  begin
    return regexp_replace(v_email, '@[^@]*$', '') || '@' || (
      select string_agg(private.punycode(l.label), '.' order by l.place)
      from regexp_split_to_table(rtrim(substring(v_email from '@([^@]*)$'), '.'), '[.。]')
        with ordinality as l (label, place)
    );
  end
  $function$;
comment on function private.exact_address(p_email text) is 'An address as it is spelled, in lower case and with the domain in ASCII. Tag and dots stay.';

create function private.exact_address_hash(p_email text)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return extensions.hmac(
      convert_to(private.exact_address(p_email), 'UTF8'),
      (select s.address_key from private.settings as s),
      'sha256'
    );
  end
  $function$;
comment on function private.exact_address_hash(p_email text) is 'The keyed hash of an address as it is spelled. For the plain spelling it equals address_hash, the hash of the mailbox.';

create function private.file_address(p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_is_proved constant boolean := private.is_proved_address(p_user_id);
  begin
    insert into private.account_addresses as a (account_id, address_hash, mailbox_hash, is_proved)
      select e.user_id, h.address_hash, private.address_hash(e.email), h.is_proved
      from private.account_emails as e,
        lateral (
          select private.exact_address_hash(e.email), v_is_proved and private.exact_address_hash(e.email) = private.address_hash(e.email)
          union
          select private.address_hash(e.email), true where v_is_proved
        ) as h (address_hash, is_proved)
      where e.user_id = p_user_id
      on conflict on constraint account_addresses_pkey do update set is_proved = a.is_proved or excluded.is_proved;
  end
  $function$;
comment on function private.file_address(p_user_id uuid) is 'Records the current address of an account.';

create function private.free_username(p_wanted text, p_user_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_username text := private.tidy_username(p_wanted);
    v_base text;
  begin
    if private.username_problem(v_username, p_user_id) is null then
      return v_username;
    end if;
    -- Another member has taken the name in the meantime: the same name with a number.
    if private.username_form_problem(v_username) is null then
      v_base := left(v_username, 44);
      for n in 2..30 loop
        v_username := v_base || case when n <= 20 then n else 100 + floor(random() * 899900)::integer end;
        if private.username_problem(v_username, p_user_id) is null then
          return v_username;
        end if;
      end loop;
    end if;
    -- No name was requested, or none like it is available: a neutral one, never one derived from the address.
    loop
      v_username := 'angler-' || lpad(floor(random() * 100000000)::bigint::text, 8, '0');
      if private.username_problem(v_username, p_user_id) is null then
        return v_username;
      end if;
    end loop;
  end
  $function$;
comment on function private.free_username(p_wanted text, p_user_id uuid) is 'The requested name if it is free, otherwise the same with a number, otherwise a neutral one.';

create function private.has_admin()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select exists (select from public.profiles as p where p.is_admin and not p.is_suspended) $function$;
comment on function private.has_admin() is 'Whether the club has an admin yet. For the database owner.';

create function private.is_proved_address(p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return exists (
      select from auth.users as u
      where u.id = p_user_id
        and (u.confirmation_sent_at <= u.email_confirmed_at or u.invited_at <= u.email_confirmed_at)
    );
  end
  $function$;
comment on function private.is_proved_address(p_user_id uuid) is 'Whether an account was confirmed by a link mailed to it. False in a club without mail.';

create function private.lives_of(p_user_id uuid, p_with_living boolean DEFAULT false)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_email constant text := (select u.email from auth.users as u where u.id = p_user_id);
    v_spellings constant bytea[] := array(
      select a.address_hash from private.account_addresses as a where a.account_id = p_user_id and not a.is_proved
    ) || private.exact_address_hash(v_email);
    v_mailboxes constant bytea[] := array(
      select a.mailbox_hash from private.account_addresses as a where a.account_id = p_user_id and a.is_proved
      union
      select private.address_hash(v_email) where private.is_proved_address(p_user_id)
    );
  begin
    return p_user_id || array(
      select distinct a.account_id
      from private.account_addresses as a
      where (a.address_hash = any (v_spellings) or (a.is_proved and a.mailbox_hash = any (v_mailboxes)))
        and a.account_id <> p_user_id
        and (p_with_living or not exists (select from public.profiles as p where p.id = a.account_id))
    );
  end
  $function$;
comment on function private.lives_of(p_user_id uuid, p_with_living boolean) is 'An account and the deleted accounts of the same person; on request also the existing ones. Two accounts belong to one person if they proved the same mailbox or gave the same spelling of an address: an unproved address stands for no other spelling.';

create function private.open_profile(p_user_id uuid, p_wanted text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    -- Another sign-up may take the name between the check and the insert; the next check sees that.
    for n in 1..10 loop
      begin
        insert into public.profiles (id, username, weight_unit)
          values (
            p_user_id, private.free_username(case when n < 10 then p_wanted end, p_user_id), private.club_weight_unit())
          on conflict do nothing;
        if found then
          return;
        end if;
      exception
        when unique_violation or sqlstate '23U01' or sqlstate '23U02' then
          null;
      end;
      if exists (select from public.profiles as p where p.id = p_user_id) then
        return;
      end if;
    end loop;
    perform private.raise_username_problem('taken');
  end
  $function$;
comment on function private.open_profile(p_user_id uuid, p_wanted text) is 'Creates the profile of an account, under the requested name or one like it.';

create function private.promote_admin(user_email text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  declare
    v_found boolean;
  begin
    update public.profiles as p set is_admin = true, is_suspended = false
      from private.account_emails as e
      where e.user_id = p.id and lower(e.email) = lower(btrim(promote_admin.user_email));
    v_found := found;
    -- An operator who makes the admin of a club has seen more of it than the page would show.
    delete from private.awaited_welcomes as w
      using private.account_emails as e
      where e.user_id = w.user_id and lower(e.email) = lower(btrim(promote_admin.user_email));
    return v_found;
  end
  $function$;
comment on function private.promote_admin(user_email text) is 'Makes the member with this address an admin, without the welcome page; false if there is none. For the database owner.';

create function private.punycode(p_label text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  declare
    v_points constant integer[] := (
      select array_agg(ascii(c.letter) order by c.place)
      from regexp_split_to_table(p_label, '') with ordinality as c (letter, place)
    );
    v_output text := regexp_replace(p_label, '[^\u0001-\u007f]', '', 'g');
    v_basic constant integer := length(v_output);
    v_done integer := v_basic;
    v_n bigint := 128;
    v_delta bigint := 0;
    v_bias integer := 72;
    v_next bigint;
    v_q bigint;
    v_k integer;
    v_t integer;
    v_c integer;
  begin
    if v_done = cardinality(v_points) then
      return p_label;
    end if;
    if v_basic > 0 then
      v_output := v_output || '-';
    end if;
    -- RFC 3492, section 6.3.
    while v_done < cardinality(v_points) loop
      select min(u.c) into v_next from unnest(v_points) as u (c) where u.c >= v_n;
      v_delta := v_delta + (v_next - v_n) * (v_done + 1);
      v_n := v_next;
      foreach v_c in array v_points loop
        if v_c < v_n then
          v_delta := v_delta + 1;
        elsif v_c = v_n then
          v_q := v_delta;
          v_k := 36;
          loop
            v_t := greatest(1, least(26, v_k - v_bias));
            exit when v_q < v_t;
            v_output := v_output
              || substr('abcdefghijklmnopqrstuvwxyz0123456789', (v_t + (v_q - v_t) % (36 - v_t))::integer + 1, 1);
            v_q := (v_q - v_t) / (36 - v_t);
            v_k := v_k + 36;
          end loop;
          v_output := v_output || substr('abcdefghijklmnopqrstuvwxyz0123456789', v_q::integer + 1, 1);
          -- Adapts the bias, on which the thresholds of the next digits depend.
          v_delta := case when v_done = v_basic then v_delta / 700 else v_delta / 2 end;
          v_delta := v_delta + v_delta / (v_done + 1);
          v_bias := 0;
          while v_delta > 455 loop
            v_delta := v_delta / 35;
            v_bias := v_bias + 36;
          end loop;
          v_bias := v_bias + (36 * v_delta / (v_delta + 38))::integer;
          v_delta := 0;
          v_done := v_done + 1;
        end if;
      end loop;
      v_delta := v_delta + 1;
      v_n := v_n + 1;
    end loop;
    return 'xn--' || v_output;
  end
  $function$;
comment on function private.punycode(p_label text) is 'A domain label in ASCII, e.g. xn--bcher-kva; a label in ASCII stays unchanged.';

create function private.referrer_username(p_user_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (select p.username from public.profiles as p where p.id = p_user_id and not p.is_suspended);
  end
  $function$;
comment on function private.referrer_username(p_user_id uuid) is 'The username behind a referral link; null if there is no such member, or the member is suspended.';

grant execute on function private.referrer_username(p_user_id uuid) to anon, authenticated, service_role;

create function private.set_member_password(p_user_id uuid, p_password text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.set_member_password(p_user_id uuid, p_password text) is 'Stores a new password for another member who is not an admin (6 to 72 bytes, otherwise 22023), ends their sessions and voids mailed links and codes. Admins only (42501).';

grant execute on function private.set_member_password(p_user_id uuid, p_password text) to authenticated;

create function private.tg_account_emails__file_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.file_address(new.user_id);
    if tg_op = 'INSERT' then
      perform private.carry_over(new.user_id);
    end if;
    return null;
  end
  $function$;
comment on function private.tg_account_emails__file_address() is 'Records the address of a new account and gives it what its earlier accounts left; follows changes of address.';

create function private.tg_auth_users__create_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_username constant text := new.raw_user_meta_data ->> 'username';
    v_problem text;
  begin
    if tg_op = 'INSERT' and new.email is not null and new.email_confirmed_at is null then
      if v_username is not null then
        v_problem := private.username_problem(v_username, new.id);
        if v_problem is not null then
          perform private.raise_username_problem(v_problem);
        end if;
      end if;
      return null;
    end if;
    if tg_op = 'UPDATE' then
      if exists (select from public.profiles as p where p.id = new.id) then
        return null;
      end if;
      perform private.open_profile(new.id, v_username);
    elsif v_username is null then
      perform private.open_profile(new.id, null);
    else
      -- The person who signs up is present and can choose another name.
      insert into public.profiles (id, username, weight_unit) values (new.id, v_username, private.club_weight_unit())
        on conflict (private.username_key(username)) do nothing;
      if not found then
        perform private.raise_username_problem('taken');
      end if;
    end if;
    if new.email is not null then
      insert into private.account_emails (user_id, email) values (new.id, new.email)
        on conflict (user_id) do update set email = excluded.email;
    end if;
    return null;
  end
  $function$;
comment on function private.tg_auth_users__create_profile() is 'Creates the profile of an account from its sign-up metadata when its address is confirmed; an account without an address gets it at once. An unavailable username fails the sign-up; one that was taken since then is replaced by one like it.';

create function private.tg_auth_users__file_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.file_address(new.id);
    return null;
  end
  $function$;
comment on function private.tg_auth_users__file_address() is 'Records the mailbox of an address when it is proved.';

create function private.tg_auth_users__keep_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if new.email is null then
      delete from private.account_emails as e where e.user_id = new.id;
    else
      -- An unconfirmed account has no profile for which to keep an address.
      insert into private.account_emails as e (user_id, email)
        select p.id, new.email from public.profiles as p where p.id = new.id
        on conflict (user_id) do update set email = excluded.email;
    end if;
    return null;
  end
  $function$;
comment on function private.tg_auth_users__keep_email() is 'Follows a change of address.';

create function public.delete_user(user_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.delete_user(delete_user.user_id) $function$;
comment on function public.delete_user(user_id uuid) is 'Deletes another member''s account and all personal data. Admins only.';

grant execute on function public.delete_user(user_id uuid) to authenticated;

create function public.referrer_username(user_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.referrer_username(referrer_username.user_id) $function$;
comment on function public.referrer_username(user_id uuid) is 'The username behind a referral link, or null.';

grant execute on function public.referrer_username(user_id uuid) to anon, authenticated, service_role;

create function public.set_member_password(user_id uuid, new_password text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.set_member_password(set_member_password.user_id, set_member_password.new_password) $function$;
comment on function public.set_member_password(user_id uuid, new_password text) is 'Sets the password of another member who is not an admin, and signs them out everywhere. Admins only.';

grant execute on function public.set_member_password(user_id uuid, new_password text) to authenticated;
