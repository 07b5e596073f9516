-- An admin who may not decide about the answer to a suspension could lift it by hand. A decision and its undoing at the same
-- moment could end in a deadlock.

-- Functions ------------------------------------------------------------------------------------------------

create function private.is_own_suspension(p_member_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_mine constant uuid[] := private.lives_of(auth.uid(), true);
    v_lives constant uuid[] := private.lives_of(p_member_id);
  begin
    return (
      p_member_id = any (v_mine) and (not private.is_admin() or exists (
        select from public.profiles as p where p.is_admin and not p.is_suspended and p.id <> all (v_mine)
      ))
    ) or exists (
      select from private.suspended_accounts as s join private.report_cases as c on c.id = s.case_id
      where s.account_id = any (v_lives) and not private.may_decide(c)
    );
  end
  $$;
comment on function private.is_own_suspension(uuid) is
  'Whether a suspension of a member is the caller''s own business, so that another admin decides about it: the account is one '
  'of the caller''s, or a case of the suspension is one that the caller may not decide. False for the last admin of all.';

create function private.leave_own_suspension(p_member_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if exists (select from private.suspended_accounts as s where s.account_id = p_member_id)
      and private.is_own_suspension(p_member_id)
    then
      raise exception 'nobody decides about themselves' using errcode = 'RP007', hint = 'another admin decides';
    end if;
  end
  $$;
comment on function private.leave_own_suspension(uuid) is
  'Refuses an admin the end or the replacement of a suspension that is their own business (RP007).';

create or replace function private.appeal_is_for(p_member_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_is_admin constant boolean := private.is_admin();
    v_lives constant uuid[] := private.lives_of(p_member_id);
  begin
    -- First, so that a moderator who is concerned learns no more than any other.
    if not v_is_admin and (
      private.is_suspension_for_admins(p_member_id, now())
      or exists (
        select from private.suspended_accounts as s join private.report_cases as c on c.id = s.case_id
        where s.account_id = any (v_lives) and (c.days is null or private.is_case_for_admins(c))
      )
    ) then
      return 'RP009';
    end if;
    if private.is_own_suspension(p_member_id) then
      return 'RP007';
    end if;
    return null;
  end
  $$;

create or replace function private.leave_suspension_to_admins(p_user_id uuid, p_ends_at timestamptz) returns void
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
comment on function private.leave_suspension_to_admins(uuid, timestamptz) is
  'Refuses moderators a suspension by hand that only admins may give (RP009), as is_suspension_for_admins says, and an admin '
  'one in place of a suspension that is their own business (RP007).';

create or replace function private.tg_profiles__guard_update() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if not private.is_direct_statement() then
      return new;
    end if;
    if new.id <> old.id then
      raise exception 'the id of a profile cannot be changed' using errcode = '42501';
    end if;
    if new.points <> old.points or new.badge_count <> old.badge_count then
      raise exception 'points and badge count cannot be written'
        using errcode = '42501', hint = 'they follow from points_log and user_badges';
    end if;
    if new.is_admin <> old.is_admin
      or new.is_moderator <> old.is_moderator
      or new.is_suspended <> old.is_suspended
    then
      if not private.is_admin() then
        raise exception 'only admins change rights and suspension' using errcode = '42501';
      end if;
      if new.id = auth.uid() then
        raise exception 'admins cannot change their own rights or suspension'
          using errcode = '42501', hint = 'ask another admin';
      end if;
      if old.is_suspended and not new.is_suspended then
        perform private.leave_own_suspension(new.id);
      end if;
    end if;
    return new;
  end
  $$;
comment on function private.tg_profiles__guard_update() is
  'A request never writes points or badge count; only an admin changes rights and suspension, and never their own. Nobody '
  'lifts a suspension that is their own business (RP007).';

create or replace function private.reopen_report(p_case_id uuid, p_seen integer) returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_case private.report_cases;
  begin
    perform private.require_team();
    if p_seen is null then
      raise exception 'an undoing names the version that was seen' using errcode = '22023';
    end if;
    perform private.hold_gate();
    perform private.queue_for_places(p_case_id);
    -- Before the case, as decide_report does: the accounts whose suspension ends with the decision.
    perform from public.profiles as p
      where p.id in (select s.account_id from private.suspended_accounts as s where s.case_id = p_case_id)
      order by p.id
      for no key update;
    select c.* into v_case from private.report_cases as c where c.id = p_case_id for update;
    if not found then
      raise exception 'there is no such case' using errcode = 'PT404';
    end if;
    perform private.leave_to_admins(v_case, v_case.decision, v_case.days);
    if v_case.decided_at is null and v_case.version = p_seen + 1 then
      -- It is open, as the caller wants it.
      return v_case.version;
    end if;
    if v_case.decided_at is null or v_case.version <> p_seen then
      raise exception 'the case has been reopened or decided again'
        using errcode = 'RP004', detail = coalesce(
          (select p.username from public.profiles as p where p.id = v_case.decided_by), '');
    end if;
    if v_case.decision = 'gone' or v_case.decided_at <= now() - interval '90 days' then
      raise exception 'a decision can be undone for 90 days' using errcode = 'RP005';
    end if;
    if exists (
      select from private.report_cases as c
      where c.subject_id = v_case.subject_id and c.id <> v_case.id
        and (c.created_at >= v_case.decided_at or c.decided_at is null)
    ) then
      raise exception 'it has been reported again since' using errcode = 'RP006';
    end if;
    if v_case.decision = 'suspend' then
      perform private.undo_suspension(v_case.id);
    end if;
    perform private.return_entry_place(v_case.id);
    perform private.hide_content(v_case.kind, v_case.subject_id, v_case.hidden_by_reports_at is not null);
    update private.report_cases as c set
        version = c.version + 1,
        decision = null,
        hides = false,
        days = null,
        reason = '',
        ends_at = null,
        decided_by = null,
        decided_at = null
      where c.id = v_case.id;
    perform private.end_notifications('{warning}', v_case.id);
    perform private.note_members(
      array(select r.reporter_id from private.reports as r where r.case_id = v_case.id and r.reporter_id is not null),
      'notifications');
    perform private.audit_member(
      'reopen_report', v_case.author_id,
      jsonb_build_object('kind', v_case.kind, 'decision', v_case.decision));
    return v_case.version + 1;
  end
  $$;

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on function private.is_own_suspension(uuid), private.leave_own_suspension(uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.leave_own_suspension(uuid) to authenticated;
