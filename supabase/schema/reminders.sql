-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.reminders (
  kind text not null,
  subject_id uuid not null,
  due_at timestamp with time zone not null,
  constraint reminders_pkey PRIMARY KEY (kind, subject_id, due_at),
  constraint reminders_kind_fkey FOREIGN KEY (kind) REFERENCES private.notification_kinds(name) ON DELETE RESTRICT,
  constraint reminders_dates_bounds CHECK (due_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND due_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.reminders is 'Which reminders were made, by the date that they are about: a claim whose deadline is moved is reminded of the new one.';

CREATE INDEX reminders_due ON private.reminders USING btree (due_at);

alter table private.reminders enable row level security;

create function private.end_notifications(p_kinds text[], p_subject_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    delete from private.notification_causes as c using private.notifications as n
      where n.kind = any (p_kinds) and n.subject_id = p_subject_id and c.notification_id = n.id;
  end
  $function$;
comment on function private.end_notifications(p_kinds text[], p_subject_id uuid) is 'Removes what is no longer true of a subject, for everyone.';

create function private.forget_old_notifications(p_now timestamp with time zone DEFAULT now())
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_count integer;
  begin
    perform private.hold_gate();
    delete from private.reminders as r where r.due_at < p_now - interval '180 days';
    with old as (
      select n.id from private.notifications as n
      where n.updated_at < p_now - interval '180 days'
      order by n.updated_at
      limit 1000
    )
    delete from private.notifications as n using old as o where n.id = o.id;
    get diagnostics v_count = row_count;
    return v_count;
  end
  $function$;
comment on function private.forget_old_notifications(p_now timestamp with time zone) is 'Deletes notifications older than 180 days, at most 1,000 in one call. Returns their number.';

create function private.make_due_notifications(p_now timestamp with time zone DEFAULT now())
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_due record;
    v_made integer := 0;
  begin
    perform private.hold_gate();
    -- A run that is late makes only the second reminder of a claim.
    for v_due in
      select a.id, a.user_id, a.claim_deadline, k.kind
      from public.prize_awards as a
        cross join lateral (
          select
            case when a.claim_deadline <= p_now + interval '1 day' then 'claim_closes_day' else 'claim_closes_week' end as kind,
            case when a.claim_deadline <= p_now + interval '1 day' then interval '1 day' else interval '7 days' end as lead
        ) as k
      where a.status <> 'claimed' and a.user_id is not null
        and a.claim_deadline > p_now and a.claim_deadline <= p_now + interval '7 days'
        and a.awarded_at < a.claim_deadline - k.lead
        and not exists (
          select from private.reminders as r
          where r.kind = k.kind and r.subject_id = a.id and r.due_at = a.claim_deadline
        )
      order by a.claim_deadline, a.id
      limit 200
    loop
      insert into private.reminders (kind, subject_id, due_at) values (v_due.kind, v_due.id, v_due.claim_deadline)
        on conflict (kind, subject_id, due_at) do nothing;
      if found then
        perform private.notify(v_due.kind, v_due.user_id, v_due.id, v_due.id, null, p_now);
        v_made := v_made + 1;
      end if;
    end loop;
    for v_due in
      select d.kind, d.id, d.due_at
      from (
        select k.kind, g.id, k.due_at
        from public.games as g
          cross join lateral (values
            ('game_opened', g.start_date, g.start_date <= p_now and p_now < g.end_date),
            ('game_closing', g.end_date, g.end_date > p_now and g.end_date <= p_now + interval '3 hours'
              and g.start_date < g.end_date - interval '3 hours'),
            ('game_to_settle', g.end_date, g.end_date <= p_now)
          ) as k (kind, due_at, is_due)
        where g.status = 'active' and k.is_due
        union all
        select 'live_begins', v.id, v.scheduled_for
        from public.live_videos as v
        where v.is_active and v.scheduled_for <= p_now and v.scheduled_for > p_now - interval '12 hours'
      ) as d
      where not exists (
        select from private.reminders as r where r.kind = d.kind and r.subject_id = d.id and r.due_at = d.due_at
      )
      order by d.due_at, d.id
      limit 200
    loop
      if private.notify_once(v_due.kind, v_due.id, v_due.due_at, p_now) then
        v_made := v_made + 1;
      end if;
    end loop;
    return v_made;
  end
  $function$;
comment on function private.make_due_notifications(p_now timestamp with time zone) is 'Makes the reminders that are due, each exactly once, at most 200 of claims and 200 of games and videos in one call. Returns their number.';

create function private.notify_once(p_kind text, p_subject_id uuid, p_due_at timestamp with time zone, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    insert into private.reminders (kind, subject_id, due_at) values (p_kind, p_subject_id, p_due_at)
      on conflict (kind, subject_id, due_at) do nothing;
    if not found then
      return false;
    end if;
    perform private.notify_all(p_kind, p_subject_id, null, p_at);
    return true;
  end
  $function$;
comment on function private.notify_once(p_kind text, p_subject_id uuid, p_due_at timestamp with time zone, p_at timestamp with time zone) is 'A notification for all about a date of its subject; false, and without effect, if it was made before.';

create function private.remind()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.make_due_notifications();
    for v_round in 1..4 loop
      exit when private.spread_outbox() = 0;
    end loop;
    perform private.forget_old_notifications();
  end
  $function$;
comment on function private.remind() is 'One run of everything about notifications that the clock causes. To be called every minute; a late run makes up for the missed ones.';

create function private.spread_outbox(p_now timestamp with time zone DEFAULT now())
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.spread_outbox(p_now timestamp with time zone) is 'Records for the next 500 members what is to be sent to them of a notification for all. Returns 0 when nothing is left.';
