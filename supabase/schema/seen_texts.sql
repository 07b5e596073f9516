-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.decide_report(p_case_id uuid, p_seen integer, p_decision text, p_reason text, p_hides boolean, p_days integer, p_shown text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_is_told constant boolean := coalesce(p_decision in ('warn', 'suspend'), false);
    v_reason constant text := case when v_is_told then btrim(coalesce(p_reason, ''), E' \t\r\n') else '' end;
    v_days constant integer := case p_decision when 'suspend' then p_days end;
    v_ends_at constant timestamptz := now() + v_days * interval '1 day';
    v_hides boolean;
    v_account_id uuid;
    v_case private.report_cases;
  begin
    perform private.require_team();
    if p_seen is null then
      raise exception 'a decision names the version that was seen' using errcode = '22023';
    end if;
    if p_decision is null or p_decision not in ('dismiss', 'hide', 'remove', 'warn', 'suspend') then
      raise exception 'unknown decision' using errcode = '22023';
    end if;
    if v_is_told and not private.has_text(v_reason) then
      raise exception 'a warning or suspension needs a reason' using errcode = '22023';
    end if;
    if v_days not in (1, 7, 30) then
      raise exception 'a suspension lasts 1, 7 or 30 days, or until it is lifted' using errcode = '22023';
    end if;
    perform private.hold_gate();
    perform private.queue_for_places(p_case_id);
    -- Before the case, as where a role is given: an admin may be giving one to the author.
    perform from public.profiles as p
      where p_decision = 'suspend'
        and p.id = (select c.author_id from private.report_cases as c where c.id = p_case_id)
      for no key update;
    select c.* into v_case from private.report_cases as c where c.id = p_case_id for update;
    if not found then
      raise exception 'there is no such case' using errcode = 'PT404';
    end if;
    perform private.leave_to_admins(v_case, p_decision, v_days);
    if v_case.kind = 'member' and p_decision in ('hide', 'remove') then
      raise exception 'a member cannot be hidden' using errcode = '22023';
    end if;
    if v_case.kind = 'entry' and p_decision = 'remove' then
      raise exception 'an entry cannot be removed' using errcode = '22023', hint = 'hide its photo';
    end if;
    v_hides := v_case.kind <> 'member'
      and (p_decision in ('hide', 'remove') or (v_is_told and coalesce(p_hides, false)));
    if v_case.decided_at is not null or v_case.version <> p_seen then
      -- The same decision by the same admin: the answer to the first attempt was lost.
      if v_case.decided_by = auth.uid() and v_case.version = p_seen + 1
        and (v_case.decision, v_case.reason, v_case.hides) = (p_decision, v_reason, v_hides)
        and v_case.days is not distinct from v_days
      then
        return v_case.version;
      end if;
      raise exception 'the case has been decided'
        using errcode = 'RP004', detail = coalesce(
          (select p.username from public.profiles as p where p.id = v_case.decided_by), '');
    end if;
    -- What takes it away, or its author, applies to whatever it has become.
    if p_shown is not null and (p_decision = 'dismiss' or p_decision = 'warn' and not v_hides) then
      -- Held, so that it stays what is compared.
      perform from public.newsfeed_posts as p where v_case.kind = 'post' and p.id = v_case.subject_id for share;
      perform from public.newsfeed_comments as n where v_case.kind = 'comment' and n.id = v_case.subject_id for share;
      perform from public.profiles as p where v_case.kind = 'member' and p.id = v_case.subject_id for share;
      perform from public.game_entries as e where v_case.kind = 'entry' and e.id = v_case.subject_id for share;
      if p_shown <> private.shown_key(v_case.kind, v_case.subject_id) then
        raise exception 'it has been changed since' using errcode = 'RP008', hint = 'look at the case again';
      end if;
    end if;
    v_account_id := coalesce(v_case.author_id, v_case.former_account_id);
    if v_is_told and v_account_id is null then
      raise exception 'user not found' using errcode = 'PT404';
    end if;
    update private.report_cases as c set
        version = c.version + 1,
        decision = p_decision,
        hides = v_hides,
        days = v_days,
        reason = v_reason,
        ends_at = v_ends_at,
        decided_by = auth.uid(),
        decided_at = now()
      where c.id = v_case.id;
    if v_case.kind = 'entry' and v_hides then
      perform private.take_entry_place(v_case.id);
    end if;
    perform private.hide_content(v_case.kind, v_case.subject_id, v_hides);
    -- Of an author who left, a warning waits in the case (return_cases).
    if p_decision = 'suspend' then
      if v_case.author_id is null
        and not exists (select from private.suspended_accounts as s where s.account_id = v_account_id)
      then
        insert into private.left_suspensions as l (account_id, suspensions) values (v_account_id, 1)
          on conflict (account_id) do update set suspensions = l.suspensions + 1;
      end if;
      perform private.add_suspension(v_account_id, v_case.id, v_reason, v_ends_at);
    elsif p_decision = 'warn' then
      perform private.notify('warning', v_case.author_id, v_case.id, v_case.id, null);
    end if;
    perform private.tell_reporters(v_case.id);
    perform private.audit_member(
      'decide_report', v_case.author_id,
      jsonb_strip_nulls(jsonb_build_object(
        'kind', v_case.kind, 'decision', p_decision, 'hides', case when v_is_told then v_hides end, 'days', v_days,
        -- An entry without a member is not cleared when one leaves.
        'reason', case when v_case.author_id is not null then nullif(v_reason, '') end)));
    return v_case.version + 1;
  end
  $function$;
comment on function private.decide_report(p_case_id uuid, p_seen integer, p_decision text, p_reason text, p_hides boolean, p_days integer, p_shown text) is 'Decides a case in the version that the caller saw; returns the new version. Admins and moderators only.';

grant execute on function private.decide_report(p_case_id uuid, p_seen integer, p_decision text, p_reason text, p_hides boolean, p_days integer, p_shown text) to authenticated;

create function private.shown_key(p_kind text, p_subject_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return md5(jsonb_build_array(
      private.text_now(p_kind, p_subject_id),
      -- text_now leaves out empty fields, so its lines do not say which is which.
      case when p_kind = 'member' then (
        select jsonb_build_array(p.username, p.fishing_area, p.bio) from public.profiles as p where p.id = p_subject_id
      ) end,
      private.pictures_now(p_kind, p_subject_id))::text);
  end
  $function$;
comment on function private.shown_key(p_kind text, p_subject_id uuid) is 'A hash of what a case shows: the text and pictures of today. The same for everything that is deleted.';

create function public.decide_report(id uuid, seen integer, decision text, reason text DEFAULT ''::text, hides boolean DEFAULT false, days integer DEFAULT NULL::integer, shown text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    select private.decide_report(
      decide_report.id, decide_report.seen, decide_report.decision, decide_report.reason, decide_report.hides,
      decide_report.days, decide_report.shown)
  $function$;
comment on function public.decide_report(id uuid, seen integer, decision text, reason text, hides boolean, days integer, shown text) is 'Decides a case in the version that the caller saw, and returns its new version. decision: dismiss, hide, remove (not of an entry), warn or suspend; the last two with a reason that the author reads, and hides for the post, comment or photo; days is 1, 7, 30, or null until lifted; shown is that of the case that the caller saw. If the author left, both reach the next account of the person. Admins and moderators only (42501); RP004 when another was first, RP007 about oneself while there is another admin, RP008 when a dismissal, or a warning that hides nothing, is about another text or other pictures than those shown, RP009 for a moderator about the team or without an end, 22023 for other values, PT404.';

grant execute on function public.decide_report(id uuid, seen integer, decision text, reason text, hides boolean, days integer, shown text) to authenticated;
