-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.declined_catches (
  catch_id uuid not null,
  grams integer not null,
  caught_on date not null,
  variety text not null,
  photo_path text not null,
  waits_until timestamp with time zone not null,
  constraint declined_catches_pkey PRIMARY KEY (catch_id),
  constraint declined_catches_catch_id_fkey FOREIGN KEY (catch_id) REFERENCES public.catches(id) ON DELETE CASCADE,
  constraint declined_catches_dates_bounds CHECK (caught_on >= '1900-01-01'::date AND caught_on < '2200-01-01'::date AND waits_until >= '2000-01-01 00:00:00+00'::timestamp with time zone AND waits_until < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.declined_catches is 'Catches as they were when they were declined for the club records, from their first change on. The same, or less than 100 g heavier or lighter, they are not offered before waits_until.';

alter table private.declined_catches enable row level security;

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
comment on function private.guest_records(p_all_time boolean) is 'See public.guest_records.';

grant execute on function private.guest_records(p_all_time boolean) to anon, authenticated;

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
comment on function private.record_board(p_all_time boolean, p_is_guest boolean) is 'The records as public.club_records has them; for guests without IDs and photos. Empty for suspended callers.';

create function public.guest_records(all_time boolean DEFAULT false)
 RETURNS TABLE(season text, begins date, ends date, holders jsonb, top jsonb, ever jsonb, best_before integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select r.* from private.guest_records(guest_records.all_time) as r $function$;
comment on function public.guest_records(all_time boolean) is 'The club records as guests see them, if the club''s settings allow it; otherwise no row. As club_records, but of a catch only the weight, variety and day, and the username and avatar of its angler: no ID, no photo.';

grant execute on function public.guest_records(all_time boolean) to anon, authenticated;
