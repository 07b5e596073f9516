-- How many mentions one member can have told. Each is a notification of its own and a push message, a text names ten
-- members, and an edit may name ten others: without a limit of their own, comments and edits within their limits told
-- nearly a thousand in seconds. Beyond the limits a mention is stored and linked as ever; who wrote the post, or took
-- part in the thread, is told of the comment instead.
--
-- A mention that is edited away before it was read is gone: hidden rows were read again at every look at the bell.

-- Functions ------------------------------------------------------------------------------------------------

create function private.may_tell_mention(p_user_id uuid) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if auth.uid() is null or not private.is_api_request() then
      return true;
    end if;
    -- The counter of all mentions comes first, so that two requests of a member lock the others in turn.
    if private.count_use('mentions-1h', 60, interval '1 hour') is not null
      or private.count_use('mentions-1d', 200, interval '1 day') is not null
    then
      return false;
    end if;
    delete from private.rate_counters as c
      where c.user_id = auth.uid() and c.bucket like 'mentioned-%' and c.window_start <= now() - interval '1 hour';
    -- The name of the counter does not contain the ID of a member who may be deleted later.
    return private.count_use('mentioned-' || hashtextextended(p_user_id::text, 0), 5, interval '1 hour') is null;
  end
  $$;
comment on function private.may_tell_mention(uuid) is
  'Counts one mention by the caller. False beyond 60 in an hour, 200 in a day or 5 of one member in an hour. Owners and '
  'the service role are not limited.';

create or replace function private.notify_mentions(
  p_post_id uuid, p_cause_id uuid, p_actor_id uuid, p_old jsonb, p_new jsonb
) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_user_id uuid;
  begin
    if p_old = p_new then
      return;
    end if;
    if p_old <> '{}' then
      delete from private.notification_causes as c using private.notifications as n
        where c.cause_id = p_cause_id and n.id = c.notification_id and n.kind = 'mention' and n.read_at is null
          and n.user_id <> all (private.mention_ids(p_new));
    end if;
    for v_user_id in
      select m.id
      from (select distinct n.value::uuid as id from jsonb_each_text(p_new) as n) as m
      where m.id is distinct from p_actor_id
        and exists (select from public.profiles as p where p.id = m.id)
        and not exists (
          select
          from private.notification_causes as c join private.notifications as n on n.id = c.notification_id
          where c.cause_id = p_cause_id and n.user_id = m.id and n.kind = 'mention'
        )
      order by m.id
    loop
      if private.may_tell_mention(v_user_id) then
        perform private.notify('mention', v_user_id, p_post_id, p_cause_id, p_actor_id);
      end if;
    end loop;
    if p_old <> '{}' then
      perform private.note_members(
        array(
          select distinct n.user_id
          from private.notification_causes as c join private.notifications as n on n.id = c.notification_id
          where c.cause_id = p_cause_id and n.kind = 'mention' and n.user_id is not null
        ),
        'notifications');
    end if;
  end
  $$;
comment on function private.notify_mentions(uuid, uuid, uuid, jsonb, jsonb) is
  'For the members whom a new or edited text mentions, within the limits of may_tell_mention. An unread notification of '
  'those whom it mentions no longer goes; one that was read is hidden, so that a name that comes back is not told again.';

create or replace function private.tg_newsfeed_comments__notify() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_author_id constant uuid := (select p.user_id from public.newsfeed_posts as p where p.id = new.post_id);
    v_mentioned constant uuid[] := case new.mentions when '{}' then '{}' else array(
      select n.user_id
      from private.notification_causes as c join private.notifications as n on n.id = c.notification_id
      where c.cause_id = new.id and n.kind = 'mention' and n.user_id = any (private.mentions_told(new.mentions))
    ) end;
  begin
    if v_author_id <> all (v_mentioned) then
      perform private.notify('comment', v_author_id, new.post_id, new.id, new.user_id);
    end if;
    -- In the order of the IDs: two comments on one thread lock the same notifications.
    perform private.notify('reply', r.user_id, new.post_id, new.id, new.user_id)
      from (
        select l.user_id
        from (
          select c.user_id, max(c.created_at) as at
          from (
            select x.user_id, x.created_at from public.newsfeed_comments as x
            where x.post_id = new.post_id and x.id <> new.id
            order by x.created_at desc, x.id desc
            limit 100
          ) as c
          where c.user_id is distinct from v_author_id and c.user_id <> all (v_mentioned)
          group by c.user_id
          order by at desc
          limit 20
        ) as l
        order by l.user_id
      ) as r;
    return null;
  end
  $$;

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function private.may_tell_mention(uuid) from public, anon, authenticated, service_role;

-- Triggers -------------------------------------------------------------------------------------------------

-- Before the other notifications of a comment, which are for those who are not told of a mention.
alter trigger _705_notify_mentions_on_insert on public.newsfeed_comments rename to _695_notify_mentions_on_insert;

-- Rows -----------------------------------------------------------------------------------------------------

delete from private.notification_causes as c using private.notifications as n
  where n.id = c.notification_id and n.kind = 'mention' and n.read_at is null
    and not private.is_mentioned(n.id, n.user_id);
