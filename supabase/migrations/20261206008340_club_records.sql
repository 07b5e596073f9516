-- Club records and seasons: a member offers a catch, an admin or moderator verifies it or says why not, and verified
-- catches make the records. A season is a year that begins on a day of the club's choice.

-- Tables ---------------------------------------------------------------------------------------------------

alter table public.site_settings
  add column season_begins text not null default '01-01',
  -- No 29 February: a season begins each year.
  add constraint site_settings_season_day check (
    char_length(season_begins) = 5
    and season_begins ~ '^((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))$');
comment on column public.site_settings.season_begins is
  'Month and day on which a season begins, such as 06-16: 01-01 for the calendar year. Never 29 February.';

create table private.record_offers (
  id uuid not null default gen_random_uuid(),
  catch_id uuid not null,
  user_id uuid not null,
  -- As the catch has them: a change of them ends the offer.
  grams integer not null,
  caught_on date not null,
  variety text not null,
  decision text,
  reason text not null default '',
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint record_offers_pkey primary key (id),
  constraint record_offers_catch_id_fkey foreign key (catch_id) references public.catches on delete cascade,
  constraint record_offers_user_id_fkey foreign key (user_id) references public.profiles on delete cascade,
  constraint record_offers_decided_by_fkey foreign key (decided_by) references public.profiles on delete set null,
  constraint record_offers_catch_once unique (catch_id),
  constraint record_offers_dates_bounds check (
    caught_on >= '1900-01-01' and caught_on < '2200-01-01'
    and created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
    and decided_at >= '2000-01-01 00:00:00+00' and decided_at < '2200-01-01 00:00:00+00'),
  constraint record_offers_decision_known check (decision in ('verify', 'decline')),
  constraint record_offers_decided check ((decision is null) = (decided_at is null)),
  constraint record_offers_reason_given check ((decision is not distinct from 'decline') = private.has_text(reason)),
  constraint record_offers_reason_length check (char_length(reason) <= 500),
  constraint record_offers_reason_plain check (private.is_plain_text(reason, true))
);
comment on table private.record_offers is
  'Catches that members offer for the club records, and what the team decided. One row a catch; a change of the catch, or '
  'of who sees it, deletes the row.';
comment on column private.record_offers.decision is 'verify: the catch counts for the records. decline: it does not, for the reason.';
comment on column private.record_offers.reason is 'Why the catch was declined, for the angler to read; otherwise empty.';

-- Indexes --------------------------------------------------------------------------------------------------

create index record_offers_member on private.record_offers (user_id, created_at desc);
create index record_offers_decided_by on private.record_offers (decided_by);
create index record_offers_waiting on private.record_offers (created_at, id) where decision is null;
create index record_offers_decided on private.record_offers (decided_at desc, id) where decision is not null;
create index record_offers_heaviest on private.record_offers (variety, grams desc, caught_on, decided_at, id)
  where decision = 'verify';
create index record_offers_days on private.record_offers (variety, caught_on, decided_at, id) include (grams)
  where decision = 'verify';

-- Row-level security ---------------------------------------------------------------------------------------

alter table private.record_offers enable row level security;

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
  'answer_suspension', 'decide_appeal', 'make_club_link', 'end_club_link', 'invite_addresses', 'withdraw_invitations',
  'import_members', 'delete_catch', 'edit_levels', 'verify_record',
  'decline_record', 'undo_record'
));

create or replace function private.audit(p_action text, p_kind text, p_id uuid, p_label text, p_details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_actor constant uuid := auth.uid();
    -- All that moderators do for the club. Their other acts are a member's own.
    v_moderating constant text[] := array[
      'suspend', 'edit_suspension', 'unsuspend', 'delete_post', 'delete_comment', 'delete_catch', 'decide_report',
      'reopen_report', 'add_note', 'delete_note', 'decide_appeal', 'verify_record', 'decline_record'];
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
  $function$;

drop trigger _600_audit on public.site_settings;
create trigger _600_audit
  after update on public.site_settings
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row(
    'site_settings', 'site_settings', '',
    'club_name,accent,time_zone,country,weight_unit,season_begins,currency_symbol,reports_to_hide,admins_need_two_steps,joining',
    '');

-- Seasons --------------------------------------------------------------------------------------------------

create function private.club_day(p_moment timestamptz default now()) returns date
  language sql stable security definer set search_path = ''
  as $$ select (p_moment at time zone private.club_zone())::date $$;
comment on function private.club_day(timestamptz) is 'The day of a moment in the club''s time zone.';

create function private.season_of(p_day date) returns table (name text, begins date, ends date)
  language sql stable security definer set search_path = ''
  as $$
    select
      case
        when extract(month from b.begins) = 1 and extract(day from b.begins) = 1 then to_char(b.begins, 'FMYYYY')
        else to_char(b.begins, 'FMYYYY') || '/' || to_char(b.begins + interval '1 year', 'YY')
      end,
      b.begins,
      (b.begins + interval '1 year')::date
    from (
      select (d.day - case when d.day > p_day then interval '1 year' else interval '0' end)::date as begins
      from (
        select (extract(year from p_day) || '-' || coalesce((select s.season_begins from public.site_settings as s), '01-01'))::date
          as day
      ) as d
    ) as b
  $$;
comment on function private.season_of(date) is
  'The season of a day: its name (2026, or 2026/27 when it does not begin on 1 January), its first day, and the first day '
  'of the next season.';

drop function public.journal_summary(uuid);
drop function private.journal_summary(uuid);

create function private.journal_summary(p_member_id uuid)
 RETURNS TABLE(catch_count bigint, total_grams bigint, season text, season_count bigint, season_grams bigint, bests jsonb, steps jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  declare
    v_levels constant text[] := private.journal_levels(p_member_id);
    v_season text;
    v_begins date;
    v_ends date;
    v_first date;
    v_last date;
    v_part_count bigint := 0;
    v_part_grams bigint := 0;
  begin
    if not private.is_member() then
      return;
    end if;
    select s.name, s.begins, s.ends into v_season, v_begins, v_ends from private.season_of(private.club_day()) as s;
    -- The sums are by month. Of a season that begins within a month, the two parts of that month are counted apart.
    v_first := date_trunc('month', (v_begins + interval '1 month' - interval '1 day')::timestamp)::date;
    v_last := date_trunc('month', v_ends::timestamp)::date;
    if v_first > v_begins then
      select count(*), coalesce(sum(c.grams), 0) into v_part_count, v_part_grams
        from public.catches as c
        where c.user_id = p_member_id and c.visibility = any (v_levels)
          and ((c.caught_on >= v_begins and c.caught_on < v_first) or (c.caught_on >= v_last and c.caught_on < v_ends));
    end if;
    return query
      with months as materialized (
        select m.month, sum(m.catch_count)::bigint as catches, sum(m.grams)::bigint as grams, max(m.heaviest) as heaviest
        from private.catch_months as m
        where m.user_id = p_member_id and m.visibility = any (v_levels)
        group by m.month
      ),
      risen as (
        select r.month, r.before
        from (
          select m.month, m.heaviest,
            max(m.heaviest) over (order by m.month rows between unbounded preceding and 1 preceding) as before
          from months as m
        ) as r
        where r.before is null or r.heaviest > r.before
      ),
      steps as (
        -- Only months with a new best are looked into.
        select s.*
        from risen as r
          cross join lateral (
            select c.id, c.grams, c.caught_on, c.variety,
              greatest(r.before, max(c.grams) over (
                order by c.caught_on, c.created_at, c.id rows between unbounded preceding and 1 preceding)) as before
            from public.catches as c
            where c.user_id = p_member_id and c.visibility = any (v_levels)
              and c.caught_on >= r.month and c.caught_on < (r.month + interval '1 month')::date
          ) as s
        where s.before is null or s.grams > s.before
      )
      select
        coalesce((select sum(m.catches) from months as m), 0)::bigint,
        coalesce((select sum(m.grams) from months as m), 0)::bigint,
        v_season,
        coalesce((select sum(m.catches) from months as m where m.month >= v_first and m.month < v_last), 0)::bigint + v_part_count,
        coalesce((select sum(m.grams) from months as m where m.month >= v_first and m.month < v_last), 0)::bigint + v_part_grams,
        (
          select coalesce(jsonb_agg(to_jsonb(b) order by b.grams desc, b.variety), '[]')
          from private.journal_bests(p_member_id, v_levels) as b
        ),
        (
          select coalesce(
            jsonb_agg(
              jsonb_build_object('id', t.id, 'grams', t.grams, 'caught_on', t.caught_on, 'variety', t.variety)
              order by t.grams),
            '[]')
          from (select s.* from steps as s order by s.grams desc limit 100) as t
        );
  end
  $function$;
comment on function private.journal_summary(uuid) is 'See public.journal_summary.';

create function public.journal_summary(member_id uuid DEFAULT auth.uid())
 RETURNS TABLE(catch_count bigint, total_grams bigint, season text, season_count bigint, season_grams bigint, bests jsonb, steps jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select s.* from private.journal_summary(journal_summary.member_id) as s $function$;
comment on function public.journal_summary(uuid) is
  'Number and weight of a member''s catches that the caller may see, of all time and of the club''s current season, which '
  'season names. bests: the heaviest of each variety, the heaviest first. steps: the personal bests in the order of their '
  'days, each heavier than all before, at most the last 100. No row for a caller without a profile.';

-- Offers ---------------------------------------------------------------------------------------------------

create function private.tg_catches__end_record() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from private.record_offers as o where o.catch_id = new.id;
    return null;
  end
  $$;
comment on function private.tg_catches__end_record() is
  'Ends the offer or the verification of a catch of which the weight, day, variety, photo or audience was changed: another '
  'catch than the one that was looked at. After update.';

create trigger _530_end_record
  after update of grams, caught_on, variety, photo_path, visibility on public.catches
  for each row when (
    (old.grams, old.caught_on, old.variety, old.photo_path, old.visibility)
    is distinct from (new.grams, new.caught_on, new.variety, new.photo_path, new.visibility))
  execute function private.tg_catches__end_record();

create function private.offer_record(p_catch_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_user_id constant uuid := auth.uid();
    v_catch public.catches;
    v_offer private.record_offers;
  begin
    if not private.is_member() or private.is_suspended() then
      raise exception 'only members who are not suspended offer catches' using errcode = '42501';
    end if;
    perform private.hold_gate();
    -- Two devices at once do not exceed the number of open offers.
    perform pg_advisory_xact_lock(hashtextextended('records:' || v_user_id, 0));
    -- A change of the catch waits, and then ends the offer.
    select c.* into v_catch from public.catches as c where c.id = p_catch_id and c.user_id = v_user_id for share;
    if v_catch.id is null then
      raise exception 'there is no such catch of yours' using errcode = 'PT404';
    end if;
    select o.* into v_offer from private.record_offers as o where o.catch_id = v_catch.id;
    if v_offer.decision = 'decline' then
      raise exception 'the catch was declined as it is' using errcode = 'RC003', hint = 'change what the reason names first';
    elsif v_offer.id is not null then
      return;
    end if;
    if v_catch.visibility <> 'members' or v_catch.photo_path is null then
      raise exception 'the catch is not for all members, or has no photo'
        using errcode = 'RC001', hint = 'share it with all members, and add a photo';
    end if;
    if (select count(*) from private.record_offers as o where o.user_id = v_user_id and o.decision is null) >= 5 then
      raise exception 'five catches wait already' using errcode = 'RC002', hint = 'withdraw one, or wait for the team';
    end if;
    perform private.check_rate('record-day', 30, interval '1 day');
    insert into private.record_offers (catch_id, user_id, grams, caught_on, variety)
      values (v_catch.id, v_user_id, v_catch.grams, v_catch.caught_on, v_catch.variety);
    perform private.note_members(array[v_user_id], 'catches');
  end
  $$;
comment on function private.offer_record(uuid) is 'See public.offer_record.';

create function public.offer_record(catch_id uuid) returns void
  language sql set search_path = ''
  as $$ select private.offer_record(offer_record.catch_id) $$;
comment on function public.offer_record(uuid) is
  'Offers a catch of the caller for the club records. One that waits or is verified stays as it is. PT404 for a catch that '
  'is not the caller''s, RC001 unless it is for all members and has a photo, RC002 while five of the caller''s wait, RC003 '
  'if it was declined and not changed since, PT429 above 30 a day, 42501 for guests and suspended members.';

create function private.withdraw_record(p_catch_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not private.is_member() or private.is_suspended() then
      raise exception 'only members who are not suspended withdraw catches' using errcode = '42501';
    end if;
    perform private.hold_gate();
    delete from private.record_offers as o
      where o.catch_id = p_catch_id and o.user_id = auth.uid() and o.decision is null;
    if found then
      perform private.note_members(array[auth.uid()], 'catches');
    end if;
  end
  $$;
comment on function private.withdraw_record(uuid) is 'See public.withdraw_record.';

create function public.withdraw_record(catch_id uuid) returns void
  language sql set search_path = ''
  as $$ select private.withdraw_record(withdraw_record.catch_id) $$;
comment on function public.withdraw_record(uuid) is
  'Takes back the offer of a catch of the caller that waits. One that is decided, and one that is not offered, stay as they '
  'are. 42501 for guests and suspended members.';

create function private.my_record_offers()
  returns table (catch_id uuid, state text, reason text, decided_at timestamptz)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      select o.catch_id,
        case o.decision when 'verify' then 'verified' when 'decline' then 'declined' else 'waiting' end,
        o.reason, o.decided_at
      from private.record_offers as o
      where o.user_id = auth.uid()
      order by o.created_at desc, o.id
      limit 1000;
  end
  $$;
comment on function private.my_record_offers() is 'See public.my_record_offers.';

create function public.my_record_offers()
  returns table (catch_id uuid, state text, reason text, decided_at timestamptz)
  language sql stable set search_path = ''
  as $$ select o.* from private.my_record_offers() as o $$;
comment on function public.my_record_offers() is
  'The catches that the caller has offered for the club records, the newest offer first, 1,000 at most. state: waiting, '
  'verified or declined; reason: why it was declined, otherwise empty.';

-- Decisions ------------------------------------------------------------------------------------------------

create function private.record_offer_list(p_decided boolean)
  returns table (
    id uuid, catch_id uuid, user_id uuid, username text, avatar_url text, grams integer, caught_on date, variety text,
    photo_path text, words text, offered_at timestamptz, decision text, reason text, decided_by text,
    decided_at timestamptz, is_own boolean)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_team();
    return query
      select o.id, o.catch_id, o.user_id, p.username::text, p.avatar_url, o.grams, o.caught_on, o.variety, c.photo_path,
        c.words, o.created_at, o.decision, o.reason, d.username::text, o.decided_at, o.user_id = auth.uid()
      from private.record_offers as o
        join public.catches as c on c.id = o.catch_id
        join public.profiles as p on p.id = o.user_id and not p.is_suspended
        left join public.profiles as d on d.id = o.decided_by
      where (o.decision is not null) = coalesce(p_decided, false)
      order by case when o.decision is null then o.created_at end, o.decided_at desc, o.id
      limit 100;
  end
  $$;
comment on function private.record_offer_list(boolean) is 'See public.record_offer_list.';

create function public.record_offer_list(decided boolean default false)
  returns table (
    id uuid, catch_id uuid, user_id uuid, username text, avatar_url text, grams integer, caught_on date, variety text,
    photo_path text, words text, offered_at timestamptz, decision text, reason text, decided_by text,
    decided_at timestamptz, is_own boolean)
  language sql stable set search_path = ''
  as $$ select o.* from private.record_offer_list(record_offer_list.decided) as o $$;
comment on function public.record_offer_list(boolean) is
  'The catches that are offered for the club records, the oldest offer first; decided: those that the team has verified or '
  'declined, the latest first. 100 at most, without those of suspended members. is_own: the caller''s, about which others '
  'decide. Admins and moderators only (42501).';

create function private.decide_record(p_id uuid, p_decision text, p_reason text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_reason text := btrim(coalesce(p_reason, ''), E' \t\r\n');
    v_offer private.record_offers;
  begin
    perform private.require_team();
    if p_decision is null or p_decision not in ('verify', 'decline') then
      raise exception 'unknown decision' using errcode = '22023';
    end if;
    if p_decision = 'verify' then
      v_reason := '';
    elsif not private.has_text(v_reason) then
      raise exception 'give the reason' using errcode = '22023', hint = 'the angler reads it';
    end if;
    perform private.hold_gate();
    select o.* into v_offer
      from private.record_offers as o
      where o.id = p_id
        and exists (select from public.profiles as p where p.id = o.user_id and not p.is_suspended)
      for update of o;
    if not found then
      raise exception 'there is no such offer' using errcode = 'PT404', hint = 'the catch was changed, withdrawn or deleted';
    end if;
    if v_offer.user_id = auth.uid() then
      raise exception 'others decide about your catch' using errcode = 'RC004';
    end if;
    if v_offer.decision is not null then
      -- The same decision by the same person: the answer to the first attempt was lost.
      if v_offer.decided_by = auth.uid() and (v_offer.decision, v_offer.reason) = (p_decision, v_reason) then
        return;
      end if;
      raise exception 'the offer has been decided'
        using errcode = 'RC005', detail = coalesce(
          (select p.username from public.profiles as p where p.id = v_offer.decided_by), '');
    end if;
    update private.record_offers as o set
        decision = p_decision,
        reason = v_reason,
        decided_by = auth.uid(),
        decided_at = now()
      where o.id = v_offer.id;
    perform private.note_members(array[v_offer.user_id], 'catches');
    perform private.notify('record_decided', v_offer.user_id, v_offer.id, v_offer.id, null);
    perform private.audit_member(
      p_decision || '_record', v_offer.user_id,
      jsonb_strip_nulls(jsonb_build_object(
        'variety', v_offer.variety, 'grams', v_offer.grams, 'reason', nullif(v_reason, ''))));
  end
  $$;
comment on function private.decide_record(uuid, text, text) is 'See public.decide_record.';

create function public.decide_record(id uuid, decision text, reason text default '') returns void
  language sql set search_path = ''
  as $$ select private.decide_record(decide_record.id, decide_record.decision, decide_record.reason) $$;
comment on function public.decide_record(uuid, text, text) is
  'Decides about an offer: verify makes the catch count for the records, decline needs a reason, 500 characters at most, '
  'which the angler reads. The same decision again by the same person is the first one. Admins and moderators only (42501), '
  'not the angler (RC004); PT404 if the catch was changed, withdrawn or deleted, or its angler is suspended; RC005 if '
  'another has decided (details: their username); 22023 for another decision or without a reason; 23514 for a reason that is '
  'too long or has control characters.';

create function private.undo_record(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_offer private.record_offers;
  begin
    perform private.require_admin();
    perform private.hold_gate();
    select o.* into v_offer from private.record_offers as o where o.id = p_id for update;
    if not found then
      raise exception 'there is no such offer' using errcode = 'PT404', hint = 'the catch was changed, withdrawn or deleted';
    end if;
    if v_offer.user_id = auth.uid() then
      raise exception 'others decide about your catch' using errcode = 'RC004';
    end if;
    if v_offer.decision is null then
      return;
    end if;
    update private.record_offers as o set decision = null, reason = '', decided_by = null, decided_at = null
      where o.id = v_offer.id;
    -- Nothing is decided, so nothing is told.
    delete from private.notification_causes as n where n.cause_id = v_offer.id;
    perform private.note_members(array[v_offer.user_id], 'catches');
    perform private.audit_member(
      'undo_record', v_offer.user_id, jsonb_build_object('variety', v_offer.variety, 'grams', v_offer.grams));
  end
  $$;
comment on function private.undo_record(uuid) is 'See public.undo_record.';

create function public.undo_record(id uuid) returns void
  language sql set search_path = ''
  as $$ select private.undo_record(undo_record.id) $$;
comment on function public.undo_record(uuid) is
  'Undoes what was decided about an offer: it waits again. One that waits stays as it is. Admins only (42501), '
  'not the angler (RC004); PT404 if the catch was changed, withdrawn or deleted.';

create function private.records_to_verify() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (
      with w as (
        select o.id, o.user_id, o.grams, o.variety, o.created_at
        from private.record_offers as o
        where o.decision is null and o.user_id <> auth.uid()
          and exists (select from public.profiles as p where p.id = o.user_id and not p.is_suspended)
      )
      select jsonb_build_object(
        'count', (select count(*) from w),
        'oldest', (
          select coalesce(jsonb_agg(
            jsonb_build_object('id', o.id, 'user_id', o.user_id, 'username', p.username, 'avatar_url', p.avatar_url,
              'grams', o.grams, 'variety', o.variety, 'offered_at', o.created_at)
            order by o.created_at, o.id), '[]')
          from (select w.* from w order by w.created_at, w.id limit 3) as o
            join public.profiles as p on p.id = o.user_id
        )
      )
    );
  end
  $$;
comment on function private.records_to_verify() is
  'Catches that are offered for the records and wait for the caller: how many, and the three oldest.';

-- Records --------------------------------------------------------------------------------------------------

create function private.verified_heaviest(p_from date, p_to date, p_each integer)
  returns table (
    variety text, grams integer, caught_on date, decided_at timestamptz, catch_id uuid, user_id uuid, username text,
    avatar_url text)
  language sql stable security definer set search_path = ''
  as $$
    select b.*
    from unnest('{common,mirror,leather,ghost,grass,other}'::text[]) as v (name)
      cross join (select private.blocked_with_me() as ids) as hidden
      cross join lateral (
        select o.variety, o.grams, o.caught_on, o.decided_at, o.catch_id, o.user_id, p.username::text, p.avatar_url
        from private.record_offers as o
          join public.profiles as p on p.id = o.user_id and not p.is_suspended
        where o.decision = 'verify' and o.variety = v.name and o.caught_on >= p_from and o.caught_on < p_to
          and not o.user_id = any (hidden.ids)
        order by o.grams desc, o.caught_on, o.decided_at, o.id
        limit p_each
      ) as b
  $$;
comment on function private.verified_heaviest(date, date, integer) is
  'The heaviest verified catches of each variety with days from p_from to before p_to, p_each of them: of equal ones the '
  'earlier day first, then the one that was verified earlier. Without those of suspended members, and of members whom the '
  'caller has blocked or who have blocked the caller.';

create function private.club_records(p_all_time boolean)
  returns table (season text, begins date, ends date, holders jsonb, top jsonb, ever jsonb, best_before integer)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_all_time constant boolean := coalesce(p_all_time, false);
    v_season text;
    v_begins date;
    v_ends date;
    v_rows jsonb := '[]';
    v_ever jsonb := '[]';
    v_before integer;
  begin
    if not private.is_member() then
      return;
    end if;
    select s.name, s.begins, s.ends into v_season, v_begins, v_ends from private.season_of(private.club_day()) as s;
    -- Suspended members do not see what others share.
    if not private.is_suspended() then
      select coalesce(jsonb_agg(
          jsonb_build_object('catch_id', h.catch_id, 'variety', h.variety, 'grams', h.grams, 'caught_on', h.caught_on,
            'photo_path', c.photo_path, 'user_id', h.user_id, 'username', h.username, 'avatar_url', h.avatar_url)
          order by h.grams desc, h.caught_on, h.decided_at, h.catch_id), '[]')
        into v_rows
        from private.verified_heaviest(
            case when v_all_time then '1900-01-01'::date else v_begins end,
            case when v_all_time then '2200-01-01'::date else v_ends end,
            5) as h
          join public.catches as c on c.id = h.catch_id;
      if not v_all_time then
        select coalesce(jsonb_agg(jsonb_build_object('variety', h.variety, 'grams', h.grams)), '[]') into v_ever
          from private.verified_heaviest('1900-01-01', '2200-01-01', 1) as h;
        select max(h.grams) into v_before
          from private.season_of(v_begins - 1) as s
            cross join lateral private.verified_heaviest(s.begins, s.ends, 1) as h;
      end if;
    end if;
    return query
      select v_season, v_begins, v_ends,
        (
          select coalesce(jsonb_agg(f.one order by f.place), '[]')
          from (
            select distinct on (r.one ->> 'variety') r.one, r.place
            from jsonb_array_elements(v_rows) with ordinality as r (one, place)
            order by r.one ->> 'variety', r.place
          ) as f
        ),
        (
          select coalesce(jsonb_agg(r.one order by r.place), '[]')
          from jsonb_array_elements(v_rows) with ordinality as r (one, place) where r.place <= 5
        ),
        v_ever, v_before;
  end
  $$;
comment on function private.club_records(boolean) is 'See public.club_records.';

create function public.club_records(all_time boolean default false)
  returns table (season text, begins date, ends date, holders jsonb, top jsonb, ever jsonb, best_before integer)
  language sql stable set search_path = ''
  as $$ select r.* from private.club_records(club_records.all_time) as r $$;
comment on function public.club_records(boolean) is
  'The club records, of the current season or of all time. season, begins, ends: its name, its first day, and the first day '
  'of the next one. holders: the heaviest verified catch of each variety, the heaviest first. top: the heaviest five of all '
  'varieties. ever: weight of the heaviest of each variety of all time, and best_before: that of the season before; both '
  'empty for all time. Equal weights: the earlier day, then the one that was verified earlier. Without catches of suspended '
  'members and of blocked ones; a suspended caller gets none. No row for a caller without a profile.';

create function private.record_history(p_variety text)
  returns table (catch_id uuid, grams integer, caught_on date, user_id uuid, username text)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_hidden constant uuid[] := private.blocked_with_me();
  begin
    if not private.is_member() or private.is_suspended() then
      return;
    end if;
    return query
      select r.catch_id, r.grams, r.caught_on, r.user_id, r.username
      from (
        select o.catch_id, o.grams, o.caught_on, o.decided_at, o.id, o.user_id, p.username::text as username,
          max(o.grams) over (
            order by o.caught_on, o.decided_at, o.id rows between unbounded preceding and 1 preceding) as before
        from private.record_offers as o
          join public.profiles as p on p.id = o.user_id and not p.is_suspended
        where o.decision = 'verify' and o.variety = p_variety and not o.user_id = any (v_hidden)
      ) as r
      where r.before is null or r.grams > r.before
      order by r.caught_on desc, r.decided_at desc, r.id
      limit 50;
  end
  $$;
comment on function private.record_history(text) is 'See public.record_history.';

create function public.record_history(variety text)
  returns table (catch_id uuid, grams integer, caught_on date, user_id uuid, username text)
  language sql stable set search_path = ''
  as $$ select r.* from private.record_history(record_history.variety) as r $$;
comment on function public.record_history(text) is
  'The records of a variety of all time: each verified catch that was heavier than all caught before, the latest first, the '
  'last 50. What club_records leaves out is left out here.';

-- What waits, live, and one's own data -----------------------------------------------------------------------

create or replace function private.admin_waiting(p_time_zone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_today timestamptz;
  begin
    perform private.require_team();
    v_today := date_trunc('day', now(), p_time_zone);
    if not private.is_admin() then
      return jsonb_build_object(
        'reports', private.reports_to_decide(),
        'appeals', private.appeals_to_decide(),
        'records', private.records_to_verify());
    end if;
    return jsonb_build_object(
      'claims', private.claims_to_send(),
      'games', private.games_to_settle(),
      'reports', private.reports_to_decide(),
      'appeals', private.appeals_to_decide(),
      'records', private.records_to_verify(),
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
  $function$;
comment on function private.admin_waiting(text) is
  'What waits for the club team; today begins at midnight of the time zone. For a moderator only reports, answers of '
  'suspended members and catches that are offered for the records.';

comment on function public.admin_waiting(text) is
  'What waits for the club team. claims: to be sent. games: ended and not completed. reports: to be decided. appeals: '
  'answers of suspended members. records: catches offered for the club records. prizes: nearly out of stock. undelivered: '
  'messages that were given up. coming: the next videos and games. joined: members of the last 7 days. started: whether '
  'there are members, prizes and games. done: entries of today''s audit trail by action. For a moderator only reports, '
  'appeals and records. Admins and moderators only (42501); an unknown time zone is 22023.';

create or replace function private.note_table(p_table text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into private.live_pending (topic, kind) values ('admin', p_table);
    -- Of posts and comments the feed tells, of reports note_cases.
    if p_table in ('appeals', 'record_offers') then
      insert into private.live_pending (topic, kind) values ('moderation', p_table);
    end if;
  end
  $function$;
comment on function private.note_table(text) is
  'Notes for admins that a table has changed, and for moderators if it is the one of suspended members'' answers or of '
  'catches offered for the records.';

create trigger _910_note_insert
  after insert on private.record_offers referencing new table as new_rows
  for each statement execute function private.tg__note_table();
create trigger _910_note_update
  after update on private.record_offers referencing new table as new_rows
  for each statement execute function private.tg__note_table();
create trigger _910_note_delete
  after delete on private.record_offers referencing old table as old_rows
  for each statement execute function private.tg__note_table_gone();

create or replace function private.my_content(p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return jsonb_build_object(
      'posts', (
        select coalesce(jsonb_agg(to_jsonb(n) - array['user_id', 'request_id'] order by n.created_at), '[]')
        from public.newsfeed_posts as n where n.user_id = p_user_id
      ),
      'comments', (
        select coalesce(jsonb_agg(to_jsonb(c) - array['user_id', 'request_id'] order by c.created_at), '[]')
        from public.newsfeed_comments as c where c.user_id = p_user_id
      ),
      'reactions', (
        select coalesce(jsonb_agg(to_jsonb(r) - 'user_id' order by r.created_at), '[]')
        from public.newsfeed_reactions as r where r.user_id = p_user_id
      ),
      'game_entries', (
        select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' || jsonb_build_object('game', g.title) order by e.created_at), '[]')
        from public.game_entries as e join public.games as g on g.id = e.game_id
        where e.user_id = p_user_id
      ),
      'catches', (
        select coalesce(
          jsonb_agg(
            to_jsonb(c) - array['user_id', 'request_id'] || jsonb_build_object('record', (
              select to_jsonb(o) - array['id', 'catch_id', 'user_id', 'grams', 'caught_on', 'variety', 'decided_by']
              from private.record_offers as o where o.catch_id = c.id
            ))
            order by c.caught_on, c.created_at, c.id),
          '[]')
        from public.catches as c where c.user_id = p_user_id
      ),
      'files', (
        select coalesce(
          jsonb_agg(jsonb_build_object('bucket', o.bucket_id, 'name', o.name, 'created_at', o.created_at)
            order by o.created_at),
          '[]')
        from storage.objects as o
        where o.bucket_id in ('avatars', 'fishing-photos', 'newsfeed-images', 'game-photos', 'catch-photos')
          and o.name like p_user_id || '/%'
      )
    );
  end
  $function$;

-- Notifications --------------------------------------------------------------------------------------------

alter table private.notification_kinds drop constraint notification_kinds_subject_known;
alter table private.notification_kinds add constraint notification_kinds_subject_known check (subject in (
  'post', 'game', 'member', 'badge', 'award', 'removal', 'referral', 'video', 'item', 'report', 'case', 'role', 'appeal',
  'record', 'self'
));
insert into private.notification_kinds (name, group_name, audience, subject, is_bundled) values
  ('record_decided', 'points', 'member', 'record', true);

create trigger _710_forget_causes
  after delete on private.record_offers referencing old table as old_rows
  for each statement execute function private.tg__forget_causes();

create or replace function private.describe_notification(p_id uuid, p_kind text, p_subject_id uuid, p_reader_id uuid, OUT title text, OUT excerpt text, OUT path text, OUT details jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
        elsif p_kind = 'connection_asked' then
          details := jsonb_strip_nulls(jsonb_build_object('connection', (
            select c.status from public.member_connections as c
            where c.user_id = p_subject_id and c.connected_user_id = p_reader_id)));
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
      when 'record' then
        select o.reason, '/journal', jsonb_build_object('decision', o.decision) into excerpt, path, details
          from private.record_offers as o where o.id = p_subject_id;
      else
        path := '/newsfeed';
    end case;
  end
  $function$;

create or replace function private.is_notification_shown(p_id uuid, p_kind text, p_subject_id uuid, p_created_at timestamp with time zone, p_is_for_all boolean, p_reader_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      when 'record' then exists (
        select from private.record_offers as o
        where o.id = p_subject_id and o.user_id = p_reader_id and o.decision is not null)
      else v_reader.is_suspended
    end;
  end
  $function$;

-- Grants ---------------------------------------------------------------------------------------------------

grant update (season_begins) on public.site_settings to authenticated;

revoke all on function
  private.club_day(timestamptz),
  private.season_of(date),
  private.journal_summary(uuid),
  public.journal_summary(uuid),
  private.tg_catches__end_record(),
  private.offer_record(uuid),
  public.offer_record(uuid),
  private.withdraw_record(uuid),
  public.withdraw_record(uuid),
  private.my_record_offers(),
  public.my_record_offers(),
  private.record_offer_list(boolean),
  public.record_offer_list(boolean),
  private.decide_record(uuid, text, text),
  public.decide_record(uuid, text, text),
  private.undo_record(uuid),
  public.undo_record(uuid),
  private.verified_heaviest(date, date, integer),
  private.club_records(boolean),
  public.club_records(boolean),
  private.record_history(text),
  public.record_history(text),
  private.records_to_verify()
  from public, anon, authenticated, service_role;
grant execute on function
  private.journal_summary(uuid),
  public.journal_summary(uuid),
  private.offer_record(uuid),
  public.offer_record(uuid),
  private.withdraw_record(uuid),
  public.withdraw_record(uuid),
  private.my_record_offers(),
  public.my_record_offers(),
  private.record_offer_list(boolean),
  public.record_offer_list(boolean),
  private.decide_record(uuid, text, text),
  public.decide_record(uuid, text, text),
  private.undo_record(uuid),
  public.undo_record(uuid),
  private.club_records(boolean),
  public.club_records(boolean),
  private.record_history(text),
  public.record_history(text)
  to authenticated;
