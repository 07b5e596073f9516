-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000, autovacuum_vacuum_cost_delay=0 table private.live_pending (
  topic text not null,
  id uuid,
  kind text not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint live_pending_dates_bounds CHECK (at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.live_pending is 'Notes of changes that are not announced yet, written by triggers and deleted by flush_live(). kind is what happened to the row with the id, the name of a table, the part of a member''s own data, "reload" for more than 500 rows, "soon" when a row begins or ends soon by the clock, "members" for lists of members, or "now" for these too, when they must not wait for the gap of the topic.';

CREATE INDEX live_pending_topic_id ON private.live_pending USING btree (topic, id);

alter table private.live_pending enable row level security;

create table private.live_sent (
  topic text not null,
  n bigint,
  sent_at timestamp with time zone not null,
  gap_ms integer not null,
  constraint live_sent_pkey PRIMARY KEY (topic),
  constraint live_sent_dates_bounds CHECK (sent_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND sent_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.live_sent is 'When the last message of a topic was sent and the gap to keep after it. Only flush_live() writes here. Topics without n are removed after a minute.';

alter table private.live_sent enable row level security;

create table private.live_topics (
  topic text not null,
  kind text not null,
  gap_ms integer not null default 250,
  long_gap_ms integer,
  is_counted boolean not null default true,
  source text,
  shown text,
  constraint live_topics_pkey PRIMARY KEY (topic),
  constraint live_topics_gap_range CHECK (gap_ms >= 1 AND gap_ms <= 60000 AND long_gap_ms >= gap_ms AND long_gap_ms <= 60000),
  constraint live_topics_kind_known CHECK (kind = ANY (ARRAY['rows'::text, 'games'::text, 'feed'::text, 'leaderboard'::text, 'tables'::text, 'parts'::text, 'comments'::text])),
  constraint live_topics_rows_source CHECK ((kind = ANY (ARRAY['rows'::text, 'games'::text])) = (source IS NOT NULL AND shown IS NOT NULL)),
  constraint live_topics_topic_plain CHECK (topic ~ '^[a-z]+$'::text)
);
comment on table private.live_topics is 'One row per topic, or per kind of topic where an ID follows a colon: what its messages contain and how often they are sent.';
comment on column private.live_topics.gap_ms is 'Milliseconds between two messages of one topic.';
comment on column private.live_topics.long_gap_ms is 'The same after a message about more than 12 rows, or about entries of games.';
comment on column private.live_topics.is_counted is 'Whether messages have n, the number of the message.';
comment on column private.live_topics.source is 'For kinds rows and games: the table whose IDs the messages contain.';
comment on column private.live_topics.shown is 'For kinds rows and games: the condition under which subscribers can read the row r.';

alter table private.live_topics enable row level security;

create function private.announce(p_table regclass, p_topic text, p_shown text DEFAULT 'true'::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    insert into private.live_topics (topic, kind, source, shown) values (p_topic, 'rows', p_table::text, p_shown);
    execute format(
      'create trigger _910_note_insert after insert on %s referencing new table as new_rows
         for each statement execute function private.tg__note_rows(%L, %L)', p_table, p_topic, p_shown);
    execute format(
      'create trigger _910_note_update after update on %s referencing old table as old_rows new table as new_rows
         for each statement execute function private.tg__note_rows(%L, %L)', p_table, p_topic, p_shown);
    execute format(
      'create trigger _910_note_delete after delete on %s referencing old table as old_rows
         for each statement execute function private.tg__note_rows(%L, %L)', p_table, p_topic, p_shown);
  end
  $function$;
comment on function private.announce(p_table regclass, p_topic text, p_shown text) is 'For migrations: makes a topic and announces every change of a table on it. The condition is that of the select policy for a caller who is not an admin, about the row r; rows for which it does not hold are not mentioned.';

create function private.announce_to_members(p_table regclass, p_columns text[], p_part text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    execute format(
      'create trigger _911_note_member_insert after insert on %s referencing new table as new_rows
         for each statement execute function private.tg__note_members(%L, %L)', p_table, p_columns, p_part);
    execute format(
      'create trigger _911_note_member_update after update on %s
         referencing old table as old_rows new table as new_rows
         for each statement execute function private.tg__note_members(%L, %L)', p_table, p_columns, p_part);
    execute format(
      'create trigger _911_note_member_delete after delete on %s referencing old table as old_rows
         for each statement execute function private.tg__note_members(%L, %L)', p_table, p_columns, p_part);
  end
  $function$;
comment on function private.announce_to_members(p_table regclass, p_columns text[], p_part text) is 'For migrations: notifies the members whom the columns name of every change of their rows.';

create function private.flush_live()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
  declare
    v_now constant timestamptz := clock_timestamp();
    v_erases constant boolean := has_table_privilege('realtime.messages', 'delete');
    v_sent text[] := '{}';
    v_notes record;
    v_message jsonb;
    v_gap_ms integer;
    v_n bigint;
  begin
    if not exists (select from private.live_pending) then
      return null;
    end if;
    if not pg_try_advisory_xact_lock(hashtextextended('private.flush_live', 0)) then
      return 50;
    end if;
    for v_notes in
      with due as materialized (
        select p.topic, t.kind, t.gap_ms, t.long_gap_ms, t.is_counted, t.source, t.shown
        from (select distinct n.topic from private.live_pending as n) as p
          left join private.live_topics as t on t.topic = split_part(p.topic, ':', 1)
          left join private.live_sent as s on s.topic = p.topic
        -- Not "between" alone: after the clock was set back, a topic must not wait until its last message is in the past.
        where s.topic is null
          or v_now not between s.sent_at and s.sent_at + s.gap_ms * interval '1 millisecond'
          or exists (select from private.live_pending as u where u.topic = p.topic and u.kind = 'now')
      ),
      taken as (
        delete from private.live_pending as n
          where n.ctid = any (array(
            select p.ctid
            from private.live_pending as p
            where p.topic in (select d.topic from due as d)
            order by p.kind = 'recount', p.at
            limit 5000
          ))
          returning n.topic, n.id, n.kind
      )
      select d.*, t.ids, t.kinds
      from (
        select u.topic, array_agg(u.id) as ids, array_agg(u.kind) as kinds
        from (select distinct k.topic, k.id, k.kind from taken as k) as u
        group by u.topic
      ) as t
        join due as d on d.topic = t.topic
      order by d.gap_ms, d.topic
    loop
      -- From here on every statement sees the transactions whose notes were taken, and possibly later ones.
      begin
        v_message := case v_notes.kind
          when 'parts' then private.message_of_parts(v_notes.topic, v_notes.kinds)
          when 'tables' then jsonb_build_object('tables', to_jsonb(array(
            select distinct k.name from unnest(v_notes.kinds) as k (name) order by k.name)))
          when 'rows' then private.message_of_rows(v_notes.source, v_notes.shown, v_notes.ids, v_notes.kinds)
          when 'games' then private.message_of_games(v_notes.source, v_notes.shown, v_notes.ids, v_notes.kinds)
          when 'feed' then private.message_of_feed(v_notes.ids, v_notes.kinds)
          when 'comments' then private.message_of_comments(v_notes.topic, v_notes.ids)
          when 'leaderboard' then private.message_of_leaderboard()
            || case when v_notes.kinds && '{now,members}' then '{"what": ["members"]}'::jsonb else '{}' end
        end;
      exception when others then
        -- The notes are taken all the same: one that cannot be read must not stop those that follow.
        raise warning 'no message for the live topic %: %', v_notes.topic, sqlerrm;
        perform private.forget_numbers(v_notes.ids) where v_notes.kind = 'feed';
        v_message := '{"reload": true}';
      end;
      continue when v_message is null;
      if v_notes.kind in ('comments', 'leaderboard') and not v_erases then
        v_message := '{"reload": true}';
      end if;
      -- Many enter a game at the same time, when it opens or is about to close.
      v_gap_ms := case
        when cardinality(v_notes.ids) > 12 or 'entries' = any (v_notes.kinds) then v_notes.long_gap_ms
      end;
      insert into private.live_sent as s (topic, n, sent_at, gap_ms)
        values (
          v_notes.topic, case when v_notes.is_counted then 1 end, clock_timestamp(), coalesce(v_gap_ms, v_notes.gap_ms))
        on conflict (topic) do update set n = s.n + 1, sent_at = excluded.sent_at, gap_ms = excluded.gap_ms
        returning s.n into v_n;
      if v_n is not null then
        v_message := jsonb_build_object('n', v_n) || v_message;
      end if;
      perform realtime.send(v_message, 'live', v_notes.topic, true);
      v_sent := v_sent || v_notes.topic;
    end loop;
    if cardinality(v_sent) > 0 then
      delete from private.live_sent as s where s.n is null and s.sent_at < v_now - interval '1 minute';
      -- Messages are delivered from the log or by notification. What was true is not replayed to later subscribers.
      if v_erases then
        delete from realtime.messages as m
          where m.topic = any (v_sent) and m.event = 'live' and m.extension = 'broadcast' and m.private;
      end if;
    end if;
    return (
      select ceil(min(
        case when s.sent_at <= clock_timestamp() then
          greatest(0, s.gap_ms - extract(epoch from clock_timestamp() - s.sent_at) * 1000)
        else 0 end))
      from (select distinct n.topic from private.live_pending as n) as p
        left join private.live_sent as s on s.topic = p.topic
    );
  end
  $function$;
comment on function private.flush_live() is 'Announces what committed transactions have noted, at most one message a topic and 5,000 notes, and one flush at a time. Returns the milliseconds until the next note is due, null when there is none, and 50 while another flush runs. Called by the engine after writes, or every second by pg_cron.';

create function private.live_ages(p_topics text[])
 RETURNS TABLE(topic text, age_ms integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_now constant timestamptz := clock_timestamp();
  begin
    return query
      select c.topic, ceil(extract(epoch from v_now - max(c.at)) * 1000)::integer
      from (
        select s.topic, s.sent_at from private.live_sent as s
        union all
        -- Cards begin and end by the clock, without a message.
        select 'cards', m.at
        from public.info_cards as i cross join lateral (values (i.start_date), (i.end_date)) as m (at)
        where i.is_active and m.at <= v_now
      ) as c (topic, at)
      where c.topic = any (p_topics) and c.at > v_now - interval '1 hour'
      group by c.topic;
  end
  $function$;
comment on function private.live_ages(p_topics text[]) is 'Milliseconds since the last message of each topic, or since a card began or ended. No row: none within the hour, or, for a topic without n, within the minute. What the caller may hear is decided by public.live_ages.';

grant execute on function private.live_ages(p_topics text[]) to anon, authenticated, service_role;

create function private.message_of_parts(p_topic text, p_kinds text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_member_id constant uuid := private.topic_id(p_topic);
  begin
    if exists (select from public.profiles as p where p.id = v_member_id) then
      return jsonb_build_object('what', to_jsonb(array(
          select distinct k.part from unnest(p_kinds) as k (part) order by k.part)))
        || case when 'notifications' = any (p_kinds) and not private.depends_on_session(v_member_id)
          then jsonb_build_object('unread', private.unread_notifications(v_member_id)) else '{}' end;
    end if;
    return null;
  end
  $function$;
comment on function private.message_of_parts(p_topic text, p_kinds text[]) is 'The parts of a member''s own data that have changed, and the number of unread notifications if that is one of them and the same for all sessions of the member; null when the account is deleted.';

create function private.message_of_rows(p_source text, p_shown text, p_ids uuid[], p_kinds text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_ids constant uuid[] := array(select distinct i.id from unnest(p_ids) as i (id) where i.id is not null);
    v_changed uuid[];
  begin
    if 'reload' = any (p_kinds) or cardinality(v_ids) > 500 then
      return '{"reload": true}';
    end if;
    if v_ids = '{}' then
      return case when 'soon' = any (p_kinds) then '{"changed": [], "gone": []}'::jsonb end;
    end if;
    execute format('select array(select r.id from %s as r where r.id = any ($1) and (%s) order by r.id)', p_source, p_shown)
      into v_changed using v_ids;
    return jsonb_build_object(
      'changed', to_jsonb(v_changed),
      'gone', to_jsonb(array(select i.id from unnest(v_ids) as i (id) where i.id <> all (v_changed) order by i.id)));
  end
  $function$;
comment on function private.message_of_rows(p_source text, p_shown text, p_ids uuid[], p_kinds text[]) is 'Changed rows, for which the condition holds now, and rows that are gone from the subscribers'' view. No rows at all when only the clock will change something.';

create function private.note_members(p_members uuid[], p_part text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into private.live_pending (topic, kind)
      select 'member:' || m.id, p_part from unnest(p_members) as m (id) where m.id is not null;
  end
  $function$;
comment on function private.note_members(p_members uuid[], p_part text) is 'Notes for members that a part of their own data has changed: points, badges, referrals, prizes, connections, profile, standing, notifications or catches.';

create function private.note_rows(p_topic text, p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if cardinality(p_ids) > 500 then
      insert into private.live_pending (topic, kind) values (p_topic, 'reload');
    else
      insert into private.live_pending (topic, id, kind) select p_topic, i.id, 'row' from unnest(p_ids) as i (id);
    end if;
  end
  $function$;
comment on function private.note_rows(p_topic text, p_ids uuid[]) is 'Notes rows of a topic of kind rows, which subscribers could read before the change or can read after it.';

create function private.note_table(p_table text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into private.live_pending (topic, kind) values ('admin', p_table);
    -- Of posts and comments the feed tells, of reports note_cases.
    if p_table in ('appeals', 'record_offers') then
      insert into private.live_pending (topic, kind) values ('moderation', p_table);
    end if;
  end
  $function$;
comment on function private.note_table(p_table text) is 'Notes for admins that a table has changed, and for moderators if it is the one of suspended members'' answers or of catches offered for the records.';

create function private.schedule_live()
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    -- The engine has a schema `cron` of its own, and announces changes by itself.
    if not exists (select from pg_catalog.pg_extension as e where e.extname = 'pg_cron') then
      return false;
    end if;
    execute $cron$ select cron.schedule('bankside-live', '1 seconds', 'select private.flush_live()') $cron$;
    -- Each run leaves a row, 86,400 a day.
    execute $cron$
      select cron.schedule('bankside-live-log', '17 * * * *',
        'delete from cron.job_run_details
          where command = ''select private.flush_live()'' and end_time < now() - interval ''1 hour''')
    $cron$;
    return true;
  end
  $function$;
comment on function private.schedule_live() is 'Has pg_cron call flush_live() every second, for projects without the engine. False, and without effect, where pg_cron is not enabled: enable it and call this function as the owner.';

create function private.tg__note_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_members uuid[];
  begin
    execute format(
      'select array(select m.id from (%s) as r, lateral unnest(array[%s]) as m (id) group by m.id)',
      case tg_op
        when 'INSERT' then 'select * from new_rows'
        when 'DELETE' then 'select * from old_rows'
        else '(select * from old_rows except select * from new_rows)
          union all (select * from new_rows except select * from old_rows)'
      end,
      (select string_agg(format('r.%I', c.name), ', ') from unnest(tg_argv[0]::text[]) as c (name)))
      into v_members;
    if cardinality(v_members) > 0 then
      perform private.note_members(v_members, tg_argv[1]);
      perform private.note_table(tg_table_name);
    end if;
    return null;
  end
  $function$;
comment on function private.tg__note_members() is 'Notes for each member whom one of the columns (first argument, an array) names that a part of their own data (second) has changed, and the table for admins.';

create function private.tg__note_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_ids uuid[];
    v_any boolean;
  begin
    if tg_op = 'INSERT' then
      select exists (select from new_rows) into v_any;
    else
      select exists (select from old_rows) into v_any;
    end if;
    if not v_any then
      return null;
    end if;
    execute format(
      'select array(select r.id from (%s) as r where %s group by r.id limit 501)',
      case tg_op
        when 'INSERT' then 'select * from new_rows'
        when 'DELETE' then 'select * from old_rows'
        else 'select * from old_rows union all select * from new_rows'
      end,
      tg_argv[1]) into v_ids;
    perform private.note_rows(tg_argv[0], v_ids);
    perform private.note_table(tg_table_name);
    return null;
  end
  $function$;
comment on function private.tg__note_rows() is 'Notes for a topic (first argument) the rows for which the condition (second) held before the change or holds after it, and the table for admins. Rows that are hidden before and after are not mentioned.';

create function private.tg__note_table()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if exists (select from new_rows) then
      perform private.note_table(tg_table_name);
    end if;
    return null;
  end
  $function$;
comment on function private.tg__note_table() is 'Notes for admins the table in which rows were inserted or changed. For tables whose rows concern only admins.';

create function private.tg__note_table_gone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if exists (select from old_rows) then
      perform private.note_table(tg_table_name);
    end if;
    return null;
  end
  $function$;
comment on function private.tg__note_table_gone() is 'Notes for admins the table from which rows were deleted.';

create function private.topic_id(p_topic text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select case
      when p_topic ~ '^[a-z]+:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(p_topic, ':', 2)::uuid
    end
  $function$;
comment on function private.topic_id(p_topic text) is 'The ID in a topic such as post:<id>; null when there is none.';

grant execute on function private.topic_id(p_topic text) to authenticated;

create function public.live_ages(topics text[])
 RETURNS TABLE(topic text, age_ms integer)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    select a.topic, a.age_ms
    from private.live_ages(array(
      select t.name from unnest(live_ages.topics[1:20]) as t (name) where private.may_hear(t.name)
    )) as a
  $function$;
comment on function public.live_ages(topics text[]) is 'How long ago, in milliseconds, each live topic had its last message. No row means more than a minute ago, or a topic that the caller may not join.';

grant execute on function public.live_ages(topics text[]) to anon, authenticated, service_role;
