-- What members change of their own name or picture waits for the gap of the rankings, like points: one member who renamed
-- themselves again and again had all open rankings and lists of members load at once, each time. A name or picture that
-- somebody else takes down, a suspension and a deletion still do not wait.

-- Tables ---------------------------------------------------------------------------------------------------

comment on table private.live_pending is
  'Notes of changes that are not announced yet, written by triggers and deleted by flush_live(). kind is what happened to '
  'the row with the id, the name of a table, the part of a member''s own data, "reload" for more than 500 rows, "soon" when '
  'a row begins or ends soon by the clock, "members" for lists of members, or "now" for these too, when they must not wait '
  'for the gap of the topic.';

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.flush_live() returns integer
  language plpgsql security definer set search_path = '' set timezone = 'UTC'
  as $$
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
  $$;

create or replace function private.tg_profiles__note_changes() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_not_edited constant text[] := array['points', 'badge_count', 'is_admin', 'is_suspended', 'updated_at'];
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
          (n.username, n.avatar_url, n.badge_count, n.points, n.is_suspended)
          is distinct from (o.username, o.avatar_url, o.badge_count, o.points, o.is_suspended)), false),
        coalesce(bool_or(
          n.is_suspended <> o.is_suspended
          or n.id is distinct from v_own_id and (n.username, n.avatar_url) is distinct from (o.username, o.avatar_url)
        ), false),
        coalesce(bool_or((n.username, n.avatar_url) is distinct from (o.username, o.avatar_url)), false),
        coalesce(array_agg(n.id) filter (where to_jsonb(n) - v_not_edited <> to_jsonb(o) - v_not_edited), '{}'),
        coalesce(array_agg(n.id) filter (where not n.is_suspended
          and (n.username, n.avatar_url, n.is_admin) is distinct from (o.username, o.avatar_url, o.is_admin)), '{}')
        into v_changed, v_ranked, v_hidden, v_renamed, v_edited, v_shown
        from new_rows as n
          join old_rows as o on o.id = n.id
        where n is distinct from o;
      perform private.note_members(v_edited, 'profile');
      perform private.note_feed_of_member(s.id) from unnest(v_shown) as s (id);
    elsif tg_op = 'DELETE' then
      select count(*) > 0 into v_changed from old_rows;
      v_ranked := v_changed;
      v_hidden := v_changed;
    end if;
    -- Points, and what members change of their own, may wait for the gap of the rankings; a name that is taken down may not.
    if v_ranked then
      insert into private.live_pending (topic, kind)
        values ('leaderboard', case when v_hidden then 'now' when v_renamed then 'members' else 'row' end);
    end if;
    if v_changed then
      perform private.note_table(tg_table_name);
    end if;
    return null;
  end
  $$;
