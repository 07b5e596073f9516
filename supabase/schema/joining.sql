-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.invitations (
  member_id uuid not null,
  code text not null,
  places integer not null default 20,
  taken integer not null default 0,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint invitations_pkey PRIMARY KEY (member_id),
  constraint invitations_code_once UNIQUE (code),
  constraint invitations_member_id_fkey FOREIGN KEY (member_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint invitations_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND expires_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND expires_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint invitations_taken_range CHECK (taken >= 0 AND taken <= places)
);
comment on table private.invitations is 'The link by which a member invites others, one for each member; a new one takes its place.';
comment on column private.invitations.taken is 'Accounts with the code, without those that wait for their confirmation.';

alter table private.invitations enable row level security;

create function private.make_invitation(p_replaces text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_user_id constant uuid := auth.uid();
  begin
    if not private.is_member() or private.is_suspended() then
      raise exception 'only members who are not suspended invite others' using errcode = '42501';
    end if;
    perform private.hold_gate();
    -- Two calls at the same moment would each replace what the other has shown.
    perform from public.profiles as p where p.id = v_user_id for no key update;
    if not exists (select from public.site_settings as s where s.joining = 'invitation') then
      raise exception 'the club does not ask for invitations' using errcode = 'JN001';
    end if;
    if exists (
      select from private.invitations as i
      where i.member_id = v_user_id and i.code is distinct from p_replaces and i.expires_at > now() and i.taken < i.places
    ) then
      -- The answer to the first attempt was lost.
      return;
    end if;
    perform private.check_rate('invitation-day', 5, interval '1 day');
    insert into private.invitations (member_id, code, expires_at)
      values (
        v_user_id,
        translate(encode(extensions.gen_random_bytes(15), 'base64'), '+/', '-_'),
        now() + interval '30 days')
      on conflict (member_id) do update set
        code = excluded.code,
        places = excluded.places,
        taken = 0,
        expires_at = excluded.expires_at,
        created_at = excluded.created_at;
  end
  $function$;
comment on function private.make_invitation(p_replaces text) is 'Makes the caller''s invitation, for 20 new members in 30 days, in place of the one with this code. If the caller has another one that counts, nothing changes.';

grant execute on function private.make_invitation(p_replaces text) to authenticated;

create function private.may_join(p_code text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    case (select s.joining from public.site_settings as s)
      when 'closed' then
        return 'closed';
      when 'invitation' then
        if coalesce(p_code, '') = '' then
          return 'needed';
        end if;
        return case when private.admits(p_code) then 'yes' else 'ended' end;
      else
        return 'yes';
    end case;
  end
  $function$;
comment on function private.may_join(p_code text) is 'Whether somebody with this code, or without one, may open an account: yes, closed, needed (a code) or ended.';

grant execute on function private.may_join(p_code text) to anon, authenticated, service_role;

create function private.my_invitation()
 RETURNS TABLE(joining text, code text, places integer, taken integer, expires_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return query
      select s.joining, i.code, i.places, i.taken, i.expires_at
      from public.site_settings as s
        left join private.invitations as i
          on s.joining = 'invitation' and i.member_id = auth.uid() and i.expires_at > now() and i.taken < i.places
      where private.is_member();
  end
  $function$;
comment on function private.my_invitation() is 'Who may join, and the caller''s invitation if one is needed and the caller has one that counts.';

grant execute on function private.my_invitation() to authenticated;

create function private.tg_auth_users__require_invitation()
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
comment on function private.tg_auth_users__require_invitation() is 'Refuses a new account that the club''s setting does not admit (23U11 to 23U13). Takes a place of the invitation, of whichever kind, or keeps its code until an account that waits for its confirmation is confirmed.';

create function public.make_invitation(replaces text DEFAULT NULL::text)
 RETURNS TABLE(joining text, code text, places integer, taken integer, expires_at timestamp with time zone)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    perform private.make_invitation(make_invitation.replaces);
    return query select m.* from private.my_invitation() as m;
  end
  $function$;
comment on function public.make_invitation(replaces text) is 'Makes an invitation, for 20 new members in 30 days, and returns it as my_invitation does. With the code of the one that it replaces, which then counts no longer; the same call again is the first one. Members who are not suspended only (42501); JN001 where the club does not ask for invitations; PT429 after 5 in a day.';

grant execute on function public.make_invitation(replaces text) to authenticated;

create function public.may_join(invitation text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.may_join(may_join.invitation) $function$;
comment on function public.may_join(invitation text) is 'Whether one may register, with the code of an invitation or without: yes; closed, when the club takes nobody; needed, when it takes new members by invitation; ended, when the invitation is unknown, expired, replaced, ended, withdrawn or used up, or its member is suspended.';

grant execute on function public.may_join(invitation text) to anon, authenticated, service_role;

create function public.my_invitation()
 RETURNS TABLE(joining text, code text, places integer, taken integer, expires_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select m.* from private.my_invitation() as m $function$;
comment on function public.my_invitation() is 'Who may join the club (open, invitation or closed), and the caller''s invitation: its code, how many places it has, how many are taken, and when it expires; null unless invitations are needed and the caller has one that counts. No row for guests.';

grant execute on function public.my_invitation() to authenticated;
