-- A place of an invitation is taken when an account is confirmed. Only then does it say nothing of addresses: a sign-up with
-- confirmation opens an account for an address without one, and none for the address of a member.

-- Tables ---------------------------------------------------------------------------------------------------

-- Without references: an account that the application refers to is not deleted when it stays unconfirmed, and an
-- account must not be admitted because the row of its invitation is gone.
alter table private.invited_accounts add column code text;
update private.invited_accounts as a set code = m.code
  from private.mailed_invitations as m where m.id = a.invitation_id;
alter table private.invited_accounts
  alter column code set not null,
  drop column invitation_id,
  drop constraint invited_accounts_account_id_fkey;
comment on table private.invited_accounts is
  'Accounts that wait for their confirmation, with the code of an invitation of any kind that counted when they signed up. '
  'Their place is taken when they are confirmed.';

alter table private.mailed_invitations drop column taken_by;

comment on column private.invitations.taken is 'Accounts with the code, without those that wait for their confirmation.';
comment on column private.club_links.taken is 'Accounts with the code, without those that wait for their confirmation.';

-- Functions ------------------------------------------------------------------------------------------------

create function private.is_counted(p_code text) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return exists (select from public.site_settings as s where s.joining = 'invitation')
      or not exists (select from private.invitations as i where i.code = p_code);
  end
  $$;
comment on function private.is_counted(text) is
  'Whether a sign-up with this code is counted: with those of links of the club and of invitations by mail wherever they are '
  'used, with a member''s where the club asks for invitations.';

create function private.note_invitation(p_account_id uuid, p_code text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.invited_accounts (account_id, code) values (p_account_id, p_code)
      on conflict on constraint invited_accounts_pkey do update set code = excluded.code;
  end
  $$;
comment on function private.note_invitation(uuid, text) is
  'Keeps the code of an account that waits for its confirmation, in place of an earlier one.';

create function private.take_place(p_code text, p_has_waited boolean) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- Before the row of an invitation: the deletion of an account may have the gate and wait for that row.
    perform private.hold_gate();
    -- Of two accounts for the last place the second one waits here, and finds it taken.
    update private.club_links as l set taken = l.taken + 1
      where l.code = p_code and l.ended_at is null and l.taken < l.places and (p_has_waited or l.expires_at > now());
    if found then
      return true;
    end if;
    update private.mailed_invitations as m set accepted_at = now()
      where m.code = p_code and m.accepted_at is null and m.withdrawn_at is null
        and (p_has_waited or private.invitation_state(m) in ('waiting', 'sent'));
    if found then
      return true;
    end if;
    update private.invitations as i set taken = i.taken + 1
      where i.code = p_code and i.taken < i.places and (p_has_waited or i.expires_at > now())
        and exists (select from public.profiles as p where p.id = i.member_id and not p.is_suspended);
    return found;
  end
  $$;
comment on function private.take_place(text, boolean) is
  'Takes a place of the invitation with this code, of whichever kind; false if it has none left, or does not count. For an '
  'account that has waited for its confirmation it counts also when it has expired since, or its mail was given up.';

create or replace function private.tg_auth_users__require_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_code constant text := nullif(new.raw_user_meta_data ->> 'invitation', '');
    v_answer text := private.may_join(v_code);
    v_needed constant boolean := exists (select from public.site_settings as s where s.joining = 'invitation');
  begin
    if v_answer = 'yes' and v_code is not null and private.is_counted(v_code) then
      if new.email is null or new.email_confirmed_at is not null then
        if not private.take_place(v_code, false) and v_needed then
          v_answer := 'ended';
        end if;
      -- What admits an account is kept in any case: without it, the account would need no invitation.
      elsif v_needed or private.admits(v_code) then
        perform private.note_invitation(new.id, v_code);
      end if;
    end if;
    case v_answer
      when 'yes' then
        return null;
      when 'closed' then
        raise exception 'Registration is closed' using errcode = '23U11';
      when 'needed' then
        raise exception 'An invitation is needed' using errcode = '23U12';
      else
        raise exception 'The invitation has ended' using errcode = '23U13';
    end case;
  end
  $function$;
comment on function private.tg_auth_users__require_invitation() is
  'Refuses a new account that the club''s setting does not admit (23U11 to 23U13). Takes a place of the invitation, of '
  'whichever kind, or keeps its code until an account that waits for its confirmation is confirmed.';

create function private.tg_auth_users__follow_invitation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_code constant text := nullif(new.raw_user_meta_data ->> 'invitation', '');
  begin
    -- One with a profile has been counted: it was anonymous before it got an address.
    if exists (select from public.profiles as p where p.id = new.id) then
      return null;
    end if;
    if v_code is not null and private.admits(v_code) and private.is_counted(v_code) then
      perform private.note_invitation(new.id, v_code);
    elsif v_code is distinct from nullif(old.raw_user_meta_data ->> 'invitation', '')
      and exists (select from public.site_settings as s where s.joining = 'open')
    then
      delete from private.invited_accounts as a where a.account_id = new.id;
    end if;
    return null;
  end
  $$;
comment on function private.tg_auth_users__follow_invitation() is
  'When the metadata of an account that waits for its confirmation changes, as by another sign-up with its address: the new '
  'code counts, if it admits. If it does not, or there is none, the earlier one stays, except in an open club, which needs none.';

create function private.accept_own_invitation(p_email text) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_hash constant bytea := private.address_hash(p_email);
  begin
    if not exists (select from private.invited_addresses as i where i.address_hash = v_hash) then
      return false;
    end if;
    perform private.hold_gate();
    update private.mailed_invitations as m set accepted_at = now()
      where m.accepted_at is null and private.invitation_state(m) in ('waiting', 'sent')
        and private.address_hash(m.address) = v_hash;
    return found;
  end
  $$;
comment on function private.accept_own_invitation(text) is
  'Uses up the invitation by mail of a mailbox, whose holder has just confirmed it; false if none counts.';

create or replace function private.tg_auth_users__accept_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_code constant text := (select a.code from private.invited_accounts as a where a.account_id = new.id);
    -- Whoever signs up once more with the address, and with another code, takes nothing from the holder of the mailbox. An
    -- account that had no address was anonymous, and counted then.
    v_own constant boolean := old.email is not null and private.accept_own_invitation(new.email);
  begin
    if v_code is null then
      return null;
    end if;
    if not private.take_place(v_code, true) and not v_own
      and not exists (select from public.site_settings as s where s.joining = 'open')
    then
      raise exception 'The invitation has ended' using errcode = '23U13';
    end if;
    delete from private.invited_accounts as a where a.account_id = new.id;
    return null;
  end
  $function$;
comment on function private.tg_auth_users__accept_invitation() is
  'Takes the place of an account that has waited, when it is confirmed, and uses up the invitation by mail of its mailbox. '
  'Unless the club is open, the account is refused if its invitation has no place left, or was replaced, ended or withdrawn, '
  'or its member is suspended or has left (23U13), except if its mailbox was invited.';

create function private.tg_auth_users__forget_invitation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from private.invited_accounts as a where a.account_id = old.id;
    return null;
  end
  $$;
comment on function private.tg_auth_users__forget_invitation() is
  'Deletes the code of an account that is deleted before its confirmation.';

comment on function private.make_invitation(text) is
  'Makes the caller''s invitation, for 20 new members in 30 days, in place of the one with this code. If the caller has '
  'another one that counts, nothing changes.';
comment on function public.make_invitation(text) is
  'Makes an invitation, for 20 new members in 30 days, and returns it as my_invitation does. With the code of the one that it '
  'replaces, which then counts no longer; the same call again is the first one. Members who are not suspended only '
  '(42501); JN001 where the club does not ask for invitations; PT429 after 5 in a day.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _240_follow_invitation
  after update of raw_user_meta_data on auth.users
  for each row when (new.email is not null and old.email_confirmed_at is null and new.email_confirmed_at is null)
  execute function private.tg_auth_users__follow_invitation();

create trigger _500_forget_invitation
  after delete on auth.users
  for each row execute function private.tg_auth_users__forget_invitation();

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on function
  private.is_counted(text),
  private.note_invitation(uuid, text),
  private.take_place(text, boolean),
  private.accept_own_invitation(text),
  private.tg_auth_users__follow_invitation(),
  private.tg_auth_users__forget_invitation()
  from public, anon, authenticated, service_role;
