-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.hiding_reporters(p_case_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (
      with in_time as materialized (
        select r.reporter_id, r.said, private.address_hash(u.email) as mailbox
        from private.reports as r
          join public.profiles as p on p.id = r.reporter_id
          join auth.users as u on u.id = r.reporter_id
        where r.case_id = p_case_id and not p.is_suspended and p.created_at <= r.created_at - interval '7 days'
      ), earlier as materialized (
        select a.mailbox_hash as mailbox, r.said
        from private.report_cases as c
          join private.report_cases as k on k.subject_id = c.subject_id and k.id <> c.id
          join private.reports as r on r.case_id = k.id
          join private.account_addresses as a on a.account_id = coalesce(r.reporter_id, r.former_account_id)
        where c.id = p_case_id and r.was_shown
      )
      select count(distinct i.mailbox)
      from in_time as i
      where not exists (select from earlier as e where e.mailbox = i.mailbox and e.said = i.said)
        and private.is_heeded_reporter(i.reporter_id)
    );
  end
  $function$;
comment on function private.hiding_reporters(p_case_id uuid) is 'How many mailboxes count toward hiding the subject of a case: of members who had been in the club for a week when they reported, are not suspended, are heeded, and did not report the same version in an earlier case that answered it.';

create function private.is_heeded_reporter(p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_lives constant uuid[] := private.lives_of(p_user_id, true);
  begin
    return (
      select k.dismissed < 3 or k.dismissed <= k.upheld
      from (
        select
          count(*) filter (where c.decision = 'dismiss' and s.was_shown) as dismissed,
          count(*) filter (where c.decision in ('hide', 'remove', 'warn', 'suspend')) as upheld
        from private.report_cases as c
          join (
            select o.case_id, bool_or(o.was_shown) as was_shown
            from (
              select r.case_id, r.was_shown from private.reports as r where r.reporter_id = any (v_lives)
              union all
              select r.case_id, r.was_shown from private.reports as r where r.former_account_id = any (v_lives)
            ) as o
            group by o.case_id
          ) as s on s.case_id = c.id
        where c.decided_at > now() - interval '90 days'
      ) as k
    );
  end
  $function$;
comment on function private.is_heeded_reporter(p_user_id uuid) is 'Whether the reports of a person help to hide. Not if three or more of the cases were dismissed in the last 90 days with the text as they reported it, and more than were upheld.';

create function private.report_queue(p_list text, p_after timestamp with time zone, p_after_id uuid, p_size integer)
 RETURNS TABLE(id uuid, kind text, subject_id uuid, author_id uuid, username text, avatar_url text, excerpt text, reports integer, reasons jsonb, is_hidden boolean, opened_at timestamp with time zone, decision text, hides boolean, days integer, reason text, decided_by text, decided_at timestamp with time zone, version integer, is_own boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_size constant integer := least(greatest(coalesce(p_size, 50), 1), 100);
    v_ids uuid[];
  begin
    perform private.require_team();
    case p_list
      when 'open' then
        v_ids := array(
          select c.id from private.cases_to_decide() as c
          where (p_after is null or (c.created_at, c.id) > (p_after, p_after_id))
          order by c.created_at, c.id limit v_size);
      when 'hidden' then
        v_ids := array(
          select c.id from private.cases_to_decide() as c
          where c.hidden_by_reports_at is not null
            and (p_after is null or (c.created_at, c.id) > (p_after, p_after_id))
          order by c.created_at, c.id limit v_size);
      when 'decided' then
        v_ids := array(
          select c.id from private.report_cases as c
          where c.decided_at is not null and (p_after is null or (c.decided_at, c.id) < (p_after, p_after_id))
          order by c.decided_at desc, c.id desc limit v_size);
      else
        raise exception 'unknown list' using errcode = '22023';
    end case;
    return query
      select r.* from private.report_rows(v_ids) as r order by array_position(v_ids, r.id);
  end
  $function$;
comment on function private.report_queue(p_list text, p_after timestamp with time zone, p_after_id uuid, p_size integer) is 'A page of a list of cases, in its order. Admins and moderators only.';

grant execute on function private.report_queue(p_list text, p_after timestamp with time zone, p_after_id uuid, p_size integer) to authenticated;

create function private.report_rows(p_ids uuid[])
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
comment on function private.report_rows(p_ids uuid[]) is 'Cases as the queue shows them. Of those about the caller (is_own) the reasons are left out and, once decided, the time of day at which they were opened.';

create function private.tg_report_cases__guard_own()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if private.is_api_request() and not private.may_decide(new) then
      raise exception 'admins do not decide about themselves'
        using errcode = 'RP007', hint = 'another admin decides';
    end if;
    return new;
  end
  $function$;
comment on function private.tg_report_cases__guard_own() is 'Nobody decides a case about themselves, or undoes its decision, while another admin can (RP007).';

create function public.report_queue(list text DEFAULT 'open'::text, after timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id uuid DEFAULT NULL::uuid, size integer DEFAULT 50)
 RETURNS TABLE(id uuid, kind text, subject_id uuid, author_id uuid, username text, avatar_url text, excerpt text, reports integer, reasons jsonb, is_hidden boolean, opened_at timestamp with time zone, decision text, hides boolean, days integer, reason text, decided_by text, decided_at timestamp with time zone, version integer, is_own boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select q.* from private.report_queue(
      report_queue.list, report_queue.after, report_queue.after_id, report_queue.size) as q
  $function$;
comment on function public.report_queue(list text, after timestamp with time zone, after_id uuid, size integer) is 'A page of cases for admins and moderators (42501). list: open, or hidden by reports and open, both oldest first, or decided, newest first. after and after_id are opened_at, or decided_at, and id of the last case of the previous page; size is at most 100. is_own: about the caller, without reasons.';

grant execute on function public.report_queue(list text, after timestamp with time zone, after_id uuid, size integer) to authenticated;
