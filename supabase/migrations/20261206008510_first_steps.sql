-- First steps: a new member's first photo, first post or comment, and first entry in a game earn points, once a person. The
-- panel with them on the dashboard, and the page that says how points are earned.

-- Tables ---------------------------------------------------------------------------------------------------

alter table public.site_settings
  add column photo_step_points integer not null default 10,
  add column hello_step_points integer not null default 10,
  add column game_step_points integer not null default 10,
  add constraint site_settings_step_points_range check (
    photo_step_points between 0 and 1000 and hello_step_points between 0 and 1000 and game_step_points between 0 and 1000
  );
comment on column public.site_settings.photo_step_points is
  'What a member''s first photo of themselves earns; 0 for nothing.';
comment on column public.site_settings.hello_step_points is
  'What a member''s first post or comment earns; 0 for nothing.';
comment on column public.site_settings.game_step_points is
  'What a member''s first entry in a game earns; 0 for nothing.';

create table private.first_steps (
  account_id uuid not null,
  step text not null,
  taken_at timestamptz not null default now(),
  constraint first_steps_pkey primary key (account_id, step),
  constraint first_steps_step_known check (step in ('photo', 'hello', 'game')),
  constraint first_steps_dates_bounds check (
    taken_at >= '2000-01-01T00:00:00Z' and taken_at < '2200-01-01T00:00:00Z')
);
comment on table private.first_steps is
  'Which account took which first step while it earned points; kept under another id when the account is deleted, so that '
  'each earns once a person. A row without an entry in the ledger: another account of the person had taken the step.';

alter table private.first_steps enable row level security;

create table private.hidden_first_sessions (
  user_id uuid not null,
  hidden_at timestamptz not null default now(),
  constraint hidden_first_sessions_pkey primary key (user_id),
  constraint hidden_first_sessions_user_id_fkey foreign key (user_id) references public.profiles on delete cascade,
  constraint hidden_first_sessions_dates_bounds check (
    hidden_at >= '2000-01-01T00:00:00Z' and hidden_at < '2200-01-01T00:00:00Z')
);
comment on table private.hidden_first_sessions is
  'Members who have hidden the panel of their first session.';

alter table private.hidden_first_sessions enable row level security;

alter table public.points_log
  drop constraint points_log_kind_known,
  add constraint points_log_kind_known check (
    kind in (
      'admin', 'referral', 'gift_sent', 'gift_received', 'game', 'prize', 'reward', 'reward_refund', 'first_step')
  );
comment on column public.points_log.kind is
  'admin (by hand), referral, gift_sent, gift_received, game, prize, reward, reward_refund or first_step.';

create or replace function private.is_earned(p_kind text)
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
comment on function private.is_earned(text) is
  'Whether entries of a kind of the ledger count as earned, towards a level: what admins give and take by hand, imported '
  'points among it, referrals, games, prizes of points and first steps. Gifts do not, on either side, nor do rewards and '
  'what comes back of them. Null for an unknown kind.';

-- Steps ----------------------------------------------------------------------------------------------------

create function private.first_step_points(p_step text) returns integer
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.first_step_points(text) is
  'What a step earns the caller; 0 if it earns nothing, or the account has taken it. Two rows are read.';

create function private.steps_elsewhere(p_user_id uuid) returns text[]
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.steps_elsewhere(uuid) is
  'The first steps that other accounts of a person have taken, also deleted ones; for an unproved address, those of its '
  'mailbox.';

create function private.take_first_step(p_step text, p_points integer) returns void
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
comment on function private.take_first_step(text, integer) is
  'Records a first step of the caller and credits its points, unless another account of the person, also a deleted one, '
  'has taken it. Nothing for a suspended member.';

create function private.tg_newsfeed_posts__say_hello() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_points constant integer := private.first_step_points('hello');
  begin
    if v_points > 0 and exists (select from added as a where a.user_id = auth.uid() and a.type = 'post') then
      perform private.take_first_step('hello', v_points);
    end if;
    return null;
  end
  $$;
comment on function private.tg_newsfeed_posts__say_hello() is
  'A member''s own first post is a first step; a post about an award is none.';

create function private.tg_newsfeed__await_first_step() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.user_id = auth.uid() and private.first_step_points('hello') > 0 then
      perform private.lock_person(new.user_id);
      perform from public.profiles as p where p.id = new.user_id for no key update;
    end if;
    return new;
  end
  $$;
comment on function private.tg_newsfeed__await_first_step() is
  'Takes the locks of a first step before those of the notifications, in the order of a block.';

create function private.tg__take_first_step() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_points constant integer := private.first_step_points(tg_argv[0]);
  begin
    if v_points > 0 and exists (select from added as a where a.user_id = auth.uid()) then
      perform private.take_first_step(tg_argv[0], v_points);
    end if;
    return null;
  end
  $$;
comment on function private.tg__take_first_step() is
  'What members do themselves for the first time is a first step. Argument: the step.';

create function private.tg_profiles__await_first_step() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if private.first_step_points('photo') > 0 then
      perform private.hold_gate();
      perform private.lock_person(auth.uid());
    end if;
    return null;
  end
  $$;
comment on function private.tg_profiles__await_first_step() is
  'Takes the locks of a first step before the row of the profile, in the order of a reward.';

create function private.tg_profiles__take_first_step() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_points constant integer := private.first_step_points('photo');
  begin
    if v_points > 0 then
      perform private.take_first_step('photo', v_points);
    end if;
    return null;
  end
  $$;
comment on function private.tg_profiles__take_first_step() is
  'A photo that a member gives themselves is a first step.';

create trigger _315_await_first_step before insert on public.newsfeed_posts
  for each row execute function private.tg_newsfeed__await_first_step();
create trigger _315_await_first_step before insert on public.newsfeed_comments
  for each row execute function private.tg_newsfeed__await_first_step();
-- Before the sums of a member's posts, which a decision about a member changes after their profile.
create trigger _450_say_hello after insert on public.newsfeed_posts
  referencing new table as added
  for each statement execute function private.tg_newsfeed_posts__say_hello();
create trigger _450_say_hello after insert on public.newsfeed_comments
  referencing new table as added
  for each statement execute function private.tg__take_first_step('hello');
create trigger _450_enter_first_game after insert on public.game_entries
  referencing new table as added
  for each statement execute function private.tg__take_first_step('game');
create trigger _015_await_first_step before update of avatar_url on public.profiles
  for each statement when (auth.uid() is not null) execute function private.tg_profiles__await_first_step();
-- For each row: an update of many rows, such as one of points, does not name the column.
create trigger _550_take_first_step after update of avatar_url on public.profiles
  for each row when (new.avatar_url <> '' and new.avatar_url <> old.avatar_url and new.id = auth.uid())
  execute function private.tg_profiles__take_first_step();

-- The first session ----------------------------------------------------------------------------------------

create function private.own_first_session() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.own_first_session() is 'The first session of the caller; see public.first_session.';

create function public.first_session(member public.profiles) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
  begin
    if first_session.member.id is distinct from auth.uid() then
      return null;
    end if;
    return private.own_first_session();
  end
  $$;
comment on function public.first_session(public.profiles) is
  'The first session of the caller: what each step would still earn them (photo, hello, game; 0 for nothing), what a friend '
  'who joins earns, the steps that they took while they earned points (taken), whether they have logged a catch, and whether '
  'a mailed link proved their address. Null 14 days after they joined, once they have hidden it, while they are suspended, '
  'and for the profile of another member.';

create function private.hide_first_session() returns void
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
comment on function private.hide_first_session() is 'See public.hide_first_session.';

create function public.hide_first_session() returns void
  language sql set search_path = ''
  as $$ select private.hide_first_session() $$;
comment on function public.hide_first_session() is
  'Hides the panel of the caller''s first session, on all their devices. What is hidden stays hidden.';

-- How points are earned ------------------------------------------------------------------------------------

create function public.points_guide()
  returns table (
    photo integer,
    hello integer,
    game integer,
    friend integer,
    games jsonb,
    rewards_from integer,
    levels jsonb)
  language plpgsql stable set search_path = ''
  as $$
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
  $$;
comment on function public.points_guide() is
  'How points are earned: what each first step earns (0: nothing), a friend who joins, and the least and most points of the '
  'games of each type that run or ended in the last 90 days; the price of the cheapest reward; and the levels. friend and '
  'rewards_from are null and games is empty for guests.';

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
      return query select 200, 'Leaderboard', 'The members with the most points this week, this month, this season and of all time.',
        jsonb_build_object('path', '/leaderboard', 'kind', 'leaderboard', 'title', 'Top three', 'rows', coalesce(jsonb_agg(
          jsonb_build_object('name', t.username, 'points', t.points) order by t.points desc, t.username), '[]'))
        from (
          select p.username, p.points + p.points_spent as points
          from public.profiles as p
          where not p.is_suspended and p.points + p.points_spent > 0
          order by p.points + p.points_spent desc, private.username_key(p.username)
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
    elsif v_path = '/points' then
      return query select 200, 'How points are earned', 'What earns points, and the levels that they lead to.', null::jsonb;
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

-- Own data, and accounts that leave ------------------------------------------------------------------------

create or replace function private.my_dealings(p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      'invitation', (
        select to_jsonb(i) - array['member_id', 'code'] from private.invitations as i where i.member_id = p_user_id
      ),
      'mailed_invitations', (
        -- Whoever has not proved an address does not learn whether it was invited.
        select coalesce(
          jsonb_agg(jsonb_build_object('invited_by', p.username, 'created_at', m.created_at, 'expires_at', m.expires_at,
            'accepted_at', m.accepted_at, 'proposed_name', m.proposed_name, 'joined_on', m.joined_on, 'points', m.points)
            order by m.created_at),
          '[]')
        from auth.users as u
          join private.mailed_invitations as m on m.address = lower(u.email)
          left join public.profiles as p on p.id = m.invited_by
        where u.id = p_user_id and private.is_proved_address(p_user_id)
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
      'redemptions', (
        select coalesce(
          jsonb_agg(to_jsonb(r) - array['account_id', 'package_id'] || jsonb_build_object('reward', p.name)
            order by r.redeemed_at, r.id),
          '[]')
        from private.redemptions as r join public.prize_packages as p on p.id = r.package_id
        where r.account_id = p_user_id
      ),
      'first_steps', (
        select coalesce(jsonb_agg(to_jsonb(f) - 'account_id' order by f.taken_at, f.step), '[]')
        from private.first_steps as f where f.account_id = p_user_id
      ),
      'first_session', (
        select coalesce(jsonb_agg(to_jsonb(h) - 'user_id'), '[]')
        from private.hidden_first_sessions as h where h.user_id = p_user_id
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
          -- The team's notes are for the team.
          and x.action not in ('add_note', 'delete_note')
      )
    );
  end
  $function$;

comment on function public.my_data() is
  'Everything stored about the caller as one object: account, profile, posts, comments, reactions, game_entries, catches, '
  'files, points, gifts, badges, referrals, connections, blocked, prizes, redemptions, first_steps, first_session, '
  'addresses, admins_did, notifications, muted, notification_settings, to_be_sent, push_devices. Ten times an hour (429).';

create or replace function private.leave_marks(p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_ghost constant uuid := gen_random_uuid();
  begin
    delete from private.left_counters as c where c.window_start <= now() - interval '31 days';
    delete from private.declined_connections as d where d.declined_at <= now() - interval '30 days';

    -- One that still counts stays if the account has not proved that the address is its own.
    delete from private.mailed_invitations as m using auth.users as u
      where u.id = p_user_id and m.address = lower(u.email)
        and (private.invitation_state(m) not in ('waiting', 'sent') or private.is_proved_address(p_user_id));

    update private.account_addresses as a set account_id = v_ghost where a.account_id = p_user_id;
    update private.suspended_accounts as s set account_id = v_ghost where s.account_id = p_user_id;
    update private.answer_viewers as v set user_id = v_ghost where v.user_id = p_user_id;
    update private.username_keys as k set user_id = v_ghost, freed_at = coalesce(k.freed_at, clock_timestamp())
      where k.user_id = p_user_id;
    update private.referral_parties as k set referrer_id = v_ghost where k.referrer_id = p_user_id;
    update private.referral_parties as k set referred_id = v_ghost where k.referred_id = p_user_id;
    update private.declined_connections as d set user_id = v_ghost where d.user_id = p_user_id;
    update private.declined_connections as d set connected_user_id = v_ghost where d.connected_user_id = p_user_id;
    update private.redemptions as r set account_id = v_ghost where r.account_id = p_user_id;
    update private.first_steps as f set account_id = v_ghost where f.account_id = p_user_id;
    update private.reports as r set former_account_id = v_ghost where r.reporter_id = p_user_id;
    update private.report_cases as c set former_account_id = v_ghost where c.author_id = p_user_id;
    update private.linked_admins as k set account_id = v_ghost where k.account_id = p_user_id;
    insert into private.left_suspensions (account_id, suspensions)
      select v_ghost, count(*) from private.audit_log as l
      where l.subject_id = p_user_id and l.action = 'suspend' having count(*) > 0;
    insert into private.left_counters (account_id, bucket, window_start, used)
      select v_ghost, c.bucket, c.window_start, c.used
      from private.rate_counters as c
      where c.user_id = p_user_id and c.window_start > now() - interval '31 days';
    insert into private.left_debts (account_id, points)
      select v_ghost, greatest(p.points, -2147483648) from public.profiles as p where p.id = p_user_id and p.points < 0;
    insert into private.left_entries (game_id, account_id)
      select e.game_id, v_ghost
      from public.game_entries as e join public.games as g on g.id = e.game_id
      where e.user_id = p_user_id and g.status <> 'completed';
  end
  $function$;

-- Audit ----------------------------------------------------------------------------------------------------

drop trigger _600_audit on public.site_settings;
create trigger _600_audit after update on public.site_settings
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row(
    'site_settings', 'site_settings', '',
    'club_name,accent,time_zone,country,weight_unit,season_begins,records_for_guests,currency_symbol,reports_to_hide,admins_need_two_steps,joining,photo_step_points,hello_step_points,game_step_points',
    '');

-- Grants ---------------------------------------------------------------------------------------------------

grant update (photo_step_points, hello_step_points, game_step_points) on public.site_settings to authenticated;

revoke all on function
  private.first_step_points(text),
  private.steps_elsewhere(uuid),
  private.take_first_step(text, integer),
  private.tg_newsfeed__await_first_step(),
  private.tg_newsfeed_posts__say_hello(),
  private.tg__take_first_step(),
  private.tg_profiles__await_first_step(),
  private.tg_profiles__take_first_step(),
  private.own_first_session(),
  public.first_session(public.profiles),
  private.hide_first_session(),
  public.hide_first_session(),
  public.points_guide()
  from public, anon, authenticated, service_role;
grant execute on function
  private.own_first_session(),
  public.first_session(public.profiles),
  private.hide_first_session(),
  public.hide_first_session(),
  public.points_guide()
  to authenticated;
grant execute on function public.points_guide() to anon;
