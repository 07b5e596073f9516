-- Club records for guests, where the club allows it; one offer of each angler first in the team's list; and a declined
-- catch that is much as it was waits a day.

-- Tables ---------------------------------------------------------------------------------------------------

alter table public.site_settings add column records_for_guests boolean not null default false;
comment on column public.site_settings.records_for_guests is
  'Whether guests see the club records: weight, variety, day, username and avatar. Never the photos.';

create table private.declined_catches (
  catch_id uuid not null,
  grams integer not null,
  caught_on date not null,
  variety text not null,
  photo_path text not null,
  waits_until timestamptz not null,
  constraint declined_catches_pkey primary key (catch_id),
  constraint declined_catches_catch_id_fkey foreign key (catch_id) references public.catches on delete cascade,
  constraint declined_catches_dates_bounds check (
    caught_on >= '1900-01-01' and caught_on < '2200-01-01'
    and waits_until >= '2000-01-01 00:00:00+00' and waits_until < '2200-01-01 00:00:00+00')
);
comment on table private.declined_catches is
  'Catches as they were when they were declined for the club records, from their first change on. The same, or less than '
  '100 g heavier or lighter, they are not offered before waits_until.';

alter table private.declined_catches enable row level security;

-- Offers ---------------------------------------------------------------------------------------------------

create or replace function private.tg_catches__end_record()
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
comment on function private.tg_catches__end_record() is
  'Ends the offer or the verification of a catch of which the weight, day, variety, photo or audience was changed: another '
  'catch than the one that was looked at. Keeps what a declined one was. After update.';

create or replace function private.offer_record(p_catch_id uuid)
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
comment on function public.offer_record(uuid) is
  'Offers a catch of the caller for the club records. One that waits or is verified stays as it is. PT404 for a catch that '
  'is not the caller''s, RC001 unless it is for all members and has a photo, RC002 while five of the caller''s wait, RC003 '
  'if it was declined and not changed since, RC006 for a day after the change of a declined one that differs by less than '
  '100 g and in nothing else, PT429 above 30 a day, 42501 for guests and suspended members.';

create or replace function private.record_offer_list(p_decided boolean)
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
comment on function public.record_offer_list(boolean) is
  'The catches that are offered for the club records: the first offer of each angler, then the second of each, and so on, '
  'the oldest first; decided: those that the team has verified or declined, the latest first. 100 at most, without those '
  'of suspended members. is_own: the caller''s, about which others decide. Admins and moderators only (42501).';

-- Six varieties, five of each at most: with the default of 1,000 rows the planner reads all catches to join them.
alter function private.verified_heaviest(date, date, integer) rows 30;

-- Records for guests ---------------------------------------------------------------------------------------

create function private.record_board(p_all_time boolean, p_is_guest boolean)
 RETURNS TABLE(season text, begins date, ends date, holders jsonb, top jsonb, ever jsonb, best_before integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_all_time constant boolean := coalesce(p_all_time, false);
    v_season text;
    v_begins date;
    v_ends date;
    v_rows jsonb := '[]';
    v_ever jsonb := '[]';
    v_before integer;
  begin
    select s.name, s.begins, s.ends into v_season, v_begins, v_ends from private.season_of(private.club_day()) as s;
    -- Suspended members do not see what others share.
    if not private.is_suspended() then
      select coalesce(jsonb_agg(
          jsonb_build_object('variety', h.variety, 'grams', h.grams, 'caught_on', h.caught_on, 'username', h.username,
            'avatar_url', h.avatar_url)
            || case when p_is_guest then '{}' else
              jsonb_build_object('catch_id', h.catch_id, 'photo_path', c.photo_path, 'user_id', h.user_id) end
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
  $function$;
comment on function private.record_board(boolean, boolean) is
  'The records as public.club_records has them; for guests without IDs and photos. Empty for suspended callers.';

create or replace function private.club_records(p_all_time boolean)
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

create function private.guest_records(p_all_time boolean)
 RETURNS TABLE(season text, begins date, ends date, holders jsonb, top jsonb, ever jsonb, best_before integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if (select s.records_for_guests from public.site_settings as s) then
      return query select b.* from private.record_board(p_all_time, true) as b;
    end if;
  end
  $function$;
comment on function private.guest_records(boolean) is 'See public.guest_records.';

create function public.guest_records(all_time boolean default false)
 RETURNS TABLE(season text, begins date, ends date, holders jsonb, top jsonb, ever jsonb, best_before integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select r.* from private.guest_records(guest_records.all_time) as r $function$;
comment on function public.guest_records(boolean) is
  'The club records as guests see them, if the club''s settings allow it; otherwise no row. As club_records, but of a catch '
  'only the weight, variety and day, and the username and avatar of its angler: no ID, no photo.';

drop trigger _600_audit on public.site_settings;
create trigger _600_audit
  after update on public.site_settings
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row(
    'site_settings', 'site_settings', '',
    'club_name,accent,time_zone,country,weight_unit,season_begins,records_for_guests,currency_symbol,reports_to_hide,admins_need_two_steps,joining',
    '');

-- The head of a shared link --------------------------------------------------------------------------------

create or replace function private.page_head(p_path text)
 RETURNS TABLE(status integer, title text, description text, picture jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_uuid constant text := '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
    v_address constant text := left(p_path, 500);
    -- Other sites add parts of their own after the question mark.
    v_path constant text := split_part(v_address, '?', 1);
    v_id constant uuid := substring(v_path from v_uuid)::uuid;
    v_referrer constant uuid := substring(v_address from '^/register\?(?:.*&)?ref=(' || v_uuid || ')(?:&|$)')::uuid;
    v_name text;
    v_club constant text := private.club_name();
  begin
    if v_path = '/' then
      return query select 200, v_club || ': ' || c.title, c.description,
          jsonb_build_object('path', '/', 'kind', 'club', 'title', c.title, 'text', c.description)
        from public.landing_content as c where c.section = 'hero' and c.title <> '';
    elsif v_path ~ '^/games/[^/]+$' then
      if v_path ~ ('^/games/' || v_uuid || '$') then
        return query select h.* from private.game_head(v_id) as h;
      else
        return query select 404, null::text, null::text, null::jsonb;
      end if;
    elsif v_path ~ '^/newsfeed/[^/]+$' then
      return query select 200, 'A post on ' || v_club,
        'Only members can read posts. Log in to read this one.', null::jsonb;
    elsif v_path ~ '^/members/[^/]+$' then
      return query select 200, 'A member of ' || v_club,
        'Only members can see members'' pages. Log in to see this one.', null::jsonb;
    elsif v_path ~ '^/badges/[^/]+$' then
      return query select 200, 'A badge on ' || v_club,
        'Only members can see badges. Log in to see this one.', null::jsonb;
    elsif v_path = '/leaderboard' then
      return query select 200, 'Leaderboard', 'The members with the most points this week, this month and of all time.',
        jsonb_build_object('path', '/leaderboard', 'kind', 'leaderboard', 'title', 'Top three', 'rows', coalesce(jsonb_agg(
          jsonb_build_object('name', t.username, 'points', t.points) order by t.points desc, t.username), '[]'))
        from (
          select p.username, p.points
          from public.profiles as p
          where not p.is_suspended and p.points > 0
          order by p.points desc, private.username_key(p.username)
          limit 3
        ) as t;
    elsif v_path = '/records' then
      if (select s.records_for_guests from public.site_settings as s) then
        return query select 200, 'Club records', 'The heaviest carp of each variety, verified by the team.',
          jsonb_build_object('path', '/records', 'kind', 'club', 'title', 'Club records',
            'text', 'The heaviest carp of each variety, verified by the team.');
      else
        return query select 200, 'Club records', 'Only members can see the club records. Log in to see them.', null::jsonb;
      end if;
    elsif v_path = '/register' then
      v_name := public.referrer_username(v_referrer);
      return query select 200,
        case when v_name is null then 'Join ' || v_club else v_name || ' invites you to ' || v_club end,
        'Games, points, prizes and good company.',
        case when v_name is not null then jsonb_build_object(
          'path', '/register?ref=' || v_referrer,
          'kind', 'club',
          'title', 'Come and fish with us.',
          'text', 'Join with ' || v_name || '''s link and play this week''s games.') end;
    end if;
  end
  $function$;

-- Grants ---------------------------------------------------------------------------------------------------

grant update (records_for_guests) on public.site_settings to authenticated;

revoke all on function
  private.record_board(boolean, boolean),
  private.guest_records(boolean),
  public.guest_records(boolean)
  from public, anon, authenticated, service_role;
grant execute on function
  private.guest_records(boolean),
  public.guest_records(boolean)
  to anon, authenticated;
