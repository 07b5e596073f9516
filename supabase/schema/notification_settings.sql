-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.notification_choices (
  user_id uuid not null,
  group_name text not null,
  channel text not null,
  is_on boolean not null,
  constraint notification_choices_pkey PRIMARY KEY (user_id, group_name, channel),
  constraint notification_choices_group_name_fkey FOREIGN KEY (group_name) REFERENCES private.notification_groups(name) ON DELETE CASCADE,
  constraint notification_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint notification_choices_channel_known CHECK (channel = ANY (ARRAY['in_app'::text, 'push'::text, 'email'::text]))
);
comment on table private.notification_choices is 'Where a member''s choice differs from the default of the group.';

CREATE INDEX notification_choices_group ON private.notification_choices USING btree (group_name);

alter table private.notification_choices enable row level security;

create table private.notification_groups (
  name text not null,
  place integer not null,
  in_app boolean not null default true,
  push boolean not null default true,
  email boolean not null default false,
  for_admins boolean not null default false,
  for_moderators boolean not null default false,
  constraint notification_groups_pkey PRIMARY KEY (name),
  constraint notification_groups_place_key UNIQUE (place),
  constraint notification_groups_name_plain CHECK (name ~ '^[a-z_]+$'::text)
);
comment on table private.notification_groups is 'What a member switches on and off together, with the default of each channel. place is the order on the screen.';
comment on column private.notification_groups.for_moderators is 'Of a group for admins: also for moderators.';

alter table private.notification_groups enable row level security;

create table private.notification_kinds (
  name text not null,
  group_name text not null,
  audience text not null,
  subject text not null,
  is_bundled boolean not null,
  constraint notification_kinds_pkey PRIMARY KEY (name),
  constraint notification_kinds_group_name_fkey FOREIGN KEY (group_name) REFERENCES private.notification_groups(name) ON DELETE RESTRICT,
  constraint notification_kinds_audience_known CHECK (audience = ANY (ARRAY['member'::text, 'members'::text, 'admins'::text, 'team'::text])),
  constraint notification_kinds_name_plain CHECK (name ~ '^[a-z_]+$'::text),
  constraint notification_kinds_subject_known CHECK (subject = ANY (ARRAY['post'::text, 'game'::text, 'member'::text, 'badge'::text, 'award'::text, 'removal'::text, 'referral'::text, 'video'::text, 'item'::text, 'report'::text, 'case'::text, 'role'::text, 'appeal'::text, 'record'::text, 'self'::text]))
);
comment on table private.notification_kinds is 'One row per kind: its group, whom it is for, what it is about, and whether unread ones about one subject are one notification. audience: one member, or all members, all admins, or the team (admins and moderators), with one row for all of them.';

CREATE INDEX notification_kinds_group ON private.notification_kinds USING btree (group_name);

alter table private.notification_kinds enable row level security;

create table private.notification_times (
  user_id uuid not null,
  quiet_from time(0) without time zone not null default '22:00:00'::time without time zone,
  quiet_until time(0) without time zone not null default '07:00:00'::time without time zone,
  time_zone text,
  digest text not null default 'weekly'::text,
  constraint notification_times_pkey PRIMARY KEY (user_id),
  constraint notification_times_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint notification_times_digest_known CHECK (digest = ANY (ARRAY['off'::text, 'daily'::text, 'weekly'::text])),
  constraint notification_times_whole_minutes CHECK (EXTRACT(second FROM quiet_from) = 0::numeric AND EXTRACT(second FROM quiet_until) = 0::numeric),
  constraint notification_times_zone_length CHECK (char_length(time_zone) <= 64)
);
comment on table private.notification_times is 'Quiet hours and digest of members who changed them. Equal times mean no quiet hours; no zone means UTC.';

alter table private.notification_times enable row level security;

create function private.delivery_of(p_kind text, p_settings jsonb, p_moment timestamp with time zone)
 RETURNS TABLE(channel text, outcome text, due_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.delivery_of(p_kind text, p_settings jsonb, p_moment timestamp with time zone) is 'What a notification of this kind does on each channel with these settings: now, at (after the quiet hours), digest or never.';

create function private.delivery_settings(p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_times private.notification_times;
  begin
    select t.* into v_times from private.notification_times as t where t.user_id = p_user_id;
    return jsonb_build_object(
      'quiet_from', to_char(coalesce(v_times.quiet_from, time '22:00'), 'HH24:MI'),
      'quiet_until', to_char(coalesce(v_times.quiet_until, time '07:00'), 'HH24:MI'),
      'time_zone', coalesce(private.known_zone(v_times.time_zone), private.club_zone()),
      'digest', coalesce(v_times.digest, 'weekly'),
      'choices', (
        select coalesce(jsonb_object_agg(c.group_name, c.channels), '{}')
        from (
          select x.group_name, jsonb_object_agg(x.channel, x.is_on) as channels
          from private.notification_choices as x where x.user_id = p_user_id group by x.group_name
        ) as c
      ));
  end
  $function$;
comment on function private.delivery_settings(p_user_id uuid) is 'A member''s settings, with the defaults for what is not stored.';

create function private.in_app_kinds(p_user_id uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return array(
      select k.name
      from private.notification_kinds as k
        join private.notification_groups as g on g.name = k.group_name
        left join private.notification_choices as c
          on c.user_id = p_user_id and c.group_name = g.name and c.channel = 'in_app'
      where coalesce(c.is_on, g.in_app));
  end
  $function$;
comment on function private.in_app_kinds(p_user_id uuid) is 'The kinds that a member has in the app.';

create function private.quiet_until(p_moment timestamp with time zone, p_from time without time zone, p_until time without time zone, p_zone text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.quiet_until(p_moment timestamp with time zone, p_from time without time zone, p_until time without time zone, p_zone text) is 'When the quiet hours that hold at a moment end; null outside quiet hours.';
