-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.points_earned (
  user_id uuid not null,
  points bigint not null,
  constraint points_earned_pkey PRIMARY KEY (user_id),
  constraint points_earned_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE
);
comment on table private.points_earned is 'Sum of a member''s rows in points_log whose kind is earned (private.is_earned), kept by its trigger. The level follows from it. No row: nothing yet.';

alter table private.points_earned enable row level security;

create table public.levels (
  id uuid not null default gen_random_uuid(),
  name text not null,
  points integer not null,
  updated_at timestamp with time zone not null default now(),
  constraint levels_pkey PRIMARY KEY (id),
  constraint levels_name_once UNIQUE (name) DEFERRABLE,
  constraint levels_points_once UNIQUE (points),
  constraint levels_dates_bounds CHECK (updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND updated_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint levels_name_length CHECK (char_length(name) <= 40),
  constraint levels_name_plain CHECK (private.has_text(name) AND private.is_plain_text(name)),
  constraint levels_points_range CHECK (points >= 0 AND points <= 1000000)
);
comment on table public.levels is 'The levels that members reach by the points that they have earned. 1 to 20; the first is at 0. save_levels replaces all.';
comment on column public.levels.points is 'From how many points earned a member has the level.';
comment on column public.levels.updated_at is 'The same in all rows: when the list was saved.';

alter table public.levels enable row level security;

grant select on public.levels to anon, authenticated, service_role;

create policy select_guest on public.levels
  for select to anon
  using (true);
comment on policy select_guest on public.levels is 'Guests read the levels.';
create policy select_member on public.levels
  for select to authenticated
  using (true);
comment on policy select_member on public.levels is 'Members read the levels.';

CREATE TRIGGER _010_hold_gate BEFORE INSERT OR DELETE OR UPDATE ON public.levels FOR EACH STATEMENT EXECUTE FUNCTION private.tg__hold_gate();

create function private.is_earned(p_kind text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select case p_kind
      when 'admin' then true
      when 'referral' then true
      when 'game' then true
      when 'prize' then true
      when 'first_step' then true
      when 'gift_sent' then false
      when 'gift_received' then false
      when 'reward' then false
      when 'reward_refund' then false
    end
  $function$;
comment on function private.is_earned(p_kind text) is 'Whether entries of a kind of the ledger count as earned, towards a level: what admins give and take by hand, imported points among it, referrals, games, prizes of points and first steps. Gifts do not, on either side, nor do rewards and what comes back of them. Null for an unknown kind.';

create function private.level_name(p_user_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select l.name from public.levels as l
    where l.points <= greatest((select p.points from private.points_earned as p where p.user_id = p_user_id), 0)
    order by l.points desc
    limit 1
  $function$;
comment on function private.level_name(p_user_id uuid) is 'The name of a member''s level, and nothing of the points that they have earned; null if there are no levels.';

grant execute on function private.level_name(p_user_id uuid) to authenticated, service_role;

create function private.own_level()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select jsonb_build_object(
      'name', l.name,
      'points', l.points,
      'earned', e.points,
      'next_name', l.next_name,
      'next_points', l.next_points)
    from (
        select coalesce((select p.points from private.points_earned as p where p.user_id = auth.uid()), 0) as points
      ) as e
      join (
        select v.name, v.points, lead(v.name) over w as next_name, lead(v.points) over w as next_points
        from public.levels as v
        window w as (order by v.points)
      ) as l on l.points <= greatest(e.points, 0) -- what an admin takes can exceed what was earned
    order by l.points desc
    limit 1
  $function$;
comment on function private.own_level() is 'The level of the caller; null if there are no levels.';

grant execute on function private.own_level() to authenticated;

create function private.save_levels(p_levels jsonb, p_seen timestamp with time zone)
 RETURNS SETOF public.levels
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_seen timestamptz;
    v_before jsonb;
    v_after jsonb;
    v_before_text text;
    v_after_text text;
    v_at timestamptz;
  begin
    perform private.require_admin();
    if jsonb_typeof(p_levels) is distinct from 'array' or jsonb_array_length(p_levels) not between 1 and 20 then
      raise exception 'give 1 to 20 levels' using errcode = '22023';
    end if;
    select
      jsonb_agg(jsonb_build_array(g.points, btrim(g.name)) order by g.points, btrim(g.name)),
      string_agg(btrim(g.name) || ' ' || g.points, ', ' order by g.points)
      into v_after, v_after_text
      from jsonb_to_recordset(p_levels) as g (name text, points integer);
    -- Two admins at once: the second waits, and sees what the first has stored.
    lock table public.levels in share row exclusive mode;
    select
      max(l.updated_at),
      jsonb_agg(jsonb_build_array(l.points, l.name) order by l.points),
      string_agg(l.name || ' ' || l.points, ', ' order by l.points)
      into v_seen, v_before, v_before_text
      from public.levels as l;
    -- The same list sent twice is stored once; the second is answered like the first.
    if v_after is distinct from v_before then
      if p_seen is distinct from v_seen then
        raise exception 'the levels were changed in the meantime'
          using errcode = 'LV001', hint = 'read them again, with updated_at';
      end if;
      if (v_after -> 0 ->> 0)::integer is distinct from 0
        or (select count(distinct e.one -> 0) < count(*) or count(distinct e.one -> 1) < count(*)
          from jsonb_array_elements(v_after) as e (one))
      then
        raise exception 'the first level is at 0, and names and points differ'
          using errcode = 'LV002';
      end if;
      v_at := greatest(clock_timestamp(), v_seen + interval '1 microsecond');
      delete from public.levels as l
        where l.points not in (select (e.one ->> 0)::integer from jsonb_array_elements(v_after) as e (one));
      insert into public.levels as l (points, name, updated_at)
        select (e.one ->> 0)::integer, e.one ->> 1, v_at
        from jsonb_array_elements(v_after) as e (one)
        on conflict on constraint levels_points_once do update set name = excluded.name, updated_at = excluded.updated_at;
      perform private.audit('edit_levels', 'site_settings', null, null, jsonb_build_object(
        'before', jsonb_build_object('levels', v_before_text),
        'after', jsonb_build_object('levels', v_after_text)));
    end if;
    return query select l.* from public.levels as l order by l.points;
  end
  $function$;
comment on function private.save_levels(p_levels jsonb, p_seen timestamp with time zone) is 'Replaces the levels, by admins, and records before and after. LV001 if they are not those of the version that was seen.';

grant execute on function private.save_levels(p_levels jsonb, p_seen timestamp with time zone) to authenticated;

create function public.level(member public.profiles)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  begin
    if level.member.id is distinct from auth.uid() then
      return null;
    end if;
    return private.own_level();
  end
  $function$;
comment on function public.level(member public.profiles) is 'The level of the caller: its name and points, the points that the caller has earned, and the next level; next_name and next_points are null at the highest. Null for the profile of another member, and if there are no levels.';

grant execute on function public.level(member public.profiles) to authenticated;

create function public.save_levels(levels jsonb, seen timestamp with time zone)
 RETURNS SETOF public.levels
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select l.* from private.save_levels(save_levels.levels, save_levels.seen) as l $function$;
comment on function public.save_levels(levels jsonb, seen timestamp with time zone) is 'Replaces the levels: an array of 1 to 20 objects with name (1 to 40 characters) and points (0 to 1,000,000), of which one is at 0. seen is updated_at of the levels that the admin saw. Returns the levels. The same list sent again is answered like the first time. Admins only (42501); LV001 if they were changed in the meantime; LV002 if none is at 0 or two have the same name or points; 23514 for a value outside its limits; 22023 for another number of levels.';

grant execute on function public.save_levels(levels jsonb, seen timestamp with time zone) to authenticated;
