-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.has_second_step()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return exists (select from auth.mfa_factors as f where f.user_id = auth.uid() and f.status = 'verified');
  end
  $function$;
comment on function private.has_second_step() is 'Whether the caller''s account has a second step of signing in. Definer: nobody else may read the factors.';

grant execute on function private.has_second_step() to authenticated;

create function private.has_taken_steps()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if private.has_second_step() then
      -- The session has lost its level if the app that it used was removed. The token still states it.
      return coalesce(auth.jwt() ->> 'aal' = 'aal2', false) and exists (
        select from auth.sessions as s
        where s.id = private.session_id() and s.user_id = auth.uid() and s.aal = 'aal2');
    end if;
    -- Without a factor the token proves nothing, even if it is of a session that had taken a step with one since removed.
    return not exists (select from public.site_settings as s where s.admins_need_two_steps);
  end
  $function$;
comment on function private.has_taken_steps() is 'Whether the caller''s session has taken the steps of signing in that an admin must take: the second one if the account has a verified factor, by the token and by the session as it is now; without a factor false if admins need one.';

create function private.tg_site_settings__guard_steps()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    -- One admin at least keeps the rights: the one who requires the second step has taken it.
    if private.is_direct_statement() and not (private.has_second_step() and private.is_admin()) then
      raise exception 'take the second step of signing in before you require it of all admins' using errcode = 'US003';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_site_settings__guard_steps() is 'An admin can require the second step only in a session that has taken it (US003).';

create function private.tg_site_settings__recheck_admins()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_team constant uuid[] := array(
      select p.id from public.profiles as p where (p.is_admin or p.is_moderator) and not p.is_suspended);
  begin
    perform pg_notify('realtime_recheck', a.id::text) from unnest(v_team) as a (id);
    perform private.note_members(v_team, 'standing');
    return null;
  end
  $function$;
comment on function private.tg_site_settings__recheck_admins() is 'Announces to admins and moderators that their rights may have changed, and has their open channels checked again.';

create function public.acts_as_admin(profile public.profiles)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select acts_as_admin.profile.id = (select auth.uid()) and private.is_admin()
  $function$;
comment on function public.acts_as_admin(profile public.profiles) is 'Whether this is the caller''s profile and the request has the rights of an admin. False for everyone else''s.';

grant execute on function public.acts_as_admin(profile public.profiles) to authenticated;
