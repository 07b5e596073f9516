-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.accept_own_invitation(p_email text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.accept_own_invitation(p_email text) is 'Uses up the invitation by mail of a mailbox, whose holder has just confirmed it; false if none counts.';

create function private.is_counted(p_code text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return exists (select from public.site_settings as s where s.joining = 'invitation')
      or not exists (select from private.invitations as i where i.code = p_code);
  end
  $function$;
comment on function private.is_counted(p_code text) is 'Whether a sign-up with this code is counted: with those of links of the club and of invitations by mail wherever they are used, with a member''s where the club asks for invitations.';

create function private.note_invitation(p_account_id uuid, p_code text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into private.invited_accounts (account_id, code) values (p_account_id, p_code)
      on conflict on constraint invited_accounts_pkey do update set code = excluded.code;
  end
  $function$;
comment on function private.note_invitation(p_account_id uuid, p_code text) is 'Keeps the code of an account that waits for its confirmation, in place of an earlier one.';

create function private.take_place(p_code text, p_has_waited boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.take_place(p_code text, p_has_waited boolean) is 'Takes a place of the invitation with this code, of whichever kind; false if it has none left, or does not count. For an account that has waited for its confirmation it counts also when it has expired since, or its mail was given up.';

create function private.tg_auth_users__follow_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.tg_auth_users__follow_invitation() is 'When the metadata of an account that waits for its confirmation changes, as by another sign-up with its address: the new code counts, if it admits. If it does not, or there is none, the earlier one stays, except in an open club, which needs none.';

create function private.tg_auth_users__forget_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    delete from private.invited_accounts as a where a.account_id = old.id;
    return null;
  end
  $function$;
comment on function private.tg_auth_users__forget_invitation() is 'Deletes the code of an account that is deleted before its confirmation.';
