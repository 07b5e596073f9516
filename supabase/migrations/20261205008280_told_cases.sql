-- A case is told live to those who may see it: the one whom it is about does not hear of it. The number of unread
-- notifications is told only where it is the same for all sessions of the member.

create function private.is_told_of_case(p_case_id uuid, p_reader_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return exists (
      select from private.report_cases as c cross join public.profiles as p
      where c.id = p_case_id and p.id = p_reader_id and not p.is_suspended
        and (p.is_admin or p.is_moderator)
        and not coalesce(private.is_case_of(c, p.id), false)
        and (p.is_admin or not private.is_case_for_admins(c)));
  end
  $$;
comment on function private.is_told_of_case(uuid, uuid) is
  'Whether one of the team is notified of a case while it is open: neither who is linked to it nor, of a case for admins, '
  'a moderator.';

drop function private.note_for_all(text);
create function private.note_for_all(p_kind text, p_subject_id uuid default null)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if exists (select from private.notification_kinds as k where k.name = p_kind and k.audience = 'admins') then
      perform private.note_table('notifications');
    elsif exists (select from private.notification_kinds as k where k.name = p_kind and k.audience = 'team') then
      perform private.note_members(
        array(
          select p.id from public.profiles as p
          where (p.is_admin or p.is_moderator)
            and (p_kind <> 'report_made' or private.is_told_of_case(p_subject_id, p.id))),
        'notifications');
    else
      insert into private.live_pending (topic, kind) values ('notices', 'notifications');
    end if;
  end
  $function$;
comment on function private.note_for_all(text, uuid) is
  'Notes that notifications for all of an audience have changed; of a case, given as the subject, for those whom it is '
  'told.';

create or replace function private.notify_all(p_kind text, p_subject_id uuid, p_actor_id uuid DEFAULT NULL::uuid, p_at timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      perform private.note_for_all(p_kind, p_subject_id);
    end if;
  end
  $function$;

create or replace function private.tg_notification_causes__drop_empty()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_ids constant uuid[] := array(select distinct o.notification_id from old_rows as o);
    v_seen uuid[];
  begin
    if v_ids = '{}' then
      return null;
    end if;
    v_seen := array(
      select distinct o.notification_id
      from old_rows as o left join public.profiles as a on a.id = o.actor_id
      where o.actor_id is null or not a.is_suspended);
    perform from private.notifications as n where n.id = any (v_ids) order by n.id for update;
    perform private.note_withdrawal(n.user_id, n.subject_id)
      from private.notifications as n
      where n.user_id is not null
        and n.id in (select o.notification_id from old_rows as o where o.actor_id = auth.uid())
        and exists (select from private.outbox as x where x.notification_id = n.id and x.sent_at is not null);
    perform private.note_for_all(n.kind, n.subject_id)
      from private.notifications as n where n.id = any (v_seen) and n.user_id is null;
    perform private.note_members(
      array(select distinct n.user_id from private.notifications as n where n.id = any (v_seen) and n.user_id is not null),
      'notifications');
    delete from private.notifications as n
      where n.id = any (v_ids)
        and not exists (select from private.notification_causes as c where c.notification_id = n.id);
    return null;
  end
  $function$;

create or replace function private.tg_report_cases__notify()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if tg_op = 'INSERT' then
      perform private.notify_all('report_made', new.id);
    else
      perform private.note_for_all('report_made', new.id);
    end if;
    return null;
  end
  $function$;

create or replace function private.note_table(p_table text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into private.live_pending (topic, kind) values ('admin', p_table);
    -- Of posts and comments the feed tells, of reports note_cases.
    if p_table = 'appeals' then
      insert into private.live_pending (topic, kind) values ('moderation', p_table);
    end if;
  end
  $function$;
comment on function private.note_table(text) is
  'Notes for admins that a table has changed, and for moderators if it is the one of suspended members'' answers.';

create function private.note_cases(p_table text, p_cases uuid[]) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if p_cases = '{}' then
      return;
    end if;
    perform private.note_table(p_table);
    if exists (
      select from private.report_cases as c
      where c.id = any (p_cases) and (c.decided_at is not null or not private.is_case_for_admins(c))
    ) then
      insert into private.live_pending (topic, kind) values ('moderation', p_table);
    end if;
  end
  $$;
comment on function private.note_cases(text, uuid[]) is
  'Notes for admins that the table has changed with these cases, and for moderators if one of them is in their lists: '
  'all hear that topic, also the one whom an open case for admins is about.';

create function private.tg_reports__note_cases() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.note_cases('reports', array(select distinct r.case_id from new_rows as r));
    return null;
  end
  $$;
comment on function private.tg_reports__note_cases() is 'Notes for the team the cases of new reports.';

create function private.tg_report_cases__note_cases() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.note_cases('report_cases', array(select r.id from new_rows as r));
    return null;
  end
  $$;
comment on function private.tg_report_cases__note_cases() is 'Notes for the team the cases that were changed.';

drop trigger _910_note_insert on private.reports;
create trigger _910_note_insert
  after insert on private.reports
  referencing new table as new_rows
  for each statement execute function private.tg_reports__note_cases();
drop trigger _910_note_update on private.report_cases;
create trigger _910_note_update
  after update on private.report_cases
  referencing new table as new_rows
  for each statement execute function private.tg_report_cases__note_cases();

create or replace function private.report_rows(p_ids uuid[])
 RETURNS TABLE(id uuid, kind text, subject_id uuid, author_id uuid, username text, avatar_url text, excerpt text, reports integer, reasons jsonb, is_hidden boolean, opened_at timestamp with time zone, decision text, hides boolean, days integer, reason text, decided_by text, decided_at timestamp with time zone, version integer, is_own boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return query
      select c.id, c.kind, c.subject_id, c.author_id, a.username, a.avatar_url,
        private.excerpt(case c.kind when 'entry' then coalesce(g.title, '') else n.said end), n.reports,
        case when o.is_own then '{}' else n.reasons end,
        case c.kind
          when 'post' then exists (
            select from public.newsfeed_posts as p where p.id = c.subject_id and p.hidden_at is not null)
          when 'comment' then private.is_hidden_comment(c.subject_id)
          when 'entry' then private.hidden_entry_photo(c.subject_id) is not null
          else false
        end,
        -- With its time the one whom it is about could guess who reported. An open case is in the place of its time.
        case when o.is_own and c.decided_at is not null then date_trunc('day', c.created_at, private.club_zone())
          else c.created_at
        end,
        c.decision, c.hides, c.days, c.reason,
        (select d.username from public.profiles as d where d.id = c.decided_by), c.decided_at, c.version, o.is_own
      from private.report_cases as c
        left join public.profiles as a on a.id = c.author_id
        left join public.game_entries as e on c.kind = 'entry' and e.id = c.subject_id
        left join public.games as g on g.id = e.game_id
        cross join lateral (
          select private.is_case_of(c, auth.uid()) as is_own
        ) as o
        cross join lateral (
          select sum(s.reports)::integer as reports, jsonb_object_agg(s.reason, s.reports) as reasons,
            coalesce((select v.said from private.reported_versions(c.id) as v where v.place = 1), '') as said
          from (
            select r.reason, count(*) as reports from private.reports as r where r.case_id = c.id group by r.reason
          ) as s
        ) as n
      where c.id = any (p_ids);
  end
  $function$;
comment on function private.report_rows(uuid[]) is
  'Cases as the queue shows them. Of those about the caller (is_own) the reasons are left out and, once decided, the time '
  'of day at which they were opened.';

create function private.depends_on_session(p_member_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return exists (
      select from public.profiles as p
      where p.id = p_member_id and (p.is_admin or p.is_moderator)
        and (
          exists (select from public.site_settings as s where s.admins_need_two_steps)
          or exists (select from auth.mfa_factors as f where f.user_id = p.id and f.status = 'verified')));
  end
  $$;
comment on function private.depends_on_session(uuid) is
  'Whether what one of the team may see depends on the session: on the second step of signing in.';

create or replace function private.message_of_parts(p_topic text, p_kinds text[])
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
comment on function private.message_of_parts(text, text[]) is
  'The parts of a member''s own data that have changed, and the number of unread notifications if that is one of them and '
  'the same for all sessions of the member; null when the account is deleted.';
