-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.end_suspensions()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_id uuid;
    v_ended integer := 0;
  begin
    -- The gate comes before the rows, as in every writer.
    perform private.hold_gate();
    for v_id in
      select distinct s.account_id from private.suspended_accounts as s where s.ends_at <= now() order by s.account_id
    loop
      -- What somebody is changing at this moment is for the next run.
      perform from public.profiles as p where p.id = v_id for no key update skip locked;
      continue when not found and exists (select from public.profiles as p where p.id = v_id);
      v_ended := v_ended + private.drop_suspensions(v_id, null);
    end loop;
    return v_ended;
  end
  $function$;
comment on function private.end_suspensions() is 'Lifts the suspensions whose end has come; returns how many.';

create function private.my_suspension()
 RETURNS TABLE(reason text, since timestamp with time zone, ends_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return query
      select s.reason, s.since, s.ends_at from private.suspension_of(auth.uid()) as s where private.is_suspended();
  end
  $function$;
comment on function private.my_suspension() is 'The caller''s suspension; no row if there is none.';

grant execute on function private.my_suspension() to authenticated;

create function private.suspend_member(p_user_id uuid, p_reason text, p_ends_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_reason constant text := btrim(coalesce(p_reason, ''), E' \t\r\n');
  begin
    perform private.require_team();
    if not private.has_text(v_reason) then
      raise exception 'a suspension needs a reason' using errcode = '22023';
    end if;
    if p_ends_at <= now() or p_ends_at > now() + interval '366 days' then
      raise exception 'a suspension ends within 366 days, or when it is lifted' using errcode = '22023';
    end if;
    perform private.hold_gate();
    if not exists (select from public.profiles as p where p.id = p_user_id) then
      raise exception 'user not found' using errcode = 'PT404';
    end if;
    perform private.leave_suspension_to_admins(p_user_id, p_ends_at);
    perform private.add_suspension(p_user_id, null, v_reason, p_ends_at);
  end
  $function$;
comment on function private.suspend_member(p_user_id uuid, p_reason text, p_ends_at timestamp with time zone) is 'Suspends a member from the newsfeed by hand, in place of all suspensions that stand. Admins, and moderators within the bounds of leave_suspension_to_admins.';

grant execute on function private.suspend_member(p_user_id uuid, p_reason text, p_ends_at timestamp with time zone) to authenticated;

create function private.suspended_until(p_user_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if not private.is_admin() then
      return null;
    end if;
    return (select s.ends_at from private.suspension_of(p_user_id) as s);
  end
  $function$;
comment on function private.suspended_until(p_user_id uuid) is 'The end of a member''s suspension, for admins; null if it has none.';

grant execute on function private.suspended_until(p_user_id uuid) to authenticated, service_role;

create function private.suspension_details(p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return coalesce((
      select jsonb_build_object('after', jsonb_build_object('reason', s.reason, 'ends_at', s.ends_at))
      from private.suspension_of(p_user_id) as s
      where s.reason <> ''
    ), '{}');
  end
  $function$;
comment on function private.suspension_details(p_user_id uuid) is 'Reason and end of a suspension, for the audit trail; empty without a reason.';

create function public.my_suspension()
 RETURNS TABLE(reason text, since timestamp with time zone, ends_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select s.* from private.my_suspension() as s $function$;
comment on function public.my_suspension() is 'Why and since when the caller is suspended, and when that ends; no row for a member who is not.';

grant execute on function public.my_suspension() to authenticated;

create function public.suspend_member(user_id uuid, reason text, ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.suspend_member(suspend_member.user_id, suspend_member.reason, suspend_member.ends_at) $function$;
comment on function public.suspend_member(user_id uuid, reason text, ends_at timestamp with time zone) is 'Suspends a member from the newsfeed with a reason that the member reads, until a moment within 366 days or until it is lifted; for a suspended member, changes both, in place of all suspensions that stand. Admins and moderators only (42501); RP009 for a moderator about the team or themselves, for an end later than in 30 days or none, and in place of such a suspension; 22023 without a reason or for another end; PT404.';

grant execute on function public.suspend_member(user_id uuid, reason text, ends_at timestamp with time zone) to authenticated;
