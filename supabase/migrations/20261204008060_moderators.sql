-- A third role beside member and admin. Moderators decide reports, delete members' posts and comments, write notes, and
-- suspend members for up to 30 days. Points, prizes, claims, addresses, settings, roles and the audit trail stay with
-- admins.

-- Tables ---------------------------------------------------------------------------------------------------

alter table public.profiles
  add column is_moderator boolean not null default false,
  add constraint profiles_one_role check (not (is_admin and is_moderator));
comment on column public.profiles.is_moderator is
  'Decides reports and moderates the newsfeed. Never of an admin, who may do all of it.';

comment on table private.ended_admins is
  'Admins and moderators who were demoted, suspended or deleted, for a day. What they had begun before is in the '
  'audit trail.';
comment on table private.promoted_entries is
  'Entries that are marked as the team''s only because their owner was made an admin or a moderator after entering.';

comment on table private.reports is
  'Who reported what, and why: each version once for a person, also with another account. Only admins and moderators '
  'learn who. The columns words and said are emptied a year after the decision, or 30 days after the author left.';
comment on column private.report_cases.version is
  'Raised by each decision and each undoing, so that two of the team cannot both decide.';
comment on table private.linked_admins is
  'Whom the author of a case made an admin or a moderator since it was opened, or gave a new password, or to whom '
  'somebody linked to it at the time did so. A deleted account stays under its id in account_addresses.';
comment on column private.team_notes.author_id is
  'The admin or moderator who wrote the note; null when that account is deleted.';

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
  'edit_landing', 'retry_delivery', 'export_list', 'decide_report', 'reopen_report', 'add_note', 'delete_note'
));

-- Functions ------------------------------------------------------------------------------------------------

create function private.is_moderator() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.is_moderator() is
  'True if the caller''s profile has is_moderator and is not suspended, and the session has taken the second step of '
  'signing in, as private.is_admin() requires it. False for admins.';

create function private.is_team() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return coalesce(
      (
        select case when (p.is_admin or p.is_moderator) and not p.is_suspended then private.has_taken_steps() end
        from public.profiles as p
        where p.id = auth.uid()
      ),
      false);
  end
  $$;
comment on function private.is_team() is 'True if the caller acts as an admin or as a moderator.';

create function private.require_team() returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if not private.is_team() then
      raise exception 'only admins and moderators may do this' using errcode = '42501';
    end if;
  end
  $$;
comment on function private.require_team() is 'Raises 42501 unless the caller is an admin or a moderator.';

create function public.acts_as_moderator(profile public.profiles) returns boolean
  language sql stable set search_path = ''
  as $$
    select acts_as_moderator.profile.id = (select auth.uid()) and private.is_moderator()
  $$;
comment on function public.acts_as_moderator(public.profiles) is
  'Whether this is the caller''s profile and the request has the rights of a moderator. False for admins, and for '
  'everyone else''s profile.';

create function private.tg_profiles__one_role() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.is_moderator := false;
    return new;
  end
  $$;
comment on function private.tg_profiles__one_role() is
  'A moderator who is made an admin is a moderator no longer. Before update.';

create or replace function private.tg_profiles__guard_insert() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    v_own public.profiles;
    -- The columns that this insert does not decide, and the username, which is compared without case.
    v_not_sent constant text[] := array[
      'username', 'is_admin', 'is_moderator', 'is_suspended', 'points', 'badge_count', 'created_at', 'updated_at'];
  begin
    if not private.is_direct_statement() or new.id is distinct from auth.uid() then
      return new;
    end if;
    select p.* into v_own from public.profiles as p where p.id = new.id;
    -- A client that inserts its profile right after the sign-up has created it adds nothing: the row has the same
    -- values. Only an insert that leaves updated_at at its default is treated in this way; the profile page sends it.
    if v_own.id is not null
      and new.updated_at = now()
      and private.username_key(new.username) = private.username_key(v_own.username)
      and to_jsonb(new) - v_not_sent = to_jsonb(v_own) - v_not_sent
    then
      return null;
    end if;
    new.is_admin := coalesce(v_own.is_admin, false);
    new.is_moderator := coalesce(v_own.is_moderator, false);
    new.is_suspended := coalesce(v_own.is_suspended, false);
    new.points := coalesce(v_own.points, 0);
    new.badge_count := coalesce(v_own.badge_count, 0);
    return new;
  end
  $$;

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
    end if;
    return new;
  end
  $$;

create or replace function private.tg_profiles__audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_op = 'DELETE' then
      -- No account outlives its profile. If the account was deleted first, nothing is left to delete.
      delete from auth.users as u where u.id = old.id;
      update private.audit_log as a set subject_label = null, details = private.lasting_details(a.details)
        where a.subject_id = old.id and a.subject_kind = 'member';
      update private.audit_log as a set actor_name = null where a.actor_id = old.id;
      if auth.uid() is distinct from old.id then
        perform private.audit('delete_user', 'member', old.id, null);
      end if;
      return null;
    end if;
    if new.is_admin <> old.is_admin then
      perform private.audit(
        case when new.is_admin then 'grant_admin' else 'revoke_admin' end, 'member', new.id, new.username);
    end if;
    if new.is_moderator <> old.is_moderator then
      perform private.audit(
        case when new.is_moderator then 'grant_moderator' else 'revoke_moderator' end, 'member', new.id, new.username);
    end if;
    if new.is_suspended and not old.is_suspended then
      perform private.audit('suspend', 'member', new.id, new.username, private.suspension_details(new.id));
    elsif old.is_suspended and not new.is_suspended then
      perform private.audit('unsuspend', 'member', new.id, new.username);
    end if;
    return null;
  end
  $$;

create or replace function private.tg_profiles__audit_edit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_details jsonb := private.audit_changes(to_jsonb(old), to_jsonb(new), array['username'], '{}');
  begin
    if v_details is not null then
      perform private.audit('rename_user', 'member', new.id, new.username, v_details);
    end if;
    -- tg_profiles__audit records rights and suspension; points and badges are recorded where they are given.
    v_details := private.audit_changes(to_jsonb(old), to_jsonb(new), '{}', private.columns_but(to_jsonb(new),
      array['username', 'is_admin', 'is_moderator', 'is_suspended', 'points', 'badge_count']));
    if v_details is not null then
      perform private.audit('edit_profile', 'member', new.id, new.username, v_details);
    end if;
    return null;
  end
  $$;

create or replace function private.tg_profiles__note_changes() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_not_edited constant text[] := array[
      'points', 'badge_count', 'is_admin', 'is_moderator', 'is_suspended', 'updated_at'];
    v_changed boolean := true;
    v_ranked boolean := false;
    v_hidden boolean := false;
    v_renamed boolean := false;
    -- The member whose own request this is.
    v_own_id constant uuid := case when private.is_api_request() then auth.uid() end;
    v_edited uuid[] := '{}';
    v_shown uuid[] := '{}';
  begin
    if tg_op = 'UPDATE' then
      select
        count(*) > 0,
        coalesce(bool_or(
          (n.username, n.avatar_url, n.badge_count, n.points, n.is_suspended)
          is distinct from (o.username, o.avatar_url, o.badge_count, o.points, o.is_suspended)), false),
        coalesce(bool_or(
          n.is_suspended <> o.is_suspended
          or n.id is distinct from v_own_id and (n.username, n.avatar_url) is distinct from (o.username, o.avatar_url)
        ), false),
        coalesce(bool_or((n.username, n.avatar_url) is distinct from (o.username, o.avatar_url)), false),
        coalesce(array_agg(n.id) filter (where to_jsonb(n) - v_not_edited <> to_jsonb(o) - v_not_edited), '{}'),
        coalesce(array_agg(n.id) filter (where not n.is_suspended
          and (n.username, n.avatar_url, n.is_admin, n.is_moderator)
            is distinct from (o.username, o.avatar_url, o.is_admin, o.is_moderator)), '{}')
        into v_changed, v_ranked, v_hidden, v_renamed, v_edited, v_shown
        from new_rows as n
          join old_rows as o on o.id = n.id
        where n is distinct from o;
      perform private.note_members(v_edited, 'profile');
      perform private.note_look_of_member(s.id) from unnest(v_shown) as s (id);
    elsif tg_op = 'DELETE' then
      select count(*) > 0 into v_changed from old_rows;
      v_ranked := v_changed;
      v_hidden := v_changed;
    end if;
    -- Points, and what members change of their own, may wait for the gap of the rankings; a name that is taken down may
    -- not.
    if v_ranked then
      insert into private.live_pending (topic, kind)
        values ('leaderboard', case when v_hidden then 'now' when v_renamed then 'members' else 'row' end);
    end if;
    if v_changed then
      perform private.note_table(tg_table_name);
    end if;
    return null;
  end
  $$;

create or replace function private.audit(
  p_action text, p_kind text, p_id uuid, p_label text, p_details jsonb default '{}') returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_actor constant uuid := auth.uid();
    -- All that moderators do for the club. Their other acts are a member's own.
    v_moderating constant text[] := array[
      'suspend', 'edit_suspension', 'unsuspend', 'delete_post', 'delete_comment', 'decide_report', 'reopen_report',
      'add_note', 'delete_note'];
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
comment on function private.audit(text, text, uuid, text, jsonb) is
  'Adds one entry by the caller; nothing if a member acts for themselves. Of moderators only what they do for the '
  'club. In the minute after the end of an admin''s or moderator''s rights, what they do to their own posts, comments '
  'and files is recorded too.';

-- Reports

create or replace function private.tg_profiles__no_own_deletion() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    raise exception 'admins and moderators do not delete their own account'
      using errcode = 'US002', hint = 'an admin removes the rights first';
  end
  $$;
comment on function private.tg_profiles__no_own_deletion() is
  'Admins and moderators, also suspended ones, delete their own account only after an admin has removed their rights '
  '(US002).';
comment on function private.delete_own_account(text) is
  'Deletes the caller''s account and all their data, given their password; false if the password is wrong. US002 for an '
  'admin or a moderator. 55P03 if others write all the time, or while another request is deleting the account.';
comment on function public.delete_own_account(password text) is
  'Deletes the caller''s account and all personal data. False if the password is wrong, which is counted (429 after five in '
  'an hour). Admins and moderators are refused: the last admin (US001), and others until an admin has removed their '
  'rights (US002).';

create function private.tg__limit_moderators() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if not private.is_admin() then
      perform private.check_rate('moderate-1h', 60, interval '1 hour');
    end if;
    return old;
  end
  $$;
comment on function private.tg__limit_moderators() is
  'A moderator deletes 60 posts and comments of others in an hour (PT429), also with one request.';

create function private.is_of_team(p_account_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_lives constant uuid[] := private.lives_of(p_account_id, true);
  begin
    return exists (
      select from public.profiles as p where p.id = any (v_lives) and (p.is_admin or p.is_moderator)
    );
  end
  $$;
comment on function private.is_of_team(uuid) is
  'Whether an account is that of an admin or a moderator, also a suspended one. Accounts of one person are one.';

create function private.is_case_for_admins(p_case private.report_cases) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return private.is_of_team(coalesce(p_case.author_id, p_case.former_account_id))
      or (p_case.kind = 'post' and exists (
        select from public.newsfeed_posts as p
        where p.id = p_case.subject_id and (p.type <> 'post' or p.is_announcement)
      ));
  end
  $$;
comment on function private.is_case_for_admins(private.report_cases) is
  'Whether a case is about one of the team, or about an announcement or a post about an award, which are the club''s.';

create function private.leave_to_admins(p_case private.report_cases, p_decision text, p_days integer) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.leave_to_admins(private.report_cases, text, integer) is
  'Refuses moderators what only admins decide or undo (RP009): cases for admins, and suspensions without an end.';

create function private.leave_suspension_to_admins(p_user_id uuid, p_ends_at timestamptz) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    -- The hour is for the clock of a browser that counts 30 days from its own now.
    v_latest constant timestamptz := now() + interval '30 days 1 hour';
    v_lives constant uuid[] := private.lives_of(p_user_id, true);
    v_replaced constant uuid[] := private.lives_of(p_user_id);
  begin
    if private.is_admin() then
      return;
    end if;
    -- Held, as in add_suspension: an admin may be changing the role or the suspension.
    perform from public.profiles as p where p.id = p_user_id for no key update;
    if p_ends_at is null
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
      )
    then
      raise exception 'this is for admins to decide' using errcode = 'RP009', hint = 'an admin decides';
    end if;
  end
  $$;
comment on function private.leave_suspension_to_admins(uuid, timestamptz) is
  'Refuses moderators a suspension by hand that only admins may give (RP009): one of the team or of themselves, one '
  'that ends later than in 30 days or never, one in place of such a suspension or of one by a case that they are linked '
  'to, and one that makes a suspension longer than 30 days since it began.';

comment on function private.is_case_of(private.report_cases, uuid) is
  'Whether a case is about this person, or its author has made them an admin or a moderator or set their password '
  'since it was opened, directly or through others. Accounts of one person are one.';

create or replace function private.may_decide(p_case private.report_cases) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_lives constant uuid[] := private.lives_of(auth.uid(), true);
  begin
    if not coalesce(private.is_case_of(p_case, auth.uid()), false) then
      return true;
    end if;
    -- A moderator leaves it to the admins, of whom there is always one.
    if not private.is_admin() then
      return false;
    end if;
    if exists (
      select from public.profiles as p where p.is_admin and not p.is_suspended and not private.is_case_of(p_case, p.id)
    ) or exists (select from private.narrowed_cases as n where n.case_id = p_case.id) then
      return false;
    end if;
    -- Among those who remain, everyone comes before the author.
    return coalesce(p_case.author_id, p_case.former_account_id) <> all (v_lives)
      or not exists (
        select from public.profiles as p where p.is_admin and not p.is_suspended and p.id <> all (v_lives)
      );
  end
  $$;
comment on function private.may_decide(private.report_cases) is
  'Whether the caller, of the team, may decide a case, as far as it is their own. A moderator never decides one that '
  'they are linked to. An admin who is linked to it may if there is no other, and the author if there is no other '
  'admin at all; those who are suspended do not count. Neither may once they have taken the rights of another.';

create or replace function private.decide_report(
  p_case_id uuid, p_seen integer, p_decision text, p_reason text, p_hides boolean, p_days integer, p_shown text)
  returns integer
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
comment on function private.decide_report(uuid, integer, text, text, boolean, integer, text) is
  'Decides a case in the version that the caller saw; returns the new version. Admins and moderators only.';
comment on function public.decide_report(uuid, integer, text, text, boolean, integer, text) is
  'Decides a case in the version that the caller saw, and returns its new version. decision: dismiss, hide, remove '
  '(not of an entry), warn or suspend; the last two with a reason that the author reads, and hides for the post, '
  'comment or photo; days is 1, 7, 30, or null until lifted; shown is that of the case that the caller saw. If the '
  'author left, both reach the next account of the person. Admins and moderators only (42501); RP004 when another was '
  'first, RP007 about oneself while there is another admin, RP008 when a dismissal, or a warning that hides nothing, '
  'is about another text or other pictures than those shown, RP009 for a moderator about the team or without an end, '
  '22023 for other values, PT404.';

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
comment on function private.reopen_report(uuid, integer) is
  'Undoes a decision: the case is open again. What was hidden by reports stays hidden until the next decision. '
  'Admins, and moderators what they could have decided.';
comment on function public.reopen_report(uuid, integer) is
  'Undoes a decision in the version that the caller saw, and returns the new version. Admins and moderators only '
  '(42501); RP004 when another was first, RP005 after 90 days or when the case was closed without a decision, RP006 '
  'when it has been reported again since, RP007 about oneself while there is another admin, RP009 for a moderator '
  'what only admins decide, 22023 without a version; PT404.';

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
              'username', p.username, 'avatar_url', p.avatar_url)
            order by x.created_at, x.id)
          from (
            select y.* from private.reports as y where y.case_id = v_case.id order by y.created_at, y.id limit 100
          ) as x
            left join public.profiles as p on p.id = x.reporter_id
            left join private.reported_versions(v_case.id) as v on v.said = x.said
        ) end,
        'record', private.report_record(v_case.author_id, v_case.id))
      from private.report_rows(array[v_case.id]) as r
    );
  end
  $$;
comment on function private.report_case(uuid) is
  'A case with everything that the decision needs. Of a case about themselves, admins and moderators learn nothing '
  'about who reported and why. Admins and moderators only.';
comment on function public.report_case(uuid) is
  'A case as in report_queue, with versions (the texts that were reported, with the number of reports, the most '
  'reported first, 100 at most), said (the first of them), pictures (all of the reports below, the most reported '
  'first), now (the text today; null when it is deleted), shown (a hash of today''s text and pictures, for '
  'decide_report), before (the post above a comment), game (of an entry), reported (at most 100 reports with the '
  'number of the version; none of a case about the caller), record (of the author), may_decide and can_undo (false '
  'where a moderator leaves it to admins) and is_in_force (whether the suspension of the decision stands; null for '
  'others). Admins and moderators only (42501); PT404.';

create or replace function private.report_counts(out open integer, out hidden integer) returns record
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_team();
    select count(*), count(*) filter (where c.hidden_by_reports_at is not null) into open, hidden
      from private.report_cases as c where c.decided_at is null;
  end
  $$;
comment on function private.report_counts() is
  'How many cases are open, and how many of them hidden by reports. Admins and moderators only.';
comment on function public.report_counts() is
  'How many cases are open, and how many of these are hidden by reports. Admins and moderators only (42501).';

create or replace function private.report_queue(p_list text, p_after timestamptz, p_after_id uuid, p_size integer)
  returns table (
    id uuid, kind text, subject_id uuid, author_id uuid, username text, avatar_url text, excerpt text, reports integer,
    reasons jsonb, is_hidden boolean, opened_at timestamptz, decision text, hides boolean, days integer, reason text,
    decided_by text, decided_at timestamptz, version integer, is_own boolean)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_size constant integer := least(greatest(coalesce(p_size, 50), 1), 100);
    v_ids uuid[];
  begin
    perform private.require_team();
    case p_list
      when 'open' then
        v_ids := array(
          select c.id from private.report_cases as c
          where c.decided_at is null and (p_after is null or (c.created_at, c.id) > (p_after, p_after_id))
          order by c.created_at, c.id limit v_size);
      when 'hidden' then
        v_ids := array(
          select c.id from private.report_cases as c
          where c.decided_at is null and c.hidden_by_reports_at is not null
            and (p_after is null or (c.created_at, c.id) > (p_after, p_after_id))
          order by c.created_at, c.id limit v_size);
      when 'decided' then
        v_ids := array(
          select c.id from private.report_cases as c
          where c.decided_at is not null and (p_after is null or (c.decided_at, c.id) < (p_after, p_after_id))
          order by c.decided_at desc, c.id desc limit v_size);
      else
        raise exception 'unknown list' using errcode = '22023';
    end case;
    return query
      select r.* from private.report_rows(v_ids) as r order by array_position(v_ids, r.id);
  end
  $$;
comment on function private.report_queue(text, timestamptz, uuid, integer) is
  'A page of a list of cases, in its order. Admins and moderators only.';
comment on function public.report_queue(text, timestamptz, uuid, integer) is
  'A page of cases for admins and moderators (42501). list: open, or hidden by reports and open, both oldest first, '
  'or decided, newest first. after and after_id are opened_at, or decided_at, and id of the last case of the previous '
  'page; size is at most 100. is_own: about the caller, without reasons.';

create or replace function private.reported(p_kind text, p_subject_id uuid, out author_id uuid, out said text)
  returns record
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    case p_kind
      when 'post' then
        select p.user_id, p.content into author_id, said
          from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id
          where p.id = p_subject_id and p.hidden_at is null and (not a.is_suspended or private.is_team());
      when 'comment' then
        select c.user_id, c.content into author_id, said
          from public.newsfeed_comments as c
            join public.profiles as a on a.id = c.user_id
            join public.newsfeed_posts as p on p.id = c.post_id
            join public.profiles as b on b.id = p.user_id
          where c.id = p_subject_id and c.hidden_at is null and p.hidden_at is null
            and (not (a.is_suspended or b.is_suspended) or private.is_team());
      when 'member' then
        select p.id, concat_ws(E'\n', p.username, nullif(p.fishing_area, ''), nullif(p.bio, '')) into author_id, said
          from public.profiles as p
          where p.id = p_subject_id and (not p.is_suspended or private.is_team());
      when 'entry' then
        -- The photo is all that a member chose in such an entry.
        select e.user_id, '' into author_id, said
          from public.game_entries as e join public.games as g on g.id = e.game_id
          where e.id = p_subject_id and e.photo_url is not null
            and (g.status in ('active', 'completed') or private.is_admin());
      else
        raise exception 'a report is about a post, a comment, a member or a photo of an entry' using errcode = '22023';
    end case;
  end
  $$;

create or replace function private.send_report(
  p_kind text, p_subject_id uuid, p_reason text, p_words text, p_request_id uuid) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_reporter constant uuid := auth.uid();
    v_words constant text := btrim(coalesce(p_words, ''), E' \t\r\n');
    v_to_hide constant integer := (select s.reports_to_hide from public.site_settings as s);
    -- Evaluated once: in a condition it could be evaluated for each report.
    v_lives constant uuid[] := private.lives_of(v_reporter, true);
    v_is_new constant boolean := exists (
      select from public.profiles as p where p.id = v_reporter and p.created_at > now() - interval '1 day'
    );
    v_subject record;
    v_case private.report_cases;
    v_id uuid := private.report_of_request(p_request_id);
  begin
    if not private.is_member() then
      raise exception 'only members report' using errcode = '42501';
    end if;
    if v_id is not null then
      return v_id;
    end if;
    if private.is_suspended() then
      raise exception 'a suspended member cannot report' using errcode = 'RP003';
    end if;
    perform private.hold_gate();
    select r.author_id, r.said into v_subject from private.reported(p_kind, p_subject_id) as r;
    if v_subject.author_id is null then
      raise exception 'there is nothing here to report' using errcode = 'PT404';
    end if;
    if v_subject.author_id = v_reporter then
      raise exception 'members cannot report themselves' using errcode = 'RP002';
    end if;
    -- The open case may be decided between the two statements.
    loop
      insert into private.report_cases (kind, subject_id, author_id) values (p_kind, p_subject_id, v_subject.author_id)
        on conflict (subject_id) where decided_at is null do nothing;
      select c.* into v_case from private.report_cases as c
        where c.subject_id = p_subject_id and c.decided_at is null for update;
      exit when found;
    end loop;
    -- The same report may have been on its way twice.
    v_id := private.report_of_request(p_request_id);
    if v_id is not null then
      return v_id;
    end if;
    -- The lock on the case keeps a second report of the same person waiting.
    if private.has_reported(
      v_lives, p_kind, p_subject_id, v_subject.said, private.pictures_now(p_kind, p_subject_id))
    then
      raise exception 'the caller has reported this before' using errcode = 'RP001';
    end if;
    perform private.check_rate('report-day', case when v_is_new then 3 else 20 end, interval '1 day');
    insert into private.reports (case_id, subject_id, reporter_id, reason, words, said, request_id)
      values (
        v_case.id, p_subject_id, v_reporter, p_reason,
        case when private.has_text(v_words) then v_words else '' end, v_subject.said, p_request_id)
      returning id into v_id;
    if v_to_hide > 0 and p_kind <> 'member' and v_case.hidden_by_reports_at is null
      and not exists (
        select from public.profiles as p where p.id = v_subject.author_id and (p.is_admin or p.is_moderator)
      )
      and v_to_hide <= private.hiding_reporters(v_case.id)
    then
      update private.report_cases as c set hidden_by_reports_at = now() where c.id = v_case.id;
      perform private.hide_content(p_kind, p_subject_id, true);
    end if;
    return v_id;
  end
  $$;
comment on function private.send_report(text, uuid, text, text, uuid) is
  'Reports a post, a comment, a member or the photo of an entry to the club team, 20 times a day, 3 times on the '
  'first day of the account (PT429), each version once for each person (RP001). Enough reporters, as '
  'private.hiding_reporters counts them, hide a post, comment or photo until a decision, except those of admins and '
  'moderators.';

-- Members

create or replace function private.suspend_member(p_user_id uuid, p_reason text, p_ends_at timestamptz) returns void
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
comment on function private.suspend_member(uuid, text, timestamptz) is
  'Suspends a member from the newsfeed by hand, in place of all suspensions that stand. Admins, and moderators within '
  'the bounds of leave_suspension_to_admins.';
comment on function public.suspend_member(uuid, text, timestamptz) is
  'Suspends a member from the newsfeed with a reason that the member reads, until a moment within 366 days or until '
  'it is lifted; for a suspended member, changes both, in place of all suspensions that stand. Admins and moderators '
  'only (42501); RP009 for a moderator about the team or themselves, for an end later than in 30 days or none, and in '
  'place of such a suspension; 22023 without a reason or for another end; PT404.';

create or replace function private.require_other_member(p_user_id uuid) returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_team();
    if p_user_id = any (private.lives_of(auth.uid(), true)) then
      raise exception 'nobody has a record of themselves' using errcode = 'MR001';
    end if;
    if p_user_id is null or not exists (select from public.profiles as p where p.id = p_user_id) then
      raise exception 'user not found' using errcode = 'PT404';
    end if;
    if not private.is_admin() and private.is_of_team(p_user_id) then
      raise exception 'only admins have records of the team' using errcode = 'RP009', hint = 'an admin has it';
    end if;
  end
  $$;
comment on function private.require_other_member(uuid) is
  'Raises 42501 unless the caller is an admin or a moderator, MR001 for an account of the caller''s own, PT404 for an '
  'unknown one, RP009 for a moderator about one of the team.';

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
comment on function private.member_record(uuid) is
  'What the club team knows of a member; without points and prizes for a moderator. Not of the caller or an account '
  'of the same person.';
comment on function public.member_record(uuid) is
  'What the club team knows of a member: rank, counts, last seen, who brought them, suspension, notes of the team, '
  'points and the newest five prizes (both null for a moderator), reports (null for one who is linked to one of them) '
  'and badges. Admins and moderators only (42501); MR001 for an account of the caller''s own; RP009 for a moderator '
  'about one of the team; PT404.';
comment on function public.add_team_note(uuid, text, uuid) is
  'Adds a note of the team about a member, who never reads it; the answer is its ID, also for a repeated request_id. '
  'Admins and moderators only (42501); 22023 without a text; MR001 for an account of the caller''s own; RP009 for a '
  'moderator about one of the team; PT404; PT409 for a request_id that made something else.';
comment on function private.add_team_note(uuid, text, uuid) is
  'Adds a note of the team about a member; the answer is its ID, also for a repeated request. Admins and moderators '
  'only.';

create or replace function private.delete_team_note(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_member_id uuid := (select n.member_id from private.team_notes as n where n.id = p_id);
  begin
    perform private.require_team();
    if v_member_id is null then
      return;
    end if;
    perform private.require_other_member(v_member_id);
    perform private.hold_gate();
    delete from private.team_notes as n where n.id = p_id;
    if found then
      perform private.audit_member('delete_note', v_member_id);
    end if;
  end
  $$;
comment on function private.delete_team_note(uuid) is
  'Deletes a note of the team; one that is gone stays gone. Admins and moderators only.';
comment on function public.delete_team_note(uuid) is
  'Deletes a note of the team; one that is gone stays gone. Admins and moderators only (42501); MR001 for one about '
  'the caller, RP009 for a moderator about one of the team.';
comment on function private.report_summary(uuid) is
  'Reports about a member: the record that a case shows, how many cases, the newest three, and how many reports the '
  'member has sent, without those about the caller. Null for an admin or moderator who is linked to one of the cases.';

create or replace function private.admin_waiting(p_time_zone text) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_today timestamptz;
  begin
    perform private.require_team();
    v_today := date_trunc('day', now(), p_time_zone);
    if not private.is_admin() then
      return jsonb_build_object('reports', private.reports_to_decide());
    end if;
    return jsonb_build_object(
      'claims', private.claims_to_send(),
      'games', private.games_to_settle(),
      'reports', private.reports_to_decide(),
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
  'What waits for the club team; today begins at midnight of the time zone. For a moderator only the reports.';
comment on function public.admin_waiting(text) is
  'What waits for the club team. claims: to be sent. games: ended and not completed. reports: to be decided. prizes: '
  'nearly out of stock. undelivered: messages that were given up. coming: the next videos and games. joined: members '
  'of the last 7 days. started: whether there are members, prizes and games. done: entries of today''s audit trail by '
  'action. For a moderator only reports. Admins and moderators only (42501); an unknown time zone is 22023.';

-- Games

create or replace function private.tg_game_entries__mark_team() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_is_team boolean;
  begin
    -- For share: a simultaneous promotion waits for this entry, or this entry sees it.
    select p.is_admin or p.is_moderator into v_is_team from public.profiles as p where p.id = new.user_id for share;
    if private.is_api_request() then
      if private.knows_answer(new.game_id, new.user_id) then
        raise exception 'You have seen the answer of this game, so you cannot enter it.' using errcode = 'GM013';
      end if;
      new.by_team := false;
    end if;
    new.by_team := new.by_team or coalesce(v_is_team, false);
    return new;
  end
  $$;
comment on function private.tg_game_entries__mark_team() is
  'Marks entries of admins and moderators, and refuses members who know the answer (GM013).';

create or replace function private.tg_games__complete() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_answer private.game_answers;
    v_winner record;
    v_first uuid;
    v_points integer;
    v_problem text;
  begin
    if new.type <> 'carp_of_week' and private.is_api_request() and exists (
      select from private.promoted_entries as r join public.game_entries as e on e.id = r.entry_id
      where e.game_id = new.id and not private.knows_answer(e.game_id, e.user_id)
        -- Nobody could take the rights of the only admin.
        and exists (
          select from public.profiles as p where p.is_admin and not p.is_suspended and p.id <> e.user_id
        )
    ) then
      raise exception 'A member was made an admin or a moderator after they had entered this game, so they cannot win.'
        using errcode = 'GM016', hint = 'Take the role back until the game is completed.';
    end if;
    new.completed_at := case when private.is_api_request() then now() else coalesce(new.completed_at, now()) end;
    if new.type <> 'carp_of_week' then
      select a.* into strict v_answer from private.game_answers as a where a.game_id = new.id;
      -- The answer was fixed before the first entry; anything else that the request says about metadata is dropped.
      new.metadata := old.metadata || jsonb_build_object('salt', v_answer.salt) || case new.type
          when 'pick_swim' then jsonb_build_object('winning_square', v_answer.winning_square)
          else jsonb_build_object('actual_weight', trim_scale(v_answer.actual_weight))
        end;
    else
      new.metadata := old.metadata;
    end if;

    -- In every case: nobody wins who is an admin or a moderator now, or knew the answer.
    update public.game_entries as e set by_team = true, winner_place = null
      where e.game_id = new.id and not e.by_team and (
        exists (select from public.profiles as p where p.id = e.user_id and (p.is_admin or p.is_moderator))
        or private.knows_answer(e.game_id, e.user_id)
      );

    if new.type = 'guess_weight' then
      update public.game_entries as e set is_winner = true, winner_place = 1
        where e.game_id = new.id and not e.by_team
          and abs((e.entry_data ->> 'weight')::numeric - v_answer.actual_weight) = (
            select min(abs((x.entry_data ->> 'weight')::numeric - v_answer.actual_weight))
            from public.game_entries as x where x.game_id = new.id and not x.by_team
          );
    elsif new.type = 'pick_swim' then
      update public.game_entries as e set is_winner = true, winner_place = 1
        where e.game_id = new.id and not e.by_team
          and (e.entry_data ->> 'square')::integer = v_answer.winning_square;
    else
      update public.game_entries as e set is_winner = true
        where e.game_id = new.id and e.winner_place is not null;
    end if;

    -- In the order of the ids, as wherever several balances change.
    perform from public.profiles as p
      where p.id in (select e.user_id from public.game_entries as e where e.game_id = new.id and e.is_winner)
      order by p.id
      for no key update;
    for v_winner in
      select e.id, e.user_id, e.winner_place from public.game_entries as e
      where e.game_id = new.id and e.is_winner
      order by e.user_id
    loop
      v_points := case
        when new.type <> 'carp_of_week' then new.points_awarded
        when v_winner.winner_place = 1 then new.first_place_points
        when v_winner.winner_place = 2 then new.second_place_points
        else new.third_place_points
      end;
      if v_points > 0 then
        perform private.credit(v_winner.user_id, 'game', v_points, 'Game: ' || new.title,
          'game:' || v_winner.id, auth.uid(),
          jsonb_build_object('game_id', new.id, 'game_title', new.title, 'place', v_winner.winner_place));
      end if;
    end loop;

    if new.prize_package_id is not null then
      select e.user_id into v_first from public.game_entries as e
        where e.game_id = new.id and e.is_winner and e.winner_place = 1
        order by e.created_at, e.id
        limit 1;
      v_problem := case when v_first is null then 'no winner'
        else private.assign_package(new.prize_package_id, v_first, now() + interval '30 days', new.id) end;
      new.metadata := new.metadata || jsonb_build_object('prize', coalesce(v_problem, 'awarded'));
    end if;
    return new;
  end
  $$;

comment on function private.tg_profiles__mark_entries() is
  'Marks the entries of a new admin or moderator in games that are not completed, and removes their places.';
comment on function private.tg_profiles__unmark_entries() is
  'The entries of a former admin or moderator count again in games that are not completed, if they were made before '
  'the promotion and their owner does not know the answer. A place that was taken from them has to be chosen again.';
comment on function private.tg_profiles__link_to_cases() is
  'Links a new admin or moderator to the cases about the one who did it, and to those that this one is linked to. The '
  'operator has none.';
comment on function private.tg_profiles__note_ended_admin() is
  'Remembers whose rights as an admin or moderator ended. After update or delete.';

-- Newsfeed and live topics

create or replace function private.message_of_comments(p_topic text, p_ids uuid[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_post_id constant uuid := private.topic_id(p_topic);
    v_shown uuid[];
    v_comments jsonb;
  begin
    -- Of a post that members cannot read, the feed says that it is gone.
    if not exists (
      select from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id
      where p.id = v_post_id and p.hidden_at is null and not a.is_suspended
    ) then
      return null;
    end if;
    if cardinality(p_ids) > 500 then
      return '{"reload": true}';
    end if;
    select
      coalesce(array_agg(c.id), '{}'),
      coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', c.id,
            'user_id', c.user_id,
            'content', c.content,
            'mentioned', private.mentioned(c.mentions),
            'created_at', c.created_at,
            'author', jsonb_build_object(
              'id', a.id, 'username', a.username, 'avatar_url', a.avatar_url, 'is_admin', a.is_admin,
              'is_moderator', a.is_moderator))
          order by c.created_at, c.id),
        '[]')
      into v_shown, v_comments
      from public.newsfeed_comments as c
        join public.profiles as a on a.id = c.user_id
      where c.id = any (p_ids) and c.post_id = v_post_id and c.hidden_at is null and not a.is_suspended;
    return jsonb_build_object(
      'comments', v_comments,
      'gone', to_jsonb(array(
        select distinct i.id from unnest(p_ids) as i (id) where i.id is not null and i.id <> all (v_shown) order by i.id)));
  end
  $$;

create or replace function public.newsfeed_page(
  before timestamptz default null, before_id uuid default null, size integer default 20, ids uuid[] default null
) returns table (
  id uuid, user_id uuid, content text, type text, image_url text, is_announcement boolean, pinned_until timestamptz,
  metadata jsonb, created_at timestamptz, edited_at timestamptz, is_pinned boolean, comment_count bigint,
  reaction_counts jsonb, my_reaction text, last_comment jsonb, author jsonb, mentioned jsonb
)
  language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
  as $$
  declare
    v_named constant uuid[] := newsfeed_page.ids[1:50];
    v_is_first constant boolean := newsfeed_page.before is null and v_named is null;
    v_before constant timestamptz := coalesce(newsfeed_page.before, 'infinity');
    v_before_id constant uuid := coalesce(newsfeed_page.before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    v_size constant integer := least(greatest(coalesce(newsfeed_page.size, 20), 1), 50);
    v_now constant timestamptz := now();
  begin
    return query
      with page as materialized (
        (
          -- Far more than are ever pinned at once; the limit only bounds the answer.
          select p.*, true as is_pinned
          from public.newsfeed_posts as p
          where v_is_first and p.pinned_until > v_now
          order by p.pinned_until desc, p.created_at desc
          limit 50
        )
        union all
        (
          select p.*, false
          from public.newsfeed_posts as p
          where v_named is null
            and (p.created_at, p.id) < (v_before, v_before_id)
            and (p.pinned_until is null or p.pinned_until <= v_now)
          order by p.created_at desc, p.id desc
          limit v_size
        )
        union all
        select p.*, false from public.newsfeed_posts as p where p.id = any (v_named)
      )
      select p.id, p.user_id, p.content, p.type, p.image_url, p.is_announcement, p.pinned_until, p.metadata, p.created_at,
        p.edited_at, p.is_pinned,
        coalesce(n.comment_count, 0), coalesce(n.reaction_counts, '{}'), n.my_reaction, c.comment, a.author,
        private.mentioned(p.mentions)
      from page as p
        left join private.seen_posts((select array_agg(k.id) from page as k)) as n on n.post_id = p.id
        -- One look-up for each post: the size of a page is not known to the plan, which would read all profiles.
        cross join lateral (
          select jsonb_build_object(
            'id', u.id, 'username', u.username, 'avatar_url', u.avatar_url, 'is_admin', u.is_admin,
            'is_moderator', u.is_moderator) as author
          from public.profiles as u
          where u.id = p.user_id
          limit 1
        ) as a
        left join lateral (
          select jsonb_build_object(
            'id', k.id,
            'username', (select u.username from public.profiles as u where u.id = k.user_id),
            'content', left(k.content, 280)) as comment
          from public.newsfeed_comments as k
          where k.post_id = p.id and n.comment_count > 0
          order by k.created_at desc, k.id desc
          limit 1
        ) as c on true
      order by p.is_pinned desc, case when p.is_pinned then p.pinned_until end desc, p.created_at desc, p.id desc;
  end
  $$;

create or replace function private.seen_own_reaction(p_post_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
  set plan_cache_mode = 'force_generic_plan'
  as $$
  declare
    v_reader constant uuid := auth.uid();
    v_reaction constant text := (
      select r.reaction from public.newsfeed_reactions as r where r.post_id = p_post_id and r.user_id = v_reader
    );
  begin
    if v_reaction is not null
      and not private.is_team()
      and (
        private.is_suspended()
        or exists (
          select from public.newsfeed_posts as n join public.profiles as p on p.id = n.user_id
          where n.id = p_post_id and (p.is_suspended or n.hidden_at is not null)
        )
      )
    then
      return null;
    end if;
    return v_reaction;
  end
  $$;

create or replace function private.seen_posts(p_ids uuid[])
  returns table (post_id uuid, comment_count bigint, reaction_counts jsonb, my_reaction text)
  language plpgsql stable security definer set search_path = ''
  set plan_cache_mode = 'force_generic_plan'
  set enable_seqscan = 'off'
  as $$
  declare
    v_reader constant uuid := auth.uid();
    v_standing constant text := (
      select case
          when p.is_suspended then 'suspended'
          when (p.is_admin or p.is_moderator) and private.is_team() then 'team'
          else 'member'
        end
      from public.profiles as p where p.id = v_reader
    );
    v_numbers private.post_numbers[] := '{}';
    v_ids uuid[];
  begin
    if v_standing = 'team' or not private.is_api_request() then
      v_numbers := array(select n from private.count_posts(p_ids, true) as n);
    elsif v_standing = 'member' then
      -- The posts may be arguments of the request, and such as the reader cannot see.
      v_ids := array(
        select n.id
        from public.newsfeed_posts as n join public.profiles as p on p.id = n.user_id
        where n.id = any (p_ids) and n.hidden_at is null and not p.is_suspended);
      v_numbers := array(
        select n from private.post_numbers as n
        where n.post_id = any (v_ids)
          and (select true from private.live_pending as w where w.topic = 'feed' and w.id = n.post_id limit 1) is null);
      if cardinality(v_numbers) < cardinality(v_ids) then
        v_numbers := v_numbers || array(
          select n
          from private.count_posts(
            array(
              select i.id from unnest(v_ids) as i (id)
              where not exists (select from unnest(v_numbers) as k where k.post_id = i.id)
            ),
            false
          ) as n);
      end if;
    end if;
    return query
      select n.post_id, n.comments::bigint,
        jsonb_strip_nulls(jsonb_build_object(
          'heart', nullif(n.heart, 0),
          'thumbs_up', nullif(n.thumbs_up, 0),
          'fishing_rod', nullif(n.fishing_rod, 0),
          'fish', nullif(n.fish, 0),
          'trophy', nullif(n.trophy, 0))),
        (select r.reaction from public.newsfeed_reactions as r where r.post_id = n.post_id and r.user_id = v_reader)
      from unnest(v_numbers) as n;
  end
  $$;
comment on function private.seen_posts(uuid[]) is
  'The counts of posts and the caller''s own reactions, as the policies let the caller see them; no rows while '
  'suspended or for hidden posts. Admins, moderators, the service role and the owner also see the comments and '
  'reactions of suspended members.';

create or replace function private.may_hear(p_topic text) returns boolean
  language plpgsql stable set search_path = ''
  as $$
  begin
    if auth.uid() is null then
      return p_topic in ('cards', 'leaderboard');
    elsif p_topic like 'post:%' then
      -- A statement of its own: guests have no right to the table.
      return exists (select from public.newsfeed_posts as p where p.id = private.topic_id(p_topic));
    end if;
    return case
      when p_topic in ('cards', 'leaderboard', 'live', 'games', 'notices') then true
      when p_topic = 'feed' then not private.is_suspended() or private.is_admin()
      when p_topic = 'admin' then private.is_admin()
      when p_topic = 'moderation' then private.is_moderator()
      else p_topic = 'member:' || auth.uid()
    end;
  end
  $$;

create or replace function private.note_table(p_table text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.live_pending (topic, kind) values ('admin', p_table);
    -- Of posts and comments the feed tells.
    if p_table in ('reports', 'report_cases') then
      insert into private.live_pending (topic, kind) values ('moderation', p_table);
    end if;
  end
  $$;
comment on function private.note_table(text) is
  'Notes for admins that a table has changed, and for moderators if it is one of reports.';

create or replace function private.tg_site_settings__recheck_admins() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_team constant uuid[] := array(
      select p.id from public.profiles as p where (p.is_admin or p.is_moderator) and not p.is_suspended);
  begin
    perform pg_notify('realtime_recheck', a.id::text) from unnest(v_team) as a (id);
    perform private.note_members(v_team, 'standing');
    return null;
  end
  $$;
comment on function private.tg_site_settings__recheck_admins() is
  'Announces to admins and moderators that their rights may have changed, and has their open channels checked again.';

-- Views ----------------------------------------------------------------------------------------------------

create or replace view public.user_profiles_with_email with (security_invoker = true) as
  select p.id, p.username, e.email as auth_email, p.is_admin, p.is_suspended, p.created_at, p.avatar_url, p.points,
    p.updated_at, private.username_key(concat_ws(' ', p.username, e.email)) as search_text,
    case when p.is_suspended then private.suspended_until(p.id) end as suspended_until,
    p.is_moderator
  from public.profiles as p
    left join private.account_emails as e on e.user_id = p.id
  where (select private.is_admin());

-- Policies -------------------------------------------------------------------------------------------------

alter policy delete_own_or_admin on public.newsfeed_posts rename to delete_own_or_team;
alter policy delete_own_or_team on public.newsfeed_posts
  using (
    user_id = (select auth.uid())
    or (select private.is_admin())
    or (
      (select private.is_moderator())
      and type = 'post'
      and not is_announcement
      and not exists (
        select from public.profiles as p where p.id = newsfeed_posts.user_id and (p.is_admin or p.is_moderator)
      )
    )
  );
comment on policy delete_own_or_team on public.newsfeed_posts is
  'Authors remove their own posts, admins any; moderators those of members, except announcements and posts about '
  'awards.';

alter policy select_not_suspended on public.newsfeed_posts
  using (
    (
      not exists (select from public.profiles as p where p.id = newsfeed_posts.user_id and p.is_suspended)
      and not (select private.is_suspended())
    )
    or (select private.is_team())
  );
comment on policy select_not_suspended on public.newsfeed_posts is
  'Suspended members read nothing; only admins and moderators read what they wrote.';

alter policy delete_own_or_admin on public.newsfeed_comments rename to delete_own_or_team;
alter policy delete_own_or_team on public.newsfeed_comments
  using (
    user_id = (select auth.uid())
    or (select private.is_admin())
    or (
      (select private.is_moderator())
      and not exists (
        select from public.profiles as p where p.id = newsfeed_comments.user_id and (p.is_admin or p.is_moderator)
      )
    )
  );
comment on policy delete_own_or_team on public.newsfeed_comments is
  'Authors remove their own comments, admins any, moderators those of members.';

alter policy select_not_suspended on public.newsfeed_comments
  using (
    (
      not exists (select from public.profiles as p where p.id = newsfeed_comments.user_id and p.is_suspended)
      and not (select private.is_suspended())
    )
    or (select private.is_team())
  );
comment on policy select_not_suspended on public.newsfeed_comments is
  'Suspended members read nothing; only admins and moderators read what they wrote.';

-- The numbers of a post count the reactions that its reader sees.
alter policy select_not_suspended on public.newsfeed_reactions
  using (
    (
      not exists (select from public.profiles as p where p.id = newsfeed_reactions.user_id and p.is_suspended)
      and not (select private.is_suspended())
    )
    or (select private.is_team())
  );
comment on policy select_not_suspended on public.newsfeed_reactions is
  'Suspended members read nothing; only admins and moderators read what they wrote.';

comment on policy select_not_hidden on public.newsfeed_posts is
  'A hidden post is read nowhere but in its case, by admins and moderators.';
comment on policy select_not_hidden on public.newsfeed_comments is
  'A hidden comment is read nowhere but in its case, by admins and moderators.';

-- Triggers -------------------------------------------------------------------------------------------------

-- A trigger for an update of is_moderator alone would not fire when _200_one_role takes it away.
drop trigger _050_queue_judges on public.profiles;
create trigger _050_queue_judges
  before update of is_admin, is_moderator on public.profiles
  for each statement execute function private.tg_games__queue_judges();

create trigger _200_one_role
  before update of is_admin on public.profiles
  for each row when (new.is_admin and not old.is_admin)
  execute function private.tg_profiles__one_role();

drop trigger _300_guard_update on public.profiles;
create trigger _300_guard_update
  before update of id, is_admin, is_moderator, is_suspended, points, badge_count on public.profiles
  for each row execute function private.tg_profiles__guard_update();

drop trigger _490_note_ended_admin_on_delete on public.profiles;
create trigger _490_note_ended_admin_on_delete
  after delete on public.profiles
  for each row when ((old.is_admin or old.is_moderator) and not old.is_suspended)
  execute function private.tg_profiles__note_ended_admin();

drop trigger _490_note_ended_admin_on_update on public.profiles;
create trigger _490_note_ended_admin_on_update
  after update of is_admin, is_moderator, is_suspended on public.profiles
  for each row when (
    not old.is_suspended
    and (
      (old.is_admin and (not new.is_admin or new.is_suspended))
      or (old.is_moderator and (not (new.is_moderator or new.is_admin) or new.is_suspended))
    )
  )
  execute function private.tg_profiles__note_ended_admin();

drop trigger _500_audit on public.profiles;
create trigger _500_audit
  after update of is_admin, is_moderator, is_suspended or delete on public.profiles
  for each row execute function private.tg_profiles__audit();

drop trigger _510_link_to_cases on public.profiles;
create trigger _510_link_to_cases
  after update of is_admin, is_moderator on public.profiles
  for each row when ((new.is_admin and not old.is_admin) or (new.is_moderator and not old.is_moderator))
  execute function private.tg_profiles__link_to_cases();

drop trigger _510_mark_entries on public.profiles;
create trigger _510_mark_entries
  after update of is_admin, is_moderator on public.profiles
  for each row when ((new.is_admin or new.is_moderator) and not (old.is_admin or old.is_moderator))
  execute function private.tg_profiles__mark_entries();

drop trigger _510_unmark_entries on public.profiles;
create trigger _510_unmark_entries
  after update of is_admin, is_moderator on public.profiles
  for each row when ((old.is_admin or old.is_moderator) and not (new.is_admin or new.is_moderator))
  execute function private.tg_profiles__unmark_entries();

drop trigger _910_note_standing on public.profiles;
create trigger _910_note_standing
  after update of is_admin, is_moderator, is_suspended on public.profiles
  for each row when (
    old.is_admin <> new.is_admin or old.is_moderator <> new.is_moderator or old.is_suspended <> new.is_suspended
  )
  execute function private.tg_profiles__note_standing();

drop trigger _320_no_own_deletion on public.profiles;
create trigger _320_no_own_deletion
  before delete on public.profiles
  for each row when ((old.is_admin or old.is_moderator) and old.id = auth.uid())
  execute function private.tg_profiles__no_own_deletion();

create trigger _320_limit_moderators
  before delete on public.newsfeed_posts
  for each row when (private.is_direct_statement() and old.user_id is distinct from auth.uid())
  execute function private.tg__limit_moderators();

create trigger _320_limit_moderators
  before delete on public.newsfeed_comments
  for each row when (private.is_direct_statement() and old.user_id is distinct from auth.uid())
  execute function private.tg__limit_moderators();

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on function
  private.is_moderator(),
  private.is_team(),
  private.require_team(),
  private.is_of_team(uuid),
  private.is_case_for_admins(private.report_cases),
  private.tg__limit_moderators(),
  private.leave_to_admins(private.report_cases, text, integer),
  private.leave_suspension_to_admins(uuid, timestamptz),
  private.tg_profiles__one_role(),
  public.acts_as_moderator(public.profiles)
  from public, anon, authenticated, service_role;
grant execute on function private.is_moderator(), private.is_team() to anon, authenticated, service_role;
grant execute on function public.acts_as_moderator(public.profiles) to authenticated;
grant insert (is_moderator), update (is_moderator) on public.profiles to authenticated;

-- Rows -----------------------------------------------------------------------------------------------------

insert into private.live_topics (topic, kind, gap_ms, is_counted) values ('moderation', 'tables', 2000, true);
