-- Notification settings: which kinds of notification there are, what reaches a member on which channel, and when. Only
-- what differs from the defaults is stored.

-- Tables ---------------------------------------------------------------------------------------------------

create table private.notification_groups (
  name text primary key,
  place integer not null unique,
  in_app boolean not null default true,
  push boolean not null default true,
  email boolean not null default false,
  for_admins boolean not null default false,
  constraint notification_groups_name_plain check (name ~ '^[a-z_]+$')
);
comment on table private.notification_groups is
  'What a member switches on and off together, with the default of each channel. place is the order on the screen.';

create table private.notification_kinds (
  name text primary key,
  group_name text not null references private.notification_groups (name) on delete restrict,
  audience text not null,
  subject text not null,
  is_bundled boolean not null,
  constraint notification_kinds_name_plain check (name ~ '^[a-z_]+$'),
  constraint notification_kinds_audience_known check (audience in ('member', 'members', 'admins')),
  constraint notification_kinds_subject_known
    check (subject in ('post', 'game', 'member', 'badge', 'award', 'referral', 'video', 'item', 'self'))
);
comment on table private.notification_kinds is
  'One row per kind: its group, whom it is for, what it is about, and whether unread ones about one subject are one '
  'notification. audience: one member, or all members or all admins with one row for all of them.';

create table private.notification_choices (
  user_id uuid not null references public.profiles (id) on delete cascade,
  group_name text not null references private.notification_groups (name) on delete cascade,
  channel text not null,
  is_on boolean not null,
  primary key (user_id, group_name, channel),
  constraint notification_choices_channel_known check (channel in ('in_app', 'push', 'email'))
);
comment on table private.notification_choices is 'Where a member''s choice differs from the default of the group.';

create table private.notification_times (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  quiet_from time(0) not null default '22:00',
  quiet_until time(0) not null default '07:00',
  time_zone text,
  digest text not null default 'weekly',
  constraint notification_times_whole_minutes
    check (extract(second from quiet_from) = 0 and extract(second from quiet_until) = 0),
  constraint notification_times_zone_length check (char_length(time_zone) <= 64),
  constraint notification_times_digest_known check (digest in ('off', 'daily', 'weekly'))
);
comment on table private.notification_times is
  'Quiet hours and digest of members who changed them. Equal times mean no quiet hours; no zone means UTC.';

-- Indexes --------------------------------------------------------------------------------------------------

create index notification_kinds_group on private.notification_kinds (group_name);
create index notification_choices_group on private.notification_choices (group_name);

-- Row-level security ---------------------------------------------------------------------------------------

alter table private.notification_groups enable row level security;
alter table private.notification_kinds enable row level security;
alter table private.notification_choices enable row level security;
alter table private.notification_times enable row level security;

-- Functions: when ------------------------------------------------------------------------------------------

-- A local time may occur twice or, when clocks go forward, not at all. The answer is the first minute after the moment
-- at which the local clock shows the end or later.
create function private.quiet_until(p_moment timestamptz, p_from time, p_until time, p_zone text) returns timestamptz
  language plpgsql immutable set search_path = ''
  as $$
  declare
    v_local constant timestamp := p_moment at time zone p_zone;
    v_time constant time := v_local::time;
    v_end timestamp;
    v_at timestamptz;
  begin
    if p_from = p_until
      or (p_from < p_until and (v_time < p_from or v_time >= p_until))
      or (p_from > p_until and v_time < p_from and v_time >= p_until)
    then
      return null;
    end if;
    v_end := v_local::date + p_until + case when v_time >= p_until then interval '1 day' else interval '0' end;
    v_at := v_end at time zone p_zone;
    -- Nearly always no clock changes in the hours before.
    if v_at at time zone p_zone = v_end
      and (v_at - interval '3 hours') at time zone p_zone = v_end - interval '3 hours' and v_at > p_moment
    then
      return v_at;
    end if;
    return (
      select min(m.at)
      from generate_series(v_at - interval '3 hours', v_at + interval '3 hours', interval '1 minute') as m (at)
      where m.at > p_moment and m.at at time zone p_zone >= v_end
    );
  end
  $$;
comment on function private.quiet_until(timestamptz, time, time, text) is
  'When the quiet hours that hold at a moment end; null outside quiet hours.';

create function private.delivery_of(p_kind text, p_settings jsonb, p_moment timestamptz)
  returns table (channel text, outcome text, due_at timestamptz)
  language sql stable set search_path = ''
  as $$
    select
      c.channel,
      case
        when c.is_on and (c.channel = 'in_app' or q.ends_at is null) then 'now'
        when c.is_on then 'at'
        when c.channel = 'email' and p_settings ->> 'digest' <> 'off' and not g.for_admins then 'digest'
        else 'never'
      end,
      case when c.is_on then case when c.channel = 'in_app' then p_moment else coalesce(q.ends_at, p_moment) end end
    from private.notification_kinds as k
      join private.notification_groups as g on g.name = k.group_name
      cross join lateral (values ('in_app', g.in_app), ('push', g.push), ('email', g.email)) as d (channel, is_on)
      cross join lateral (
        select d.channel, coalesce((p_settings #>> array['choices', g.name, d.channel])::boolean, d.is_on) as is_on
      ) as c
      cross join lateral (
        select private.quiet_until(
          p_moment, (p_settings ->> 'quiet_from')::time, (p_settings ->> 'quiet_until')::time,
          p_settings ->> 'time_zone') as ends_at
      ) as q
    where k.name = p_kind
  $$;
comment on function private.delivery_of(text, jsonb, timestamptz) is
  'What a notification of this kind does on each channel with these settings: now, at (after the quiet hours), digest or '
  'never.';

create function private.delivery_settings(p_user_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_times private.notification_times;
  begin
    select t.* into v_times from private.notification_times as t where t.user_id = p_user_id;
    return jsonb_build_object(
      'quiet_from', to_char(coalesce(v_times.quiet_from, time '22:00'), 'HH24:MI'),
      'quiet_until', to_char(coalesce(v_times.quiet_until, time '07:00'), 'HH24:MI'),
      'time_zone', coalesce(v_times.time_zone, 'UTC'),
      'digest', coalesce(v_times.digest, 'weekly'),
      'choices', (
        select coalesce(jsonb_object_agg(c.group_name, c.channels), '{}')
        from (
          select x.group_name, jsonb_object_agg(x.channel, x.is_on) as channels
          from private.notification_choices as x where x.user_id = p_user_id group by x.group_name
        ) as c
      ));
  end
  $$;
comment on function private.delivery_settings(uuid) is 'A member''s settings, with the defaults for what is not stored.';

create function private.in_app_kinds(p_user_id uuid) returns text[]
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return array(
      select k.name
      from private.notification_kinds as k
        join private.notification_groups as g on g.name = k.group_name
        left join private.notification_choices as c
          on c.user_id = p_user_id and c.group_name = g.name and c.channel = 'in_app'
      where coalesce(c.is_on, g.in_app));
  end
  $$;
comment on function private.in_app_kinds(uuid) is 'The kinds that a member has in the app.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on
  private.notification_groups, private.notification_kinds, private.notification_choices, private.notification_times
  from anon, authenticated, service_role;

revoke execute on function
  private.quiet_until(timestamptz, time, time, text),
  private.delivery_of(text, jsonb, timestamptz),
  private.delivery_settings(uuid),
  private.in_app_kinds(uuid)
  from public, anon, authenticated, service_role;

-- Rows -----------------------------------------------------------------------------------------------------

insert into private.notification_groups (name, place, push, email, for_admins) values
  ('prizes', 1, true, true, false),
  ('wins', 2, true, true, false),
  ('results', 3, true, false, false),
  ('games', 4, false, false, false),
  ('mentions', 5, true, false, false),
  ('replies', 6, true, false, false),
  ('reactions', 7, false, false, false),
  ('connections', 8, true, false, false),
  ('points', 9, true, false, false),
  ('live', 10, true, false, false),
  ('announcements', 11, true, false, false),
  ('moderation', 12, true, true, false),
  ('club', 13, true, false, true);

insert into private.notification_kinds (name, group_name, audience, subject, is_bundled) values
  ('reaction', 'reactions', 'member', 'post', true),
  ('comment', 'replies', 'member', 'post', true),
  ('reply', 'replies', 'member', 'post', true),
  ('mention', 'mentions', 'member', 'post', false),
  ('connection_asked', 'connections', 'member', 'member', true),
  ('connection_accepted', 'connections', 'member', 'member', true),
  ('gift', 'points', 'member', 'member', false),
  ('referral_waiting', 'points', 'member', 'referral', true),
  ('referral_credited', 'points', 'member', 'referral', true),
  ('badge', 'points', 'member', 'badge', true),
  ('prize_assigned', 'prizes', 'member', 'award', true),
  ('claim_closes_week', 'prizes', 'member', 'award', true),
  ('claim_closes_day', 'prizes', 'member', 'award', true),
  ('claim_shipped', 'prizes', 'member', 'award', true),
  ('claim_delivered', 'prizes', 'member', 'award', true),
  ('game_opened', 'games', 'members', 'game', false),
  ('game_closing', 'games', 'members', 'game', false),
  ('game_settled', 'results', 'members', 'game', false),
  ('game_won', 'wins', 'member', 'game', true),
  ('live_begins', 'live', 'members', 'video', false),
  ('announcement', 'announcements', 'members', 'post', false),
  ('suspension', 'moderation', 'member', 'self', true),
  ('claim_made', 'club', 'admins', 'award', false),
  ('game_to_settle', 'club', 'admins', 'game', false),
  ('stock_low', 'club', 'admins', 'item', false);
