-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.report_cases (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  subject_id uuid not null,
  author_id uuid,
  version integer not null default 0,
  hidden_by_reports_at timestamp with time zone,
  decision text,
  hides boolean not null default false,
  days integer,
  reason text not null default ''::text,
  ends_at timestamp with time zone,
  decided_by uuid,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  former_account_id uuid,
  left_at timestamp with time zone,
  took_photo boolean not null default false,
  taken_place integer,
  constraint report_cases_pkey PRIMARY KEY (id),
  constraint report_cases_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint report_cases_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint report_cases_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND hidden_by_reports_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND hidden_by_reports_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND ends_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND ends_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND decided_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND decided_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND left_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND left_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint report_cases_days_known CHECK (days = ANY (ARRAY[1, 7, 30])),
  constraint report_cases_decided CHECK ((decision IS NULL) = (decided_at IS NULL)),
  constraint report_cases_decision_known CHECK (decision = ANY (ARRAY['dismiss'::text, 'hide'::text, 'remove'::text, 'warn'::text, 'suspend'::text, 'gone'::text])),
  constraint report_cases_kind_known CHECK (kind = ANY (ARRAY['post'::text, 'comment'::text, 'member'::text, 'entry'::text])),
  constraint report_cases_left CHECK (left_at IS NULL OR author_id IS NULL),
  constraint report_cases_reason_plain CHECK (private.is_plain_text(reason, true) AND char_length(reason) <= 500),
  constraint report_cases_taken_place_range CHECK (taken_place >= 1 AND taken_place <= 3)
);
comment on table private.report_cases is 'One decision of the club team about a post, a comment, a member or the photo of a game entry, and all reports that it answers. A report after the decision opens another case. gone: closed without a decision, because the author left 30 days ago or because all who reported left within a day.';
comment on column private.report_cases.author_id is 'The author when the case was opened, or the next account of the same person; null while there is none.';
comment on column private.report_cases.version is 'Raised by each decision and each undoing, so that two of the team cannot both decide.';
comment on column private.report_cases.hides is 'Whether the decision hides the post, comment or photo.';
comment on column private.report_cases.reason is 'For the author to read, with a warning or a suspension.';
comment on column private.report_cases.former_account_id is 'In place of author_id when the account is deleted: an ID that belongs to no account, by which the next account of the person is found.';
comment on column private.report_cases.left_at is 'When the author deleted the account; null again when the person is back.';
comment on column private.report_cases.took_photo is 'Whether this case has taken the photo out of the entry and not put it back. The reports have its address.';
comment on column private.report_cases.taken_place is 'The place that the entry had in an active game when a decision hid its photo, until the decision is undone.';

CREATE INDEX report_cases_author ON private.report_cases USING btree (author_id);
CREATE INDEX report_cases_decided ON private.report_cases USING btree (decided_at DESC, id DESC) WHERE (decided_at IS NOT NULL);
CREATE INDEX report_cases_decided_by ON private.report_cases USING btree (decided_by);
CREATE INDEX report_cases_former_account ON private.report_cases USING btree (former_account_id) WHERE (former_account_id IS NOT NULL);

CREATE UNIQUE INDEX report_cases_one_open ON private.report_cases USING btree (subject_id) WHERE (decided_at IS NULL);

CREATE INDEX report_cases_open ON private.report_cases USING btree (created_at, id) WHERE (decided_at IS NULL);
CREATE INDEX report_cases_subject ON private.report_cases USING btree (subject_id, created_at);

alter table private.report_cases enable row level security;

CREATE TRIGGER _300_guard_own BEFORE UPDATE OF decided_at ON private.report_cases FOR EACH ROW WHEN (COALESCE(new.author_id, new.former_account_id) IS NOT NULL AND (old.decided_at IS NULL) <> (new.decided_at IS NULL)) EXECUTE FUNCTION private.tg_report_cases__guard_own();
CREATE TRIGGER _500_answer_versions AFTER UPDATE OF decided_at ON private.report_cases FOR EACH ROW WHEN ((old.decided_at IS NULL) <> (new.decided_at IS NULL) AND new.decision IS DISTINCT FROM 'gone'::text) EXECUTE FUNCTION private.tg_report_cases__answer_versions();
CREATE TRIGGER _700_notify AFTER INSERT ON private.report_cases FOR EACH ROW EXECUTE FUNCTION private.tg_report_cases__notify();
CREATE TRIGGER _710_notify_again AFTER UPDATE OF decided_at ON private.report_cases FOR EACH ROW WHEN ((old.decided_at IS NULL) <> (new.decided_at IS NULL)) EXECUTE FUNCTION private.tg_report_cases__notify();
CREATE TRIGGER _910_note_update AFTER UPDATE ON private.report_cases REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_report_cases__note_cases();

create table private.reports (
  id uuid not null default gen_random_uuid(),
  case_id uuid not null,
  subject_id uuid not null,
  reporter_id uuid,
  reason text not null,
  words text not null default ''::text,
  said text not null,
  request_id uuid,
  told_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  former_account_id uuid,
  left_at timestamp with time zone,
  removed_at timestamp with time zone,
  was_shown boolean not null default true,
  pictures text[] not null default '{}'::text[],
  pictures_key text,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_case_id_fkey FOREIGN KEY (case_id) REFERENCES private.report_cases(id) ON DELETE CASCADE,
  constraint reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES public.profiles(id) ON DELETE SET NULL,
  constraint reports_dates_bounds CHECK (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND created_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND told_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND told_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND left_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND left_at < '2200-01-01 00:00:00+00'::timestamp with time zone AND removed_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND removed_at < '2200-01-01 00:00:00+00'::timestamp with time zone),
  constraint reports_reason_known CHECK (reason = ANY (ARRAY['spam'::text, 'abuse'::text, 'offensive'::text, 'cheating'::text, 'private_information'::text, 'other'::text])),
  constraint reports_request_elsewhere CHECK (request_id IS NULL),
  constraint reports_words_plain CHECK (private.is_plain_text(words, true) AND char_length(words) <= 500)
);
comment on table private.reports is 'Who reported what, and why: each version once for a person, also with another account. Only admins and moderators learn who. The columns words and said are emptied a year after the decision, or 30 days after the author left.';
comment on column private.reports.said is 'The text of the post, comment or profile as it was reported.';
comment on column private.reports.request_id is 'Write-only, stored in private.requests; a second insert with the same value raises PT409.';
comment on column private.reports.told_at is 'When the reporter was notified that the report was dealt with.';
comment on column private.reports.former_account_id is 'In place of reporter_id when the account is deleted: an ID that belongs to no account, by which the next account of the person is found.';
comment on column private.reports.left_at is 'When the reporter deleted the account, or the operator did.';
comment on column private.reports.removed_at is 'When an admin deleted the account of the reporter. The text is kept until the decision, 30 days at most.';
comment on column private.reports.was_shown is 'False when the text was another at the decision, or was deleted: the decision is no answer to this version. True while the case is open.';
comment on column private.reports.pictures is 'The addresses of the pictures in our buckets that the post or profile had when it was reported. Kept until the decision and, unless it is a dismissal, for as long as it can be undone; 30 days at most after the author left.';
comment on column private.reports.pictures_key is 'A hash of the pictures, which stays when they go. Null for a report from before, which counts whatever they were.';

CREATE INDEX reports_case ON private.reports USING btree (case_id, created_at);
CREATE INDEX reports_former_account ON private.reports USING btree (former_account_id, subject_id) WHERE (former_account_id IS NOT NULL);
CREATE INDEX reports_pictures ON private.reports USING gin (pictures);
CREATE INDEX reports_reporter ON private.reports USING btree (reporter_id, subject_id);

alter table private.reports enable row level security;

CREATE TRIGGER _020_file_request BEFORE INSERT ON private.reports FOR EACH ROW EXECUTE FUNCTION private.tg__file_request();
CREATE TRIGGER _200_copy_pictures BEFORE INSERT ON private.reports FOR EACH ROW EXECUTE FUNCTION private.tg_reports__copy_pictures();
CREATE TRIGGER _500_unname_files AFTER DELETE OR UPDATE OF pictures ON private.reports FOR EACH ROW WHEN (old.pictures <> '{}'::text[]) EXECUTE FUNCTION private.tg__unname_files('pictures');
CREATE TRIGGER _910_note_insert AFTER INSERT ON private.reports REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.tg_reports__note_cases();

create function private.hide_content(p_kind text, p_id uuid, p_hides boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_hidden_at constant timestamptz := case when p_hides then now() end;
    v_changed integer := 0;
  begin
    if p_kind = 'post' then
      update public.newsfeed_posts as p set hidden_at = v_hidden_at
        where p.id = p_id and (p.hidden_at is not null) <> p_hides;
      get diagnostics v_changed = row_count;
    elsif p_kind = 'comment' then
      update public.newsfeed_comments as c set hidden_at = v_hidden_at
        where c.id = p_id and (c.hidden_at is not null) <> p_hides;
      get diagnostics v_changed = row_count;
    elsif p_kind = 'entry' then
      v_changed := private.hide_entry_photo(p_id, p_hides)::integer;
    end if;
    -- A decision that hides or shows nothing is told to nobody.
    if v_changed = 0 then
      return;
    end if;
    -- The notifications about it go and come with it.
    perform private.note_members(
      array(
        select n.user_id from private.notifications as n where n.subject_id = p_id and n.user_id is not null
        union
        select n.user_id
        from private.notification_causes as c join private.notifications as n on n.id = c.notification_id
        where c.cause_id = p_id and n.user_id is not null
      ),
      'notifications');
    perform private.note_for_all(n.kind)
      from private.notifications as n where n.subject_id = p_id and n.kind = 'announcement' and n.user_id is null;
  end
  $function$;
comment on function private.hide_content(p_kind text, p_id uuid, p_hides boolean) is 'Hides a post, a comment or the photo of an entry from everyone, or shows it again; nothing for a member, or for what is deleted.';

create function private.is_hidden_comment(p_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return exists (select from public.newsfeed_comments as c where c.id = p_id and c.hidden_at is not null);
  end
  $function$;
comment on function private.is_hidden_comment(p_id uuid) is 'Whether this is the ID of a comment that is hidden.';

create function private.my_reports(p_user_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return jsonb_build_object(
      'reports', (
        select coalesce(
          jsonb_agg(jsonb_build_object('kind', c.kind, 'reason', r.reason, 'words', r.words, 'created_at', r.created_at)
            order by r.created_at),
          '[]')
        from private.reports as r join private.report_cases as c on c.id = r.case_id
        where r.reporter_id = p_user_id
      ),
      'moderation', (
        select coalesce(
          jsonb_agg(jsonb_build_object('kind', c.kind, 'decision', c.decision, 'reason', c.reason, 'decided_at', c.decided_at)
            order by c.decided_at),
          '[]')
        from private.report_cases as c
        where c.author_id = p_user_id and c.decision not in ('dismiss', 'gone')
      ),
      'appeals', (
        select coalesce(
          jsonb_agg(to_jsonb(a) - array['id', 'member_id', 'case_id', 'decided_by'] order by a.created_at), '[]')
        from private.appeals as a where a.member_id = p_user_id
      ));
  end
  $function$;
comment on function private.my_reports(p_user_id uuid) is 'The reports that a member sent, the decisions against what the member wrote, without those who reported it, and what the member answered to suspensions.';

create function private.reopen_report(p_case_id uuid, p_seen integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_case private.report_cases;
  begin
    perform private.require_team();
    if p_seen is null then
      raise exception 'an undoing names the version that was seen' using errcode = '22023';
    end if;
    perform private.hold_gate();
    perform private.queue_for_places(p_case_id);
    -- Before the case, as decide_report does: the accounts whose suspension ends with the decision.
    perform from public.profiles as p
      where p.id in (select s.account_id from private.suspended_accounts as s where s.case_id = p_case_id)
      order by p.id
      for no key update;
    select c.* into v_case from private.report_cases as c where c.id = p_case_id for update;
    if not found then
      raise exception 'there is no such case' using errcode = 'PT404';
    end if;
    perform private.leave_to_admins(v_case, v_case.decision, v_case.days);
    if v_case.decided_at is null and v_case.version = p_seen + 1 then
      -- It is open, as the caller wants it.
      return v_case.version;
    end if;
    if v_case.decided_at is null or v_case.version <> p_seen then
      raise exception 'the case has been reopened or decided again'
        using errcode = 'RP004', detail = coalesce(
          (select p.username from public.profiles as p where p.id = v_case.decided_by), '');
    end if;
    if v_case.decision = 'gone' or v_case.decided_at <= now() - interval '90 days' then
      raise exception 'a decision can be undone for 90 days' using errcode = 'RP005';
    end if;
    if exists (
      select from private.report_cases as c
      where c.subject_id = v_case.subject_id and c.id <> v_case.id
        and (c.created_at >= v_case.decided_at or c.decided_at is null)
    ) then
      raise exception 'it has been reported again since' using errcode = 'RP006';
    end if;
    if v_case.decision = 'suspend' then
      perform private.undo_suspension(v_case.id);
    end if;
    perform private.return_entry_place(v_case.id);
    perform private.hide_content(v_case.kind, v_case.subject_id, v_case.hidden_by_reports_at is not null);
    update private.report_cases as c set
        version = c.version + 1,
        decision = null,
        hides = false,
        days = null,
        reason = '',
        ends_at = null,
        decided_by = null,
        decided_at = null
      where c.id = v_case.id;
    perform private.end_notifications('{warning}', v_case.id);
    perform private.note_members(
      array(select r.reporter_id from private.reports as r where r.case_id = v_case.id and r.reporter_id is not null),
      'notifications');
    perform private.audit_member(
      'reopen_report', v_case.author_id,
      jsonb_build_object('kind', v_case.kind, 'decision', v_case.decision));
    return v_case.version + 1;
  end
  $function$;
comment on function private.reopen_report(p_case_id uuid, p_seen integer) is 'Undoes a decision: the case is open again. What was hidden by reports stays hidden until the next decision. Admins, and moderators what they could have decided.';

grant execute on function private.reopen_report(p_case_id uuid, p_seen integer) to authenticated;

create function private.report_case(p_case_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_case private.report_cases;
    v_may_decide boolean;
    v_may_undo boolean;
  begin
    perform private.require_team();
    select c.* into v_case from private.report_cases as c where c.id = p_case_id;
    if not found then
      raise exception 'there is no such case' using errcode = 'PT404';
    end if;
    v_may_decide := private.may_decide(v_case) and (private.is_admin() or not private.is_case_for_admins(v_case));
    v_may_undo := v_may_decide
      and (private.is_admin() or v_case.decision is distinct from 'suspend' or v_case.days is not null);
    return (
      select to_jsonb(r) || jsonb_build_object(
        'may_decide', v_may_decide,
        'shown', private.shown_key(v_case.kind, v_case.subject_id),
        'is_in_force', case when v_case.decision = 'suspend' then private.suspension_stands(v_case) end,
        'can_undo', v_case.decision <> 'gone' and v_case.decided_at > now() - interval '90 days' and v_may_undo,
        'hidden_by_reports', v_case.hidden_by_reports_at is not null,
        'said', coalesce((select v.said from private.reported_versions(v_case.id) as v where v.place = 1), ''),
        'versions', (
          select coalesce(
            jsonb_agg(
              jsonb_build_object('said', v.said, 'reports', v.reports, 'was_shown', v.was_shown) order by v.place),
            '[]')
          from private.reported_versions(v_case.id) as v where v.place <= 100
        ),
        'pictures', (
          select coalesce(jsonb_agg(p.address order by p.reports desc, p.first_at, p.address), '[]')
          from (
            select a.address, count(*) as reports, min(x.created_at) as first_at
            from (
                select y.pictures, y.created_at from private.reports as y
                where y.case_id = v_case.id order by y.created_at, y.id limit 100
              ) as x
              cross join lateral unnest(x.pictures) as a (address)
            group by a.address
          ) as p
        ),
        'now', case v_case.kind
          when 'post' then (
            select jsonb_build_object('text', p.content, 'image_url', p.image_url, 'more_images', p.more_images,
              'at', p.created_at, 'path', '/newsfeed/' || p.id)
            from public.newsfeed_posts as p where p.id = v_case.subject_id)
          when 'comment' then (
            select jsonb_build_object('text', c.content, 'image_url', null, 'more_images', '{}'::text[],
              'at', c.created_at, 'path', '/newsfeed/' || c.post_id || '#comment-' || c.id)
            from public.newsfeed_comments as c where c.id = v_case.subject_id)
          when 'entry' then (
            select jsonb_build_object('text', '', 'image_url', coalesce(e.photo_url, private.hidden_entry_photo(e.id)),
              'more_images', '{}'::text[], 'at', e.created_at, 'path', '/games/' || e.game_id)
            from public.game_entries as e where e.id = v_case.subject_id)
          else (
            select jsonb_build_object(
              'text', concat_ws(E'\n', p.username, nullif(p.fishing_area, ''), nullif(p.bio, '')),
              'image_url', null, 'more_images', '{}'::text[], 'at', null,
              'path', '/members/' || private.path_part(p.username))
            from public.profiles as p where p.id = v_case.author_id)
        end,
        'before', (
          select jsonb_build_object('username', a.username, 'text', left(p.content, 280), 'at', p.created_at)
          from public.newsfeed_comments as c
            join public.newsfeed_posts as p on p.id = c.post_id
            join public.profiles as a on a.id = p.user_id
          where v_case.kind = 'comment' and c.id = v_case.subject_id
        ),
        'game', (
          select jsonb_build_object('title', g.title, 'path', '/games/' || g.id, 'status', g.status,
            'place', e.winner_place)
          from public.game_entries as e join public.games as g on g.id = e.game_id
          where v_case.kind = 'entry' and e.id = v_case.subject_id
        ),
        'reported', case when r.is_own then '[]' else (
          select jsonb_agg(
            jsonb_build_object('id', x.id, 'reason', x.reason, 'words', x.words, 'at', x.created_at,
              'version', v.place,
              'reporter_id', p.id, 'username', p.username, 'avatar_url', p.avatar_url)
            order by x.created_at, x.id)
          from (
            select y.* from private.reports as y where y.case_id = v_case.id order by y.created_at, y.id limit 100
          ) as x
            left join public.profiles as p on p.id = x.reporter_id
            left join private.reported_versions(v_case.id) as v on v.said = x.said
        ) end,
        'record', private.report_record(v_case.author_id, v_case.id),
        'appeals', case when r.is_own then '[]' else private.appeals_about(null, v_case.id) end)
      from private.report_rows(array[v_case.id]) as r
    );
  end
  $function$;
comment on function private.report_case(p_case_id uuid) is 'A case with everything that the decision needs. Of a case about themselves, admins and moderators learn nothing about who reported and why. Admins and moderators only.';

grant execute on function private.report_case(p_case_id uuid) to authenticated;

create function private.report_counts(OUT open integer, OUT hidden integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.require_team();
    select count(*), count(*) filter (where c.hidden_by_reports_at is not null) into open, hidden
      from private.cases_to_decide() as c;
  end
  $function$;
comment on function private.report_counts(OUT open integer, OUT hidden integer) is 'How many cases are open, and how many of them hidden by reports. Admins and moderators only.';

grant execute on function private.report_counts(OUT open integer, OUT hidden integer) to authenticated;

create function private.report_record(p_user_id uuid, p_case_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_lives constant uuid[] := private.lives_of(p_user_id, true);
  begin
    return (
      select jsonb_build_object(
        'since', p.created_at,
        'joined_on', p.joined_on,
        'posts', (select c.post_count from private.post_counts as c where c.user_id = p.id),
        'is_admin', p.is_admin,
        'is_moderator', p.is_moderator,
        'is_suspended', p.is_suspended,
        'suspended_until', (select s.ends_at from private.suspension_of(p.id) as s),
        'suspensions', (
          select count(*) from private.audit_log as l
          where l.subject_id = any (v_lives) and l.action = 'suspend' and not private.is_undone(l.id, v_lives)
        ) + (
          select coalesce(sum(s.suspensions), 0) from private.left_suspensions as s where s.account_id = any (v_lives)
        ),
        'warnings', k.warnings,
        'last_warning', k.last_warning,
        'decided', k.decided,
        'upheld', k.upheld)
      from public.profiles as p
        cross join lateral (
          select
            count(*) filter (where c.decision = 'warn') as warnings,
            max(c.decided_at) filter (where c.decision = 'warn') as last_warning,
            count(*) as decided,
            count(*) filter (where c.decision <> 'dismiss') as upheld
          from private.report_cases as c
          where (c.author_id = any (v_lives) or c.former_account_id = any (v_lives))
            and c.decision <> 'gone' and c.id is distinct from p_case_id
        ) as k
      where p.id = p_user_id
    );
  end
  $function$;
comment on function private.report_record(p_user_id uuid, p_case_id uuid) is 'What the club team knows of the author of a case: member since, posts, and over all accounts of the person suspensions, warnings, and earlier cases.';

create function private.reported(p_kind text, p_subject_id uuid, OUT author_id uuid, OUT said text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    case p_kind
      when 'post' then
        select p.user_id, p.content into author_id, said
          from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id
          where p.id = p_subject_id and p.hidden_at is null and (not a.is_suspended or private.is_team());
      when 'comment' then
        select c.user_id, c.content into author_id, said
          from public.newsfeed_comments as c
            join public.profiles as a on a.id = c.user_id
            join public.newsfeed_posts as p on p.id = c.post_id
            join public.profiles as b on b.id = p.user_id
          where c.id = p_subject_id and c.hidden_at is null and p.hidden_at is null
            and (not (a.is_suspended or b.is_suspended) or private.is_team());
      when 'member' then
        select p.id, concat_ws(E'\n', p.username, nullif(p.fishing_area, ''), nullif(p.bio, '')) into author_id, said
          from public.profiles as p
          where p.id = p_subject_id and (not p.is_suspended or private.is_team());
      when 'entry' then
        -- The photo is all that a member chose in such an entry.
        select e.user_id, '' into author_id, said
          from public.game_entries as e join public.games as g on g.id = e.game_id
          where e.id = p_subject_id and e.photo_url is not null
            and (g.status in ('active', 'completed') or private.is_admin());
      else
        raise exception 'a report is about a post, a comment, a member or a photo of an entry' using errcode = '22023';
    end case;
  end
  $function$;
comment on function private.reported(p_kind text, p_subject_id uuid, OUT author_id uuid, OUT said text) is 'Author and text of what the caller wants to report; nulls for what does not exist or what the caller cannot see.';

create function private.reports_to_decide()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return jsonb_build_object(
      'count', (select count(*) from private.cases_to_decide()),
      'oldest', (
        select coalesce(jsonb_agg(
          jsonb_build_object('id', r.id, 'kind', r.kind, 'author_id', r.author_id, 'username', r.username, 'avatar_url', r.avatar_url,
            'excerpt', r.excerpt, 'reports', r.reports, 'is_hidden', r.is_hidden, 'opened_at', r.opened_at)
          order by r.opened_at, r.id), '[]')
        from private.report_rows(array(
          select c.id from private.cases_to_decide() as c order by c.created_at, c.id limit 3
        )) as r
      )
    );
  end
  $function$;
comment on function private.reports_to_decide() is 'Open cases: how many, and the three oldest.';

create function private.send_report(p_kind text, p_subject_id uuid, p_reason text, p_words text, p_request_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_reporter constant uuid := auth.uid();
    v_words constant text := btrim(coalesce(p_words, ''), E' \t\r\n');
    v_to_hide constant integer := (select s.reports_to_hide from public.site_settings as s);
    -- Evaluated once: in a condition it could be evaluated for each report.
    v_lives constant uuid[] := private.lives_of(v_reporter, true);
    v_is_new constant boolean := exists (
      select from public.profiles as p where p.id = v_reporter and p.created_at > now() - interval '1 day'
    );
    v_subject record;
    v_case private.report_cases;
    v_id uuid := private.report_of_request(p_request_id);
  begin
    if not private.is_member() then
      raise exception 'only members report' using errcode = '42501';
    end if;
    if v_id is not null then
      return v_id;
    end if;
    if private.is_suspended() then
      raise exception 'a suspended member cannot report' using errcode = 'RP003';
    end if;
    perform private.hold_gate();
    select r.author_id, r.said into v_subject from private.reported(p_kind, p_subject_id) as r;
    if v_subject.author_id is null then
      raise exception 'there is nothing here to report' using errcode = 'PT404';
    end if;
    if v_subject.author_id = v_reporter then
      raise exception 'members cannot report themselves' using errcode = 'RP002';
    end if;
    -- The open case may be decided between the two statements.
    loop
      insert into private.report_cases (kind, subject_id, author_id) values (p_kind, p_subject_id, v_subject.author_id)
        on conflict (subject_id) where decided_at is null do nothing;
      select c.* into v_case from private.report_cases as c
        where c.subject_id = p_subject_id and c.decided_at is null for update;
      exit when found;
    end loop;
    -- The same report may have been on its way twice.
    v_id := private.report_of_request(p_request_id);
    if v_id is not null then
      return v_id;
    end if;
    -- The lock on the case keeps a second report of the same person waiting.
    if private.has_reported(
      v_lives, p_kind, p_subject_id, v_subject.said, private.pictures_now(p_kind, p_subject_id))
    then
      raise exception 'the caller has reported this before' using errcode = 'RP001';
    end if;
    perform private.check_rate('report-day', case when v_is_new then 3 else 20 end, interval '1 day');
    insert into private.reports (case_id, subject_id, reporter_id, reason, words, said, request_id)
      values (
        v_case.id, p_subject_id, v_reporter, p_reason,
        case when private.has_text(v_words) then v_words else '' end, v_subject.said, p_request_id)
      returning id into v_id;
    if v_to_hide > 0 and p_kind <> 'member' and v_case.hidden_by_reports_at is null
      and not exists (
        select from public.profiles as p where p.id = v_subject.author_id and (p.is_admin or p.is_moderator)
      )
      and v_to_hide <= private.hiding_reporters(v_case.id)
    then
      update private.report_cases as c set hidden_by_reports_at = now() where c.id = v_case.id;
      perform private.hide_content(p_kind, p_subject_id, true);
    end if;
    return v_id;
  end
  $function$;
comment on function private.send_report(p_kind text, p_subject_id uuid, p_reason text, p_words text, p_request_id uuid) is 'Reports a post, a comment, a member or the photo of an entry to the club team, 20 times a day, 3 times on the first day of the account (PT429), each version once for each person (RP001). Enough reporters, as private.hiding_reporters counts them, hide a post, comment or photo until a decision, except those of admins and moderators.';

grant execute on function private.send_report(p_kind text, p_subject_id uuid, p_reason text, p_words text, p_request_id uuid) to authenticated;

create function private.tell_reporters(p_case_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_report record;
  begin
    for v_report in
      update private.reports as r set told_at = now()
        where r.case_id = p_case_id and r.told_at is null and r.reporter_id is not null
        returning r.id, r.reporter_id
    loop
      perform private.notify('report_decided', v_report.reporter_id, p_case_id, v_report.id, null);
    end loop;
    -- Those who were told before see it again when a decision was undone and another is made.
    perform private.note_members(
      array(select r.reporter_id from private.reports as r where r.case_id = p_case_id and r.reporter_id is not null),
      'notifications');
  end
  $function$;
comment on function private.tell_reporters(p_case_id uuid) is 'Notifies each reporter of a case once that it was dealt with, without the decision.';

create function private.tend_reports()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_case private.report_cases;
    v_some integer;
    v_all integer := 0;
  begin
    perform private.hold_gate();
    for v_case in
      select c.* from private.report_cases as c
      where c.decided_at is null and private.is_forsaken(c.id) order by c.id for update
    loop
      -- Another may have reported the same while this waited for the case.
      continue when not private.is_forsaken(v_case.id);
      update private.report_cases as c set
          version = c.version + 1,
          decision = 'gone',
          decided_at = now(),
          former_account_id = null
        where c.id = v_case.id;
      if v_case.hidden_by_reports_at is not null then
        perform private.hide_content(v_case.kind, v_case.subject_id, false);
      end if;
      v_all := v_all + 1;
    end loop;
    delete from public.newsfeed_comments as n using private.report_cases as c
      where n.id = c.subject_id and n.hidden_at is not null
        and c.decision = 'remove' and c.decided_at <= now() - interval '90 days';
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    delete from public.newsfeed_posts as n using private.report_cases as c
      where n.id = c.subject_id and n.hidden_at is not null
        and c.decision = 'remove' and c.decided_at <= now() - interval '90 days';
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    update private.reports as r set words = '', said = '' from private.report_cases as c
      where c.id = r.case_id and (r.words <> '' or r.said <> '') and (
        c.decided_at <= now() - interval '1 year'
        or c.left_at <= now() - interval '30 days'
        or (c.decision = 'gone' and c.author_id is null)
      );
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    update private.reports as r set pictures = '{}' from private.report_cases as c
      where c.id = r.case_id and r.pictures <> '{}' and (
        c.decision in ('dismiss', 'gone')
        or c.decided_at <= now() - interval '90 days'
        or c.left_at <= now() - interval '30 days'
      );
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    update private.reports as r set words = '' from private.report_cases as c
      where c.id = r.case_id and r.words <> '' and r.removed_at is not null
        and (c.decided_at is not null or r.removed_at <= now() - interval '30 days');
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    delete from private.appeals as a
      where a.created_at <= now() - interval '1 year'
        and not exists (select from private.suspended_accounts as s where s.appeal_id = a.id);
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    update private.report_cases as c set reason = ''
      where c.left_at <= now() - interval '30 days' and c.reason <> '' and not private.suspension_stands(c);
    get diagnostics v_some = row_count;
    return v_all + v_some;
  end
  $function$;
comment on function private.tend_reports() is 'Closes cases as is_forsaken says. Deletes what a decision removed 90 days ago, and the texts of reports that were decided a year ago or whose author left 30 days ago; of a reporter whom an admin deleted, after the decision or 30 days. Releases pictures that no decision needs any more. Deletes answers to suspensions that have ended, a year after they were sent.';

create function private.tg_newsfeed_posts__count_hidden()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    update private.post_counts as c set post_count = c.post_count + case when new.hidden_at is null then 1 else -1 end
      where c.user_id = new.user_id;
    return null;
  end
  $function$;
comment on function private.tg_newsfeed_posts__count_hidden() is 'Keeps private.post_counts, which leave out hidden posts.';

create function private.tg_profiles__leave_reports()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    -- The operator counts as the member: an admin acts under their own account.
    v_is_own constant boolean := coalesce(auth.uid() = old.id, true);
  begin
    update private.reports as r set
        reporter_id = null,
        words = case
          when v_is_own or exists (
            select from private.report_cases as c where c.id = r.case_id and c.decided_at is not null
          ) then ''
          else r.words
        end,
        left_at = case when v_is_own then now() end,
        removed_at = case when not v_is_own then now() end
      where r.reporter_id = old.id;
    with kept as (
      update private.report_cases as c set
          author_id = null,
          left_at = now(),
          subject_id = case c.kind when 'member' then c.id else c.subject_id end,
          -- Of a suspension in force the reason is kept with the suspension.
          reason = case when private.suspension_stands(c) then c.reason else '' end
        where c.author_id = old.id
        returning c.id, c.kind, c.decided_at is not null as is_decided
    )
    update private.reports as r set
        said = case when k.is_decided then '' else r.said end,
        words = case when k.is_decided then '' else r.words end,
        pictures = case when k.is_decided then '{}' else r.pictures end,
        subject_id = case k.kind when 'member' then k.id else r.subject_id end
      from kept as k
      where r.case_id = k.id;
    return old;
  end
  $function$;
comment on function private.tg_profiles__leave_reports() is 'Clears the texts that a deleted member wrote in reports, unless an admin deletes the member while the case is open, and the texts of decided cases about them. Open cases stay as they are; tend_reports closes them.';

create function public.reopen_report(id uuid, seen integer)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select private.reopen_report(reopen_report.id, reopen_report.seen) $function$;
comment on function public.reopen_report(id uuid, seen integer) is 'Undoes a decision in the version that the caller saw, and returns the new version. Admins and moderators only (42501); RP004 when another was first, RP005 after 90 days or when the case was closed without a decision, RP006 when it has been reported again since, RP007 about oneself while there is another admin, RP009 for a moderator what only admins decide, 22023 without a version; PT404.';

grant execute on function public.reopen_report(id uuid, seen integer) to authenticated;

create function public.report_case(id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.report_case(report_case.id) $function$;
comment on function public.report_case(id uuid) is 'A case as in report_queue, with versions (the texts that were reported, with the number of reports, the most reported first, 100 at most), said (the first of them), pictures (all of the reports below, the most reported first), now (the text today; null when it is deleted), shown (a hash of today''s text and pictures, for decide_report), before (the post above a comment), game (of an entry), reported (at most 100 reports with the number of the version; none of a case about the caller), record (of the author), appeals (the newest five answers to suspensions by this case; none of a case about the caller), may_decide and can_undo (false where a moderator leaves it to admins) and is_in_force (whether the suspension of the decision stands; null for others). Admins and moderators only (42501); PT404.';

grant execute on function public.report_case(id uuid) to authenticated;

create function public.report_counts()
 RETURNS TABLE(open integer, hidden integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select c.open, c.hidden from private.report_counts() as c $function$;
comment on function public.report_counts() is 'How many cases are open, and how many of these are hidden by reports. Admins and moderators only (42501).';

grant execute on function public.report_counts() to authenticated;

create function public.send_report(kind text, subject_id uuid, reason text, words text DEFAULT ''::text, request_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    select private.send_report(
      send_report.kind, send_report.subject_id, send_report.reason, send_report.words, send_report.request_id)
  $function$;
comment on function public.send_report(kind text, subject_id uuid, reason text, words text, request_id uuid) is 'Reports a post, a comment, a member or, as entry, the photo of a game entry to the club team; the answer is the ID of the report, also for a repeated request_id. reason: spam, abuse, offensive, cheating, private_information or other. PT404 for what the caller cannot see, RP001 for a second report of the same version (of a member, until 30 days after the decision), RP002 for one''s own, RP003 while suspended, PT409 for a request_id that made something else, 429 after 20 in a day, 3 on the first day of the account.';

grant execute on function public.send_report(kind text, subject_id uuid, reason text, words text, request_id uuid) to authenticated;
