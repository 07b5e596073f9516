-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.own_picture(p_kind text, p_id uuid)
 RETURNS TABLE(picture jsonb, photo_bucket text, photo_name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_user_id constant uuid := auth.uid();
    v_name text;
    v_unit text;
    v_level jsonb;
    v_earned bigint;
    v_catch public.catches;
    v_label text;
  begin
    if p_kind is null or p_kind not in ('best', 'record', 'level') then
      raise exception 'unknown kind of picture' using errcode = '22023', hint = 'best, record or level';
    end if;
    select p.username, p.weight_unit into v_name, v_unit
      from public.profiles as p where p.id = v_user_id and not p.is_suspended;
    if v_name is null then
      return;
    end if;
    if p_kind = 'level' then
      v_level := private.own_level();
      v_earned := (v_level ->> 'earned')::bigint;
      if v_level is not null then
        return query select
          jsonb_build_object(
            'path', '/dashboard', 'kind', 'level', 'label', 'Level', 'title', v_level ->> 'name',
            'member', jsonb_strip_nulls(jsonb_build_object('name', v_name, 'text', case when v_earned > 0 then
              to_char(v_earned, 'FM999,999,999,999,990') || case v_earned when 1 then ' point' else ' points' end
                || ' earned' end))),
          null::text, null::text;
      end if;
      return;
    end if;
    select c.* into v_catch from public.catches as c where c.id = p_id and c.user_id = v_user_id;
    if v_catch.id is null then
      return;
    end if;
    if p_kind = 'record' then
      -- As the caller reads the club records.
      if exists (
        select from private.verified_heaviest('1900-01-01', '2200-01-01', 1) as h where h.catch_id = v_catch.id
      ) and not private.is_beaten_by_blocked(v_catch.id, '1900-01-01', '2200-01-01') then
        v_label := 'Club record';
      else
        select 'Record of season ' || s.name into v_label
          from private.season_of(private.club_day()) as s
            cross join lateral private.verified_heaviest(s.begins, s.ends, 1) as h
          where h.catch_id = v_catch.id and not private.is_beaten_by_blocked(v_catch.id, s.begins, s.ends);
      end if;
    elsif not exists (
      -- With all visibilities named, only the weights in question are read from the index.
      select from public.catches as c
      where c.user_id = v_user_id and c.variety = v_catch.variety and c.visibility in ('me', 'connections', 'members')
        and c.grams >= v_catch.grams
        and (c.caught_on, c.created_at, c.id) < (v_catch.caught_on, v_catch.created_at, v_catch.id)
    ) then
      v_label := case when exists (
        select from public.catches as c
        where c.user_id = v_user_id and c.variety = v_catch.variety and c.visibility in ('me', 'connections', 'members')
          and c.grams > v_catch.grams
      ) then 'Personal best at the time' else 'Personal best' end;
    end if;
    if v_label is null then
      return;
    end if;
    return query select
      jsonb_build_object(
        'path', case p_kind when 'best' then '/journal' else '/records' end,
        'kind', p_kind,
        'label', v_label,
        'title', case v_catch.variety
          when 'common' then 'Common carp'
          when 'mirror' then 'Mirror carp'
          when 'leather' then 'Leather carp'
          when 'ghost' then 'Ghost carp'
          when 'grass' then 'Grass carp'
          else 'Fish'
        end,
        'figure', private.weight_text(v_catch.grams, v_unit),
        'member', jsonb_build_object('name', v_name, 'text', to_char(v_catch.caught_on, 'FMDD FMMonth YYYY'))),
      case when v_catch.photo_path is not null then 'catch-photos' end, v_catch.photo_path;
  end
  $function$;
comment on function private.own_picture(p_kind text, p_id uuid) is 'See public.own_picture.';

grant execute on function private.own_picture(p_kind text, p_id uuid) to authenticated;

create function private.weight_text(p_grams integer, p_unit text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select case
      when p_unit = 'kg' then to_char(round(p_grams / 10.0) / 100, 'FM990.00') || ' kg'
      else to_char(w.ounces / 16, 'FM999,990') || ' lb ' || w.ounces % 16 || ' oz'
    end
    from (select round(p_grams / 28.349523125)::integer as ounces) as w
  $function$;
comment on function private.weight_text(p_grams integer, p_unit text) is 'A weight as anglers say it: 32 lb 8 oz, to the nearest ounce, or 14.74 kg. As formatGrams in the web app.';

create function public.own_picture(kind text, id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(picture jsonb, photo_bucket text, photo_name text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select o.* from private.own_picture(own_picture.kind, own_picture.id) as o $function$;
comment on function public.own_picture(kind text, id uuid) is 'What a picture of the caller''s own shows, and where its photo is stored; both null without one. kind is best (id: a catch of the caller that was heavier than all of its variety caught before), record (id: a catch of the caller that is the club record of its variety, of all time or of the season) or level (no id). No row for anything else, for the catches of others, and for suspended callers; 22023 for another kind.';

grant execute on function public.own_picture(kind text, id uuid) to authenticated;
