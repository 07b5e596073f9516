-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.mentions_told(p_mentions jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return array(
      select distinct m.value::uuid
      from jsonb_each_text(p_mentions) as m
      where not exists (
        select from private.notification_choices as c
        where c.user_id = m.value::uuid and c.group_name = 'mentions' and c.channel = 'in_app' and not c.is_on
      ));
  end
  $function$;
comment on function private.mentions_told(p_mentions jsonb) is 'The members who are notified of a text as a mention: those who have not switched mentions off.';

create function private.notify_mentions(p_post_id uuid, p_cause_id uuid, p_actor_id uuid, p_old jsonb, p_new jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      where m.id is distinct from p_actor_id and m.id <> all (private.mention_ids(p_old))
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
  $function$;
comment on function private.notify_mentions(p_post_id uuid, p_cause_id uuid, p_actor_id uuid, p_old jsonb, p_new jsonb) is 'Notifies the members whom a new text mentions or an edit adds, within the limits of may_tell_mention. If an edit removes a name, an unread notification is deleted and a read one is hidden, so that adding the name again does not notify twice.';

create function private.tg_member_connections__notify()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if new.status = 'pending' then
      perform private.notify('connection_asked', new.connected_user_id, new.user_id, new.id, new.user_id);
    else
      perform private.notify(
        'connection_accepted', new.user_id, new.connected_user_id, new.id, new.connected_user_id);
    end if;
    return null;
  end
  $function$;
comment on function private.tg_member_connections__notify() is 'For the member who is asked, and for the one whose request is accepted.';

create function private.tg_newsfeed_comments__notify()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.tg_newsfeed_comments__notify() is 'For the author of the post and the last 20 members who commented on it, so that a comment on a long thread does not write to hundreds.';

create function private.tg_newsfeed_comments__notify_mentions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.notify_mentions(
      new.post_id, new.id, new.user_id, case tg_op when 'UPDATE' then old.mentions else '{}' end, new.mentions);
    return null;
  end
  $function$;
comment on function private.tg_newsfeed_comments__notify_mentions() is 'For the members whom a comment mentions.';

create function private.tg_newsfeed_posts__forget_hidden()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if old.hidden_at is not null or exists (select from public.profiles as a where a.id = old.user_id and a.is_suspended) then
      delete from private.notifications as n
        where n.kind in (select k.name from private.notification_kinds as k where k.subject = 'post')
          and n.subject_id = old.id;
    end if;
    return old;
  end
  $function$;
comment on function private.tg_newsfeed_posts__forget_hidden() is 'Deletes the notifications about a post with it if the post is hidden. No one sees them, so this is not announced.';

create function private.tg_newsfeed_posts__notify()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if new.is_announcement then
      perform private.notify_all('announcement', new.id, new.user_id);
    else
      perform private.end_notifications('{announcement}', new.id);
    end if;
    return null;
  end
  $function$;
comment on function private.tg_newsfeed_posts__notify() is 'For all members when a post becomes an announcement.';

create function private.tg_newsfeed_posts__notify_mentions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.notify_mentions(
      new.id, new.id, new.user_id, case tg_op when 'UPDATE' then old.mentions else '{}' end, new.mentions);
    return null;
  end
  $function$;
comment on function private.tg_newsfeed_posts__notify_mentions() is 'For the members whom a post mentions.';

create function private.tg_newsfeed_reactions__notify()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.notify(
      'reaction', (select p.user_id from public.newsfeed_posts as p where p.id = new.post_id), new.post_id, new.id,
      new.user_id);
    return null;
  end
  $function$;
comment on function private.tg_newsfeed_reactions__notify() is 'For the author of the post.';

create function private.tg_point_gifts__notify()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.notify('gift', new.to_user_id, new.from_user_id, new.id, new.from_user_id);
    return null;
  end
  $function$;
comment on function private.tg_point_gifts__notify() is 'For the receiver.';

create function private.tg_profiles__forget_actor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    delete from private.notification_causes as c where c.actor_id = old.id;
    return old;
  end
  $function$;
comment on function private.tg_profiles__forget_actor() is 'A deleted member is no longer the cause of a notification.';

create function private.tg_profiles__notify_suspension()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_ids constant uuid[] := array(
      select distinct c.notification_id from private.notification_causes as c where c.actor_id = new.id);
  begin
    if new.is_suspended then
      if new.id is distinct from auth.uid() then
        perform private.notify('suspension', new.id, new.id, new.id, null);
      end if;
      delete from private.outbox as o
        using private.notifications as n, private.notification_kinds as k
        where o.notification_id = any (v_ids) and o.sent_at is null and n.id = o.notification_id and k.name = n.kind
          and k.audience <> 'admins'
          and not exists (
            select from private.notification_causes as c left join public.profiles as a on a.id = c.actor_id
            where c.notification_id = n.id and (c.actor_id is null or not a.is_suspended));
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
  $function$;
comment on function private.tg_profiles__notify_suspension() is 'For the suspended member; and what the member has caused is hidden, or shown again.';

create function private.tg_referrals__notify()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.tg_referrals__notify() is 'For the referrer: a referral waits for approval, or another person approved it.';

create function private.tg_user_badges__notify()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if new.user_id is distinct from auth.uid() then
      perform private.notify('badge', new.user_id, new.badge_id, new.id, null);
    end if;
    return null;
  end
  $function$;
comment on function private.tg_user_badges__notify() is 'For the member who is awarded a badge.';
