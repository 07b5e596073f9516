-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.first_steps (
  account_id uuid not null,
  step text not null,
  taken_at timestamp with time zone not null default now(),
  constraint first_steps_pkey PRIMARY KEY (account_id, step),
  constraint first_steps_dates_bounds CHECK (taken_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND taken_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint first_steps_step_known CHECK (step = ANY (ARRAY['photo'::text, 'hello'::text, 'game'::text]))
);
comment on table private.first_steps is 'Which account took which first step while it earned points; kept under another id when the account is deleted, so that each earns once a person. A row without an entry in the ledger: another account of the person had taken the step.';

alter table private.first_steps enable row level security;

create table private.hidden_first_sessions (
  user_id uuid not null,
  hidden_at timestamp with time zone not null default now(),
  constraint hidden_first_sessions_pkey PRIMARY KEY (user_id),
  constraint hidden_first_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint hidden_first_sessions_dates_bounds CHECK (hidden_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND hidden_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.hidden_first_sessions is 'Members who have hidden the panel of their first session.';

alter table private.hidden_first_sessions enable row level security;

create function private.first_step_points(p_step text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return coalesce((
      select case p_step
          when 'photo' then s.photo_step_points
          when 'hello' then s.hello_step_points
          when 'game' then s.game_step_points
        end
      from public.site_settings as s
      where not exists (
        select from private.first_steps as f where f.account_id = auth.uid() and f.step = p_step
      )
    ), 0);
  end
  $function$;
comment on function private.first_step_points(p_step text) is 'What a step earns the caller; 0 if it earns nothing, or the account has taken it. Two rows are read.';

create function private.hide_first_session()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if not private.is_member() then
      raise exception 'the account is gone' using errcode = '42501';
    end if;
    perform private.hold_gate();
    insert into private.hidden_first_sessions (user_id) values (auth.uid()) on conflict do nothing;
    if found then
      perform private.note_members(array[auth.uid()], 'points');
    end if;
  end
  $function$;
comment on function private.hide_first_session() is 'See public.hide_first_session.';

grant execute on function private.hide_first_session() to authenticated;

create function private.own_first_session()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_user_id constant uuid := auth.uid();
    v_taken text[];
    v_before text[];
  begin
    if not exists (
        select from public.profiles as p
        where p.id = v_user_id and p.created_at > now() - interval '14 days' and not p.is_suspended
      )
      or exists (select from private.hidden_first_sessions as h where h.user_id = v_user_id)
    then
      return null;
    end if;
    v_taken := array(select f.step from private.first_steps as f where f.account_id = v_user_id order by f.step);
    v_before := v_taken || private.steps_elsewhere(v_user_id);
    return (
      select jsonb_build_object(
        'photo', case when 'photo' = any (v_before) then 0 else s.photo_step_points end,
        'hello', case when 'hello' = any (v_before) then 0 else s.hello_step_points end,
        'game', case when 'game' = any (v_before) then 0 else s.game_step_points end,
        'friend', coalesce((select r.points_per_referral from public.referral_settings as r), 0),
        'taken', v_taken,
        'has_catch', exists (select from public.catches as c where c.user_id = v_user_id),
        'is_proved', private.is_proved_address(v_user_id))
      from public.site_settings as s
    );
  end
  $function$;
comment on function private.own_first_session() is 'The first session of the caller; see public.first_session.';

grant execute on function private.own_first_session() to authenticated;

create function private.steps_elsewhere(p_user_id uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return array(
      select f.step from private.first_steps as f
      where f.account_id = any (private.lives_of(p_user_id, true)) and f.account_id <> p_user_id
      union
      -- As for a referral, another spelling of a mailbox counts with it, unless this one is proved.
      select f.step
      from private.account_addresses as own
        join private.account_addresses as a on a.mailbox_hash = own.mailbox_hash and a.account_id <> p_user_id
        join private.first_steps as f on f.account_id = a.account_id
      where own.account_id = p_user_id and not private.is_proved_address(p_user_id)
    );
  end
  $function$;
comment on function private.steps_elsewhere(p_user_id uuid) is 'The first steps that other accounts of a person have taken, also deleted ones; for an unproved address, those of its mailbox.';

create function private.take_first_step(p_step text, p_points integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_user_id constant uuid := auth.uid();
  begin
    -- Their steps do not count, and can be taken after the suspension.
    if exists (select from public.profiles as p where p.id = v_user_id and p.is_suspended) then
      return;
    end if;
    -- Two accounts of one person at once; before the profile, as for a reward.
    perform private.lock_person(v_user_id);
    insert into private.first_steps (account_id, step) values (v_user_id, p_step) on conflict do nothing;
    if not found or p_step = any (private.steps_elsewhere(v_user_id)) then
      return;
    end if;
    perform private.credit(
      v_user_id,
      'first_step',
      p_points,
      case p_step
        when 'photo' then 'First step: a photo of yourself'
        when 'hello' then 'First step: said hello'
        else 'First step: first game entered'
      end,
      'first_step:' || v_user_id || ':' || p_step,
      v_user_id,
      jsonb_build_object('step', p_step)
    );
  end
  $function$;
comment on function private.take_first_step(p_step text, p_points integer) is 'Records a first step of the caller and credits its points, unless another account of the person, also a deleted one, has taken it. Nothing for a suspended member.';

create function private.tg__take_first_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_points constant integer := private.first_step_points(tg_argv[0]);
  begin
    if v_points > 0 and exists (select from added as a where a.user_id = auth.uid()) then
      perform private.take_first_step(tg_argv[0], v_points);
    end if;
    return null;
  end
  $function$;
comment on function private.tg__take_first_step() is 'What members do themselves for the first time is a first step. Argument: the step.';

create function private.tg_newsfeed__await_first_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if new.user_id = auth.uid() and private.first_step_points('hello') > 0 then
      perform private.lock_person(new.user_id);
      perform from public.profiles as p where p.id = new.user_id for no key update;
    end if;
    return new;
  end
  $function$;
comment on function private.tg_newsfeed__await_first_step() is 'Takes the locks of a first step before those of the notifications, in the order of a block.';

create function private.tg_newsfeed_posts__say_hello()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_points constant integer := private.first_step_points('hello');
  begin
    if v_points > 0 and exists (select from added as a where a.user_id = auth.uid() and a.type = 'post') then
      perform private.take_first_step('hello', v_points);
    end if;
    return null;
  end
  $function$;
comment on function private.tg_newsfeed_posts__say_hello() is 'A member''s own first post is a first step; a post about an award is none.';

create function private.tg_profiles__await_first_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if private.first_step_points('photo') > 0 then
      perform private.hold_gate();
      perform private.lock_person(auth.uid());
    end if;
    return null;
  end
  $function$;
comment on function private.tg_profiles__await_first_step() is 'Takes the locks of a first step before the row of the profile, in the order of a reward.';

create function private.tg_profiles__take_first_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_points constant integer := private.first_step_points('photo');
  begin
    if v_points > 0 then
      perform private.take_first_step('photo', v_points);
    end if;
    return null;
  end
  $function$;
comment on function private.tg_profiles__take_first_step() is 'A photo that a member gives themselves is a first step.';

create function public.first_session(member public.profiles)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  begin
    if first_session.member.id is distinct from auth.uid() then
      return null;
    end if;
    return private.own_first_session();
  end
  $function$;
comment on function public.first_session(member public.profiles) is 'The first session of the caller: what each step would still earn them (photo, hello, game; 0 for nothing), what a friend who joins earns, the steps that they took while they earned points (taken), whether they have logged a catch, and whether a mailed link proved their address. Null 14 days after they joined, once they have hidden it, while they are suspended, and for the profile of another member.';

grant execute on function public.first_session(member public.profiles) to authenticated;

create function public.hide_first_session()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.hide_first_session() $function$;
comment on function public.hide_first_session() is 'Hides the panel of the caller''s first session, on all their devices. What is hidden stays hidden.';

grant execute on function public.hide_first_session() to authenticated;

create function public.points_guide()
 RETURNS TABLE(photo integer, hello integer, game integer, friend integer, games jsonb, rewards_from integer, levels jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  declare
    v_friend integer;
    v_games jsonb;
    v_rewards_from integer;
  begin
    -- Each table by its own policies; guests read neither the games nor what a referral is worth.
    if private.is_member() then
      select r.points_per_referral into v_friend from public.referral_settings as r;
      select jsonb_agg(to_jsonb(t) order by t.type) into v_games
        from (
          select g.type, min(w.points) as least, max(w.points) as most
          from public.games as g
            cross join lateral unnest(
              case g.type
                when 'carp_of_week' then array[g.first_place_points, g.second_place_points, g.third_place_points]
                else array[g.points_awarded]
              end) as w (points)
          where w.points > 0
            and (g.status = 'active' or (g.status = 'completed' and g.completed_at > now() - interval '90 days'))
          group by g.type
        ) as t;
      select min(o.price) into v_rewards_from from public.offered_rewards() as o;
    end if;
    return query
      select s.photo_step_points, s.hello_step_points, s.game_step_points, v_friend, coalesce(v_games, '[]'), v_rewards_from,
        (
          select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'points', l.points) order by l.points), '[]')
          from public.levels as l
        )
      from public.site_settings as s;
  end
  $function$;
comment on function public.points_guide() is 'How points are earned: what each first step earns (0: nothing), a friend who joins, and the least and most points of the games of each type that run or ended in the last 90 days; the price of the cheapest reward; and the levels. friend and rewards_from are null and games is empty for guests.';

grant execute on function public.points_guide() to anon, authenticated;
