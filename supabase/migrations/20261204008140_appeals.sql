-- A suspended member may answer the team once, and the team ends or keeps the suspension.

-- Tables ---------------------------------------------------------------------------------------------------

create table private.appeals (
  id uuid not null default gen_random_uuid(),
  member_id uuid not null,
  -- No foreign key, as in suspended_accounts.
  case_id uuid,
  message text not null,
  decision text,
  words text not null default '',
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint appeals_pkey primary key (id),
  constraint appeals_member_id_fkey foreign key (member_id) references public.profiles on delete cascade,
  constraint appeals_decided_by_fkey foreign key (decided_by) references public.profiles on delete set null,
  constraint appeals_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and decided_at >= '2000-01-01 00:00:00+00' and decided_at < '2200-01-01 00:00:00+00'),
  constraint appeals_message_length check (char_length(message) <= 1000),
  constraint appeals_message_plain check (private.is_plain_text(message, true)),
  constraint appeals_message_visible check (private.has_text(message)),
  constraint appeals_decision_known check (decision in ('end', 'keep')),
  constraint appeals_decided check ((decision is null) = (decided_at is null)),
  constraint appeals_words_length check (char_length(words) <= 500),
  constraint appeals_words_plain check (private.is_plain_text(words, true))
);
comment on table private.appeals is
  'What suspended members answer the club team, once for each suspension, and what the team decided about it.';
comment on column private.appeals.case_id is
  'The case of the suspension that counted when the member answered; null for one by hand.';
comment on column private.appeals.decision is 'end: the team has ended the suspension. keep: it stays as it is.';
comment on column private.appeals.words is 'For the member to read, with the decision; may be empty.';

alter table private.suspended_accounts
  -- No foreign key: the mark outlasts the account that answered.
  add column appeal_id uuid;
comment on column private.suspended_accounts.appeal_id is
  'The answer that the member has given to it, perhaps with an account that is deleted; null while they may answer.';

-- Indexes --------------------------------------------------------------------------------------------------

create index appeals_member on private.appeals (member_id, created_at desc);
create index appeals_decided_by on private.appeals (decided_by);
create index appeals_case on private.appeals (case_id) where case_id is not null;
create index appeals_undecided on private.appeals (created_at, id) where decided_at is null;

-- Row-level security ---------------------------------------------------------------------------------------

alter table private.appeals enable row level security;

-- Audit trail ----------------------------------------------------------------------------------------------

alter table private.audit_log drop constraint audit_log_action_known;
alter table private.audit_log add constraint audit_log_action_known check (action in (
  'grant_admin', 'revoke_admin', 'grant_moderator', 'revoke_moderator', 'suspend', 'edit_suspension', 'unsuspend',
  'rename_user', 'edit_profile', 'set_password', 'delete_user', 'give_points', 'create_badge', 'edit_badge',
  'delete_badge', 'award_badge', 'remove_badge', 'create_package', 'edit_package', 'delete_package', 'add_item',
  'edit_item', 'delete_item', 'assign_prize', 'remove_prize', 'edit_claim', 'create_game', 'edit_game', 'set_answer',
  'activate_game', 'complete_game', 'cancel_game', 'delete_game', 'choose_place', 'remove_photo', 'view_answer',
  'create_card', 'edit_card', 'delete_card', 'create_video', 'edit_video', 'delete_video', 'create_post', 'edit_post',
  'delete_post', 'edit_comment', 'delete_comment', 'delete_file', 'edit_site_settings', 'edit_referral_settings',
  'edit_landing', 'retry_delivery', 'export_list', 'decide_report', 'reopen_report', 'add_note', 'delete_note',
  'answer_suspension', 'decide_appeal'
));

-- Functions: suspensions know their answer -----------------------------------------------------------------

create or replace function private.add_suspension(p_account_id uuid, p_case_id uuid, p_reason text, p_ends_at timestamptz) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_lives constant uuid[] := private.lives_of(p_account_id);
    v_since timestamptz;
    v_appeal_id uuid;
    v_old jsonb;
    v_new jsonb;
  begin
    -- The profile comes before its suspensions, as in every function that changes both.
    perform from public.profiles as p where p.id = p_account_id for no key update;
    select s.since, jsonb_build_object('reason', s.reason, 'ends_at', s.ends_at) into v_since, v_old
      from private.suspension_of(p_account_id) as s;
    if p_case_id is null then
      -- A suspension that is made longer or shorter has been answered, if it was before.
      v_appeal_id := (
        select s.appeal_id from private.suspended_accounts as s
        where s.account_id = p_account_id and s.appeal_id is not null
        order by s.ends_at desc nulls first, s.created_at desc, s.id limit 1
      );
      delete from private.suspended_accounts as s where s.account_id = any (v_lives);
    end if;
    insert into private.suspended_accounts (account_id, case_id, reason, ends_at, created_at, appeal_id)
      values (
        p_account_id, p_case_id, p_reason, p_ends_at, coalesce(case when p_case_id is null then v_since end, now()),
        v_appeal_id)
      on conflict (account_id, case_id) do update set reason = excluded.reason, ends_at = excluded.ends_at;
    update public.profiles as p set is_suspended = true where p.id = p_account_id and not p.is_suspended;
    if found then
      return;
    end if;
    select jsonb_build_object('reason', s.reason, 'ends_at', s.ends_at) into v_new
      from private.suspension_of(p_account_id) as s;
    if v_old is distinct from v_new and exists (select from public.profiles as p where p.id = p_account_id) then
      perform private.audit_member('edit_suspension', p_account_id, jsonb_build_object('before', v_old, 'after', v_new));
    end if;
  end
  $$;

create or replace function private.tg_profiles__keep_suspension() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_lives uuid[];
  begin
    -- An upsert of an existing profile fires this trigger too; the existing row decides, not the address.
    if exists (select from public.profiles as p where p.id = new.id) then
      return new;
    end if;
    v_lives := private.lives_of(new.id, true);
    -- Waits for decisions that are being made or undone: they do not see this account yet. In the order of return_cases.
    perform from private.report_cases as c
      where c.former_account_id = any (v_lives)
        or c.id in (select s.case_id from private.suspended_accounts as s where s.account_id = any (v_lives))
      order by c.id for update;
    -- Of several by hand the one that ends last.
    insert into private.suspended_accounts (account_id, case_id, reason, ends_at, created_at, appeal_id)
      select new.id, s.case_id, s.reason, s.ends_at, s.created_at, s.appeal_id from private.suspended_accounts as s
      where s.account_id = any (v_lives) order by s.ends_at desc nulls first, s.created_at desc
      on conflict do nothing;
    new.is_suspended := new.is_suspended
      or exists (select from private.suspended_accounts as s where s.account_id = new.id);
    return new;
  end
  $$;

-- Functions: the member ------------------------------------------------------------------------------------

create function private.my_appeal() returns table (
    may_answer boolean, answer text, sent_at timestamptz, decision text, words text, decided_at timestamptz)
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.my_appeal() is
  'Whether the caller may still answer the suspension that counts, or what they have answered and what was decided. The '
  'answer of another account of the person is not returned. No row for a member who is not suspended.';

create function public.my_appeal() returns table (
    may_answer boolean, answer text, sent_at timestamptz, decision text, words text, decided_at timestamptz)
  language sql stable set search_path = ''
  as $$ select a.* from private.my_appeal() as a $$;
comment on function public.my_appeal() is
  'Whether a suspended caller may still answer the team, or their answer (answer, sent_at) and what the team decided about '
  'it: decision (end or keep), words, decided_at. Without an answer and without may_answer, an earlier account of the '
  'person has answered. No row for a member who is not suspended.';

create function private.answer_suspension(p_message text) returns void
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
comment on function private.answer_suspension(text) is
  'Stores what a suspended member answers the team: once for each suspension of the person. The same text again changes '
  'nothing.';

create function public.answer_suspension(message text) returns table (
    may_answer boolean, answer text, sent_at timestamptz, decision text, words text, decided_at timestamptz)
  language plpgsql set search_path = ''
  as $$
  begin
    perform private.answer_suspension(answer_suspension.message);
    return query select a.* from private.my_appeal() as a;
  end
  $$;
comment on function public.answer_suspension(text) is
  'Sends the answer of a suspended member to the team, up to 1,000 characters, and returns it as my_appeal does. Once for '
  'each suspension of a person (SU002); the same text again is the first one. Members only (42501); SU001 for one who is not '
  'suspended, 22023 without a text, 23514 for one that is too long or has control characters.';

-- Functions: the team --------------------------------------------------------------------------------------

create function private.is_suspension_for_admins(p_user_id uuid, p_ends_at timestamptz) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.is_suspension_for_admins(uuid, timestamptz) is
  'Whether only admins may give a suspension by hand, or end one at this moment: one of the team or of the caller, one that '
  'ends later than in 30 days or never, one in place of such a suspension or of one by a case that the caller is linked to, '
  'and one that makes a suspension longer than 30 days since it began.';

create or replace function private.leave_suspension_to_admins(p_user_id uuid, p_ends_at timestamptz) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if private.is_admin() then
      return;
    end if;
    -- Held, as in add_suspension: an admin may be changing the role or the suspension.
    perform from public.profiles as p where p.id = p_user_id for no key update;
    if private.is_suspension_for_admins(p_user_id, p_ends_at) then
      raise exception 'this is for admins to decide' using errcode = 'RP009', hint = 'an admin decides';
    end if;
  end
  $$;
comment on function private.leave_suspension_to_admins(uuid, timestamptz) is
  'Refuses moderators a suspension by hand that only admins may give (RP009), as is_suspension_for_admins says.';

create function private.appeal_waits(p_appeal private.appeals) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return p_appeal.decided_at is null and exists (
      select from private.suspended_accounts as s
      where s.account_id = p_appeal.member_id and s.appeal_id = p_appeal.id
    );
  end
  $$;
comment on function private.appeal_waits(private.appeals) is
  'Whether an answer is to be decided: the suspension that it answers is in force.';

create function private.appeal_is_for(p_member_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_is_admin constant boolean := private.is_admin();
    v_mine constant uuid[] := private.lives_of(auth.uid(), true);
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
    if p_member_id = any (v_mine) and (not v_is_admin or exists (
      select from public.profiles as p where p.is_admin and not p.is_suspended and p.id <> all (v_mine)
    )) then
      return 'RP007';
    end if;
    if exists (
      select from private.suspended_accounts as s join private.report_cases as c on c.id = s.case_id
      where s.account_id = any (v_lives) and not private.may_decide(c)
    ) then
      return 'RP007';
    end if;
    return null;
  end
  $$;
comment on function private.appeal_is_for(uuid) is
  'Null if the caller, of the team, may decide about the answer of a member, as they may end all suspensions of the member '
  'that stand. Otherwise RP007 (another admin, because the caller is concerned) or RP009 (an admin).';

create function private.decide_appeal(p_id uuid, p_decision text, p_words text) returns void
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
comment on function private.decide_appeal(uuid, text, text) is
  'Ends or keeps a suspension that its member has answered. Admins, and moderators where they may end all suspensions of '
  'the member.';

create function public.decide_appeal(id uuid, decision text, words text default '') returns void
  language sql set search_path = ''
  as $$ select private.decide_appeal(decide_appeal.id, decide_appeal.decision, decide_appeal.words) $$;
comment on function public.decide_appeal(uuid, text, text) is
  'Decides about the answer of a suspended member: end ends all their suspensions, keep changes none. The member reads the '
  'words, 500 characters at most. The same decision again by the same person is the first one. Admins and moderators only '
  '(42501); 22023 for another decision; RP007 for one who is concerned, RP009 for a moderator who may not end the '
  'suspension; SU003 when it has been decided (details: by whom), SU004 when the suspension has ended; PT404.';

create function private.appeals_waiting() returns setof private.appeals
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_is_admin constant boolean := private.is_admin();
  begin
    return query
      select a.* from private.appeals as a
      where a.decided_at is null and private.appeal_waits(a)
        and (v_is_admin or private.appeal_is_for(a.member_id) is distinct from 'RP009');
  end
  $$;
comment on function private.appeals_waiting() is
  'The answers of suspended members that wait: for an admin all, for a moderator without those that only admins decide.';

create function private.appeal_queue() returns table (
    id uuid, member_id uuid, username text, avatar_url text, message text, sent_at timestamptz, reason text,
    since timestamptz, ends_at timestamptz, case_id uuid, refusal text)
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.appeal_queue() is
  'The answers of suspended members that wait for the caller, oldest first. Team only.';

create function public.appeal_queue() returns table (
    id uuid, member_id uuid, username text, avatar_url text, message text, sent_at timestamptz, reason text,
    since timestamptz, ends_at timestamptz, case_id uuid, refusal text)
  language sql stable set search_path = ''
  as $$ select q.* from private.appeal_queue() as q $$;
comment on function public.appeal_queue() is
  'The answers of suspended members that wait for a decision, oldest first, 100 at most, with the suspension that counts: '
  'reason, since, ends_at. case_id: the case of it, if any. refusal: null if the caller may decide, otherwise the code that '
  'decide_appeal raises. A moderator does not get those that only admins decide. Admins and moderators only (42501).';

create function private.appeals_to_decide() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.appeals_to_decide() is
  'Answers of suspended members that wait for the caller: how many, and the three oldest.';

create function private.appeals_about(p_member_id uuid, p_case_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.appeals_about(uuid, uuid) is
  'The newest five answers of a member, or to the suspensions by a case, with what was decided.';

create or replace function private.admin_waiting(p_time_zone text) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_today timestamptz;
  begin
    perform private.require_team();
    v_today := date_trunc('day', now(), p_time_zone);
    if not private.is_admin() then
      return jsonb_build_object('reports', private.reports_to_decide(), 'appeals', private.appeals_to_decide());
    end if;
    return jsonb_build_object(
      'claims', private.claims_to_send(),
      'games', private.games_to_settle(),
      'reports', private.reports_to_decide(),
      'appeals', private.appeals_to_decide(),
      'prizes', private.prizes_running_low(),
      'undelivered', (
        select count(*) from (select from private.deliveries as d where d.outcome = 'dead' limit 100) as u
      ),
      'coming', private.coming_up(),
      'joined', private.joined_this_week(),
      'started', jsonb_build_object(
        'members', exists (select from public.profiles as p where not p.is_admin),
        'prize', exists (select from public.prize_packages),
        'game', exists (select from public.games)
      ),
      'done', (
        select coalesce(jsonb_agg(
          jsonb_build_object('action', d.action, 'count', d.count) order by d.count desc, d.action), '[]')
        from (
          select l.action, count(*) from private.audit_log as l
          where l.created_at >= v_today and l.actor_id is not null group by l.action
        ) as d
      )
    );
  end
  $$;
comment on function private.admin_waiting(text) is
  'What waits for the club team; today begins at midnight of the time zone. For a moderator only reports and answers of '
  'suspended members.';
comment on function public.admin_waiting(text) is
  'What waits for the club team. claims: to be sent. games: ended and not completed. reports: to be decided. appeals: '
  'answers of suspended members. prizes: nearly out of stock. undelivered: messages that were given up. coming: the next '
  'videos and games. joined: members of the last 7 days. started: whether there are members, prizes and games. done: '
  'entries of today''s audit trail by action. For a moderator only reports and appeals. Admins and moderators only (42501); '
  'an unknown time zone is 22023.';

create or replace function private.report_case(p_case_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_case private.report_cases;
    v_may_decide boolean;
    v_may_undo boolean;
  begin
    perform private.require_team();
    select c.* into v_case from private.report_cases as c where c.id = p_case_id;
    if not found then
      raise exception 'there is no such case' using errcode = 'PT404';
    end if;
    v_may_decide := private.may_decide(v_case) and (private.is_admin() or not private.is_case_for_admins(v_case));
    v_may_undo := v_may_decide
      and (private.is_admin() or v_case.decision is distinct from 'suspend' or v_case.days is not null);
    return (
      select to_jsonb(r) || jsonb_build_object(
        'may_decide', v_may_decide,
        'shown', private.shown_key(v_case.kind, v_case.subject_id),
        'is_in_force', case when v_case.decision = 'suspend' then private.suspension_stands(v_case) end,
        'can_undo', v_case.decision <> 'gone' and v_case.decided_at > now() - interval '90 days' and v_may_undo,
        'hidden_by_reports', v_case.hidden_by_reports_at is not null,
        'said', coalesce((select v.said from private.reported_versions(v_case.id) as v where v.place = 1), ''),
        'versions', (
          select coalesce(
            jsonb_agg(
              jsonb_build_object('said', v.said, 'reports', v.reports, 'was_shown', v.was_shown) order by v.place),
            '[]')
          from private.reported_versions(v_case.id) as v where v.place <= 100
        ),
        'pictures', (
          select coalesce(jsonb_agg(p.address order by p.reports desc, p.first_at, p.address), '[]')
          from (
            select a.address, count(*) as reports, min(x.created_at) as first_at
            from (
                select y.pictures, y.created_at from private.reports as y
                where y.case_id = v_case.id order by y.created_at, y.id limit 100
              ) as x
              cross join lateral unnest(x.pictures) as a (address)
            group by a.address
          ) as p
        ),
        'now', case v_case.kind
          when 'post' then (
            select jsonb_build_object('text', p.content, 'image_url', p.image_url, 'at', p.created_at,
              'path', '/newsfeed/' || p.id)
            from public.newsfeed_posts as p where p.id = v_case.subject_id)
          when 'comment' then (
            select jsonb_build_object('text', c.content, 'image_url', null, 'at', c.created_at,
              'path', '/newsfeed/' || c.post_id || '#comment-' || c.id)
            from public.newsfeed_comments as c where c.id = v_case.subject_id)
          when 'entry' then (
            select jsonb_build_object('text', '', 'image_url', coalesce(e.photo_url, private.hidden_entry_photo(e.id)),
              'at', e.created_at, 'path', '/games/' || e.game_id)
            from public.game_entries as e where e.id = v_case.subject_id)
          else (
            select jsonb_build_object(
              'text', concat_ws(E'\n', p.username, nullif(p.fishing_area, ''), nullif(p.bio, '')),
              'image_url', null, 'at', null, 'path', '/members/' || private.path_part(p.username))
            from public.profiles as p where p.id = v_case.author_id)
        end,
        'before', (
          select jsonb_build_object('username', a.username, 'text', left(p.content, 280), 'at', p.created_at)
          from public.newsfeed_comments as c
            join public.newsfeed_posts as p on p.id = c.post_id
            join public.profiles as a on a.id = p.user_id
          where v_case.kind = 'comment' and c.id = v_case.subject_id
        ),
        'game', (
          select jsonb_build_object('title', g.title, 'path', '/games/' || g.id, 'status', g.status,
            'place', e.winner_place)
          from public.game_entries as e join public.games as g on g.id = e.game_id
          where v_case.kind = 'entry' and e.id = v_case.subject_id
        ),
        'reported', case when r.is_own then '[]' else (
          select jsonb_agg(
            jsonb_build_object('id', x.id, 'reason', x.reason, 'words', x.words, 'at', x.created_at,
              'version', v.place,
              'reporter_id', p.id, 'username', p.username, 'avatar_url', p.avatar_url)
            order by x.created_at, x.id)
          from (
            select y.* from private.reports as y where y.case_id = v_case.id order by y.created_at, y.id limit 100
          ) as x
            left join public.profiles as p on p.id = x.reporter_id
            left join private.reported_versions(v_case.id) as v on v.said = x.said
        ) end,
        'record', private.report_record(v_case.author_id, v_case.id),
        'appeals', case when r.is_own then '[]' else private.appeals_about(null, v_case.id) end)
      from private.report_rows(array[v_case.id]) as r
    );
  end
  $$;

comment on function public.report_case(uuid) is
  'A case as in report_queue, with versions (the texts that were reported, with the number of reports, the most '
  'reported first, 100 at most), said (the first of them), pictures (all of the reports below, the most reported '
  'first), now (the text today; null when it is deleted), shown (a hash of today''s text and pictures, for '
  'decide_report), before (the post above a comment), game (of an entry), reported (at most 100 reports with the '
  'number of the version; none of a case about the caller), record (of the author), appeals (the newest five answers to '
  'suspensions by this case; none of a case about the caller), may_decide and can_undo (false where a moderator leaves it '
  'to admins) and is_in_force (whether the suspension of the decision stands; null for others). Admins and moderators only '
  '(42501); PT404.';

create or replace function private.member_record(p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_is_admin constant boolean := private.is_admin();
  begin
    perform private.require_other_member(p_user_id);
    return (
      select jsonb_build_object(
        'rank', case when p.points > 0 and not p.is_suspended then (
          select count(*) + 1 from public.profiles as o where not o.is_suspended and o.points > p.points) end,
        'posts', coalesce((select c.post_count from private.post_counts as c where c.user_id = p.id), 0),
        'entries', (select count(*) from public.game_entries as e where e.user_id = p.id),
        'last_seen_at', (
          select greatest(u.last_sign_in_at, (select max(s.updated_at) from auth.sessions as s where s.user_id = u.id))
          from auth.users as u where u.id = p.id
        ),
        'invited_by', (
          select r.username from public.referrals as f join public.profiles as r on r.id = f.referrer_id
          where f.referred_user_id = p.id
        ),
        'friends', (
          select count(*) from public.referrals as f where f.referrer_id = p.id and f.status = 'completed'
        ),
        'suspension', (select to_jsonb(s) from private.suspension_of(p.id) as s where p.is_suspended),
        -- One who is linked to a report about the member reads no answer to it either.
        'appeals', case when private.report_summary(p.id) is null then '[]' else private.appeals_about(p.id, null) end,
        'notes', private.notes_about(p.id),
        'points', case when v_is_admin then private.points_record(p.id) end,
        'reports', private.report_summary(p.id),
        'badges', (
          select coalesce(jsonb_agg(
            jsonb_build_object('id', b.id, 'name', b.name, 'icon', b.icon, 'color', b.color, 'at', u.awarded_at)
            order by u.awarded_at desc, b.id), '[]')
          from public.user_badges as u join public.badges as b on b.id = u.badge_id
          where u.user_id = p.id
        ),
        'prizes', case when v_is_admin then (
          select coalesce(jsonb_agg(
            jsonb_build_object('id', a.id, 'title', a.title, 'status', a.status, 'stage', a.fulfillment_status,
              'at', a.awarded_at)
            order by a.awarded_at desc, a.id), '[]')
          from (
            select x.id, i.title, x.status, x.fulfillment_status, x.awarded_at
            from public.prize_awards as x join public.prize_items as i on i.id = x.item_id
            where x.user_id = p.id order by x.awarded_at desc, x.id limit 5
          ) as a
        ) end
      )
      from public.profiles as p where p.id = p_user_id
    );
  end
  $$;

comment on function public.member_record(uuid) is
  'What the club team knows of a member: rank, counts, last seen, who brought them, suspension, appeals (the newest five '
  'answers to suspensions), notes of the team, points and the newest five prizes (both null for a moderator), reports (null '
  'for one who is linked to one of them) and badges. Admins and moderators only (42501); MR001 for an account of the '
  'caller''s own; RP009 for a moderator about one of the team; PT404.';

create or replace function private.note_table(p_table text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.live_pending (topic, kind) values ('admin', p_table);
    -- Of posts and comments the feed tells.
    if p_table in ('reports', 'report_cases', 'appeals') then
      insert into private.live_pending (topic, kind) values ('moderation', p_table);
    end if;
  end
  $$;
comment on function private.note_table(text) is
  'Notes for admins that a table has changed, and for moderators if it is one of reports or of suspended members'' answers.';

create function private.tg_suspended_accounts__note_appeals() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if exists (select from old_rows as s where s.appeal_id is not null) then
      perform private.note_table('appeals');
    end if;
    return null;
  end
  $$;
comment on function private.tg_suspended_accounts__note_appeals() is
  'Tells the team when an answered suspension ends or is replaced: the answer may wait no longer. After delete.';

create or replace function private.audit(
  p_action text, p_kind text, p_id uuid, p_label text, p_details jsonb default '{}') returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_actor constant uuid := auth.uid();
    -- All that moderators do for the club. Their other acts are a member's own.
    v_moderating constant text[] := array[
      'suspend', 'edit_suspension', 'unsuspend', 'delete_post', 'delete_comment', 'decide_report', 'reopen_report',
      'add_note', 'delete_note', 'decide_appeal'];
  begin
    -- A right is checked when a statement begins, and may end before it writes its entry. No request of the API takes
    -- a minute.
    if private.is_api_request()
      and not private.is_admin()
      and not (p_action = any (v_moderating) and private.is_moderator())
      and not exists (
        select from private.ended_admins as e where e.user_id = v_actor and e.ended_at > now() - interval '1 minute'
      )
    then
      return;
    end if;
    insert into private.audit_log (action, actor_id, actor_name, subject_kind, subject_id, subject_label, details)
      values (
        p_action,
        v_actor,
        (select p.username from public.profiles as p where p.id = v_actor),
        p_kind,
        p_id,
        p_label,
        coalesce(p_details, '{}')
      );
  end
  $$;

-- Functions: data, notifications and clearing --------------------------------------------------------------

create or replace function private.my_reports(p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return jsonb_build_object(
      'reports', (
        select coalesce(
          jsonb_agg(jsonb_build_object('kind', c.kind, 'reason', r.reason, 'words', r.words, 'created_at', r.created_at)
            order by r.created_at),
          '[]')
        from private.reports as r join private.report_cases as c on c.id = r.case_id
        where r.reporter_id = p_user_id
      ),
      'moderation', (
        select coalesce(
          jsonb_agg(jsonb_build_object('kind', c.kind, 'decision', c.decision, 'reason', c.reason, 'decided_at', c.decided_at)
            order by c.decided_at),
          '[]')
        from private.report_cases as c
        where c.author_id = p_user_id and c.decision not in ('dismiss', 'gone')
      ),
      'appeals', (
        select coalesce(
          jsonb_agg(to_jsonb(a) - array['id', 'member_id', 'case_id', 'decided_by'] order by a.created_at), '[]')
        from private.appeals as a where a.member_id = p_user_id
      ));
  end
  $$;
comment on function private.my_reports(uuid) is
  'The reports that a member sent, the decisions against what the member wrote, without those who reported it, and what '
  'the member answered to suspensions.';

create or replace function private.my_dealings(p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return jsonb_build_object(
      'points', (
        select coalesce(
          jsonb_agg(to_jsonb(l) - array['user_id', 'created_by', 'source_key', 'request_id'] order by l.created_at), '[]')
        from public.points_log as l where l.user_id = p_user_id
      ),
      'gifts', (
        select coalesce(
          jsonb_agg(jsonb_build_object(
            'from', coalesce(f.username, 'Deleted member'),
            'to', coalesce(t.username, 'Deleted member'),
            'points', g.points, 'message', g.message, 'created_at', g.created_at) order by g.created_at),
          '[]')
        from public.point_gifts as g
          left join public.profiles as f on f.id = g.from_user_id
          left join public.profiles as t on t.id = g.to_user_id
        where p_user_id in (g.from_user_id, g.to_user_id)
      ),
      'badges', (
        select coalesce(jsonb_agg(jsonb_build_object('badge', b.name, 'awarded_at', u.awarded_at) order by u.awarded_at), '[]')
        from public.user_badges as u join public.badges as b on b.id = u.badge_id
        where u.user_id = p_user_id
      ),
      'referrals', (
        select coalesce(
          jsonb_agg(to_jsonb(r) - array['referrer_id', 'referred_user_id', 'referred_email'] || jsonb_build_object(
            'referrer', coalesce(f.username, 'Deleted member'),
            'referred', coalesce(t.username, 'Deleted member')) order by r.created_at),
          '[]')
        from public.referrals as r
          left join public.profiles as f on f.id = r.referrer_id
          left join public.profiles as t on t.id = r.referred_user_id
        where p_user_id in (r.referrer_id, r.referred_user_id)
      ),
      'connections', (
        select coalesce(
          jsonb_agg(jsonb_build_object('asked_by', f.username, 'asked', t.username, 'status', m.status,
            'created_at', m.created_at) order by m.created_at),
          '[]')
        from public.member_connections as m
          join public.profiles as f on f.id = m.user_id
          join public.profiles as t on t.id = m.connected_user_id
        where p_user_id in (m.user_id, m.connected_user_id)
      ),
      'blocked', (
        select coalesce(
          jsonb_agg(jsonb_build_object('member', p.username, 'created_at', b.created_at) order by b.created_at), '[]')
        from private.member_blocks as b join public.profiles as p on p.id = b.blocked_id
        where b.blocker_id = p_user_id
      ),
      'prizes', (
        select coalesce(
          jsonb_agg(to_jsonb(a) - array['user_id', 'admin_notes'] || jsonb_build_object('prize', i.title)
            order by a.awarded_at),
          '[]')
        from public.prize_awards as a join public.prize_items as i on i.id = a.item_id
        where a.user_id = p_user_id
      ),
      'addresses', (
        select coalesce(jsonb_agg(to_jsonb(s) - array['user_id', 'request_id'] order by s.created_at), '[]')
        from public.shipping_addresses as s where s.user_id = p_user_id
      ),
      'admins_did', (
        select coalesce(jsonb_agg(jsonb_build_object('at', x.created_at, 'action', x.action) order by x.created_at), '[]')
        from private.audit_log as x where x.subject_id = p_user_id and x.subject_kind = 'member'
          -- Its own part of one's data tells what a decision about a report told its author.
          and x.action not in ('decide_report', 'reopen_report', 'answer_suspension', 'decide_appeal')
      )
    );
  end
  $$;

create or replace function private.tend_reports() returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_case private.report_cases;
    v_some integer;
    v_all integer := 0;
  begin
    perform private.hold_gate();
    for v_case in
      select c.* from private.report_cases as c
      where c.decided_at is null and private.is_forsaken(c.id) order by c.id for update
    loop
      -- Another may have reported the same while this waited for the case.
      continue when not private.is_forsaken(v_case.id);
      update private.report_cases as c set
          version = c.version + 1,
          decision = 'gone',
          decided_at = now(),
          former_account_id = null
        where c.id = v_case.id;
      if v_case.hidden_by_reports_at is not null then
        perform private.hide_content(v_case.kind, v_case.subject_id, false);
      end if;
      v_all := v_all + 1;
    end loop;
    delete from public.newsfeed_comments as n using private.report_cases as c
      where n.id = c.subject_id and n.hidden_at is not null
        and c.decision = 'remove' and c.decided_at <= now() - interval '90 days';
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    delete from public.newsfeed_posts as n using private.report_cases as c
      where n.id = c.subject_id and n.hidden_at is not null
        and c.decision = 'remove' and c.decided_at <= now() - interval '90 days';
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    update private.reports as r set words = '', said = '' from private.report_cases as c
      where c.id = r.case_id and (r.words <> '' or r.said <> '') and (
        c.decided_at <= now() - interval '1 year'
        or c.left_at <= now() - interval '30 days'
        or (c.decision = 'gone' and c.author_id is null)
      );
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    update private.reports as r set pictures = '{}' from private.report_cases as c
      where c.id = r.case_id and r.pictures <> '{}' and (
        c.decision in ('dismiss', 'gone')
        or c.decided_at <= now() - interval '90 days'
        or c.left_at <= now() - interval '30 days'
      );
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    update private.reports as r set words = '' from private.report_cases as c
      where c.id = r.case_id and r.words <> '' and r.removed_at is not null
        and (c.decided_at is not null or r.removed_at <= now() - interval '30 days');
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    delete from private.appeals as a
      where a.created_at <= now() - interval '1 year'
        and not exists (select from private.suspended_accounts as s where s.appeal_id = a.id);
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    update private.report_cases as c set reason = ''
      where c.left_at <= now() - interval '30 days' and c.reason <> '' and not private.suspension_stands(c);
    get diagnostics v_some = row_count;
    return v_all + v_some;
  end
  $$;
comment on function private.tend_reports() is
  'Closes cases as is_forsaken says. Deletes what a decision removed 90 days ago, and the texts of reports that were decided '
  'a year ago or whose author left 30 days ago; of a reporter whom an admin deleted, after the decision or 30 days. Releases '
  'pictures that no decision needs any more. Deletes answers to suspensions that have ended, a year after they were sent.';

create or replace function private.is_notification_shown(
  p_id uuid, p_kind text, p_subject_id uuid, p_created_at timestamptz, p_is_for_all boolean, p_reader_id uuid
) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_reader record;
  begin
    select p.is_admin, p.is_moderator, p.is_suspended, p.created_at, k.audience, k.subject into v_reader
      from public.profiles as p, private.notification_kinds as k
      where p.id = p_reader_id and k.name = p_kind;
    if not found
      or (v_reader.audience in ('admins', 'team') and v_reader.is_suspended)
      or (v_reader.audience = 'admins' and not v_reader.is_admin)
      or (v_reader.audience = 'team' and not (v_reader.is_admin or v_reader.is_moderator))
    then
      return false;
    end if;
    -- In the app a session that does not act as an admin's reads nothing for admins. What is sent goes to the person.
    if p_reader_id = auth.uid()
      and (
        (v_reader.audience = 'admins' and not private.is_admin())
        or (v_reader.audience = 'team' and not private.is_team())
      )
    then
      return false;
    end if;
    if p_is_for_all and (
      p_created_at < v_reader.created_at
      or exists (
        select from private.notification_mutes as m where m.user_id = p_reader_id and m.subject_id = p_subject_id
      )
      or exists (
        select from private.notification_marks as m
        where m.user_id = p_reader_id and m.notification_id = p_id and m.read_at is null
      )
    ) then
      return false;
    end if;
    if not exists (
      select from private.notification_causes as c left join public.profiles as a on a.id = c.actor_id
      where c.notification_id = p_id and (c.actor_id is null or not a.is_suspended or v_reader.audience = 'admins')
        and (p_is_for_all or not private.is_muted_by(p_reader_id, c.actor_id))
        and not private.is_hidden_comment(c.cause_id)
    ) then
      return false;
    end if;
    return case v_reader.subject
      when 'post' then not v_reader.is_suspended and exists (
        select from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id
        where p.id = p_subject_id and p.hidden_at is null and not a.is_suspended
          and (p.is_announcement or p_kind <> 'announcement')
          and not private.is_blocked_between(p.user_id, p_reader_id))
        and (p_kind <> 'mention' or private.is_mentioned(p_id, p_reader_id))
      when 'game' then exists (
        select from public.games as g
          left join public.game_entries as e on e.game_id = g.id and e.user_id = p_reader_id
        where g.id = p_subject_id and case p_kind
          when 'game_closing' then g.status = 'active' and now() < g.end_date and e.id is null
          when 'game_to_settle' then g.status = 'active'
          when 'game_settled' then g.status = 'completed' and not e.is_winner
          when 'game_won' then g.status = 'completed' and e.is_winner
          else g.status in ('active', 'completed')
        end)
      when 'award' then exists (
        select from public.prize_awards as a
        where a.id = p_subject_id and (a.user_id = p_reader_id or v_reader.audience = 'admins') and case p_kind
          when 'claim_closes_week' then a.status <> 'claimed' and now() < a.claim_deadline
          when 'claim_closes_day' then a.status <> 'claimed' and now() < a.claim_deadline
          when 'claim_shipped' then a.fulfillment_status in ('shipped', 'delivered')
          when 'claim_delivered' then a.fulfillment_status = 'delivered'
          else true
        end)
      when 'removal' then exists (
        select from private.audit_log as l
        where l.id = p_subject_id and l.action = 'remove_prize' and l.subject_id = p_reader_id)
      when 'badge' then exists (
        select from public.user_badges as u where u.user_id = p_reader_id and u.badge_id = p_subject_id)
      when 'referral' then exists (
        select from public.referrals as r
        where r.id = p_subject_id and r.referrer_id = p_reader_id and (p_kind <> 'referral_waiting' or r.status = 'pending'))
      when 'member' then exists (select from public.profiles as p where p.id = p_subject_id)
      when 'video' then exists (select from public.live_videos as v where v.id = p_subject_id and v.is_active)
      when 'item' then exists (select from public.prize_items as i where i.id = p_subject_id)
      when 'report' then exists (
        select from private.report_cases as c
        where c.id = p_subject_id and c.decided_at is not null and case p_kind
          when 'warning' then c.decision = 'warn' and c.author_id = p_reader_id
          else exists (select from private.reports as r where r.case_id = c.id and r.reporter_id = p_reader_id)
        end)
      when 'case' then exists (
        select from private.report_cases as c
        where c.id = p_subject_id and c.decided_at is null
          and not coalesce(private.is_case_of(c, p_reader_id), false)
          and (v_reader.is_admin or not private.is_case_for_admins(c)))
      when 'role' then v_reader.is_admin or v_reader.is_moderator
      when 'appeal' then exists (
        select from private.appeals as a
        where a.id = p_subject_id and a.member_id = p_reader_id and a.decided_at is not null)
      else v_reader.is_suspended
    end;
  end
  $$;

create or replace function private.describe_notification(
  p_id uuid, p_kind text, p_subject_id uuid, p_reader_id uuid,
  out title text, out excerpt text, out path text, out details jsonb
)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_subject constant text := (select k.subject from private.notification_kinds as k where k.name = p_kind);
    v_comment_id uuid;
  begin
    details := '{}';
    case v_subject
      when 'post' then
        select private.excerpt(p.content), '/newsfeed/' || p.id, jsonb_build_object('image_url', p.image_url)
          into title, path, details
          from public.newsfeed_posts as p where p.id = p_subject_id;
        if p_kind in ('comment', 'reply') then
          select private.excerpt(m.content), m.id into excerpt, v_comment_id
            from private.notification_causes as c
              join public.newsfeed_comments as m on m.id = c.cause_id
              join public.profiles as a on a.id = m.user_id and not a.is_suspended
            where c.notification_id = p_id and m.hidden_at is null and not private.is_muted_by(p_reader_id, m.user_id)
            order by c.created_at desc, c.cause_id
            limit 1;
        elsif p_kind = 'mention' then
          select private.excerpt(coalesce(m.content, p.content)), m.id into excerpt, v_comment_id
            from private.notification_causes as c
              left join public.newsfeed_comments as m on m.id = c.cause_id
              left join public.newsfeed_posts as p on p.id = c.cause_id
            where c.notification_id = p_id;
        end if;
        path := path || coalesce('#comment-' || v_comment_id, '');
      when 'game' then
        select g.title,
            case p_kind
              -- The search finds the row with the game's actions, which may not be on the first page of the list.
              when 'game_to_settle' then '/admin/games?q=' || private.path_part(g.title) || '&entries=' || g.id
              else '/games/' || g.id
            end,
            jsonb_build_object('end_date', g.end_date, 'image_url', g.image_url) || case
              when p_kind in ('game_won', 'game_settled') then private.own_result(g.id, p_reader_id)
              else '{}'
            end
          into title, path, details
          from public.games as g where g.id = p_subject_id;
      when 'member' then
        select p.username, '/members/' || private.path_part(p.username) into title, path from public.profiles as p where p.id = p_subject_id;
        if p_kind = 'gift' then
          select g.message, jsonb_build_object('points', g.points) into excerpt, details
            from private.notification_causes as c join public.point_gifts as g on g.id = c.cause_id
            where c.notification_id = p_id;
        end if;
      when 'badge' then
        select b.name, '/badges/' || b.id, jsonb_build_object('icon', b.icon) into title, path, details
          from public.badges as b where b.id = p_subject_id;
      when 'award' then
        -- As it was promised: a later change of the item does not change what was won.
        select a.promised_title,
            case when p_kind = 'claim_made' then '/admin/claims?claim=' else '/prizes/claim/' end || a.id,
            jsonb_build_object('claim_deadline', a.claim_deadline) || case p_kind
              when 'claim_shipped' then jsonb_build_object('carrier', a.carrier, 'tracking_number', a.tracking_number)
              else '{}'
            end
          into title, path, details
          from public.prize_awards as a where a.id = p_subject_id;
      when 'removal' then
        select l.details ->> 'prize', '/dashboard' into title, path from private.audit_log as l where l.id = p_subject_id;
      when 'referral' then
        select p.username, '/profile#referral' into title, path
          from public.referrals as r left join public.profiles as p on p.id = r.referred_user_id
          where r.id = p_subject_id;
      when 'video' then
        select v.title, '/live' into title, path from public.live_videos as v where v.id = p_subject_id;
      when 'item' then
        select i.title, '/admin/prizes?package=' || i.package_id || '&item=' || i.id, jsonb_build_object('remaining_quantity', i.remaining_quantity)
          into title, path, details
          from public.prize_items as i where i.id = p_subject_id;
      when 'report' then
        if p_kind = 'report_decided' then
          select r.* into title, excerpt, path, details from private.describe_report(p_subject_id, p_reader_id) as r;
        else
          select w.* into path, details from private.describe_warned(p_subject_id, p_reader_id) as w;
          excerpt := (select c.reason from private.report_cases as c where c.id = p_subject_id);
        end if;
      when 'case' then
        select '/admin/moderation?case=' || c.id, jsonb_build_object('kind', c.kind) into path, details
          from private.report_cases as c where c.id = p_subject_id;
      when 'role' then
        select '/admin', jsonb_build_object(
            'role', case when p.is_admin then 'admin' else 'moderator' end,
            'needs_step', s.admins_need_two_steps
              and not exists (
                select from auth.mfa_factors as f where f.user_id = p_reader_id and f.status = 'verified'
              ))
          into path, details
          from public.profiles as p, public.site_settings as s where p.id = p_reader_id;
      when 'appeal' then
        select a.words, '/newsfeed', jsonb_build_object('decision', a.decision) into excerpt, path, details
          from private.appeals as a where a.id = p_subject_id;
      else
        path := '/newsfeed';
    end case;
  end
  $$;

create or replace function private.subjects_of_path(p_path text, p_reader_id uuid) returns uuid[]
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_shown uuid[];
  begin
    if p_path = '/live' then
      return array(select v.id from public.live_videos as v where v.is_active);
    elsif p_path = '/profile' then
      return array(
        select n.subject_id
        from private.notifications as n join private.notification_kinds as k on k.name = n.kind
        where n.user_id = p_reader_id and n.read_at is null and k.subject = 'referral'
        order by n.updated_at desc
        limit 200);
    elsif p_path = '/newsfeed' then
      -- In its place a suspended member reads the notice of the suspension, whose subject is the member, and what was
      -- decided about the member's answer.
      return array(
        select unnest(array[p.id, s.appeal_id])
        from public.profiles as p left join private.suspended_accounts as s on s.account_id = p.id
        where p.id = p_reader_id and p.is_suspended);
    elsif p_path like '/members/_%' then
      -- The name as it is now, or as it was: both lead to the page.
      v_shown := array(
        select m.id from private.member_of_name(substring(p_path from 10)) as m (id) where m.id is not null);
    else
      v_shown := array(
        select f.id::uuid
        from substring(right(p_path, 36) from '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$') as f (id)
        where f.id is not null);
    end if;
    return v_shown || private.decided_reports_about(v_shown, p_reader_id);
  end
  $$;

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _910_note_insert
  after insert on private.appeals referencing new table as new_rows
  for each statement execute function private.tg__note_table();
create trigger _910_note_update
  after update on private.appeals referencing new table as new_rows
  for each statement execute function private.tg__note_table();
create trigger _910_note_delete
  after delete on private.appeals referencing old table as old_rows
  for each statement execute function private.tg__note_table_gone();
create trigger _910_note_appeals
  after delete on private.suspended_accounts referencing old table as old_rows
  for each statement execute function private.tg_suspended_accounts__note_appeals();

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on function
  private.my_appeal(),
  public.my_appeal(),
  private.answer_suspension(text),
  public.answer_suspension(text),
  private.is_suspension_for_admins(uuid, timestamptz),
  private.appeal_waits(private.appeals),
  private.appeal_is_for(uuid),
  private.decide_appeal(uuid, text, text),
  public.decide_appeal(uuid, text, text),
  private.appeals_waiting(),
  private.appeal_queue(),
  public.appeal_queue(),
  private.appeals_to_decide(),
  private.appeals_about(uuid, uuid),
  private.tg_suspended_accounts__note_appeals()
  from public, anon, authenticated, service_role;
grant execute on function
  private.my_appeal(),
  public.my_appeal(),
  private.answer_suspension(text),
  public.answer_suspension(text),
  private.decide_appeal(uuid, text, text),
  public.decide_appeal(uuid, text, text),
  private.appeal_queue(),
  public.appeal_queue()
  to authenticated;

-- Rows -----------------------------------------------------------------------------------------------------

alter table private.notification_kinds drop constraint notification_kinds_subject_known;
alter table private.notification_kinds add constraint notification_kinds_subject_known check (subject in (
  'post', 'game', 'member', 'badge', 'award', 'removal', 'referral', 'video', 'item', 'report', 'case', 'role', 'appeal',
  'self'
));
insert into private.notification_kinds (name, group_name, audience, subject, is_bundled) values
  ('appeal_decided', 'moderation', 'member', 'appeal', true);
