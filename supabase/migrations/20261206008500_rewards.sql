-- Rewards: packages that members get for points of their balance. What is spent changes the balance only: the leaderboards
-- and the levels rank what was earned. A reward of which nothing is claimed in time, or that is cancelled before it is
-- sent, gives its points and its unit back.

-- Tables ---------------------------------------------------------------------------------------------------

alter table public.prize_packages
  add column points_price integer,
  add column limit_per_member integer default 1,
  add constraint prize_packages_price_range check (points_price between 1 and 1000000),
  add constraint prize_packages_limit_range check (limit_per_member between 1 and 1000);
comment on column public.prize_packages.points_price is
  'What the package costs as a reward, in points; null if it is none.';
comment on column public.prize_packages.limit_per_member is
  'How often a member gets the package as a reward in a season; null for as often as they like.';

alter table public.prize_awards
  add column points_paid integer,
  add column redemption_id uuid,
  add constraint prize_awards_paid_range check (points_paid between 0 and 1000000),
  add constraint prize_awards_paid_redemption check ((points_paid is null) = (redemption_id is null));
comment on column public.prize_awards.points_paid is
  'The points that the member gave for it; null for a prize that was won. The items of a package share its price.';
comment on column public.prize_awards.redemption_id is
  'The same for all items of a package that were got together for points; null for a prize that was won.';

create index prize_awards_redemption on public.prize_awards (redemption_id) where redemption_id is not null;

create table private.redemptions (
  id uuid primary key,
  account_id uuid not null,
  package_id uuid not null references public.prize_packages on delete cascade,
  redeemed_at timestamptz not null default now(),
  expired_at timestamptz,
  cancelled_at timestamptz,
  constraint redemptions_dates_bounds check (
    redeemed_at >= '2000-01-01T00:00:00Z' and redeemed_at < '2200-01-01T00:00:00Z'
    and expired_at >= '2000-01-01T00:00:00Z' and expired_at < '2200-01-01T00:00:00Z'
    and cancelled_at >= '2000-01-01T00:00:00Z' and cancelled_at < '2200-01-01T00:00:00Z'
  )
);
comment on table private.redemptions is
  'Which account got which package for points, for the limit of the season; kept under another id when the account is '
  'deleted.';
comment on column private.redemptions.expired_at is
  'When its points came back because nothing of it was claimed in time; otherwise null.';
comment on column private.redemptions.cancelled_at is
  'When an admin cancelled the last of its awards, after which it does not count; otherwise null.';

create index redemptions_package on private.redemptions (package_id, account_id);
create index redemptions_account on private.redemptions (account_id);

alter table private.redemptions enable row level security;

-- The balance and what was spent of it: the leaderboards rank by their sum, which a reward leaves as it is.
alter table public.profiles
  add column points_spent bigint not null default 0;
comment on column public.profiles.points_spent is
  'The points given for rewards, without those that came back. With points it is the number of the leaderboards.';

drop index public.profiles_leaderboard;
create index profiles_leaderboard on public.profiles ((points + points_spent) desc, private.username_key(username))
  where not is_suspended;

-- The kind is read for the rest of the first day of a timeframe.
drop index public.points_log_created_at;
create index points_log_created_at on public.points_log (created_at) include (user_id, points_change, kind);

alter table public.points_log
  drop constraint points_log_kind_known,
  add constraint points_log_kind_known check (
    kind in ('admin', 'referral', 'gift_sent', 'gift_received', 'game', 'prize', 'reward', 'reward_refund')
  );
comment on column public.points_log.kind is
  'admin (by hand), referral, gift_sent, gift_received, game, prize, reward or reward_refund.';

-- Sums -----------------------------------------------------------------------------------------------------

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
      when 'gift_sent' then false
      when 'gift_received' then false
      when 'reward' then false
      when 'reward_refund' then false
    end
  $function$;

comment on function private.is_earned(text) is
  'Whether entries of a kind of the ledger count as earned, towards a level: what admins give and take by hand, imported '
  'points among it, referrals, games and prizes of points. Gifts do not, on either side, nor do rewards and what comes '
  'back of them. Null for an unknown kind.';

create function private.is_ranked(p_kind text) returns boolean
  language sql immutable parallel safe set search_path = ''
  as $$ select p_kind not in ('reward', 'reward_refund') $$;
comment on function private.is_ranked(text) is
  'Whether entries of a kind of the ledger count on the leaderboards: all but rewards and what comes back of them.';

create or replace function private.tg_points_log__apply()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform from public.profiles as p
      where p.id in (select a.user_id from added as a)
      order by p.id
      for no key update;
    update public.profiles as p set points = p.points + s.points_change, points_spent = p.points_spent + s.points_spent
      from (
        select
          a.user_id,
          sum(a.points_change) as points_change,
          coalesce(-sum(a.points_change) filter (where not private.is_ranked(a.kind)), 0) as points_spent
        from added as a
        group by a.user_id
      ) as s
      where p.id = s.user_id;
    insert into private.points_earned as e (user_id, points)
      select a.user_id, sum(a.points_change)
      from added as a
      where private.is_earned(a.kind)
      group by 1
      order by 1
      on conflict (user_id) do update set points = e.points + excluded.points;
    insert into private.points_by_day as d (user_id, day, points)
      select a.user_id, (a.created_at at time zone 'utc')::date, sum(a.points_change)
      from added as a
      where private.is_ranked(a.kind)
      group by 1, 2
      order by 1, 2
      on conflict (day, user_id) do update set points = d.points + excluded.points;
    insert into private.points_by_month as m (user_id, month, points)
      select a.user_id, date_trunc('month', a.created_at at time zone 'utc')::date, sum(a.points_change)
      from added as a
      where private.is_ranked(a.kind)
      group by 1, 2
      order by 1, 2
      on conflict (month, user_id) do update set points = m.points + excluded.points;
    return null;
  end
  $function$;

comment on function private.tg_points_log__apply() is
  'Keeps profiles.points and points_spent, the points earned and the sums by day and month equal to the ledger. Rewards '
  'are in the first two only.';
comment on table private.points_by_day is
  'Sum of points_log per member and UTC day, without rewards, kept by its trigger.';
comment on table private.points_by_month is
  'Sum of points_log per member and UTC month, without rewards, named by its first day.';

-- Profiles -------------------------------------------------------------------------------------------------

create or replace function private.tg_profiles__guard_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  declare
    v_own public.profiles;
    -- The columns that this insert does not decide, and the username, which is compared without case.
    v_not_sent constant text[] := array[
      'username', 'is_admin', 'is_moderator', 'is_suspended', 'points', 'points_spent', 'badge_count', 'created_at',
      'updated_at', 'joined_on'];
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
    new.points_spent := coalesce(v_own.points_spent, 0);
    new.badge_count := coalesce(v_own.badge_count, 0);
    return new;
  end
  $function$;

create or replace function private.tg_profiles__guard_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if not private.is_direct_statement() then
      return new;
    end if;
    if new.id <> old.id then
      raise exception 'the id of a profile cannot be changed' using errcode = '42501';
    end if;
    if new.points <> old.points or new.points_spent <> old.points_spent or new.badge_count <> old.badge_count then
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
      if old.is_suspended and not new.is_suspended then
        perform private.leave_own_suspension(new.id);
      end if;
    end if;
    return new;
  end
  $function$;

create or replace function private.tg_profiles__audit_edit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_details jsonb := private.audit_changes(to_jsonb(old), to_jsonb(new), array['username'], '{}');
  begin
    if v_details is not null then
      perform private.audit('rename_user', 'member', new.id, new.username, v_details);
    end if;
    -- tg_profiles__audit records rights and suspension; points and badges are recorded where they are given.
    v_details := private.audit_changes(to_jsonb(old), to_jsonb(new), '{}', private.columns_but(to_jsonb(new),
      array['username', 'is_admin', 'is_moderator', 'is_suspended', 'points', 'points_spent', 'badge_count']));
    if v_details is not null then
      perform private.audit('edit_profile', 'member', new.id, new.username, v_details);
    end if;
    return null;
  end
  $function$;

create or replace function private.tg_profiles__note_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_not_edited constant text[] := array[
      'points', 'points_spent', 'badge_count', 'is_admin', 'is_moderator', 'is_suspended', 'updated_at'];
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
          (n.username, n.avatar_url, n.badge_count, n.points + n.points_spent, n.is_suspended)
          is distinct from (o.username, o.avatar_url, o.badge_count, o.points + o.points_spent, o.is_suspended)), false),
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
  $function$;

drop trigger _300_guard_update on public.profiles;
create trigger _300_guard_update
  before update of id, is_admin, is_moderator, is_suspended, points, points_spent, badge_count on public.profiles
  for each row execute function private.tg_profiles__guard_update();
drop trigger _400_stamp_updated_at on public.profiles;
create trigger _400_stamp_updated_at
  before insert or update on public.profiles
  for each row execute function private.tg__stamp_updated_at('points', 'points_spent', 'badge_count');

-- Leaderboards ---------------------------------------------------------------------------------------------

create or replace function private.leaderboard()
 RETURNS TABLE(rank bigint, username text, avatar_url text, badge_count integer, points bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return query
      select rank() over (order by t.points desc), t.username, t.avatar_url, t.badge_count, t.points
      from (
        select p.username, p.avatar_url, p.badge_count, p.points + p.points_spent as points
        from public.profiles as p
        where not p.is_suspended and p.points + p.points_spent > 0
        order by p.points + p.points_spent desc, private.username_key(p.username)
        limit 100
      ) as t
      order by t.points desc, t.username collate "und-x-icu";
  end
  $function$;

comment on function private.leaderboard() is
  'All time: the first 100 with points, by balance and rewards together; equal points share a rank.';

create or replace function private.my_position_of_all_time()
 RETURNS TABLE(rank bigint, points bigint, badge_count integer, next_username text, next_gap bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select
      case when m.points + m.points_spent > 0 then
        (select count(*) + 1 from public.profiles as p where not p.is_suspended
            and p.points + p.points_spent > m.points + m.points_spent)
      end,
      m.points + m.points_spent,
      m.badge_count,
      n.username,
      n.points - (m.points + m.points_spent)
    from public.profiles as m
      left join lateral (
        select p.username, p.points + p.points_spent as points
        from public.profiles as p
        where not p.is_suspended and p.points + p.points_spent > greatest(m.points + m.points_spent, 0)
        order by p.points + p.points_spent, private.username_key(p.username)
        limit 1
      ) as n on true
    where m.id = auth.uid() and not m.is_suspended
  $function$;

comment on function private.my_position_of_all_time() is
  'The caller''s place by balance and rewards together; no row for suspended members, rank null without points.';

create or replace function private.points_since(p_start timestamp with time zone)
 RETURNS TABLE(user_id uuid, points bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_start timestamptz;
    v_next_day date;
    v_next_month date;
  begin
    if p_start is null or not isfinite(p_start) then
      raise exception 'start_date must be a date' using errcode = '22023';
    end if;
    v_start := greatest(p_start, now() - interval '366 days');
    v_next_day := (v_start at time zone 'utc')::date + 1;
    v_next_month := date_trunc('month', v_next_day + interval '1 month' - interval '1 day')::date;
    -- The rest of the first day comes from the ledger, the rest of its month from the sums by day, everything later
    -- from the sums by month.
    return query
      select t.user_id, t.points
      from (
        select s.user_id, sum(s.points)::bigint as points
        from (
          select l.user_id, l.points_change::bigint as points
          from public.points_log as l
          where l.created_at >= v_start and l.created_at < v_next_day::timestamp at time zone 'utc'
            and private.is_ranked(l.kind)
          union all
          select d.user_id, d.points
          from private.points_by_day as d
          where d.day >= v_next_day and d.day < v_next_month
          union all
          select m.user_id, m.points
          from private.points_by_month as m
          where m.month >= v_next_month
        ) as s
        group by s.user_id
        having sum(s.points) > 0
      ) as t
      where not exists (select from public.profiles as p where p.id = t.user_id and p.is_suspended);
  end
  $function$;

create or replace function private.near_of_all_time()
 RETURNS TABLE(username text, avatar_url text, badge_count integer, points bigint, is_own boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_own public.profiles;
    v_points bigint;
    v_key text;
  begin
    select p.* into v_own from public.profiles as p where p.id = auth.uid() and not p.is_suspended
        and p.points + p.points_spent > 0;
    if v_own.id is null then
      return;
    end if;
    v_points := v_own.points + v_own.points_spent;
    v_key := private.username_key(v_own.username);
    -- Equal points, and more or fewer, are read apart: each is one short piece of the index profiles_leaderboard. A rank is
    -- not among them, as it is a count of everybody above.
    return query
      select t.username, t.avatar_url, t.badge_count, t.points, false
      from (
        select * from (
          select p.username::text, p.avatar_url, p.badge_count, p.points + p.points_spent as points,
            private.username_key(p.username) as key
          from public.profiles as p
          where not p.is_suspended and p.points + p.points_spent = v_points and private.username_key(p.username) < v_key
          order by private.username_key(p.username) desc
          limit 5
        ) as equal
        union all
        select * from (
          select p.username::text, p.avatar_url, p.badge_count, p.points + p.points_spent as points,
            private.username_key(p.username) as key
          from public.profiles as p
          where not p.is_suspended and p.points + p.points_spent > v_points
          order by p.points + p.points_spent, private.username_key(p.username) desc
          limit 5
        ) as more
        order by 4, 5 desc
        limit 5
      ) as t
      union all
      select v_own.username::text, v_own.avatar_url, v_own.badge_count, v_points, true
      union all
      select t.username, t.avatar_url, t.badge_count, t.points, false
      from (
        select * from (
          select p.username::text, p.avatar_url, p.badge_count, p.points + p.points_spent as points,
            private.username_key(p.username) as key
          from public.profiles as p
          where not p.is_suspended and p.points + p.points_spent = v_points and private.username_key(p.username) > v_key
          order by private.username_key(p.username)
          limit 5
        ) as equal
        union all
        select * from (
          select p.username::text, p.avatar_url, p.badge_count, p.points + p.points_spent as points,
            private.username_key(p.username) as key
          from public.profiles as p
          where not p.is_suspended and p.points + p.points_spent < v_points and p.points + p.points_spent > 0
          order by p.points + p.points_spent desc, private.username_key(p.username)
          limit 5
        ) as fewer
        order by 4 desc, 5
        limit 5
      ) as t;
  end
  $function$;

comment on function private.near_of_all_time() is
  'The caller and five members on each side by balance and rewards together; no row for suspended members '
  'and without points.';

create or replace function public.member_page(name text)
 RETURNS TABLE(id uuid, username text, is_suspended boolean, avatar_url text, bio text, fishing_area text, fishing_photos text[], created_at timestamp with time zone, points bigint, rank bigint, badge_count integer, post_count bigint, badges jsonb, posts jsonb, joined_on date, level text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  declare
    v_id constant uuid := private.member_of_name(member_page.name);
    v_member public.profiles;
    v_post_count bigint;
    v_rank bigint;
    v_badges jsonb;
    v_posts jsonb;
  begin
    select p.* into v_member from public.profiles as p where p.id = v_id;
    if v_member.id is null or v_id = any (private.blocked_with_me()) then
      return;
    end if;
    if v_member.is_suspended and v_id is distinct from auth.uid() and not private.is_admin() then
      return query select v_member.id, v_member.username, true, '', '', '', '{}'::text[], null::timestamptz, null::bigint,
        null::bigint, null::integer, null::bigint, '[]'::jsonb, '[]'::jsonb, null::date,
        null::text;
      return;
    end if;
    select m.post_count into v_post_count from public.member_search as m where m.id = v_id;
    if v_member.points + v_member.points_spent > 0 and not v_member.is_suspended then
      select count(*) + 1 into v_rank
        from public.profiles as p
        where not p.is_suspended and p.points + p.points_spent > v_member.points + v_member.points_spent;
    end if;
    select coalesce(jsonb_agg(to_jsonb(b) order by b.awarded_at desc, b.id), '[]') into v_badges
      from (
        select b.id, b.name, b.icon, b.color, u.awarded_at
        from public.user_badges as u join public.badges as b on b.id = u.badge_id
        where u.user_id = v_id
        order by u.awarded_at desc, b.id
        limit 60
      ) as b;
    select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at desc, n.id), '[]') into v_posts
      from (
        select n.id, n.type, left(n.content, 280) as content, n.image_url, n.created_at
        from public.newsfeed_posts as n
        where n.user_id = v_id
        order by n.created_at desc
        limit 6
      ) as n;
    return query select v_member.id, v_member.username, v_member.is_suspended, v_member.avatar_url, v_member.bio,
      v_member.fishing_area, v_member.fishing_photos, v_member.created_at, v_member.points + v_member.points_spent, v_rank,
      v_member.badge_count, v_post_count, v_badges, v_posts, v_member.joined_on, private.level_name(v_id);
  end
  $function$;

create or replace function private.member_record(p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_is_admin constant boolean := private.is_admin();
  begin
    perform private.require_other_member(p_user_id);
    return (
      select jsonb_build_object(
        'rank', case when p.points + p.points_spent > 0 and not p.is_suspended then (
          select count(*) + 1 from public.profiles as o
          where not o.is_suspended and o.points + o.points_spent > p.points + p.points_spent) end,
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
        -- One who is linked to a report about the member reads no answer to it either.
        'appeals', case when private.report_summary(p.id) is null then '[]' else private.appeals_about(p.id, null) end,
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
  $function$;

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

-- Prices ---------------------------------------------------------------------------------------------------

create function private.tg_prize_packages__price_things() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_items integer;
  begin
    if exists (select from public.prize_items as i where i.package_id = new.id and i.type = 'points') then
      raise exception 'This package has points among its items, so it cannot have a price in points.'
        using errcode = 'RW006', hint = 'Remove the points, or offer another package.';
    end if;
    select count(*) into v_items from public.prize_items as i where i.package_id = new.id;
    if new.points_price < v_items then
      raise exception 'A package of % items costs at least % points.', v_items, v_items
        using errcode = 'RW011', detail = v_items::text;
    end if;
    return new;
  end
  $$;
comment on function private.tg_prize_packages__price_things() is
  'Points cannot be bought, also not for points (RW006): they would count as earned. Each item costs at least one point '
  '(RW011, with their number as its detail), so that each has a share that can come back.';

create trigger _310_price_things
  before insert or update of points_price on public.prize_packages
  for each row when (new.points_price > 0)
  execute function private.tg_prize_packages__price_things();

create function private.tg_prize_items__fit_price() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_price integer;
    v_items integer;
  begin
    -- Locks the package, so that it gets neither a price nor another item at the same moment.
    select p.points_price into v_price
      from public.prize_packages as p where p.id = new.package_id for no key update;
    if v_price is null then
      return new;
    end if;
    if new.type = 'points' then
      raise exception 'This package has a price in points, so it cannot have points among its items.'
        using errcode = 'RW006', hint = 'Add the points to another package.';
    end if;
    select count(*) + 1 into v_items from public.prize_items as i where i.package_id = new.package_id;
    if v_price < v_items then
      raise exception 'A package of % items costs at least % points.', v_items, v_items
        using errcode = 'RW011', detail = v_items::text;
    end if;
    return new;
  end
  $$;
comment on function private.tg_prize_items__fit_price() is
  'A package with a price in points has no points among its items (RW006), and at most one item for each point (RW011).';

create trigger _310_fit_price
  before insert on public.prize_items
  for each row execute function private.tg_prize_items__fit_price();

drop trigger _600_audit on public.prize_packages;
create trigger _600_audit
  after insert or delete or update on public.prize_packages
  for each row when (private.is_direct_statement())
  execute function private.tg__audit_row('package', 'package', 'name', 'name,is_active,points_price,limit_per_member', '');

-- Redeeming ------------------------------------------------------------------------------------------------

create function private.season_start() returns timestamptz
  language sql stable security definer set search_path = ''
  as $$
    select s.begins::timestamp at time zone private.club_zone() from private.season_of(private.club_day()) as s
  $$;
comment on function private.season_start() is 'When the season began, in the time zone of the club.';

create function private.times_redeemed(p_package_id uuid, p_lives uuid[]) returns integer
  language sql stable security definer set search_path = ''
  as $$
    select count(*)::integer from private.redemptions as r
    where r.package_id = p_package_id and r.account_id = any (p_lives) and r.redeemed_at >= private.season_start()
      and r.cancelled_at is null
  $$;
comment on function private.times_redeemed(uuid, uuid[]) is
  'How often a member got a package for points this season, by all their accounts. One that was not claimed in time '
  'counts, one that an admin cancelled does not.';

create function private.closed_until(p_package_id uuid, p_lives uuid[]) returns timestamptz
  language sql stable security definer set search_path = ''
  as $$
    select max(r.expired_at) + interval '30 days' from private.redemptions as r
    where r.package_id = p_package_id and r.account_id = any (p_lives) and r.expired_at > now() - interval '30 days'
  $$;
comment on function private.closed_until(uuid, uuid[]) is
  'Until when a package is closed to a member who claimed nothing of it the last time; null if it is open.';

create function private.has_unclaimed(p_package_id uuid, p_lives uuid[]) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from private.redemptions as r
        join public.prize_awards as a on a.redemption_id = r.id
      where r.package_id = p_package_id and r.account_id = any (p_lives) and a.status <> 'claimed')
  $$;
comment on function private.has_unclaimed(uuid, uuid[]) is
  'Whether a member, by any of their accounts, redeemed a package and has not claimed all of it yet.';

create function private.units_to_redeem(p_package_id uuid) returns integer
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_left integer;
  begin
    select min(i.remaining_quantity) into v_left from public.prize_items as i where i.package_id = p_package_id;
    return coalesce(v_left - (
      select count(*) from public.games as g where g.prize_package_id = p_package_id and g.status in ('draft', 'active')
    )::integer, 0);
  end
  $$;
comment on function private.units_to_redeem(uuid) is
  'How often a package can still be redeemed: what is left of its rarest item, without one for each running or planned '
  'game that gives it.';

create function private.tg_games__keep_unit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform from public.prize_packages as p where p.id = new.prize_package_id for no key update;
    return new;
  end
  $$;
comment on function private.tg_games__keep_unit() is
  'Locks the package that a planned or running game is to give: a redemption of it comes before the game, or counts it.';

-- Not when a game is completed, which locks the package after the winners.
create trigger _330_keep_unit_on_insert
  before insert on public.games
  for each row when (new.prize_package_id is not null and new.status in ('draft', 'active'))
  execute function private.tg_games__keep_unit();
create trigger _330_keep_unit_on_update
  before update of prize_package_id on public.games
  for each row when (
    new.prize_package_id is not null and new.prize_package_id is distinct from old.prize_package_id
    and new.status in ('draft', 'active')
  )
  execute function private.tg_games__keep_unit();

create function private.reward_version(p_package_id uuid) returns text
  language sql stable security definer set search_path = ''
  as $$
    select md5(jsonb_build_array(p.name, p.description, p.points_price, (
      select jsonb_agg(jsonb_build_array(i.id, i.title, i.description, i.type, i.image_url, i.retail_value) order by i.id)
      from public.prize_items as i where i.package_id = p.id))::text)
    from public.prize_packages as p where p.id = p_package_id
  $$;
comment on function private.reward_version(uuid) is
  'A digest of what a member is shown of a package: another one when its name, description, price or items have changed.';

create function private.redeem_reward(p_request_id uuid, p_package_id uuid, p_price integer, p_version text)
  returns setof public.prize_awards
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_user_id constant uuid := auth.uid();
    v_balance bigint;
    v_may boolean;
    v_redemption uuid := gen_random_uuid();
    v_relation text;
    v_package public.prize_packages;
    v_lives uuid[];
    v_closed_until timestamptz;
  begin
    if p_request_id is null or p_package_id is null or p_price is null then
      raise exception 'name the request, the package and its price' using errcode = '22023';
    end if;
    perform private.hold_gate();
    -- No account is deleted while the gate is held.
    if not private.is_member() then
      raise exception 'the account is gone' using errcode = '42501';
    end if;
    -- Before the profile, as for a gift, so that neither waits for the other. A request that is sent again therefore counts
    -- as a use too.
    if not private.is_admin() then
      perform private.check_rate('requests-1h', 500, interval '1 hour');
      perform private.check_rate('requests-day', 650, interval '1 day');
    end if;
    -- Before the profile, as for an entry: the limit is for the person.
    perform private.lock_person(v_user_id);
    -- The member, then the package, then its items, as when a game gives its prize.
    select p.points, not p.is_suspended into v_balance, v_may
      from public.profiles as p where p.id = v_user_id for no key update;
    if v_may is not true then
      raise exception 'suspended members cannot redeem rewards' using errcode = '42501';
    end if;
    -- The same request again: the awards of the first, as far as they are still there.
    select r.row_id, r.relation into v_redemption, v_relation
      from private.requests as r where r.owner_id = v_user_id and r.request_id = p_request_id;
    if found then
      if v_relation <> 'prize_awards' or exists (
        select from private.redemptions as r where r.id = v_redemption and r.package_id <> p_package_id
      ) then
        raise exception 'this request has been carried out before'
          using errcode = 'PT409', hint = 'send another request_id';
      end if;
      return query
        select a.* from public.prize_awards as a
        where a.redemption_id = v_redemption and a.user_id = v_user_id order by a.item_id;
      return;
    end if;
    v_redemption := gen_random_uuid();
    insert into private.requests (owner_id, request_id, relation, row_id)
      values (v_user_id, p_request_id, 'prize_awards', v_redemption);

    select p.* into v_package from public.prize_packages as p where p.id = p_package_id for share;
    perform from public.prize_items as i where i.package_id = p_package_id order by i.id for no key update;
    if v_package.id is null or not v_package.is_active or v_package.points_price is null
      or not exists (select from public.prize_items as i where i.package_id = p_package_id)
    then
      raise exception 'This reward is no longer offered.' using errcode = 'RW004';
    end if;
    if v_package.points_price <> p_price then
      raise exception 'The price of this reward is % points now.', v_package.points_price
        using errcode = 'RW005', detail = v_package.points_price::text;
    end if;
    if private.reward_version(p_package_id) <> p_version then
      raise exception 'This reward has changed.' using errcode = 'RW009', hint = 'read offered_rewards again';
    end if;
    v_lives := private.lives_of(v_user_id, true);
    if private.times_redeemed(p_package_id, v_lives) >= v_package.limit_per_member then
      raise exception 'You have had this reward as often as a member may this season.'
        using errcode = 'RW003', detail = v_package.limit_per_member::text;
    end if;
    v_closed_until := private.closed_until(p_package_id, v_lives);
    if v_closed_until is not null then
      raise exception 'You did not claim this reward in time, so it is closed to you for 30 days.'
        using errcode = 'RW010', detail = to_jsonb(v_closed_until) #>> '{}';
    end if;
    if private.has_unclaimed(p_package_id, v_lives) then
      raise exception 'You have one of this reward that is not claimed yet.'
        using errcode = 'RW013', hint = 'claim it first';
    end if;
    if private.units_to_redeem(p_package_id) < 1 then
      raise exception 'The last one has gone.' using errcode = 'RW002';
    end if;
    if v_balance < p_price then
      raise exception 'not enough points for this reward'
        using errcode = 'RW001', detail = (p_price - v_balance)::text, hint = 'the detail is how many are missing';
    end if;

    insert into private.redemptions (id, account_id, package_id) values (v_redemption, v_user_id, p_package_id);
    -- The items share the price, and the first ones its remainder.
    insert into public.prize_awards (user_id, item_id, points_paid, redemption_id)
      select v_user_id, i.id, p_price / i.total + case when i.place <= p_price % i.total then 1 else 0 end, v_redemption
      from (
        select x.id, (count(*) over ())::integer as total, (row_number() over (order by x.id))::integer as place
        from public.prize_items as x where x.package_id = p_package_id
      ) as i
      order by i.id;
    perform private.credit(v_user_id, 'reward', -p_price, 'Reward: ' || v_package.name, 'reward:' || v_redemption,
      v_user_id, jsonb_build_object('redemption_id', v_redemption, 'package', v_package.name));
    return query
      select a.* from public.prize_awards as a where a.redemption_id = v_redemption order by a.item_id;
  end
  $$;
comment on function private.redeem_reward(uuid, uuid, integer, text) is
  'Takes the price from the caller''s balance and awards each item of the package, or does nothing.';

create function public.redeem_reward(request_id uuid, package_id uuid, price integer, version text default null)
  returns setof public.prize_awards
  language sql set search_path = ''
  as $$
    select * from private.redeem_reward(
      redeem_reward.request_id, redeem_reward.package_id, redeem_reward.price, redeem_reward.version)
  $$;
comment on function public.redeem_reward(uuid, uuid, integer, text) is
  'Redeems a reward for points of the caller''s balance; returns the awards, which are then claimed like any prize. price '
  'and version are those that the caller was shown (RW005 and RW009 if they are others now; without a version it is not '
  'compared). Sent again with the same request_id it returns the awards of the first time; PT409 for another package. '
  'RW001 not enough points, with the missing number as detail; RW002 none left; RW003 the limit per member and season is '
  'reached; RW004 no longer offered; RW010 closed after one that was not claimed in time, with its end as detail; RW013 one '
  'is not claimed yet; 42501 for suspended members.';

create function private.offered_rewards()
  returns table (
    id uuid, name text, description text, price integer, limit_per_member integer, times_redeemed integer, units integer,
    closed_until timestamptz, is_unclaimed boolean, version text, items jsonb
  )
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_lives constant uuid[] := private.lives_of(auth.uid(), true);
  begin
    return query
      select o.id, o.name::text, o.description, o.points_price, o.limit_per_member, o.times, nullif(least(o.units, 6), 6),
        private.closed_until(o.id, v_lives), private.has_unclaimed(o.id, v_lives), private.reward_version(o.id),
        (
          select jsonb_agg(jsonb_build_object(
            'title', i.title, 'description', i.description, 'type', i.type, 'image_url', i.image_url,
            'retail_value', i.retail_value) order by i.created_at, i.title, i.id)
          from public.prize_items as i where i.package_id = o.id
        )
      from (
        select p.*, private.times_redeemed(p.id, v_lives) as times, private.units_to_redeem(p.id) as units
        from public.prize_packages as p
        where p.is_active and p.points_price is not null and private.is_member()
      ) as o
      where o.units > 0
      order by o.points_price, o.name, o.id
      limit 200;
  end
  $$;
comment on function private.offered_rewards() is
  'The packages with a price that are active and in stock. units is the number left where it is at most 5, otherwise null.';

create function public.offered_rewards()
  returns table (
    id uuid, name text, description text, price integer, limit_per_member integer, times_redeemed integer, units integer,
    closed_until timestamptz, is_unclaimed boolean, version text, items jsonb
  )
  language sql stable set search_path = ''
  as $$ select * from private.offered_rewards() $$;
comment on function public.offered_rewards() is
  'The rewards that members can redeem now, cheapest first, at most 200: active packages with a price, in stock. '
  'times_redeemed: how often the caller did this season, of limit_per_member (null: no limit). units: how many are left, '
  'where it is at most 5. closed_until: when it opens again for a caller who did not claim the last one in time. '
  'is_unclaimed: the caller has one that is to be claimed first. version: for redeem_reward. items: title, description, '
  'type, image_url and retail_value of each.';

-- Giving back ----------------------------------------------------------------------------------------------

create function private.tg_prize_awards__lock_payer() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- Before the item, whose unit comes back: in the order of redeem_reward.
    perform from public.profiles as p where p.id = old.user_id for no key update;
    return old;
  end
  $$;
comment on function private.tg_prize_awards__lock_payer() is 'Locks the member to whom the points of the award go back.';

create trigger _300_lock_payer
  before delete on public.prize_awards
  for each row when (old.points_paid > 0 and old.user_id is not null)
  execute function private.tg_prize_awards__lock_payer();

create function private.tg_prize_awards__refund() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.credit(old.user_id, 'reward_refund', old.points_paid, 'Points back for ' || old.promised_title,
      'reward_refund:' || old.id, auth.uid(),
      jsonb_build_object('redemption_id', old.redemption_id, 'award_id', old.id, 'prize', old.promised_title));
    return null;
  end
  $$;
comment on function private.tg_prize_awards__refund() is
  'An award that was paid for and is deleted before it was sent gives its points back, once.';

create trigger _490_refund
  after delete on public.prize_awards
  for each row when (
    old.points_paid > 0 and old.user_id is not null
    and (old.status <> 'claimed' or coalesce(old.fulfillment_status, 'pending') in ('pending', 'processing'))
  )
  execute function private.tg_prize_awards__refund();

drop trigger _500_return_stock on public.prize_awards;
create trigger _500_return_stock
  after delete on public.prize_awards
  for each row when (
    old.status <> 'claimed'
    or old.points_paid is not null and coalesce(old.fulfillment_status, 'pending') in ('pending', 'processing')
  )
  execute function private.tg_prize_awards__return_stock();
comment on function private.tg_prize_awards__return_stock() is
  'An award that is withdrawn before its claim, or was paid for and is cancelled before it was sent, returns its unit.';

drop policy delete_admin on public.prize_awards;
create policy delete_admin on public.prize_awards
  for delete to authenticated
  using ((select private.is_admin()) and status <> 'claimed' and points_paid is null);
comment on policy delete_admin on public.prize_awards is
  'Admins withdraw awards that have not been claimed. One that was paid for is cancelled by cancel_reward.';

create function private.cancel_reward(p_award_id uuid) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_award public.prize_awards;
  begin
    perform private.require_admin();
    perform private.hold_gate();
    select a.* into v_award from public.prize_awards as a where a.id = p_award_id for update;
    if not found then
      return false;
    end if;
    if v_award.points_paid is null then
      raise exception 'This prize was not got for points.' using errcode = 'RW008';
    end if;
    if v_award.user_id = any (private.lives_of(auth.uid(), true)) then
      raise exception 'Admins do not cancel their own rewards.' using errcode = 'RW012', hint = 'ask another admin';
    end if;
    if v_award.status = 'claimed' and coalesce(v_award.fulfillment_status, 'pending') not in ('pending', 'processing') then
      raise exception 'This reward has been sent, so it can no longer be cancelled.' using errcode = 'RW007';
    end if;
    -- Two items can be cancelled at once; the second sees that the first has gone.
    perform from private.redemptions as r where r.id = v_award.redemption_id for update;
    delete from public.prize_awards as a where a.id = p_award_id;
    update private.redemptions as r set cancelled_at = now()
      where r.id = v_award.redemption_id
        and not exists (select from public.prize_awards as a where a.redemption_id = v_award.redemption_id);
    perform private.tell_of_returned(v_award, false);
    return true;
  end
  $$;
comment on function private.cancel_reward(uuid) is
  'Deletes an award that was paid for and not sent yet. Points and unit come back by its triggers.';

create function private.tell_of_returned(p_award public.prize_awards, p_has_expired boolean) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- Nobody is left for the points of a deleted member.
    perform private.audit_member('remove_prize', p_award.user_id, jsonb_build_object(
      'award_id', p_award.id, 'prize', p_award.promised_title,
      'points', case when p_award.user_id is null then 0 else p_award.points_paid end)
      || case when p_has_expired then '{"expired": true}'::jsonb else '{}' end);
    perform private.notify(
        case when p_has_expired then 'reward_expired' else 'prize_removed' end, p_award.user_id, l.id, l.id, null)
      from private.audit_log as l
      where l.subject_id = p_award.user_id and l.created_at = now() and l.action = 'remove_prize'
        and l.details ->> 'award_id' = p_award.id::text;
  end
  $$;
comment on function private.tell_of_returned(public.prize_awards, boolean) is
  'Records in the audit trail that an award was taken back, and the points that came back with it, and notifies the member.';

insert into private.notification_kinds (name, group_name, audience, subject, is_bundled) values
  ('reward_expired', 'prizes', 'member', 'removal', true);

create function private.tg_prize_awards__stay_sent() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    raise exception 'This reward has been sent, so it does not go back to pending or processing.' using errcode = 'CL009';
  end
  $$;
comment on function private.tg_prize_awards__stay_sent() is
  'A reward that was sent, delivered or closed stays so (CL009): its points would come back otherwise.';

create trigger _305_stay_sent
  before update of fulfillment_status on public.prize_awards
  for each row when (
    old.points_paid is not null and old.fulfillment_status in ('shipped', 'delivered', 'closed')
    and coalesce(new.fulfillment_status, 'pending') not in ('shipped', 'delivered', 'closed')
  )
  execute function private.tg_prize_awards__stay_sent();

create function private.tg_prize_awards__bound_deadline() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if old.user_id = any (private.lives_of(auth.uid(), true)) then
      raise exception 'Admins do not move the deadline of their own rewards.'
        using errcode = 'RW012', hint = 'ask another admin';
    end if;
    if new.claim_deadline > old.awarded_at + interval '90 days' then
      raise exception 'A reward is claimed within 90 days.'
        using errcode = 'RW014', detail = to_jsonb(old.awarded_at + interval '90 days') #>> '{}';
    end if;
    if new.claim_deadline <= now() and private.is_api_request() then
      raise exception 'The claim deadline must be in the future.' using errcode = 'PZ006', hint = 'cancel the reward instead';
    end if;
    return new;
  end
  $$;
comment on function private.tg_prize_awards__bound_deadline() is
  'The deadline of a reward is moved by an admin whose own it is not (RW012): one that has passed gives the points back. It '
  'is at most 90 days after the award (RW014, with the latest as its detail), so that stock is not held for ever, and no '
  'request moves it into the past (PZ006): the member would lose the item, and be kept from the package, by no fault of '
  'theirs.';

create trigger _305_bound_deadline
  before update of claim_deadline on public.prize_awards
  for each row when (old.points_paid is not null and new.claim_deadline is distinct from old.claim_deadline)
  execute function private.tg_prize_awards__bound_deadline();

create function public.cancel_reward(award_id uuid) returns boolean
  language sql set search_path = ''
  as $$ select private.cancel_reward(cancel_reward.award_id) $$;
comment on function public.cancel_reward(uuid) is
  'Cancels an award that a member got for points, before it is sent, also after its claim: the points go back to the '
  'member, and the unit to the stock. False if there is no such award, as after a first time. Admins only (42501); RW007 '
  'if it was sent, delivered or closed; RW008 if it was won; RW012 for one of the caller''s own.';

create function private.return_expired_rewards() returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_due uuid[];
    v_locked uuid[];
    v_claimed uuid[];
    v_award public.prize_awards;
    v_awards public.prize_awards[] := '{}';
  begin
    perform private.hold_gate();
    -- Admins can move the deadline of one item: all of a redemption end with the last.
    v_due := array(
      select a.redemption_id from public.prize_awards as a
      where a.redemption_id is not null and a.status <> 'claimed'
      group by a.redemption_id
      having max(a.claim_deadline) <= now()
      order by a.redemption_id
      limit 100
    );
    if v_due = '{}' then
      return 0;
    end if;
    v_locked := array(
      select a.id from public.prize_awards as a where a.redemption_id = any (v_due) order by a.id for update skip locked
    );
    -- Those that could be locked as a whole, as they are now.
    v_due := array(
      select a.redemption_id from public.prize_awards as a
      where a.redemption_id = any (v_due)
      group by a.redemption_id
      having bool_and(a.id = any (v_locked)) and max(a.claim_deadline) filter (where a.status <> 'claimed') <= now()
    );
    v_claimed := array(
      select distinct a.redemption_id from public.prize_awards as a
      where a.redemption_id = any (v_due) and a.status = 'claimed'
    );
    -- Members, then items, each in the order of their ids, as everywhere.
    perform from public.profiles as p
      where p.id in (select a.user_id from public.prize_awards as a where a.redemption_id = any (v_due))
      order by p.id
      for no key update;
    perform from public.prize_items as i
      where i.id in (select a.item_id from public.prize_awards as a where a.redemption_id = any (v_due))
      order by i.id
      for no key update;
    -- Where something was claimed no points come back: it would have cost less than the package. The shares go to it.
    update public.prize_awards as a set points_paid = a.points_paid + s.points
      from (
        select
          (array_agg(c.id order by c.id) filter (where c.status = 'claimed'))[1] as heir,
          sum(c.points_paid) filter (where c.status <> 'claimed') as points
        from public.prize_awards as c
        where c.redemption_id = any (v_claimed)
        group by c.redemption_id
      ) as s
      where a.id = s.heir;
    update public.prize_awards as a set points_paid = 0
      where a.redemption_id = any (v_claimed) and a.status <> 'claimed';
    update private.redemptions as r set expired_at = now()
      where r.id = any (v_due) and not r.id = any (v_claimed);
    for v_award in
      delete from public.prize_awards as a where a.redemption_id = any (v_due) and a.status <> 'claimed' returning a.*
    loop
      v_awards := array_append(v_awards, v_award);
    end loop;
    foreach v_award in array v_awards loop
      perform private.tell_of_returned(v_award, true);
    end loop;
    return cardinality(v_awards);
  end
  $$;
comment on function private.return_expired_rewards() is
  'Deletes awards that were paid for and not claimed by their deadline, of at most 100 redemptions at a time: the units '
  'come back, and the points if nothing of the redemption was claimed. Returns how many. The job bankside-rewards does so '
  'every minute.';

-- What other parts know of it ------------------------------------------------------------------------------

create or replace function private.tg_prize_awards__post_awards()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into public.newsfeed_posts (user_id, content, type, metadata, created_at)
      select a.user_id, 'won the ' || p.name, 'prize_award', jsonb_build_object('package_name', p.name),
        max(a.awarded_at)
      from added as a
        join public.prize_items as i on i.id = a.item_id
        join public.prize_packages as p on p.id = i.package_id
      where a.points_paid is null
      group by a.user_id, p.id, p.name;
    return null;
  end
  $function$;

comment on function private.tg_prize_awards__post_awards() is
  'Posts to the newsfeed, once per package and winner, in the winner''s name. What was got for points is not posted. '
  'Definer: members cannot post awards.';

create or replace function private.tg_profiles__leave_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_awards uuid[];
  begin
    -- The party is cleared first, so that no trigger takes the rest for an admin's action on a member.
    with emptied as (
      update public.prize_awards as a set
          user_id = null,
          shipping_method = null,
          shipping_details = null,
          shipping_address_id = null,
          tracking_number = null,
          fulfillment_notes = null,
          notes = null
        where a.user_id = old.id and a.status = 'claimed'
        returning a.id
    )
    select array_agg(e.id) into v_awards from emptied as e;
    delete from public.prize_award_notes as n where n.award_id = any (v_awards);
    -- An unclaimed prize returns its unit. The points that were given for it leave the club with the account.
    update public.prize_awards as a set points_paid = null, redemption_id = null
      where a.user_id = old.id and a.points_paid is not null and a.status <> 'claimed';
    delete from public.prize_awards as a where a.user_id = old.id;

    delete from public.game_entries as e
      using public.games as g
      where g.id = e.game_id and e.user_id = old.id and g.status <> 'completed';
    update public.game_entries as e set user_id = null, photo_url = null where e.user_id = old.id;

    -- The ledger of the other side keeps the amount and loses the name.
    update public.points_log as l
      set reason = 'Gift from a deleted member', metadata = l.metadata - 'username'
      from public.point_gifts as g
      where g.from_user_id = old.id and l.source_key = 'gift_received:' || g.id;
    update public.points_log as l
      set reason = 'Gift to a deleted member', metadata = l.metadata - 'username'
      from public.point_gifts as g
      where g.to_user_id = old.id and l.source_key = 'gift_sent:' || g.id;
    update public.points_log as l
      set metadata = l.metadata - 'referred_username'
      from public.referrals as r
      where r.referred_user_id = old.id and l.source_key = 'referral:' || r.id;

    update public.point_gifts as g set from_user_id = null, message = null where g.from_user_id = old.id;
    update public.point_gifts as g set to_user_id = null where g.to_user_id = old.id;

    update public.referrals as r set referred_user_id = null, referred_email = null where r.referred_user_id = old.id;
    update public.referrals as r set referrer_id = null where r.referrer_id = old.id;

    delete from private.requests as q where q.owner_id = old.id;
    return old;
  end
  $function$;

create or replace function private.own_result(p_game_id uuid, p_reader_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    -- The page of the game ranks no more guesses than one answer of the API has.
    c_ranked constant integer := 1000;
    v_game public.games;
    v_own public.game_entries;
    v_answer numeric;
    v_guess numeric;
    v_result jsonb := '{}';
  begin
    select g.* into v_game from public.games as g where g.id = p_game_id and g.status = 'completed';
    select e.* into v_own from public.game_entries as e
      where e.game_id = v_game.id and e.user_id = p_reader_id and not e.by_team;
    if v_own.id is null then
      return v_result;
    end if;
    if v_own.is_winner then
      return jsonb_strip_nulls(jsonb_build_object(
        'place', v_own.winner_place,
        'won_points', (
          select l.points_change from public.points_log as l
          where l.source_key = 'game:' || v_own.id and l.user_id = p_reader_id),
        -- The prize is for the earliest first place. One that was taken back is not named.
        'prize', case when v_game.metadata ->> 'prize' = 'awarded' and v_own.id = (
            select e.id from public.game_entries as e
            where e.game_id = v_game.id and e.is_winner and e.winner_place = 1
            order by e.created_at, e.id
            limit 1)
          then (
            select p.name from public.prize_packages as p
            where p.id = v_game.prize_package_id and exists (
              select from public.prize_awards as a join public.prize_items as i on i.id = a.item_id
              where a.user_id = p_reader_id and i.package_id = p.id and a.redemption_id is null)) end));
    end if;
    case v_game.type
      when 'guess_weight' then
        v_answer := (v_game.metadata ->> 'actual_weight')::numeric;
        v_guess := (v_own.entry_data ->> 'weight')::numeric;
        v_result := jsonb_build_object(
          'miss', trim_scale(abs(v_guess - v_answer)), 'is_under', v_guess < v_answer, 'unit', v_game.metadata ->> 'unit');
        if (
            select count(*)
            from (select from public.game_entries as e where e.game_id = v_game.id limit c_ranked + 1) as l
          ) <= c_ranked
        then
          v_result := v_result || (
            select jsonb_build_object(
              'place', 1 + count(*) filter (
                where abs((e.entry_data ->> 'weight')::numeric - v_answer) < abs(v_guess - v_answer)),
              'of', count(*))
            from public.game_entries as e
            where e.game_id = v_game.id and not e.by_team);
        end if;
      when 'pick_swim' then
        v_answer := (v_game.metadata ->> 'winning_square')::numeric - 1;
        v_guess := (v_own.entry_data ->> 'square')::numeric - 1;
        -- Ten squares in a row.
        v_result := jsonb_build_object(
          'rows', abs(div(v_guess, 10) - div(v_answer, 10)), 'columns', abs(mod(v_guess, 10) - mod(v_answer, 10)));
      else
        v_result := '{"is_unplaced": true}';
    end case;
    return jsonb_strip_nulls(v_result);
  end
  $function$;

create or replace function private.points_record(p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return jsonb_build_object(
      'count', (select count(*) from public.points_log as l where l.user_id = p_user_id),
      'newest', (
        select coalesce(jsonb_agg(
          jsonb_build_object('id', l.id, 'kind', l.kind, 'reason', l.reason, 'points', l.points_change, 'at', l.created_at)
          order by l.created_at desc, l.id), '[]')
        from (
          select * from public.points_log as x where x.user_id = p_user_id order by x.created_at desc, x.id limit 3
        ) as l
      ),
      'weeks', (
        select jsonb_agg(coalesce(s.points, 0) order by w.week)
        from generate_series(0, 11) as w (week)
          left join (
            select 11 - floor(extract(epoch from now() - x.created_at) / 604800)::int as week, sum(x.points_change) as points
            from public.points_log as x
            where x.user_id = p_user_id and x.created_at > now() - interval '84 days' and x.created_at <= now()
              and private.is_ranked(x.kind)
            group by 1
          ) as s on s.week = w.week
      )
    );
  end
  $function$;

comment on function private.points_record(uuid) is
  'A member''s points: how many entries, the newest three, and the sums of the last 12 weeks of seven days, oldest first, '
  'without rewards.';

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

create or replace function private.delete_expired_marks()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_now constant timestamptz := now();
    v_some integer;
    v_all integer := 0;
  begin
    delete from private.rate_counters as c where c.window_start <= v_now - interval '31 days';
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    delete from private.left_counters as c where c.window_start <= v_now - interval '31 days';
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    delete from private.declined_connections as d where d.declined_at <= v_now - interval '30 days';
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    -- Not all that the limits no longer count: an admin can move the season for a night.
    delete from private.redemptions as r where r.redeemed_at < private.season_start() - interval '1 year';
    get diagnostics v_some = row_count;
    return v_all + v_some + private.tend_invitations();
  end
  $function$;

comment on function private.delete_expired_marks() is
  'Deletes counters whose window is over, which is 31 days at most, declined requests that may be repeated, redemptions '
  'from more than a year before this season, and what is over of the club''s invitations; returns how many.';

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
  'files, points, gifts, badges, referrals, connections, blocked, prizes, redemptions, addresses, admins_did, '
  'notifications, muted, notification_settings, to_be_sent, push_devices. Ten times an hour (429).';

create or replace view public.member_search with (security_invoker = true) as
 SELECT p.id,
    p.username,
    p.bio,
    p.fishing_area,
    p.points + p.points_spent AS points,
    p.badge_count,
        CASE
            WHEN p.is_suspended AND NOT ( SELECT private.is_admin() AS is_admin) THEN 0
            ELSE c.post_count
        END AS post_count,
    p.avatar_url,
    p.created_at,
    p.fishing_photos
   FROM public.profiles p
     JOIN private.post_counts c ON c.user_id = p.id
  WHERE NOT (p.id IN ( SELECT unnest(( SELECT private.blocked_with_me() AS blocked_with_me)) AS unnest));

create or replace view public.prize_claims with (security_invoker = true) as
 SELECT a.id,
    a.user_id,
    u.username,
    u.avatar_url,
    a.item_id,
    i.title AS item_title,
    i.description AS item_description,
    i.type AS item_type,
    i.image_url AS item_image_url,
    i.package_id,
    p.name AS package_name,
    a.awarded_at,
    a.status,
    a.claim_deadline,
    a.claimed_at,
    a.shipping_method,
    a.shipping_details,
    a.shipping_address_id,
    a.tracking_number,
    COALESCE(a.fulfillment_status, 'pending'::text) AS fulfillment_status,
    a.fulfillment_date,
    a.fulfillment_notes,
    n.admin_notes,
    a.updated_at,
    private.username_key(concat_ws(' '::text, u.username, i.title, a.tracking_number)) AS search_text,
    a.carrier,
    a.points_paid
   FROM public.prize_awards a
     LEFT JOIN public.profiles u ON u.id = a.user_id
     JOIN public.prize_items i ON i.id = a.item_id
     JOIN public.prize_packages p ON p.id = i.package_id
     LEFT JOIN public.prize_award_notes n ON n.award_id = a.id
  WHERE ( SELECT private.is_admin() AS is_admin);

create or replace function private.schedule_jobs()
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if to_regprocedure('cron.schedule(text,text,text)') is null then
      raise notice 'pg_cron is not enabled: nothing is deleted by itself. Enable it, then run select '
        'private.schedule_jobs();';
      return false;
    end if;
    execute $cron$
      select cron.schedule('bankside-addresses', '17 3 * * *', 'select private.purge_delivered_addresses()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-marks', '27 3 * * *', 'select private.delete_expired_marks()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-reminders', '* * * * *', 'select private.remind()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-suspensions', '* * * * *', 'select private.end_suspensions()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-gone-members', '* * * * *', 'select private.forget_gone_members()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-deliver', '15 seconds', 'select private.call_deliver()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-tend-deliveries', '47 3 * * *', 'select private.tend_deliveries()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-reports', '57 3 * * *', 'select private.tend_reports()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-rewards', '* * * * *', 'select private.return_expired_rewards()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-log', '37 3 * * *',
        'delete from cron.job_run_details where end_time < now() - interval ''7 days''')
    $cron$;
    return true;
  end
  $function$;

select private.schedule_jobs();

-- Grants ---------------------------------------------------------------------------------------------------

grant insert (points_price, limit_per_member) on public.prize_packages to authenticated;
grant update (points_price, limit_per_member) on public.prize_packages to authenticated;

revoke all on function
  private.is_ranked(text),
  private.tg_prize_packages__price_things(),
  private.tg_prize_items__fit_price(),
  private.season_start(),
  private.times_redeemed(uuid, uuid[]),
  private.closed_until(uuid, uuid[]),
  private.has_unclaimed(uuid, uuid[]),
  private.tg_games__keep_unit(),
  private.units_to_redeem(uuid),
  private.reward_version(uuid),
  private.redeem_reward(uuid, uuid, integer, text),
  public.redeem_reward(uuid, uuid, integer, text),
  private.offered_rewards(),
  public.offered_rewards(),
  private.tg_prize_awards__lock_payer(),
  private.tg_prize_awards__refund(),
  private.cancel_reward(uuid),
  private.tell_of_returned(public.prize_awards, boolean),
  private.tg_prize_awards__stay_sent(),
  private.tg_prize_awards__bound_deadline(),
  public.cancel_reward(uuid),
  private.return_expired_rewards()
  from public, anon, authenticated, service_role;
grant execute on function
  private.redeem_reward(uuid, uuid, integer, text),
  public.redeem_reward(uuid, uuid, integer, text),
  private.offered_rewards(),
  public.offered_rewards(),
  private.cancel_reward(uuid),
  public.cancel_reward(uuid)
  to authenticated;
