-- Members report the photos of game entries. A case about one hides and shows the photo; the entry, its answer and its place
-- in a settled game stay as they are.
--
-- An entry cannot be hidden: its game counts it. So its photo is taken out of the row, which no reader of any table or page
-- can miss, and the case remembers that it did so. The address is that of the reports of the case, which keep the file for
-- as long as the decision can be undone.

-- Tables ---------------------------------------------------------------------------------------------------

alter table private.report_cases
  add column took_photo boolean not null default false,
  add column taken_place integer,
  add constraint report_cases_taken_place_range check (taken_place between 1 and 3),
  drop constraint report_cases_kind_known,
  add constraint report_cases_kind_known check (kind in ('post', 'comment', 'member', 'entry'));
comment on table private.report_cases is
  'One decision of the club team about a post, a comment, a member or the photo of a game entry, and all reports that it '
  'answers. A report after the decision opens another case. gone: closed without a decision, because the author left 30 '
  'days ago or because all who reported left within a day.';
comment on column private.report_cases.hides is 'Whether the decision hides the post, comment or photo.';
comment on column private.report_cases.took_photo is
  'Whether this case has taken the photo out of the entry and not put it back. The reports have its address.';
comment on column private.report_cases.taken_place is
  'The place that the entry had in an active game when a decision hid its photo, until the decision is undone.';

-- Functions ------------------------------------------------------------------------------------------------

create function private.hidden_entry_photo(p_entry_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (
      select a.address
      from private.report_cases as c
        join public.game_entries as e on e.id = c.subject_id
        join private.reports as r on r.case_id = c.id
        cross join lateral unnest(r.pictures) as a (address)
      where c.subject_id = p_entry_id and c.took_photo and e.photo_url is null
        and private.is_own_file(a.address, 'game-photos', e.user_id)
      limit 1
    );
  end
  $$;
comment on function private.hidden_entry_photo(uuid) is
  'The photo that a case has taken out of an entry and can put back; null if none has, if its file is no longer kept, or if '
  'the entrant has left.';

create function private.hide_entry_photo(p_entry_id uuid, p_hides boolean) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_case private.report_cases;
    v_photo text;
    v_path text;
    v_game_id uuid;
  begin
    -- The case that has the photo, else the newest. The caller has locked it.
    select c.* into v_case from private.report_cases as c
      where c.subject_id = p_entry_id and c.kind = 'entry'
      order by c.took_photo desc, c.created_at desc, c.id limit 1;
    if p_hides then
      update public.game_entries as e set photo_url = null where e.id = p_entry_id and e.photo_url is not null
        returning e.game_id into v_game_id;
      if found then
        update private.report_cases as c set took_photo = true where c.id = v_case.id;
      end if;
    elsif v_case.took_photo then
      v_photo := private.hidden_entry_photo(p_entry_id);
      v_path := substr(v_photo, char_length('/storage/v1/object/public/game-photos/') + 1);
      -- An admin may have deleted the file itself.
      perform private.lock_file_names(array['game-photos/' || v_path], false);
      update public.game_entries as e set photo_url = v_photo
        where e.id = p_entry_id and e.photo_url is null and v_photo is not null
          and exists (select from storage.objects as o where o.bucket_id = 'game-photos' and o.name = v_path)
        returning e.game_id into v_game_id;
      update private.report_cases as c set took_photo = false where c.id = v_case.id;
    end if;
    if v_game_id is null then
      return false;
    end if;
    -- Members' screens load the game and its entries again.
    insert into private.live_pending (topic, id, kind)
      values ('games', v_game_id, 'row'), ('games', v_game_id, 'entries');
    return true;
  end
  $$;
comment on function private.hide_entry_photo(uuid, boolean) is
  'Takes the photo of an entry away for the newest case about it, or puts back what a case took. False if nothing changes.';

create function private.queue_for_places(p_case_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if exists (select from private.report_cases as c where c.id = p_case_id and c.kind = 'entry') then
      perform pg_advisory_xact_lock(hashtextextended('game_entries.winner_place', 0));
    end if;
  end
  $$;
comment on function private.queue_for_places(uuid) is
  'Waits, for a case about an entry, as private.tg_games__queue_judges does. Before the case is locked: an admin who changes '
  'rights waits here first, and then for the cases to which the new admin is linked.';

create function private.take_entry_place(p_case_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_entry_id uuid;
    v_place integer;
  begin
    select e.id, e.winner_place into v_entry_id, v_place
      from private.report_cases as c
        join public.game_entries as e on e.id = c.subject_id
        join public.games as g on g.id = e.game_id
      where c.id = p_case_id and g.status = 'active' and e.winner_place is not null
        and (c.took_photo or e.photo_url is not null);
    if found then
      update public.game_entries as e set winner_place = null where e.id = v_entry_id;
      update private.report_cases as c set taken_place = v_place where c.id = p_case_id;
    end if;
  end
  $$;
comment on function private.take_entry_place(uuid) is
  'A photo that a decision hides loses its place in an active game, as one that an admin takes down; in a completed one the '
  'result stays.';

create function private.return_entry_place(p_case_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_entry_id uuid;
    v_place integer;
  begin
    select c.subject_id, c.taken_place into v_entry_id, v_place
      from private.report_cases as c where c.id = p_case_id and c.taken_place is not null;
    if not found then
      return;
    end if;
    update public.game_entries as e set winner_place = v_place
      from public.games as g
      where e.id = v_entry_id and e.winner_place is null and not e.by_team and g.id = e.game_id and g.status = 'active'
        and not exists (
          select from public.game_entries as o where o.game_id = e.game_id and o.winner_place = v_place
        );
    update private.report_cases as c set taken_place = null where c.id = p_case_id;
  end
  $$;
comment on function private.return_entry_place(uuid) is
  'Gives an entry the place back that the decision of a case took, if the game is active and no other entry has it.';

create or replace function private.hide_content(p_kind text, p_id uuid, p_hides boolean) returns void
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;

create or replace function private.reported(p_kind text, p_subject_id uuid, out author_id uuid, out said text)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    case p_kind
      when 'post' then
        select p.user_id, p.content into author_id, said
          from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id
          where p.id = p_subject_id and p.hidden_at is null and (not a.is_suspended or private.is_admin());
      when 'comment' then
        select c.user_id, c.content into author_id, said
          from public.newsfeed_comments as c
            join public.profiles as a on a.id = c.user_id
            join public.newsfeed_posts as p on p.id = c.post_id
            join public.profiles as b on b.id = p.user_id
          where c.id = p_subject_id and c.hidden_at is null and p.hidden_at is null
            and (not (a.is_suspended or b.is_suspended) or private.is_admin());
      when 'member' then
        select p.id, concat_ws(E'\n', p.username, nullif(p.fishing_area, ''), nullif(p.bio, '')) into author_id, said
          from public.profiles as p
          where p.id = p_subject_id and (not p.is_suspended or private.is_admin());
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
  $$;

create or replace function private.text_now(p_kind text, p_subject_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return case p_kind
      when 'post' then (select p.content from public.newsfeed_posts as p where p.id = p_subject_id)
      when 'comment' then (select c.content from public.newsfeed_comments as c where c.id = p_subject_id)
      when 'entry' then (
        select '' from public.game_entries as e
        where e.id = p_subject_id and coalesce(e.photo_url, private.hidden_entry_photo(e.id)) is not null
      )
      else (
        select concat_ws(E'\n', p.username, nullif(p.fishing_area, ''), nullif(p.bio, ''))
        from public.profiles as p where p.id = p_subject_id
      )
    end;
  end
  $$;

create or replace function private.pictures_now(p_kind text, p_subject_id uuid) returns text[]
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return array(
      select f.address
      from (
        select private.named_files(to_jsonb(p), '{image_url}')
        from public.newsfeed_posts as p where p_kind = 'post' and p.id = p_subject_id
        union
        select private.named_files(to_jsonb(p), '{avatar_url,fishing_photos}')
        from public.profiles as p where p_kind = 'member' and p.id = p_subject_id
        union
        select coalesce(e.photo_url, private.hidden_entry_photo(e.id))
        from public.game_entries as e where p_kind = 'entry' and e.id = p_subject_id
      ) as f (address)
      where f.address is not null
      order by f.address
    );
  end
  $$;

create or replace function private.report_rows(p_ids uuid[]) returns table (
    id uuid,
    kind text,
    subject_id uuid,
    author_id uuid,
    username text,
    avatar_url text,
    excerpt text,
    reports integer,
    reasons jsonb,
    is_hidden boolean,
    opened_at timestamptz,
    decision text,
    hides boolean,
    days integer,
    reason text,
    decided_by text,
    decided_at timestamptz,
    version integer,
    is_own boolean
  )
  language plpgsql stable security definer set search_path = ''
  as $$
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
        c.created_at, c.decision, c.hides, c.days, c.reason,
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
  $$;

create or replace function private.report_case(p_case_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_case private.report_cases;
    v_may_decide boolean;
  begin
    perform private.require_admin();
    select c.* into v_case from private.report_cases as c where c.id = p_case_id;
    if not found then
      raise exception 'there is no such case' using errcode = 'PT404';
    end if;
    v_may_decide := private.may_decide(v_case);
    return (
      select to_jsonb(r) || jsonb_build_object(
        'may_decide', v_may_decide,
        'shown', private.shown_key(v_case.kind, v_case.subject_id),
        'is_in_force', case when v_case.decision = 'suspend' then private.suspension_stands(v_case) end,
        'can_undo', v_case.decision <> 'gone' and v_case.decided_at > now() - interval '90 days' and v_may_decide,
        'hidden_by_reports', v_case.hidden_by_reports_at is not null,
        'said', coalesce((select v.said from private.reported_versions(v_case.id) as v where v.place = 1), ''),
        'versions', (
          select coalesce(
            jsonb_agg(jsonb_build_object('said', v.said, 'reports', v.reports, 'was_shown', v.was_shown) order by v.place), '[]')
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
            select jsonb_build_object('text', p.content, 'image_url', p.image_url, 'at', p.created_at, 'path', '/newsfeed/' || p.id)
            from public.newsfeed_posts as p where p.id = v_case.subject_id)
          when 'comment' then (
            select jsonb_build_object('text', c.content, 'image_url', null, 'at', c.created_at,
              'path', '/newsfeed/' || c.post_id || '#comment-' || c.id)
            from public.newsfeed_comments as c where c.id = v_case.subject_id)
          when 'entry' then (
            select jsonb_build_object('text', '', 'image_url', coalesce(e.photo_url, private.hidden_entry_photo(e.id)),
              'at', e.created_at, 'path', '/games/' || e.game_id)
            from public.game_entries as e where e.id = v_case.subject_id)
          else (
            select jsonb_build_object(
              'text', concat_ws(E'\n', p.username, nullif(p.fishing_area, ''), nullif(p.bio, '')),
              'image_url', null, 'at', null, 'path', '/members/' || private.path_part(p.username))
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
          select jsonb_build_object('title', g.title, 'path', '/games/' || g.id, 'status', g.status, 'place', e.winner_place)
          from public.game_entries as e join public.games as g on g.id = e.game_id
          where v_case.kind = 'entry' and e.id = v_case.subject_id
        ),
        'reported', case when r.is_own then '[]' else (
          select jsonb_agg(
            jsonb_build_object('id', x.id, 'reason', x.reason, 'words', x.words, 'at', x.created_at,
              'version', v.place,
              'username', p.username, 'avatar_url', p.avatar_url)
            order by x.created_at, x.id)
          from (
            select y.* from private.reports as y where y.case_id = v_case.id order by y.created_at, y.id limit 100
          ) as x
            left join public.profiles as p on p.id = x.reporter_id
            left join private.reported_versions(v_case.id) as v on v.said = x.said
        ) end,
        'record', private.report_record(v_case.author_id, v_case.id))
      from private.report_rows(array[v_case.id]) as r
    );
  end
  $$;

create or replace function private.decide_report(
  p_case_id uuid, p_seen integer, p_decision text, p_reason text, p_hides boolean, p_days integer, p_shown text
) returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_is_told constant boolean := coalesce(p_decision in ('warn', 'suspend'), false);
    v_reason constant text := case when v_is_told then btrim(coalesce(p_reason, ''), E' \t\r\n') else '' end;
    v_days constant integer := case p_decision when 'suspend' then p_days end;
    v_ends_at constant timestamptz := now() + v_days * interval '1 day';
    v_hides boolean;
    v_account_id uuid;
    v_case private.report_cases;
  begin
    perform private.require_admin();
    if p_seen is null then
      raise exception 'a decision names the version that was seen' using errcode = '22023';
    end if;
    if p_decision is null or p_decision not in ('dismiss', 'hide', 'remove', 'warn', 'suspend') then
      raise exception 'unknown decision' using errcode = '22023';
    end if;
    if v_is_told and not private.has_text(v_reason) then
      raise exception 'a warning or suspension needs a reason' using errcode = '22023';
    end if;
    if v_days not in (1, 7, 30) then
      raise exception 'a suspension lasts 1, 7 or 30 days, or until it is lifted' using errcode = '22023';
    end if;
    perform private.hold_gate();
    perform private.queue_for_places(p_case_id);
    select c.* into v_case from private.report_cases as c where c.id = p_case_id for update;
    if not found then
      raise exception 'there is no such case' using errcode = 'PT404';
    end if;
    if v_case.kind = 'member' and p_decision in ('hide', 'remove') then
      raise exception 'a member cannot be hidden' using errcode = '22023';
    end if;
    if v_case.kind = 'entry' and p_decision = 'remove' then
      raise exception 'an entry cannot be removed' using errcode = '22023', hint = 'hide its photo';
    end if;
    v_hides := v_case.kind <> 'member' and (p_decision in ('hide', 'remove') or (v_is_told and coalesce(p_hides, false)));
    if v_case.decided_at is not null or v_case.version <> p_seen then
      -- The same decision by the same admin: the answer to the first attempt was lost.
      if v_case.decided_by = auth.uid() and v_case.version = p_seen + 1
        and (v_case.decision, v_case.reason, v_case.hides) = (p_decision, v_reason, v_hides)
        and v_case.days is not distinct from v_days
      then
        return v_case.version;
      end if;
      raise exception 'the case has been decided'
        using errcode = 'RP004', detail = coalesce(
          (select p.username from public.profiles as p where p.id = v_case.decided_by), '');
    end if;
    -- What takes it away, or its author, applies to whatever it has become.
    if p_shown is not null and (p_decision = 'dismiss' or p_decision = 'warn' and not v_hides) then
      -- Held, so that it stays what is compared.
      perform from public.newsfeed_posts as p where v_case.kind = 'post' and p.id = v_case.subject_id for share;
      perform from public.newsfeed_comments as n where v_case.kind = 'comment' and n.id = v_case.subject_id for share;
      perform from public.profiles as p where v_case.kind = 'member' and p.id = v_case.subject_id for share;
      perform from public.game_entries as e where v_case.kind = 'entry' and e.id = v_case.subject_id for share;
      if p_shown <> private.shown_key(v_case.kind, v_case.subject_id) then
        raise exception 'it has been changed since' using errcode = 'RP008', hint = 'look at the case again';
      end if;
    end if;
    v_account_id := coalesce(v_case.author_id, v_case.former_account_id);
    if v_is_told and v_account_id is null then
      raise exception 'user not found' using errcode = 'PT404';
    end if;
    update private.report_cases as c set
        version = c.version + 1,
        decision = p_decision,
        hides = v_hides,
        days = v_days,
        reason = v_reason,
        ends_at = v_ends_at,
        decided_by = auth.uid(),
        decided_at = now()
      where c.id = v_case.id;
    if v_case.kind = 'entry' and v_hides then
      perform private.take_entry_place(v_case.id);
    end if;
    perform private.hide_content(v_case.kind, v_case.subject_id, v_hides);
    -- Of an author who left, a warning waits in the case (return_cases).
    if p_decision = 'suspend' then
      if v_case.author_id is null
        and not exists (select from private.suspended_accounts as s where s.account_id = v_account_id)
      then
        insert into private.left_suspensions as l (account_id, suspensions) values (v_account_id, 1)
          on conflict (account_id) do update set suspensions = l.suspensions + 1;
      end if;
      perform private.add_suspension(v_account_id, v_case.id, v_reason, v_ends_at);
    elsif p_decision = 'warn' then
      perform private.notify('warning', v_case.author_id, v_case.id, v_case.id, null);
    end if;
    perform private.tell_reporters(v_case.id);
    perform private.audit_member(
      'decide_report', v_case.author_id,
      jsonb_strip_nulls(jsonb_build_object(
        'kind', v_case.kind, 'decision', p_decision, 'hides', case when v_is_told then v_hides end, 'days', v_days,
        -- An entry without a member is not cleared when one leaves.
        'reason', case when v_case.author_id is not null then nullif(v_reason, '') end)));
    return v_case.version + 1;
  end
  $$;

create or replace function private.reopen_report(p_case_id uuid, p_seen integer) returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_case private.report_cases;
  begin
    perform private.require_admin();
    if p_seen is null then
      raise exception 'an undoing names the version that was seen' using errcode = '22023';
    end if;
    perform private.hold_gate();
    perform private.queue_for_places(p_case_id);
    select c.* into v_case from private.report_cases as c where c.id = p_case_id for update;
    if not found then
      raise exception 'there is no such case' using errcode = 'PT404';
    end if;
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
            case p_kind when 'game_to_settle' then '/admin/games' else '/games/' || g.id end,
            jsonb_build_object('end_date', g.end_date, 'image_url', g.image_url)
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
        select i.title,
            case when p_kind = 'claim_made' then '/admin/claims' else '/prizes/claim/' || a.id end,
            jsonb_build_object('claim_deadline', a.claim_deadline) || case p_kind
              when 'claim_shipped' then jsonb_build_object('carrier', a.carrier, 'tracking_number', a.tracking_number)
              else '{}'
            end
          into title, path, details
          from public.prize_awards as a join public.prize_items as i on i.id = a.item_id where a.id = p_subject_id;
      when 'referral' then
        select p.username, '/profile' into title, path
          from public.referrals as r left join public.profiles as p on p.id = r.referred_user_id
          where r.id = p_subject_id;
      when 'video' then
        select v.title, '/live' into title, path from public.live_videos as v where v.id = p_subject_id;
      when 'item' then
        select i.title, '/admin/prizes', jsonb_build_object('remaining_quantity', i.remaining_quantity)
          into title, path, details
          from public.prize_items as i where i.id = p_subject_id;
      when 'report' then
        select jsonb_build_object('kind', c.kind), case c.kind when 'entry' then '/games' else '/newsfeed' end,
            case p_kind when 'warning' then c.reason end
          into details, path, excerpt
          from private.report_cases as c where c.id = p_subject_id;
      else
        path := '/newsfeed';
    end case;
  end
  $$;

comment on function private.hide_content(text, uuid, boolean) is
  'Hides a post, a comment or the photo of an entry from everyone, or shows it again; nothing for a member, or for what is '
  'deleted.';
comment on function private.text_now(text, uuid) is
  'The text of a post, comment or profile as reports store it, also of a hidden one; empty for the photo of an entry; null '
  'when it is deleted.';
comment on function private.pictures_now(text, uuid) is
  'The pictures of a post, a profile or an entry in our buckets, in the order of their addresses, also of a hidden one; of a '
  'comment none.';
comment on function private.send_report(text, uuid, text, text, uuid) is
  'Reports a post, a comment, a member or the photo of an entry to the club team, 20 times a day, 3 times on the first day of '
  'the account (PT429), each version once for each person (RP001). Enough reporters, as private.hiding_reporters counts '
  'them, hide a post, comment or photo until a decision, except those of admins.';
comment on function public.send_report(text, uuid, text, text, uuid) is
  'Reports a post, a comment, a member or, as entry, the photo of a game entry to the club team; the answer is the ID of the '
  'report, also for a repeated request_id. reason: spam, abuse, offensive, cheating, private_information or other. PT404 for '
  'what the caller cannot see, RP001 for a second report of the same version (of a member, until 30 days after the '
  'decision), RP002 for one''s own, RP003 while suspended, PT409 for a request_id that made something else, 429 after 20 in '
  'a day, 3 on the first day of the account.';
comment on function public.report_case(uuid) is
  'A case as in report_queue, with versions (the texts that were reported, with the number of reports, the most reported '
  'first, 100 at most), said (the first of them), pictures (all of the reports below, the most reported first), now (the '
  'text today; null when it is deleted), shown (a hash of today''s text and pictures, for decide_report), before (the post '
  'above a comment), game (of an entry), reported (at most 100 reports with the number of the version; none of a case about '
  'the caller), record (of the author), may_decide and is_in_force (whether the suspension of the decision stands; null for '
  'others). Admins only (42501); PT404.';
comment on function public.decide_report(uuid, integer, text, text, boolean, integer, text) is
  'Decides a case in the version that the admin saw, and returns its new version. decision: dismiss, hide, remove (not of an '
  'entry), warn or suspend; the last two with a reason that the author reads, and hides for the post, comment or photo; days '
  'is 1, 7, 30, or null until lifted; shown is that of the case that the admin saw. If the author left, both reach the next '
  'account of the person. Admins only (42501); RP004 when another admin was first, RP007 about oneself while there is '
  'another admin, RP008 when a dismissal, or a warning that hides nothing, is about another text or other pictures than '
  'those shown, 22023 for other values, PT404.';
