-- What is for the club's team. A suspended admin has no rights, so nothing of it is shown or sent to them. What a
-- suspended member did stays in it: a prize that they claimed has to be sent.

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.is_notification_shown(
  p_id uuid, p_kind text, p_subject_id uuid, p_created_at timestamptz, p_is_for_all boolean, p_reader_id uuid
) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_reader record;
  begin
    select p.is_admin, p.is_suspended, p.created_at, k.audience, k.subject into v_reader
      from public.profiles as p, private.notification_kinds as k
      where p.id = p_reader_id and k.name = p_kind;
    if not found or (v_reader.audience = 'admins' and (not v_reader.is_admin or v_reader.is_suspended)) then
      return false;
    end if;
    if p_is_for_all and (
      p_created_at < v_reader.created_at
      or exists (
        select from private.notification_mutes as m where m.user_id = p_reader_id and m.subject_id = p_subject_id
      )
      or exists (
        select from private.notification_marks as m
        where m.user_id = p_reader_id and m.notification_id = p_id and m.read_at is null
      )
    ) then
      return false;
    end if;
    if not exists (
      select from private.notification_causes as c left join public.profiles as a on a.id = c.actor_id
      where c.notification_id = p_id and (c.actor_id is null or not a.is_suspended or v_reader.audience = 'admins')
        and (p_is_for_all or not private.is_muted_by(p_reader_id, c.actor_id))
    ) then
      return false;
    end if;
    return case v_reader.subject
      when 'post' then not v_reader.is_suspended and exists (
        select from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id
        where p.id = p_subject_id and not a.is_suspended and (p.is_announcement or p_kind <> 'announcement'))
        and (p_kind <> 'mention' or private.is_mentioned(p_id, p_reader_id))
      when 'game' then exists (
        select from public.games as g
          left join public.game_entries as e on e.game_id = g.id and e.user_id = p_reader_id
        where g.id = p_subject_id and case p_kind
          when 'game_closing' then g.status = 'active' and now() < g.end_date and e.id is null
          when 'game_to_settle' then g.status = 'active'
          when 'game_settled' then g.status = 'completed' and not e.is_winner
          when 'game_won' then g.status = 'completed' and e.is_winner
          else g.status in ('active', 'completed')
        end)
      when 'award' then exists (
        select from public.prize_awards as a
        where a.id = p_subject_id and (a.user_id = p_reader_id or v_reader.audience = 'admins') and case p_kind
          when 'claim_closes_week' then a.status <> 'claimed' and now() < a.claim_deadline
          when 'claim_closes_day' then a.status <> 'claimed' and now() < a.claim_deadline
          when 'claim_shipped' then a.fulfillment_status in ('shipped', 'delivered')
          when 'claim_delivered' then a.fulfillment_status = 'delivered'
          else true
        end)
      when 'badge' then exists (
        select from public.user_badges as u where u.user_id = p_reader_id and u.badge_id = p_subject_id)
      when 'referral' then exists (
        select from public.referrals as r
        where r.id = p_subject_id and r.referrer_id = p_reader_id and (p_kind <> 'referral_waiting' or r.status = 'pending'))
      when 'member' then exists (select from public.profiles as p where p.id = p_subject_id)
      when 'video' then exists (select from public.live_videos as v where v.id = p_subject_id and v.is_active)
      when 'item' then exists (select from public.prize_items as i where i.id = p_subject_id)
      else v_reader.is_suspended
    end;
  end
  $$;

create or replace function private.shown_actors(p_id uuid, out actor_count integer, out actors jsonb)
  language sql stable security definer set search_path = ''
  as $$
    with people as (
      select c.actor_id, max(c.created_at) as at
      from private.notification_causes as c
        join private.notifications as n on n.id = c.notification_id
        join private.notification_kinds as k on k.name = n.kind
        join public.profiles as a on a.id = c.actor_id and (not a.is_suspended or k.audience = 'admins')
      where c.notification_id = p_id
        and not exists (
          select from private.notification_mutes as m where m.user_id = n.user_id and m.subject_id = c.actor_id
        )
      group by c.actor_id
    )
    select
      (select count(*)::integer from people),
      (
        select coalesce(
          jsonb_agg(jsonb_build_object('id', a.id, 'username', a.username, 'avatar_url', a.avatar_url)
            order by l.at desc, l.actor_id),
          '[]')
        from (select p.* from people as p order by p.at desc, p.actor_id limit 3) as l
          join public.profiles as a on a.id = l.actor_id
      )
  $$;
comment on function private.shown_actors(uuid) is
  'How many different members caused a notification, and the last three under their present names; without those whom '
  'the reader has muted, and, except for admins, those who are suspended.';

create or replace function private.notify_all(
  p_kind text, p_subject_id uuid, p_actor_id uuid default null, p_at timestamptz default now()
) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_id uuid;
  begin
    insert into private.notifications as n (kind, subject_id, is_bundled, created_at, updated_at)
      values (p_kind, p_subject_id, false, p_at, p_at)
      returning n.id into v_id;
    insert into private.notification_causes (notification_id, cause_id, actor_id, created_at)
      values (v_id, p_subject_id, p_actor_id, p_at);
    insert into private.notification_marks (notification_id, user_id)
      select v_id, p.id from public.profiles as p where p.id in (auth.uid(), p_actor_id);
    insert into private.outbox_spread (notification_id) values (v_id);
    if not exists (select from public.profiles as p where p.id = p_actor_id and p.is_suspended)
      or exists (select from private.notification_kinds as k where k.name = p_kind and k.audience = 'admins')
    then
      perform private.note_for_all(p_kind);
    end if;
  end
  $$;

create or replace function private.spread_outbox(p_now timestamptz default now()) returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_work record;
    v_ids uuid[];
    v_id uuid;
  begin
    perform private.hold_gate();
    select s.notification_id, s.after_id, n.kind, n.subject_id, n.created_at, k.audience, g.name as group_name,
        g.push or g.email as is_on
      into v_work
      from private.outbox_spread as s
        join private.notifications as n on n.id = s.notification_id
        join private.notification_kinds as k on k.name = n.kind
        join private.notification_groups as g on g.name = k.group_name
      order by n.created_at, n.id
      limit 1
      for update of s skip locked;
    if not found then
      return 0;
    end if;
    v_ids := array(
      select p.id from public.profiles as p
      where p.id > v_work.after_id
        and (v_work.audience = 'members' or (p.is_admin and not p.is_suspended))
        and (v_work.is_on or exists (
          select from private.notification_choices as c
          where c.user_id = p.id and c.group_name = v_work.group_name and c.channel <> 'in_app' and c.is_on
        ))
      order by p.id
      limit 500);
    foreach v_id in array v_ids loop
      if private.is_notification_shown(
        v_work.notification_id, v_work.kind, v_work.subject_id, v_work.created_at, true, v_id)
        and not exists (
          select from private.notification_marks as m where m.notification_id = v_work.notification_id and m.user_id = v_id
        )
      then
        perform private.enqueue(v_work.notification_id, v_id, v_work.kind, p_now);
      end if;
    end loop;
    if cardinality(v_ids) < 500 then
      delete from private.outbox_spread as s where s.notification_id = v_work.notification_id;
    else
      update private.outbox_spread as s set after_id = v_ids[500] where s.notification_id = v_work.notification_id;
    end if;
    return greatest(cardinality(v_ids), 1);
  end
  $$;
