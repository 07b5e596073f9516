-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.is_case_for_admins(p_case private.report_cases)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return private.is_of_team(coalesce(p_case.author_id, p_case.former_account_id))
      or (p_case.kind = 'post' and exists (
        select from public.newsfeed_posts as p
        where p.id = p_case.subject_id and (p.type <> 'post' or p.is_announcement)
      ));
  end
  $function$;
comment on function private.is_case_for_admins(p_case private.report_cases) is 'Whether a case is about one of the team, or about an announcement or a post about an award, which are the club''s.';

create function private.is_moderator()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    -- The factors are only looked up for moderators.
    return coalesce(
      (
        select case when p.is_moderator and not p.is_suspended then private.has_taken_steps() end
        from public.profiles as p
        where p.id = auth.uid()
      ),
      false);
  end
  $function$;
comment on function private.is_moderator() is 'True if the caller''s profile has is_moderator and is not suspended, and the session has taken the second step of signing in, as private.is_admin() requires it. False for admins.';

grant execute on function private.is_moderator() to anon, authenticated, service_role;

create function private.is_of_team(p_account_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_lives constant uuid[] := private.lives_of(p_account_id, true);
  begin
    return exists (
      select from public.profiles as p where p.id = any (v_lives) and (p.is_admin or p.is_moderator)
    );
  end
  $function$;
comment on function private.is_of_team(p_account_id uuid) is 'Whether an account is that of an admin or a moderator, also a suspended one. Accounts of one person are one.';

create function private.is_team()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return coalesce(
      (
        select case when (p.is_admin or p.is_moderator) and not p.is_suspended then private.has_taken_steps() end
        from public.profiles as p
        where p.id = auth.uid()
      ),
      false);
  end
  $function$;
comment on function private.is_team() is 'True if the caller acts as an admin or as a moderator.';

grant execute on function private.is_team() to anon, authenticated, service_role;

create function private.leave_suspension_to_admins(p_user_id uuid, p_ends_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    -- Held, as in add_suspension: an admin may be changing the role or the suspension.
    perform from public.profiles as p where p.id = p_user_id for no key update;
    if private.is_admin() then
      perform private.leave_own_suspension(p_user_id);
      return;
    end if;
    if private.is_suspension_for_admins(p_user_id, p_ends_at) then
      raise exception 'this is for admins to decide' using errcode = 'RP009', hint = 'an admin decides';
    end if;
  end
  $function$;
comment on function private.leave_suspension_to_admins(p_user_id uuid, p_ends_at timestamp with time zone) is 'Refuses moderators a suspension by hand that only admins may give (RP009), as is_suspension_for_admins says, and an admin one in place of a suspension that is their own business (RP007).';

create function private.leave_to_admins(p_case private.report_cases, p_decision text, p_days integer)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if private.is_admin() then
      return;
    end if;
    if (p_decision = 'suspend' and p_days is null)
      -- A case of the caller's own is refused as it is for admins (RP007).
      or (private.is_case_for_admins(p_case) and not coalesce(private.is_case_of(p_case, auth.uid()), false))
    then
      raise exception 'this is for admins to decide' using errcode = 'RP009', hint = 'an admin decides';
    end if;
  end
  $function$;
comment on function private.leave_to_admins(p_case private.report_cases, p_decision text, p_days integer) is 'Refuses moderators what only admins decide or undo (RP009): cases for admins, and suspensions without an end.';

create function private.require_team()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if not private.is_team() then
      raise exception 'only admins and moderators may do this' using errcode = '42501';
    end if;
  end
  $function$;
comment on function private.require_team() is 'Raises 42501 unless the caller is an admin or a moderator.';

create function private.tg__limit_moderators()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if not private.is_admin() then
      perform private.check_rate('moderate-1h', 60, interval '1 hour');
    end if;
    return old;
  end
  $function$;
comment on function private.tg__limit_moderators() is 'A moderator deletes 60 posts, comments and catches of others in an hour (PT429), also with one request.';

create function private.tg_profiles__one_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    new.is_moderator := false;
    return new;
  end
  $function$;
comment on function private.tg_profiles__one_role() is 'A moderator who is made an admin is a moderator no longer. Before update.';

create function public.acts_as_moderator(profile public.profiles)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select acts_as_moderator.profile.id = (select auth.uid()) and private.is_moderator()
  $function$;
comment on function public.acts_as_moderator(profile public.profiles) is 'Whether this is the caller''s profile and the request has the rights of a moderator. False for admins, and for everyone else''s profile.';

grant execute on function public.acts_as_moderator(profile public.profiles) to authenticated;
