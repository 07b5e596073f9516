-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.appeals (
  id uuid not null default gen_random_uuid(),
  member_id uuid not null,
  case_id uuid,
  message text not null,
  decision text,
  words text not null default ''::text,
  decided_by uuid,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint appeals_pkey PRIMARY KEY (id),
  constraint appeals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint appeals_member_id_fkey FOREIGN KEY (member_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint appeals_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND decided_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND decided_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint appeals_decided CHECK ((decision IS NULL) = (decided_at IS NULL)),
  constraint appeals_decision_known CHECK (decision = ANY (ARRAY['end'::text, 'keep'::text])),
  constraint appeals_message_length CHECK (char_length(message) <= 1000),
  constraint appeals_message_plain CHECK (private.is_plain_text(message, true)),
  constraint appeals_message_visible CHECK (private.has_text(message)),
  constraint appeals_words_length CHECK (char_length(words) <= 500),
  constraint appeals_words_plain CHECK (private.is_plain_text(words, true))
);
comment on table private.appeals is 'What suspended members answer the club team, once for each suspension, and what the team decided about it.';
comment on column private.appeals.case_id is 'The case of the suspension that counted when the member answered; null for one by hand.';
comment on column private.appeals.decision is 'end: the team has ended the suspension. keep: it stays as it is.';
comment on column private.appeals.words is 'For the member to read, with the decision; may be empty.';

CREATE INDEX appeals_case ON private.appeals USING btree (case_id) WHERE (case_id IS NOT NULL);
CREATE INDEX appeals_decided_by ON private.appeals USING btree (decided_by);
CREATE INDEX appeals_member ON private.appeals USING btree (member_id, created_at DESC);
CREATE INDEX appeals_undecided ON private.appeals USING btree (created_at, id) WHERE (decided_at IS NULL);

alter table private.appeals enable row level security;

CREATE TRIGGER _910_note_delete AFTER DELETE ON private.appeals REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_table_gone();
CREATE TRIGGER _910_note_insert AFTER INSERT ON private.appeals REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_table();
CREATE TRIGGER _910_note_update AFTER UPDATE ON private.appeals REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_table();

create function private.answer_suspension(p_message text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_user_id constant uuid := auth.uid();
    v_message constant text := btrim(coalesce(p_message, ''), E' \t\r\n');
    -- Evaluated once: in a condition it could be evaluated for each row.
    v_lives constant uuid[] := private.lives_of(v_user_id, true);
    v_suspension private.suspended_accounts;
    v_id constant uuid := gen_random_uuid();
    v_name text;
  begin
    if not private.is_member() then
      raise exception 'only members answer' using errcode = '42501';
    end if;
    if not private.has_text(v_message) then
      raise exception 'an answer needs a text' using errcode = '22023';
    end if;
    perform private.hold_gate();
    -- Two accounts of one person may answer at the same moment; in the order of undo_suspension.
    perform from public.profiles as p where p.id = any (v_lives) order by p.id for no key update;
    select s.* into v_suspension from private.suspended_accounts as s
      where s.account_id = v_user_id and private.is_suspended()
      order by s.ends_at desc nulls first, s.created_at desc, s.id limit 1;
    if not found then
      raise exception 'the caller is not suspended' using errcode = 'SU001';
    end if;
    if v_suspension.appeal_id is not null then
      -- The same text again: the answer to the first attempt was lost.
      if exists (
        select from private.appeals as a
        where a.id = v_suspension.appeal_id and a.member_id = v_user_id and a.message = v_message
      ) then
        return;
      end if;
      raise exception 'this suspension has been answered' using errcode = 'SU002';
    end if;
    insert into private.appeals (id, member_id, case_id, message)
      values (v_id, v_user_id, v_suspension.case_id, v_message);
    -- Also the copies that other accounts of the person have.
    update private.suspended_accounts as s set appeal_id = v_id
      where s.appeal_id is null and s.account_id = any (v_lives) and (
        s.account_id = v_user_id
        or exists (
          select from private.suspended_accounts as o
          where o.account_id = v_user_id and o.case_id is not distinct from s.case_id and o.created_at = s.created_at
        )
      );
    -- private.audit leaves out what members do for themselves.
    v_name := (select p.username from public.profiles as p where p.id = v_user_id);
    insert into private.audit_log (action, actor_id, actor_name, subject_kind, subject_id, subject_label)
      values ('answer_suspension', v_user_id, v_name, 'member', v_user_id, v_name);
  end
  $function$;
comment on function private.answer_suspension(p_message text) is 'Stores what a suspended member answers the team: once for each suspension of the person. The same text again changes nothing.';

grant execute on function private.answer_suspension(p_message text) to authenticated;

create function private.appeal_is_for(p_member_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.appeal_is_for(p_member_id uuid) is 'Null if the caller, of the team, may decide about the answer of a member, as they may end all suspensions of the member that stand. Otherwise RP007 (another admin, because the caller is concerned) or RP009 (an admin).';

create function private.appeal_queue()
 RETURNS TABLE(id uuid, member_id uuid, username text, avatar_url text, message text, sent_at timestamp with time zone, reason text, since timestamp with time zone, ends_at timestamp with time zone, case_id uuid, refusal text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.require_team();
    return query
      select a.id, a.member_id, p.username, p.avatar_url, a.message, a.created_at, s.reason, s.since, s.ends_at,
        a.case_id, private.appeal_is_for(a.member_id)
      from private.appeals_waiting() as a
        join public.profiles as p on p.id = a.member_id
        cross join lateral private.suspension_of(a.member_id) as s
      order by a.created_at, a.id limit 100;
  end
  $function$;
comment on function private.appeal_queue() is 'The answers of suspended members that wait for the caller, oldest first. Team only.';

grant execute on function private.appeal_queue() to authenticated;

create function private.appeal_waits(p_appeal private.appeals)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return p_appeal.decided_at is null and exists (
      select from private.suspended_accounts as s
      where s.account_id = p_appeal.member_id and s.appeal_id = p_appeal.id
    );
  end
  $function$;
comment on function private.appeal_waits(p_appeal private.appeals) is 'Whether an answer is to be decided: the suspension that it answers is in force.';

create function private.appeals_about(p_member_id uuid, p_case_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (
      select coalesce(jsonb_agg(
        jsonb_build_object('id', a.id, 'message', a.message, 'at', a.created_at, 'decision', a.decision,
          'words', a.words, 'decided_by', d.username, 'decided_at', a.decided_at, 'waits', private.appeal_waits(a))
        order by a.created_at desc, a.id), '[]')
      from (
          select x.* from private.appeals as x
          where x.member_id = p_member_id or x.case_id = p_case_id order by x.created_at desc, x.id limit 5
        ) as a
        left join public.profiles as d on d.id = a.decided_by
    );
  end
  $function$;
comment on function private.appeals_about(p_member_id uuid, p_case_id uuid) is 'The newest five answers of a member, or to the suspensions by a case, with what was decided.';

create function private.appeals_to_decide()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (
      with w as (
        select a.id, a.member_id, a.message, a.created_at from private.appeals_waiting() as a
      )
      select jsonb_build_object(
        'count', (select count(*) from w),
        'oldest', (
          select coalesce(jsonb_agg(
            jsonb_build_object('id', o.id, 'member_id', o.member_id, 'username', p.username, 'avatar_url', p.avatar_url,
              'excerpt', private.excerpt(o.message), 'sent_at', o.created_at)
            order by o.created_at, o.id), '[]')
          from (select w.* from w order by w.created_at, w.id limit 3) as o
            join public.profiles as p on p.id = o.member_id
        )
      )
    );
  end
  $function$;
comment on function private.appeals_to_decide() is 'Answers of suspended members that wait for the caller: how many, and the three oldest.';

create function private.appeals_waiting()
 RETURNS SETOF private.appeals
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_is_admin constant boolean := private.is_admin();
  begin
    return query
      select a.* from private.appeals as a
      where a.decided_at is null and private.appeal_waits(a)
        and (v_is_admin or private.appeal_is_for(a.member_id) is distinct from 'RP009');
  end
  $function$;
comment on function private.appeals_waiting() is 'The answers of suspended members that wait: for an admin all, for a moderator without those that only admins decide.';

create function private.decide_appeal(p_id uuid, p_decision text, p_words text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_words text := btrim(coalesce(p_words, ''), E' \t\r\n');
    v_member_id uuid;
    v_appeal private.appeals;
    v_refusal text;
  begin
    perform private.require_team();
    if p_decision is null or p_decision not in ('end', 'keep') then
      raise exception 'unknown decision' using errcode = '22023';
    end if;
    v_words := case when private.has_text(v_words) then v_words else '' end;
    perform private.hold_gate();
    v_member_id := (select a.member_id from private.appeals as a where a.id = p_id);
    -- The profile comes before its suspensions, as in every function that changes both.
    perform from public.profiles as p where p.id = v_member_id for no key update;
    select a.* into v_appeal from private.appeals as a where a.id = p_id for update;
    if not found then
      raise exception 'there is no such answer' using errcode = 'PT404';
    end if;
    v_refusal := private.appeal_is_for(v_member_id);
    if v_refusal = 'RP007' then
      raise exception 'nobody decides about themselves' using errcode = 'RP007', hint = 'another admin decides';
    elsif v_refusal is not null then
      raise exception 'this is for admins to decide' using errcode = 'RP009', hint = 'an admin decides';
    end if;
    if v_appeal.decided_at is not null then
      -- The same decision by the same person: the answer to the first attempt was lost.
      if v_appeal.decided_by = auth.uid() and (v_appeal.decision, v_appeal.words) = (p_decision, v_words) then
        return;
      end if;
      raise exception 'the answer has been decided'
        using errcode = 'SU003', detail = coalesce(
          (select p.username from public.profiles as p where p.id = v_appeal.decided_by), '');
    end if;
    if not private.appeal_waits(v_appeal) then
      raise exception 'the suspension has ended' using errcode = 'SU004';
    end if;
    update private.appeals as a set
        decision = p_decision,
        words = v_words,
        decided_by = auth.uid(),
        decided_at = now()
      where a.id = v_appeal.id;
    if p_decision = 'end' then
      update public.profiles as p set is_suspended = false where p.id = v_member_id and p.is_suspended;
    end if;
    perform private.note_members(array[v_member_id], 'standing');
    perform private.notify('appeal_decided', v_member_id, v_appeal.id, v_appeal.id, null);
    perform private.audit_member(
      'decide_appeal', v_member_id,
      jsonb_strip_nulls(jsonb_build_object('decision', p_decision, 'reason', nullif(v_words, ''))));
  end
  $function$;
comment on function private.decide_appeal(p_id uuid, p_decision text, p_words text) is 'Ends or keeps a suspension that its member has answered. Admins, and moderators where they may end all suspensions of the member.';

grant execute on function private.decide_appeal(p_id uuid, p_decision text, p_words text) to authenticated;

create function private.is_suspension_for_admins(p_user_id uuid, p_ends_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    -- The hour is for the clock of a browser that counts 30 days from its own now.
    v_latest constant timestamptz := now() + interval '30 days 1 hour';
    v_lives constant uuid[] := private.lives_of(p_user_id, true);
    v_replaced constant uuid[] := private.lives_of(p_user_id);
  begin
    return coalesce(
      p_ends_at is null
      or p_ends_at > v_latest
      or auth.uid() = any (v_lives)
      or private.is_of_team(p_user_id)
      or exists (
        select from private.suspended_accounts as s
        where s.account_id = any (v_replaced)
          and (
            s.ends_at is null
            -- Neither the rest of a longer one, nor by one extension after another more than one may give at once.
            or greatest(s.ends_at, p_ends_at) > s.created_at + interval '30 days 1 hour'
          )
      )
      or exists (
        select
        from private.suspended_accounts as s
          join private.report_cases as c on c.id = s.case_id
        where s.account_id = any (v_replaced) and private.is_case_of(c, auth.uid())
      ),
      true);
  end
  $function$;
comment on function private.is_suspension_for_admins(p_user_id uuid, p_ends_at timestamp with time zone) is 'Whether only admins may give a suspension by hand, or end one at this moment: one of the team or of the caller, one that ends later than in 30 days or never, one in place of such a suspension or of one by a case that the caller is linked to, and one that makes a suspension longer than 30 days since it began.';

create function private.my_appeal()
 RETURNS TABLE(may_answer boolean, answer text, sent_at timestamp with time zone, decision text, words text, decided_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return query
      select s.appeal_id is null, a.message, a.created_at, a.decision, a.words, a.decided_at
      from (
          select x.* from private.suspended_accounts as x
          where x.account_id = auth.uid() and private.is_suspended()
          order by x.ends_at desc nulls first, x.created_at desc, x.id limit 1
        ) as s
        left join private.appeals as a on a.id = s.appeal_id and a.member_id = auth.uid();
  end
  $function$;
comment on function private.my_appeal() is 'Whether the caller may still answer the suspension that counts, or what they have answered and what was decided. The answer of another account of the person is not returned. No row for a member who is not suspended.';

grant execute on function private.my_appeal() to authenticated;

create function private.tg_suspended_accounts__note_appeals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if exists (select from old_rows as s where s.appeal_id is not null) then
      perform private.note_table('appeals');
    end if;
    return null;
  end
  $function$;
comment on function private.tg_suspended_accounts__note_appeals() is 'Tells the team when an answered suspension ends or is replaced: the answer may wait no longer. After delete.';

create function public.answer_suspension(message text)
 RETURNS TABLE(may_answer boolean, answer text, sent_at timestamp with time zone, decision text, words text, decided_at timestamp with time zone)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    perform private.answer_suspension(answer_suspension.message);
    return query select a.* from private.my_appeal() as a;
  end
  $function$;
comment on function public.answer_suspension(message text) is 'Sends the answer of a suspended member to the team, up to 1,000 characters, and returns it as my_appeal does. Once for each suspension of a person (SU002); the same text again is the first one. Members only (42501); SU001 for one who is not suspended, 22023 without a text, 23514 for one that is too long or has control characters.';

grant execute on function public.answer_suspension(message text) to authenticated;

create function public.appeal_queue()
 RETURNS TABLE(id uuid, member_id uuid, username text, avatar_url text, message text, sent_at timestamp with time zone, reason text, since timestamp with time zone, ends_at timestamp with time zone, case_id uuid, refusal text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select q.* from private.appeal_queue() as q $function$;
comment on function public.appeal_queue() is 'The answers of suspended members that wait for a decision, oldest first, 100 at most, with the suspension that counts: reason, since, ends_at. case_id: the case of it, if any. refusal: null if the caller may decide, otherwise the code that decide_appeal raises. A moderator does not get those that only admins decide. Admins and moderators only (42501).';

grant execute on function public.appeal_queue() to authenticated;

create function public.decide_appeal(id uuid, decision text, words text DEFAULT ''::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.decide_appeal(decide_appeal.id, decide_appeal.decision, decide_appeal.words) $function$;
comment on function public.decide_appeal(id uuid, decision text, words text) is 'Decides about the answer of a suspended member: end ends all their suspensions, keep changes none. The member reads the words, 500 characters at most. The same decision again by the same person is the first one. Admins and moderators only (42501); 22023 for another decision; RP007 for one who is concerned, RP009 for a moderator who may not end the suspension; SU003 when it has been decided (details: by whom), SU004 when the suspension has ended; PT404.';

grant execute on function public.decide_appeal(id uuid, decision text, words text) to authenticated;

create function public.my_appeal()
 RETURNS TABLE(may_answer boolean, answer text, sent_at timestamp with time zone, decision text, words text, decided_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select a.* from private.my_appeal() as a $function$;
comment on function public.my_appeal() is 'Whether a suspended caller may still answer the team, or their answer (answer, sent_at) and what the team decided about it: decision (end or keep), words, decided_at. Without an answer and without may_answer, an earlier account of the person has answered. No row for a member who is not suspended.';

grant execute on function public.my_appeal() to authenticated;
