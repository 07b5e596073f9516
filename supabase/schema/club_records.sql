-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.record_offers (
  id uuid not null default gen_random_uuid(),
  catch_id uuid not null,
  user_id uuid not null,
  grams integer not null,
  caught_on date not null,
  variety text not null,
  decision text,
  reason text not null default ''::text,
  decided_by uuid,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint record_offers_pkey PRIMARY KEY (id),
  constraint record_offers_catch_once UNIQUE (catch_id),
  constraint record_offers_catch_id_fkey FOREIGN KEY (catch_id) REFERENCES public.catches(id) ON DELETE CASCADE,
  constraint record_offers_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint record_offers_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint record_offers_dates_bounds CHECK (caught_on >= '1900-01-01'::date AND caught_on < '2200-01-01'::date AND created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND decided_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND decided_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint record_offers_decided CHECK ((decision IS NULL) = (decided_at IS NULL)),
  constraint record_offers_decision_known CHECK (decision = ANY (ARRAY['verify'::text, 'decline'::text])),
  constraint record_offers_reason_given CHECK ((NOT decision IS DISTINCT FROM 'decline'::text) = private.has_text(reason)),
  constraint record_offers_reason_length CHECK (char_length(reason) <= 500),
  constraint record_offers_reason_plain CHECK (private.is_plain_text(reason, true))
);
comment on table private.record_offers is 'Catches that members offer for the club records, and what the team decided. One row a catch; a change of the catch, or of who sees it, deletes the row.';
comment on column private.record_offers.decision is 'verify: the catch counts for the records. decline: it does not, for the reason.';
comment on column private.record_offers.reason is 'Why the catch was declined, for the angler to read; otherwise empty.';

CREATE INDEX record_offers_days ON private.record_offers USING btree (variety, caught_on, decided_at, id) INCLUDE (grams) WHERE (decision = 'verify'::text);
CREATE INDEX record_offers_decided ON private.record_offers USING btree (decided_at DESC, id) WHERE (decision IS NOT NULL);
CREATE INDEX record_offers_decided_by ON private.record_offers USING btree (decided_by);
CREATE INDEX record_offers_heaviest ON private.record_offers USING btree (variety, grams DESC, caught_on, decided_at, id) WHERE (decision = 'verify'::text);
CREATE INDEX record_offers_member ON private.record_offers USING btree (user_id, created_at DESC);
CREATE INDEX record_offers_waiting ON private.record_offers USING btree (created_at, id) WHERE (decision IS NULL);

alter table private.record_offers enable row level security;

CREATE TRIGGER _710_forget_causes AFTER DELETE ON private.record_offers REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__forget_causes();
CREATE TRIGGER _910_note_delete AFTER DELETE ON private.record_offers REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_table_gone();
CREATE TRIGGER _910_note_insert AFTER INSERT ON private.record_offers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_table();
CREATE TRIGGER _910_note_update AFTER UPDATE ON private.record_offers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_table();

create function private.club_day(p_moment timestamp with time zone DEFAULT now())
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select (p_moment at time zone private.club_zone())::date $function$;
comment on function private.club_day(p_moment timestamp with time zone) is 'The day of a moment in the club''s time zone.';

create function private.club_records(p_all_time boolean)
 RETURNS TABLE(season text, begins date, ends date, holders jsonb, top jsonb, ever jsonb, best_before integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if private.is_member() then
      return query select b.* from private.record_board(p_all_time, false) as b;
    end if;
  end
  $function$;
comment on function private.club_records(p_all_time boolean) is 'See public.club_records.';

grant execute on function private.club_records(p_all_time boolean) to authenticated;

create function private.decide_record(p_id uuid, p_decision text, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.decide_record(p_id uuid, p_decision text, p_reason text) is 'See public.decide_record.';

grant execute on function private.decide_record(p_id uuid, p_decision text, p_reason text) to authenticated;

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
comment on function private.journal_summary(p_member_id uuid) is 'See public.journal_summary.';

grant execute on function private.journal_summary(p_member_id uuid) to authenticated;

create function private.my_record_offers()
 RETURNS TABLE(catch_id uuid, state text, reason text, decided_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.my_record_offers() is 'See public.my_record_offers.';

grant execute on function private.my_record_offers() to authenticated;

create function private.offer_record(p_catch_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    if exists (
      select from private.declined_catches as d
      where d.catch_id = v_catch.id and d.waits_until > now() and abs(d.grams - v_catch.grams) < 100
        and (d.caught_on, d.variety, d.photo_path) = (v_catch.caught_on, v_catch.variety, v_catch.photo_path)
    ) then
      raise exception 'the catch is much as it was when it was declined'
        using errcode = 'RC006', hint = 'change more than its weight, or wait a day';
    end if;
    if (select count(*) from private.record_offers as o where o.user_id = v_user_id and o.decision is null) >= 5 then
      raise exception 'five catches wait already' using errcode = 'RC002', hint = 'withdraw one, or wait for the team';
    end if;
    perform private.check_rate('record-day', 30, interval '1 day');
    insert into private.record_offers (catch_id, user_id, grams, caught_on, variety)
      values (v_catch.id, v_user_id, v_catch.grams, v_catch.caught_on, v_catch.variety);
    perform private.note_members(array[v_user_id], 'catches');
  end
  $function$;
comment on function private.offer_record(p_catch_id uuid) is 'See public.offer_record.';

grant execute on function private.offer_record(p_catch_id uuid) to authenticated;

create function private.record_history(p_variety text)
 RETURNS TABLE(catch_id uuid, grams integer, caught_on date, user_id uuid, username text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.record_history(p_variety text) is 'See public.record_history.';

grant execute on function private.record_history(p_variety text) to authenticated;

create function private.record_offer_list(p_decided boolean)
 RETURNS TABLE(id uuid, catch_id uuid, user_id uuid, username text, avatar_url text, grams integer, caught_on date, variety text, photo_path text, words text, offered_at timestamp with time zone, decision text, reason text, decided_by text, decided_at timestamp with time zone, is_own boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      order by
        -- How many of the same angler wait before it: a member with many offers does not hide those of others.
        case when o.decision is null then (
          select count(*) from private.record_offers as w
          where w.user_id = o.user_id and w.decision is null and (w.created_at, w.id) < (o.created_at, o.id)
        ) end,
        case when o.decision is null then o.created_at end, o.decided_at desc, o.id
      limit 100;
  end
  $function$;
comment on function private.record_offer_list(p_decided boolean) is 'See public.record_offer_list.';

grant execute on function private.record_offer_list(p_decided boolean) to authenticated;

create function private.records_to_verify()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.records_to_verify() is 'Catches that are offered for the records and wait for the caller: how many, and the three oldest.';

create function private.season_of(p_day date)
 RETURNS TABLE(name text, begins date, ends date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select private.season_name(b.begins), b.begins, (b.begins + interval '1 year')::date
    from (
      select (d.day - case when d.day > p_day then interval '1 year' else interval '0' end)::date as begins
      from (
        select (extract(year from p_day) || '-' || coalesce((select s.season_begins from public.site_settings as s), '01-01'))::date
          as day
      ) as d
    ) as b
  $function$;
comment on function private.season_of(p_day date) is 'The season of a day: its name (2026, or 2026/27 when it does not begin on 1 January), its first day, and the first day of the next season.';

create function private.tg_catches__end_record()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_decision text;
  begin
    delete from private.record_offers as o where o.catch_id = new.id returning o.decision into v_decision;
    if v_decision = 'decline' then
      insert into private.declined_catches (catch_id, grams, caught_on, variety, photo_path, waits_until)
        values (old.id, old.grams, old.caught_on, old.variety, old.photo_path, now() + interval '1 day')
        on conflict on constraint declined_catches_pkey do update set
          grams = excluded.grams,
          caught_on = excluded.caught_on,
          variety = excluded.variety,
          photo_path = excluded.photo_path,
          waits_until = excluded.waits_until;
    end if;
    return null;
  end
  $function$;
comment on function private.tg_catches__end_record() is 'Ends the offer or the verification of a catch of which the weight, day, variety, photo or audience was changed: another catch than the one that was looked at. Keeps what a declined one was. After update.';

create function private.undo_record(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.undo_record(p_id uuid) is 'See public.undo_record.';

grant execute on function private.undo_record(p_id uuid) to authenticated;

create function private.verified_heaviest(p_from date, p_to date, p_each integer)
 RETURNS TABLE(variety text, grams integer, caught_on date, decided_at timestamp with time zone, catch_id uuid, user_id uuid, username text, avatar_url text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 30
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.verified_heaviest(p_from date, p_to date, p_each integer) is 'The heaviest verified catches of each variety with days from p_from to before p_to, p_each of them: of equal ones the earlier day first, then the one that was verified earlier. Without those of suspended members, and of members whom the caller has blocked or who have blocked the caller.';

create function private.withdraw_record(p_catch_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.withdraw_record(p_catch_id uuid) is 'See public.withdraw_record.';

grant execute on function private.withdraw_record(p_catch_id uuid) to authenticated;

create function public.club_records(all_time boolean DEFAULT false)
 RETURNS TABLE(season text, begins date, ends date, holders jsonb, top jsonb, ever jsonb, best_before integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select r.* from private.club_records(club_records.all_time) as r $function$;
comment on function public.club_records(all_time boolean) is 'The club records, of the current season or of all time. season, begins, ends: its name, its first day, and the first day of the next one. holders: the heaviest verified catch of each variety, the heaviest first. top: the heaviest five of all varieties. ever: weight of the heaviest of each variety of all time, and best_before: that of the season before; both empty for all time. Equal weights: the earlier day, then the one that was verified earlier. Without catches of suspended members and of blocked ones; a suspended caller gets none. No row for a caller without a profile.';

grant execute on function public.club_records(all_time boolean) to authenticated;

create function public.decide_record(id uuid, decision text, reason text DEFAULT ''::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.decide_record(decide_record.id, decide_record.decision, decide_record.reason) $function$;
comment on function public.decide_record(id uuid, decision text, reason text) is 'Decides about an offer: verify makes the catch count for the records, decline needs a reason, 500 characters at most, which the angler reads. The same decision again by the same person is the first one. Admins and moderators only (42501), not the angler (RC004); PT404 if the catch was changed, withdrawn or deleted, or its angler is suspended; RC005 if another has decided (details: their username); 22023 for another decision or without a reason; 23514 for a reason that is too long or has control characters.';

grant execute on function public.decide_record(id uuid, decision text, reason text) to authenticated;

create function public.journal_summary(member_id uuid DEFAULT auth.uid())
 RETURNS TABLE(catch_count bigint, total_grams bigint, season text, season_count bigint, season_grams bigint, bests jsonb, steps jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select s.* from private.journal_summary(journal_summary.member_id) as s $function$;
comment on function public.journal_summary(member_id uuid) is 'Number and weight of a member''s catches that the caller may see, of all time and of the club''s current season, which season names. bests: the heaviest of each variety, the heaviest first. steps: the personal bests in the order of their days, each heavier than all before, at most the last 100. No row for a caller without a profile.';

grant execute on function public.journal_summary(member_id uuid) to authenticated;

create function public.my_record_offers()
 RETURNS TABLE(catch_id uuid, state text, reason text, decided_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select o.* from private.my_record_offers() as o $function$;
comment on function public.my_record_offers() is 'The catches that the caller has offered for the club records, the newest offer first, 1,000 at most. state: waiting, verified or declined; reason: why it was declined, otherwise empty.';

grant execute on function public.my_record_offers() to authenticated;

create function public.offer_record(catch_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.offer_record(offer_record.catch_id) $function$;
comment on function public.offer_record(catch_id uuid) is 'Offers a catch of the caller for the club records. One that waits or is verified stays as it is. PT404 for a catch that is not the caller''s, RC001 unless it is for all members and has a photo, RC002 while five of the caller''s wait, RC003 if it was declined and not changed since, RC006 for a day after the change of a declined one that differs by less than 100 g and in nothing else, PT429 above 30 a day, 42501 for guests and suspended members.';

grant execute on function public.offer_record(catch_id uuid) to authenticated;

create function public.record_history(variety text)
 RETURNS TABLE(catch_id uuid, grams integer, caught_on date, user_id uuid, username text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select r.* from private.record_history(record_history.variety) as r $function$;
comment on function public.record_history(variety text) is 'The records of a variety of all time: each verified catch that was heavier than all caught before, the latest first, the last 50. What club_records leaves out is left out here.';

grant execute on function public.record_history(variety text) to authenticated;

create function public.record_offer_list(decided boolean DEFAULT false)
 RETURNS TABLE(id uuid, catch_id uuid, user_id uuid, username text, avatar_url text, grams integer, caught_on date, variety text, photo_path text, words text, offered_at timestamp with time zone, decision text, reason text, decided_by text, decided_at timestamp with time zone, is_own boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select o.* from private.record_offer_list(record_offer_list.decided) as o $function$;
comment on function public.record_offer_list(decided boolean) is 'The catches that are offered for the club records: the first offer of each angler, then the second of each, and so on, the oldest first; decided: those that the team has verified or declined, the latest first. 100 at most, without those of suspended members. is_own: the caller''s, about which others decide. Admins and moderators only (42501).';

grant execute on function public.record_offer_list(decided boolean) to authenticated;

create function public.undo_record(id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.undo_record(undo_record.id) $function$;
comment on function public.undo_record(id uuid) is 'Undoes what was decided about an offer: it waits again. One that waits stays as it is. Admins only (42501), not the angler (RC004); PT404 if the catch was changed, withdrawn or deleted.';

grant execute on function public.undo_record(id uuid) to authenticated;

create function public.withdraw_record(catch_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.withdraw_record(withdraw_record.catch_id) $function$;
comment on function public.withdraw_record(catch_id uuid) is 'Takes back the offer of a catch of the caller that waits. One that is decided, and one that is not offered, stay as they are. 42501 for guests and suspended members.';

grant execute on function public.withdraw_record(catch_id uuid) to authenticated;
