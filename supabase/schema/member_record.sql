-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.team_notes (
  id uuid not null default gen_random_uuid(),
  member_id uuid not null,
  author_id uuid,
  content text not null,
  request_id uuid,
  created_at timestamp with time zone not null default now(),
  constraint team_notes_pkey PRIMARY KEY (id),
  constraint team_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint team_notes_member_id_fkey FOREIGN KEY (member_id) REFERENCES public.profiles(id) ON DELETE CASCADE,
  constraint team_notes_content_length CHECK (char_length(content) <= 1000),
  constraint team_notes_content_plain CHECK (private.is_plain_text(content, true)),
  constraint team_notes_content_present CHECK (private.has_text(content)),
  constraint team_notes_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint team_notes_request_elsewhere CHECK (request_id IS NULL)
);
comment on table private.team_notes is 'Notes of the club team about members. The members never read them; each note goes with the account that it is about.';
comment on column private.team_notes.author_id is 'The admin or moderator who wrote the note; null when that account is deleted.';
comment on column private.team_notes.request_id is 'Write-only, stored in private.requests; a second insert with the same value raises PT409.';

CREATE INDEX team_notes_author ON private.team_notes USING btree (author_id);
CREATE INDEX team_notes_member ON private.team_notes USING btree (member_id, created_at DESC);

alter table private.team_notes enable row level security;

CREATE TRIGGER _020_file_request BEFORE INSERT ON private.team_notes FOR EACH ROW EXECUTE FUNCTION private.tg__file_request();
CREATE TRIGGER _910_note_delete AFTER DELETE ON private.team_notes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_table_gone();
CREATE TRIGGER _910_note_insert AFTER INSERT ON private.team_notes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg__note_table();

create function private.add_team_note(p_member_id uuid, p_content text, p_request_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_content constant text := btrim(coalesce(p_content, ''), E' \t\r\n');
    v_id uuid := (
      select r.row_id from private.requests as r
      where r.owner_id = auth.uid() and r.request_id = p_request_id and r.relation = 'team_notes'
    );
  begin
    perform private.require_other_member(p_member_id);
    if v_id is not null then
      return v_id;
    end if;
    if not private.has_text(v_content) then
      raise exception 'a note needs a text' using errcode = '22023';
    end if;
    perform private.hold_gate();
    insert into private.team_notes (member_id, author_id, content, request_id)
      values (p_member_id, auth.uid(), v_content, p_request_id)
      returning id into v_id;
    perform private.audit_member('add_note', p_member_id);
    return v_id;
  end
  $function$;
comment on function private.add_team_note(p_member_id uuid, p_content text, p_request_id uuid) is 'Adds a note of the team about a member; the answer is its ID, also for a repeated request. Admins and moderators only.';

grant execute on function private.add_team_note(p_member_id uuid, p_content text, p_request_id uuid) to authenticated;

create function private.delete_team_note(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_member_id uuid := (select n.member_id from private.team_notes as n where n.id = p_id);
  begin
    perform private.require_team();
    if v_member_id is null then
      return;
    end if;
    perform private.require_other_member(v_member_id);
    perform private.hold_gate();
    delete from private.team_notes as n where n.id = p_id;
    if found then
      perform private.audit_member('delete_note', v_member_id);
    end if;
  end
  $function$;
comment on function private.delete_team_note(p_id uuid) is 'Deletes a note of the team; one that is gone stays gone. Admins and moderators only.';

grant execute on function private.delete_team_note(p_id uuid) to authenticated;

create function private.member_record(p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_is_admin constant boolean := private.is_admin();
  begin
    perform private.require_other_member(p_user_id);
    return (
      select jsonb_build_object(
        'rank', case when p.points + p.points_spent > 0 and not p.is_suspended then (
          select count(*) + 1 from public.profiles as o
          where not o.is_suspended and o.points + o.points_spent > p.points + p.points_spent) end,
        'posts', coalesce((select c.post_count from private.post_counts as c where c.user_id = p.id), 0),
        'entries', (select count(*) from public.game_entries as e where e.user_id = p.id),
        'last_seen_at', (
          select greatest(u.last_sign_in_at, (select max(s.updated_at) from auth.sessions as s where s.user_id = u.id))
          from auth.users as u where u.id = p.id
        ),
        'invited_by', (
          select r.username from public.referrals as f join public.profiles as r on r.id = f.referrer_id
          where f.referred_user_id = p.id
        ),
        'friends', (
          select count(*) from public.referrals as f where f.referrer_id = p.id and f.status = 'completed'
        ),
        'suspension', (select to_jsonb(s) from private.suspension_of(p.id) as s where p.is_suspended),
        -- One who is linked to a report about the member reads no answer to it either.
        'appeals', case when private.report_summary(p.id) is null then '[]' else private.appeals_about(p.id, null) end,
        'notes', private.notes_about(p.id),
        'points', case when v_is_admin then private.points_record(p.id) end,
        'reports', private.report_summary(p.id),
        'badges', (
          select coalesce(jsonb_agg(
            jsonb_build_object('id', b.id, 'name', b.name, 'icon', b.icon, 'color', b.color, 'at', u.awarded_at)
            order by u.awarded_at desc, b.id), '[]')
          from public.user_badges as u join public.badges as b on b.id = u.badge_id
          where u.user_id = p.id
        ),
        'prizes', case when v_is_admin then (
          select coalesce(jsonb_agg(
            jsonb_build_object('id', a.id, 'title', a.title, 'status', a.status, 'stage', a.fulfillment_status,
              'at', a.awarded_at)
            order by a.awarded_at desc, a.id), '[]')
          from (
            select x.id, i.title, x.status, x.fulfillment_status, x.awarded_at
            from public.prize_awards as x join public.prize_items as i on i.id = x.item_id
            where x.user_id = p.id order by x.awarded_at desc, x.id limit 5
          ) as a
        ) end
      )
      from public.profiles as p where p.id = p_user_id
    );
  end
  $function$;
comment on function private.member_record(p_user_id uuid) is 'What the club team knows of a member; without points and prizes for a moderator. Not of the caller or an account of the same person.';

grant execute on function private.member_record(p_user_id uuid) to authenticated;

create function private.notes_about(p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (
      select coalesce(jsonb_agg(
        jsonb_build_object('id', n.id, 'content', n.content, 'author', a.username, 'at', n.created_at)
        order by n.created_at desc, n.id), '[]')
      from private.team_notes as n left join public.profiles as a on a.id = n.author_id
      where n.member_id = p_user_id
    );
  end
  $function$;
comment on function private.notes_about(p_user_id uuid) is 'The notes of the team about a member, newest first.';

create function private.points_record(p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return jsonb_build_object(
      'count', (select count(*) from public.points_log as l where l.user_id = p_user_id),
      'newest', (
        select coalesce(jsonb_agg(
          jsonb_build_object('id', l.id, 'kind', l.kind, 'reason', l.reason, 'points', l.points_change, 'at', l.created_at)
          order by l.created_at desc, l.id), '[]')
        from (
          select * from public.points_log as x where x.user_id = p_user_id order by x.created_at desc, x.id limit 3
        ) as l
      ),
      'weeks', (
        select jsonb_agg(coalesce(s.points, 0) order by w.week)
        from generate_series(0, 11) as w (week)
          left join (
            select 11 - floor(extract(epoch from now() - x.created_at) / 604800)::int as week, sum(x.points_change) as points
            from public.points_log as x
            where x.user_id = p_user_id and x.created_at > now() - interval '84 days' and x.created_at <= now()
              and private.is_ranked(x.kind)
            group by 1
          ) as s on s.week = w.week
      )
    );
  end
  $function$;
comment on function private.points_record(p_user_id uuid) is 'A member''s points: how many entries, the newest three, and the sums of the last 12 weeks of seven days, oldest first, without rewards.';

create function private.report_summary(p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_lives constant uuid[] := private.lives_of(p_user_id, true);
    v_mine constant uuid[] := private.lives_of(auth.uid(), true);
    v_cases jsonb;
    v_own boolean;
  begin
    select coalesce(jsonb_agg(
        jsonb_build_object('id', c.id, 'kind', c.kind, 'decision', c.decision, 'at', c.created_at)
        order by c.created_at desc, c.id), '[]'),
      coalesce(bool_or(private.is_case_of(c, auth.uid())), false)
      into v_cases, v_own
      from private.report_cases as c
      where c.author_id = any (v_lives) or c.former_account_id = any (v_lives);
    if v_own then
      return null;
    end if;
    return private.report_record(p_user_id, null) || jsonb_build_object(
      'count', jsonb_array_length(v_cases),
      'newest', (select coalesce(jsonb_agg(k.value order by k.place), '[]')
        from jsonb_array_elements(v_cases) with ordinality as k (value, place) where k.place <= 3),
      -- Without those about the caller: the number would tell them who reported them.
      'sent', (
        select count(*)
        from private.reports as r join private.report_cases as c on c.id = r.case_id
        where r.reporter_id = p_user_id
          and (coalesce(c.author_id, c.former_account_id) = any (v_mine)) is not true
          and not exists (select from private.linked_admins as k where k.case_id = c.id and k.account_id = any (v_mine))
      )
    );
  end
  $function$;
comment on function private.report_summary(p_user_id uuid) is 'Reports about a member: the record that a case shows, how many cases, the newest three, and how many reports the member has sent, without those about the caller. Null for an admin or moderator who is linked to one of the cases.';

create function private.require_other_member(p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.require_team();
    if p_user_id = any (private.lives_of(auth.uid(), true)) then
      raise exception 'nobody has a record of themselves' using errcode = 'MR001';
    end if;
    if p_user_id is null or not exists (select from public.profiles as p where p.id = p_user_id) then
      raise exception 'user not found' using errcode = 'PT404';
    end if;
    if not private.is_admin() and private.is_of_team(p_user_id) then
      raise exception 'only admins have records of the team' using errcode = 'RP009', hint = 'an admin has it';
    end if;
  end
  $function$;
comment on function private.require_other_member(p_user_id uuid) is 'Raises 42501 unless the caller is an admin or a moderator, MR001 for an account of the caller''s own, PT404 for an unknown one, RP009 for a moderator about one of the team.';

create function public.add_team_note(member_id uuid, content text, request_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.add_team_note(add_team_note.member_id, add_team_note.content, add_team_note.request_id) $function$;
comment on function public.add_team_note(member_id uuid, content text, request_id uuid) is 'Adds a note of the team about a member, who never reads it; the answer is its ID, also for a repeated request_id. Admins and moderators only (42501); 22023 without a text; MR001 for an account of the caller''s own; RP009 for a moderator about one of the team; PT404; PT409 for a request_id that made something else.';

grant execute on function public.add_team_note(member_id uuid, content text, request_id uuid) to authenticated;

create function public.delete_team_note(id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.delete_team_note(delete_team_note.id) $function$;
comment on function public.delete_team_note(id uuid) is 'Deletes a note of the team; one that is gone stays gone. Admins and moderators only (42501); MR001 for one about the caller, RP009 for a moderator about one of the team.';

grant execute on function public.delete_team_note(id uuid) to authenticated;

create function public.member_record(user_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.member_record(member_record.user_id) $function$;
comment on function public.member_record(user_id uuid) is 'What the club team knows of a member: rank, counts, last seen, who brought them, suspension, appeals (the newest five answers to suspensions), notes of the team, points and the newest five prizes (both null for a moderator), reports (null for one who is linked to one of them) and badges. Admins and moderators only (42501); MR001 for an account of the caller''s own; RP009 for a moderator about one of the team; PT404.';

grant execute on function public.member_record(user_id uuid) to authenticated;
