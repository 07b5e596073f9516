-- Nobody of the team heard of a report unless the console was open, and nobody told a new moderator or admin of the role.

-- Tables ---------------------------------------------------------------------------------------------------

alter table private.notification_kinds drop constraint notification_kinds_audience_known;
alter table private.notification_kinds add constraint notification_kinds_audience_known
  check (audience in ('member', 'members', 'admins', 'team'));
alter table private.notification_kinds drop constraint notification_kinds_subject_known;
alter table private.notification_kinds add constraint notification_kinds_subject_known check (subject in (
  'post', 'game', 'member', 'badge', 'award', 'removal', 'referral', 'video', 'item', 'report', 'case', 'role', 'self'));
comment on table private.notification_kinds is
  'One row per kind: its group, whom it is for, what it is about, and whether unread ones about one subject are one '
  'notification. audience: one member, or all members, all admins, or the team (admins and moderators), with one row for '
  'all of them.';

alter table private.notification_groups add column for_moderators boolean not null default false;
comment on column private.notification_groups.for_moderators is 'Of a group for admins: also for moderators.';

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.my_notification_settings()
  returns jsonb
  language plpgsql
  stable security definer
  set search_path = ''
  as $$
  declare
    v_user_id constant uuid := auth.uid();
    v_is_admin constant boolean := private.is_admin();
    v_is_moderator constant boolean := private.is_moderator();
    v_settings constant jsonb := private.delivery_settings(v_user_id);
  begin
    if not private.is_member() then
      return null;
    end if;
    return v_settings - 'choices' || jsonb_build_object(
      'has_mail', (select s.sends_mail from private.settings as s),
      'has_push', exists (select from private.push_subscriptions as s where s.user_id = v_user_id and private.has_session(s)),
      'groups', (
      select jsonb_agg(jsonb_build_object(
          'name', g.name,
          'in_app', coalesce((v_settings #>> array['choices', g.name, 'in_app'])::boolean, g.in_app),
          'push', coalesce((v_settings #>> array['choices', g.name, 'push'])::boolean, g.push),
          'email', coalesce((v_settings #>> array['choices', g.name, 'email'])::boolean, g.email)
        ) order by g.place)
      from private.notification_groups as g
      where (v_is_admin or not g.for_admins or (v_is_moderator and g.for_moderators))
        and exists (select from private.notification_kinds as k where k.group_name = g.name)));
  end
  $$;

create or replace function private.save_notification_choice(p_group text, p_channel text, p_is_on boolean) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_user_id constant uuid := auth.uid();
    v_default boolean;
  begin
    perform private.hold_gate();
    select case p_channel when 'in_app' then g.in_app when 'push' then g.push when 'email' then g.email end
      into v_default
      from private.notification_groups as g where g.name = p_group and (
        not g.for_admins or private.is_admin() or (g.for_moderators and private.is_moderator()));
    if v_default is null or p_is_on is null or not private.is_member() then
      raise exception 'no such notification setting' using errcode = '22023';
    end if;
    if p_is_on = v_default then
      delete from private.notification_choices as c
        where c.user_id = v_user_id and c.group_name = p_group and c.channel = p_channel;
    else
      insert into private.notification_choices (user_id, group_name, channel, is_on)
        values (v_user_id, p_group, p_channel, p_is_on)
        on conflict (user_id, group_name, channel) do update set is_on = excluded.is_on;
    end if;
    if p_channel = 'in_app' then
      perform private.note_members(array[v_user_id], 'notifications');
    end if;
  end
  $$;

create or replace function private.note_for_all(p_kind text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if exists (select from private.notification_kinds as k where k.name = p_kind and k.audience = 'admins') then
      perform private.note_table('notifications');
    elsif exists (select from private.notification_kinds as k where k.name = p_kind and k.audience = 'team') then
      perform private.note_members(
        array(select p.id from public.profiles as p where p.is_admin or p.is_moderator), 'notifications');
    else
      insert into private.live_pending (topic, kind) values ('notices', 'notifications');
    end if;
  end
  $$;

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
      or exists (select from private.notification_kinds as k where k.name = p_kind and k.audience in ('admins', 'team'))
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
        and (
          v_work.audience = 'members'
          or (not p.is_suspended and (p.is_admin or (v_work.audience = 'team' and p.is_moderator)))
        )
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

create or replace function private.mark_notifications_read(
  p_ids uuid[], p_path text, p_before timestamptz, out unread integer, out marked_at timestamptz
)
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_reader_id constant uuid := auth.uid();
    v_subjects constant uuid[] := case when p_path is not null then private.subjects_of_path(p_path, v_reader_id) end;
    v_in_console constant boolean := p_path like '/admin/%';
    v_read uuid[];
    v_marked uuid[];
  begin
    perform private.hold_gate();
    marked_at := clock_timestamp();
    if not private.is_member() or num_nonnulls(p_ids, p_path, p_before) <> 1 then
      raise exception 'give ids, a path or a time' using errcode = '22023';
    end if;
    with own as (
      select n.id from private.notifications as n
      where n.user_id = v_reader_id and n.read_at is null
        and case
          when p_ids is not null then n.id = any (p_ids)
          when p_path is not null then not v_in_console and n.subject_id = any (v_subjects)
          else n.updated_at <= p_before
        end
        and (p_ids is not null
          or private.is_notification_shown(n.id, n.kind, n.subject_id, n.created_at, false, v_reader_id))
      order by n.id
      for update
    ),
    changed as (
      update private.notifications as n set read_at = marked_at from own as o where n.id = o.id returning n.id
    )
    select coalesce(array_agg(c.id), '{}') into v_read from changed as c;
    with marked as (
      insert into private.notification_marks (notification_id, user_id, read_at)
        select n.id, v_reader_id, marked_at
        from private.notifications as n
        where n.user_id is null
          and case
            when p_ids is not null then n.id = any (p_ids)
            when p_path is not null then n.subject_id = any (v_subjects)
              and exists (
                select from private.notification_kinds as k
                where k.name = n.kind and (k.audience in ('admins', 'team')) = v_in_console)
            else n.updated_at <= p_before
          end
          and private.is_notification_shown(n.id, n.kind, n.subject_id, n.created_at, true, v_reader_id)
        on conflict (user_id, notification_id) do nothing
        returning notification_id
    )
    select coalesce(array_agg(m.notification_id), '{}') into v_marked from marked as m;
    delete from private.outbox as o
      where o.user_id = v_reader_id and o.sent_at is null and o.notification_id = any (v_read || v_marked);
    if cardinality(v_read || v_marked) > 0 then
      perform private.note_members(array[v_reader_id], 'notifications');
    end if;
    unread := private.unread_notifications(v_reader_id);
  end
  $$;

create or replace function private.is_notification_shown(
  p_id uuid, p_kind text, p_subject_id uuid, p_created_at timestamptz, p_is_for_all boolean, p_reader_id uuid
) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_reader record;
  begin
    select p.is_admin, p.is_moderator, p.is_suspended, p.created_at, k.audience, k.subject into v_reader
      from public.profiles as p, private.notification_kinds as k
      where p.id = p_reader_id and k.name = p_kind;
    if not found
      or (v_reader.audience in ('admins', 'team') and v_reader.is_suspended)
      or (v_reader.audience = 'admins' and not v_reader.is_admin)
      or (v_reader.audience = 'team' and not (v_reader.is_admin or v_reader.is_moderator))
    then
      return false;
    end if;
    -- In the app a session that does not act as an admin's reads nothing for admins. What is sent goes to the person.
    if p_reader_id = auth.uid()
      and (
        (v_reader.audience = 'admins' and not private.is_admin())
        or (v_reader.audience = 'team' and not private.is_team())
      )
    then
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
        and not private.is_hidden_comment(c.cause_id)
    ) then
      return false;
    end if;
    return case v_reader.subject
      when 'post' then not v_reader.is_suspended and exists (
        select from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id
        where p.id = p_subject_id and p.hidden_at is null and not a.is_suspended
          and (p.is_announcement or p_kind <> 'announcement')
          and not private.is_blocked_between(p.user_id, p_reader_id))
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
      when 'removal' then exists (
        select from private.audit_log as l
        where l.id = p_subject_id and l.action = 'remove_prize' and l.subject_id = p_reader_id)
      when 'badge' then exists (
        select from public.user_badges as u where u.user_id = p_reader_id and u.badge_id = p_subject_id)
      when 'referral' then exists (
        select from public.referrals as r
        where r.id = p_subject_id and r.referrer_id = p_reader_id and (p_kind <> 'referral_waiting' or r.status = 'pending'))
      when 'member' then exists (select from public.profiles as p where p.id = p_subject_id)
      when 'video' then exists (select from public.live_videos as v where v.id = p_subject_id and v.is_active)
      when 'item' then exists (select from public.prize_items as i where i.id = p_subject_id)
      when 'report' then exists (
        select from private.report_cases as c
        where c.id = p_subject_id and c.decided_at is not null and case p_kind
          when 'warning' then c.decision = 'warn' and c.author_id = p_reader_id
          else exists (select from private.reports as r where r.case_id = c.id and r.reporter_id = p_reader_id)
        end)
      when 'case' then exists (
        select from private.report_cases as c
        where c.id = p_subject_id and c.decided_at is null
          and not coalesce(private.is_case_of(c, p_reader_id), false)
          and (v_reader.is_admin or not private.is_case_for_admins(c)))
      when 'role' then v_reader.is_admin or v_reader.is_moderator
      else v_reader.is_suspended
    end;
  end
  $$;

create or replace function private.describe_notification(
  p_id uuid, p_kind text, p_subject_id uuid, p_reader_id uuid,
  out title text, out excerpt text, out path text, out details jsonb
)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_subject constant text := (select k.subject from private.notification_kinds as k where k.name = p_kind);
    v_comment_id uuid;
  begin
    details := '{}';
    case v_subject
      when 'post' then
        select private.excerpt(p.content), '/newsfeed/' || p.id, jsonb_build_object('image_url', p.image_url)
          into title, path, details
          from public.newsfeed_posts as p where p.id = p_subject_id;
        if p_kind in ('comment', 'reply') then
          select private.excerpt(m.content), m.id into excerpt, v_comment_id
            from private.notification_causes as c
              join public.newsfeed_comments as m on m.id = c.cause_id
              join public.profiles as a on a.id = m.user_id and not a.is_suspended
            where c.notification_id = p_id and m.hidden_at is null and not private.is_muted_by(p_reader_id, m.user_id)
            order by c.created_at desc, c.cause_id
            limit 1;
        elsif p_kind = 'mention' then
          select private.excerpt(coalesce(m.content, p.content)), m.id into excerpt, v_comment_id
            from private.notification_causes as c
              left join public.newsfeed_comments as m on m.id = c.cause_id
              left join public.newsfeed_posts as p on p.id = c.cause_id
            where c.notification_id = p_id;
        end if;
        path := path || coalesce('#comment-' || v_comment_id, '');
      when 'game' then
        select g.title,
            case p_kind
              -- The search finds the row with the game's actions, which may not be on the first page of the list.
              when 'game_to_settle' then '/admin/games?q=' || private.path_part(g.title) || '&entries=' || g.id
              else '/games/' || g.id
            end,
            jsonb_build_object('end_date', g.end_date, 'image_url', g.image_url) || case
              when p_kind in ('game_won', 'game_settled') then private.own_result(g.id, p_reader_id)
              else '{}'
            end
          into title, path, details
          from public.games as g where g.id = p_subject_id;
      when 'member' then
        select p.username, '/members/' || private.path_part(p.username) into title, path from public.profiles as p where p.id = p_subject_id;
        if p_kind = 'gift' then
          select g.message, jsonb_build_object('points', g.points) into excerpt, details
            from private.notification_causes as c join public.point_gifts as g on g.id = c.cause_id
            where c.notification_id = p_id;
        end if;
      when 'badge' then
        select b.name, '/badges/' || b.id, jsonb_build_object('icon', b.icon) into title, path, details
          from public.badges as b where b.id = p_subject_id;
      when 'award' then
        -- As it was promised: a later change of the item does not change what was won.
        select a.promised_title,
            case when p_kind = 'claim_made' then '/admin/claims?claim=' else '/prizes/claim/' end || a.id,
            jsonb_build_object('claim_deadline', a.claim_deadline) || case p_kind
              when 'claim_shipped' then jsonb_build_object('carrier', a.carrier, 'tracking_number', a.tracking_number)
              else '{}'
            end
          into title, path, details
          from public.prize_awards as a where a.id = p_subject_id;
      when 'removal' then
        select l.details ->> 'prize', '/dashboard' into title, path from private.audit_log as l where l.id = p_subject_id;
      when 'referral' then
        select p.username, '/profile#referral' into title, path
          from public.referrals as r left join public.profiles as p on p.id = r.referred_user_id
          where r.id = p_subject_id;
      when 'video' then
        select v.title, '/live' into title, path from public.live_videos as v where v.id = p_subject_id;
      when 'item' then
        select i.title, '/admin/prizes?package=' || i.package_id || '&item=' || i.id, jsonb_build_object('remaining_quantity', i.remaining_quantity)
          into title, path, details
          from public.prize_items as i where i.id = p_subject_id;
      when 'report' then
        if p_kind = 'report_decided' then
          select r.* into title, excerpt, path, details from private.describe_report(p_subject_id, p_reader_id) as r;
        else
          select w.* into path, details from private.describe_warned(p_subject_id, p_reader_id) as w;
          excerpt := (select c.reason from private.report_cases as c where c.id = p_subject_id);
        end if;
      when 'case' then
        select '/admin/moderation?case=' || c.id, jsonb_build_object('kind', c.kind) into path, details
          from private.report_cases as c where c.id = p_subject_id;
      when 'role' then
        select '/admin', jsonb_build_object(
            'role', case when p.is_admin then 'admin' else 'moderator' end,
            'needs_step', s.admins_need_two_steps
              and not exists (
                select from auth.mfa_factors as f where f.user_id = p_reader_id and f.status = 'verified'
              ))
          into path, details
          from public.profiles as p, public.site_settings as s where p.id = p_reader_id;
      else
        path := '/newsfeed';
    end case;
  end
  $$;

create function private.tg_report_cases__notify() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_op = 'INSERT' then
      perform private.notify_all('report_made', new.id);
    else
      perform private.note_for_all('report_made');
    end if;
    return null;
  end
  $$;
comment on function private.tg_report_cases__notify() is
  'For the team: a case to be decided, without who reported or what. It is shown while the case is open.';

create function private.tg_profiles__notify_role() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not (new.is_admin and not old.is_admin) and not (new.is_moderator and not old.is_moderator) then
      -- It is no longer shown.
      perform private.note_members(array[new.id], 'notifications');
    elsif auth.uid() is not null and auth.uid() <> new.id then
      -- Not by the operator, who makes the first admin.
      perform private.notify('role_given', new.id, new.id, new.id, null);
    end if;
    return null;
  end
  $$;
comment on function private.tg_profiles__notify_role() is
  'For a member who was made a moderator or an admin by an admin.';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _700_notify
  after insert on private.report_cases
  for each row execute function private.tg_report_cases__notify();

create trigger _710_notify_again
  after update of decided_at on private.report_cases
  for each row when ((old.decided_at is null) <> (new.decided_at is null))
  execute function private.tg_report_cases__notify();

create trigger _700_notify_role
  after update of is_admin, is_moderator on public.profiles
  for each row when (new.is_admin <> old.is_admin or new.is_moderator <> old.is_moderator)
  execute function private.tg_profiles__notify_role();

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function private.tg_report_cases__notify(), private.tg_profiles__notify_role()
  from public, anon, authenticated, service_role;

-- Rows -----------------------------------------------------------------------------------------------------

insert into private.notification_groups (name, place, in_app, push, email, for_admins, for_moderators)
  values ('reports', 14, true, true, false, true, true);

insert into private.notification_kinds (name, group_name, audience, subject, is_bundled) values
  ('report_made', 'reports', 'team', 'case', false),
  ('role_given', 'moderation', 'member', 'role', true);
