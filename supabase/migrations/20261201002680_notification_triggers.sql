-- What members cause: reactions, comments, announcements, connections, gifts, referrals, badges and suspensions; and what
-- ends their notifications.

-- Functions: the newsfeed ----------------------------------------------------------------------------------

create function private.tg_newsfeed_reactions__notify() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.notify(
      'reaction', (select p.user_id from public.newsfeed_posts as p where p.id = new.post_id), new.post_id, new.id,
      new.user_id);
    return null;
  end
  $$;
comment on function private.tg_newsfeed_reactions__notify() is 'For the author of the post.';

-- Mentions in an edited text are notified as well, each member once for a text: a mention that is removed and written
-- again shows the same notification again. Whoever no longer stands in the text has one less.
create function private.notify_mentions(p_post_id uuid, p_cause_id uuid, p_actor_id uuid, p_old jsonb, p_new jsonb)
  returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if p_old = p_new then
      return;
    end if;
    perform private.notify('mention', m.id, p_post_id, p_cause_id, p_actor_id)
      from (select distinct n.value::uuid as id from jsonb_each_text(p_new) as n order by id) as m
      where exists (select from public.profiles as p where p.id = m.id)
        and not exists (
          select
          from private.notification_causes as c join private.notifications as n on n.id = c.notification_id
          where c.cause_id = p_cause_id and n.user_id = m.id and n.kind = 'mention'
        );
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
  'For the members whom a new or edited text mentions, and those whom it mentions no longer.';

create function private.mentions_told(p_mentions jsonb) returns uuid[]
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return array(
      select distinct m.value::uuid
      from jsonb_each_text(p_mentions) as m
      where not exists (
        select from private.notification_choices as c
        where c.user_id = m.value::uuid and c.group_name = 'mentions' and c.channel = 'in_app' and not c.is_on
      ));
  end
  $$;
comment on function private.mentions_told(jsonb) is
  'The members to whom a text is told as a mention: not those who have switched mentions off.';

create function private.tg_newsfeed_posts__notify_mentions() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.notify_mentions(
      new.id, new.id, new.user_id, case tg_op when 'UPDATE' then old.mentions else '{}' end, new.mentions);
    return null;
  end
  $$;
comment on function private.tg_newsfeed_posts__notify_mentions() is 'For the members whom a post mentions.';

create function private.tg_newsfeed_comments__notify_mentions() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.notify_mentions(
      new.post_id, new.id, new.user_id, case tg_op when 'UPDATE' then old.mentions else '{}' end, new.mentions);
    return null;
  end
  $$;
comment on function private.tg_newsfeed_comments__notify_mentions() is 'For the members whom a comment mentions.';

-- Whoever is mentioned in a comment hears of it once, as a mention.
create function private.tg_newsfeed_comments__notify() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_author_id constant uuid := (select p.user_id from public.newsfeed_posts as p where p.id = new.post_id);
    v_mentioned constant uuid[] := case new.mentions when '{}' then '{}' else private.mentions_told(new.mentions) end;
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
comment on function private.tg_newsfeed_comments__notify() is
  'For the author of the post and the last 20 members who commented on it, so that a comment on a long thread does not '
  'write to hundreds.';

create function private.tg_newsfeed_posts__notify() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.is_announcement then
      perform private.notify_all('announcement', new.id, new.user_id);
    else
      perform private.end_notifications('{announcement}', new.id);
    end if;
    return null;
  end
  $$;
comment on function private.tg_newsfeed_posts__notify() is 'For all members when a post becomes an announcement.';

create function private.tg_newsfeed_posts__forget_hidden() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if exists (select from public.profiles as a where a.id = old.user_id and a.is_suspended) then
      delete from private.notifications as n
        where n.kind in (select k.name from private.notification_kinds as k where k.subject = 'post')
          and n.subject_id = old.id;
    end if;
    return old;
  end
  $$;
comment on function private.tg_newsfeed_posts__forget_hidden() is
  'Nobody sees the notifications about a hidden post, so that they have gone is not mentioned on live topics.';

-- Functions: members ---------------------------------------------------------------------------------------

create function private.tg_member_connections__notify() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.status = 'pending' then
      perform private.notify('connection_asked', new.connected_user_id, new.user_id, new.id, new.user_id);
    else
      perform private.notify(
        'connection_accepted', new.user_id, new.connected_user_id, new.id, new.connected_user_id);
    end if;
    return null;
  end
  $$;
comment on function private.tg_member_connections__notify() is
  'For the member who is asked, and for the one whose request is accepted.';

create function private.tg_point_gifts__notify() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.notify('gift', new.to_user_id, new.from_user_id, new.id, new.from_user_id);
    return null;
  end
  $$;
comment on function private.tg_point_gifts__notify() is 'For the receiver.';

create function private.tg_referrals__notify() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.referrer_id is distinct from auth.uid() then
      perform private.notify(
        case new.status when 'pending' then 'referral_waiting' else 'referral_credited' end,
        new.referrer_id, new.id, new.id, new.referred_user_id);
    end if;
    if new.status = 'completed' then
      perform private.end_notifications('{referral_waiting}', new.id);
    end if;
    return null;
  end
  $$;
comment on function private.tg_referrals__notify() is
  'For the referrer: a referral waits for approval, or another person approved it.';

create function private.tg_user_badges__notify() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.user_id is distinct from auth.uid() then
      perform private.notify('badge', new.user_id, new.badge_id, new.id, null);
    end if;
    return null;
  end
  $$;
comment on function private.tg_user_badges__notify() is 'For the member who is awarded a badge.';

create function private.tg_profiles__notify_suspension() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_ids constant uuid[] := array(
      select distinct c.notification_id from private.notification_causes as c where c.actor_id = new.id);
  begin
    if new.is_suspended then
      if new.id is distinct from auth.uid() then
        perform private.notify('suspension', new.id, new.id, new.id, null);
      end if;
      delete from private.outbox as o using private.notifications as n
        where o.notification_id = any (v_ids) and o.sent_at is null and n.id = o.notification_id
          and not private.is_notification_shown(
            n.id, n.kind, n.subject_id, n.created_at, n.user_id is null, o.user_id);
    else
      perform private.end_notifications('{suspension}', new.id);
    end if;
    perform private.note_members(
      array(
        select n.user_id from private.notifications as n where n.id = any (v_ids) and n.read_at is null
        union
        select new.id
      ),
      'notifications');
    return null;
  end
  $$;
comment on function private.tg_profiles__notify_suspension() is
  'For the suspended member; and what the member has caused is hidden, or shown again.';

create function private.tg_profiles__forget_actor() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from private.notification_causes as c where c.actor_id = old.id;
    return old;
  end
  $$;
comment on function private.tg_profiles__forget_actor() is 'A deleted member is no longer the cause of a notification.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _700_notify
  after insert on public.newsfeed_reactions
  for each row execute function private.tg_newsfeed_reactions__notify();
create trigger _710_forget_causes
  after delete on public.newsfeed_reactions
  referencing old table as old_rows
  for each statement execute function private.tg__forget_causes();

create trigger _700_notify
  after insert on public.newsfeed_comments
  for each row execute function private.tg_newsfeed_comments__notify();
create trigger _705_notify_mentions_on_insert
  after insert on public.newsfeed_comments
  for each row when (new.mentions <> '{}')
  execute function private.tg_newsfeed_comments__notify_mentions();
create trigger _705_notify_mentions_on_update
  after update on public.newsfeed_comments
  for each row when (new.mentions <> old.mentions)
  execute function private.tg_newsfeed_comments__notify_mentions();
create trigger _710_forget_causes
  after delete on public.newsfeed_comments
  referencing old table as old_rows
  for each statement execute function private.tg__forget_causes();

create trigger _410_forget_hidden
  before delete on public.newsfeed_posts
  for each row execute function private.tg_newsfeed_posts__forget_hidden();
create trigger _700_notify_on_insert
  after insert on public.newsfeed_posts
  for each row when (new.is_announcement)
  execute function private.tg_newsfeed_posts__notify();
create trigger _700_notify_on_update
  after update of is_announcement on public.newsfeed_posts
  for each row when (new.is_announcement <> old.is_announcement)
  execute function private.tg_newsfeed_posts__notify();
create trigger _705_notify_mentions_on_insert
  after insert on public.newsfeed_posts
  for each row when (new.mentions <> '{}')
  execute function private.tg_newsfeed_posts__notify_mentions();
create trigger _705_notify_mentions_on_update
  after update on public.newsfeed_posts
  for each row when (new.mentions <> old.mentions)
  execute function private.tg_newsfeed_posts__notify_mentions();
create trigger _710_forget_causes
  after delete on public.newsfeed_posts
  referencing old table as old_rows
  for each statement execute function private.tg__forget_causes();

create trigger _700_notify_on_insert
  after insert on public.member_connections
  for each row execute function private.tg_member_connections__notify();
create trigger _700_notify_on_update
  after update of status on public.member_connections
  for each row when (new.status = 'accepted' and old.status = 'pending')
  execute function private.tg_member_connections__notify();
create trigger _710_forget_causes
  after delete on public.member_connections
  referencing old table as old_rows
  for each statement execute function private.tg__forget_causes();

create trigger _700_notify
  after insert on public.point_gifts
  for each row execute function private.tg_point_gifts__notify();

create trigger _700_notify_on_insert
  after insert on public.referrals
  for each row when (new.status = 'pending')
  execute function private.tg_referrals__notify();
create trigger _700_notify_on_update
  after update of status on public.referrals
  for each row when (new.status = 'completed' and old.status = 'pending')
  execute function private.tg_referrals__notify();

create trigger _700_notify
  after insert on public.user_badges
  for each row execute function private.tg_user_badges__notify();
create trigger _710_forget_causes
  after delete on public.user_badges
  referencing old table as old_rows
  for each statement execute function private.tg__forget_causes();

create trigger _700_notify_suspension
  after update of is_suspended on public.profiles
  for each row when (old.is_suspended is distinct from new.is_suspended)
  execute function private.tg_profiles__notify_suspension();
create trigger _410_forget_actor
  before delete on public.profiles
  for each row execute function private.tg_profiles__forget_actor();

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.tg_newsfeed_reactions__notify(),
  private.notify_mentions(uuid, uuid, uuid, jsonb, jsonb),
  private.mentions_told(jsonb),
  private.tg_newsfeed_posts__notify_mentions(),
  private.tg_newsfeed_comments__notify_mentions(),
  private.tg_newsfeed_comments__notify(),
  private.tg_newsfeed_posts__notify(),
  private.tg_newsfeed_posts__forget_hidden(),
  private.tg_member_connections__notify(),
  private.tg_point_gifts__notify(),
  private.tg_referrals__notify(),
  private.tg_user_badges__notify(),
  private.tg_profiles__notify_suspension(),
  private.tg_profiles__forget_actor()
  from public, anon, authenticated, service_role;
