-- Who may hear a topic also decides who may ask for the age of its last message.

-- Functions ------------------------------------------------------------------------------------------------

create function private.may_hear(p_topic text) returns boolean
  language plpgsql stable set search_path = ''
  as $$
  begin
    if auth.uid() is null then
      return p_topic in ('cards', 'leaderboard');
    elsif p_topic like 'post:%' then
      -- A statement of its own: guests have no right to the table.
      return exists (select from public.newsfeed_posts as p where p.id = private.topic_id(p_topic));
    end if;
    return case
      when p_topic in ('cards', 'leaderboard', 'live', 'games', 'notices') then true
      when p_topic = 'feed' then not private.is_suspended() or private.is_admin()
      when p_topic = 'admin' then private.is_admin()
      else p_topic = 'member:' || auth.uid()
    end;
  end
  $$;
comment on function private.may_hear(p_topic text) is
  'Whether the caller may join a live topic. Not a definer: the thread of a post is for those whose policies show the post.';

create or replace function private.live_ages(p_topics text[]) returns table (topic text, age_ms integer)
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
comment on function private.live_ages(p_topics text[]) is
  'Milliseconds since the last message of each topic, or since a card began or ended. No row: none within the hour, or, '
  'for a topic without n, within the minute. What the caller may hear is decided by public.live_ages.';

create or replace function public.live_ages(topics text[]) returns table (topic text, age_ms integer)
  language sql set search_path = ''
  as $$
    select a.topic, a.age_ms
    from private.live_ages(array(
      select t.name from unnest(live_ages.topics[1:20]) as t (name) where private.may_hear(t.name)
    )) as a
  $$;
comment on function public.live_ages(topics text[]) is
  'How long ago, in milliseconds, each live topic had its last message. No row means more than a minute ago, or a topic '
  'that the caller may not join.';

-- Policies -------------------------------------------------------------------------------------------------

drop policy hear_open_topic on realtime.messages;
drop policy hear_thread on realtime.messages;
drop policy hear_topic on realtime.messages;
create policy hear_topic on realtime.messages for select to anon, authenticated
  using (
    extension = 'broadcast'
    and topic = (select realtime.topic())
    and (select private.may_hear((select realtime.topic())))
  );

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function private.may_hear(text) from public;
grant execute on function private.may_hear(text) to anon, authenticated, service_role;
