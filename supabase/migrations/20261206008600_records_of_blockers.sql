-- A picture of a record leaves the app: nobody makes one of a catch that is the first only because its angler has blocked
-- those who caught heavier ones. Of those who have blocked the angler it still says nothing.

create function private.is_beaten_by_blocked(p_catch_id uuid, p_from date, p_to date) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from private.record_offers as own
        join private.member_blocks as b on b.blocker_id = own.user_id
        join public.profiles as p on p.id = b.blocked_id and not p.is_suspended
        join private.record_offers as o on o.user_id = b.blocked_id and o.decision = 'verify' and o.variety = own.variety
      where own.catch_id = p_catch_id and own.decision = 'verify'
        and o.caught_on >= p_from and o.caught_on < p_to
        and (-o.grams, o.caught_on, o.decided_at, o.id) < (-own.grams, own.caught_on, own.decided_at, own.id))
  $$;
comment on function private.is_beaten_by_blocked(uuid, date, date) is
  'Whether a verified catch of a member whom the angler of this one has blocked comes before it among those with days from '
  'p_from to before p_to, in the order of private.verified_heaviest.';
revoke all on function private.is_beaten_by_blocked(uuid, date, date) from public, anon, authenticated, service_role;

create or replace function private.own_picture(p_kind text, p_id uuid)
  returns table (picture jsonb, photo_bucket text, photo_name text)
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
