-- Rights and races of the journal and of the console's lists: who signs addresses of photos, what admins see of photos that
-- are left, requests that are repeated with other values, two devices and two admins at the same moment.

-- Row-level security ---------------------------------------------------------------------------------------

-- An angler's own folder, and photos of catches that the reader may see.
--
-- A signed address works for everyone who has it until it expires, whatever becomes of the catch. So only the angler signs,
-- for the export of their own data; all others read with their token, and the policies are asked each time. The storage
-- service names what it does: storage.object.sign and storage.object.sign_many sign. A signed address is read as
-- storage.object.get_signed or storage.render.image_sign, with the rights of the service. Without a name it is a read.
--
-- A file can be removed only by those who see it. So admins see the photos that no row names while they remove files, and
-- at no other time.
alter policy select_catch_photo on storage.objects
  using (
    bucket_id = 'catch-photos'
    and (
      (storage.foldername(name))[1] = (select auth.uid())::text
      or (coalesce((select storage.operation()), '') not like '%sign%'
        and exists (select from public.catches as c where c.photo_path = name))
      or (coalesce((select storage.operation()), '') in ('storage.object.delete', 'storage.object.delete_many')
        and (select private.is_admin())
        and not private.is_named_file(bucket_id, name))
    )
  );

comment on column public.catches.visibility is
  'Who else sees the catch: nobody (me), the angler''s connections, or all members. What is not for the angler alone is '
  'also seen by admins and moderators. All who see the catch can read it.';

-- Functions ------------------------------------------------------------------------------------------------

create or replace function public.log_catch(
  request_id uuid, grams integer, caught_on date, variety text, visibility text default 'connections',
  words text default '', photo_path text default null)
  returns table (id uuid, is_best boolean, gain integer, best_before integer, best_on date)
  language plpgsql set search_path = ''
  as $$
  declare
    v_id uuid;
    v_is_new boolean := false;
    v_catch public.catches;
  begin
    if log_catch.request_id is null then
      raise exception 'give a request_id' using errcode = '22023';
    end if;
    v_id := private.request_row(log_catch.request_id);
    if v_id is null then
      begin
        insert into public.catches as c (request_id, grams, caught_on, variety, visibility, words, photo_path)
          values (
            log_catch.request_id, log_catch.grams, log_catch.caught_on, log_catch.variety, log_catch.visibility,
            log_catch.words, log_catch.photo_path)
          returning c.id into v_id;
        v_is_new := true;
      exception when sqlstate 'PT409' then
        -- The same request arrived twice at once.
        v_id := private.request_row(log_catch.request_id);
      end;
    end if;
    if not v_is_new then
      select c.* into v_catch from public.catches as c where c.id = v_id and c.user_id = auth.uid();
      if not found then
        raise exception 'logged before and deleted since'
          using errcode = 'CT004', hint = 'log it with another request_id';
      end if;
      if (v_catch.grams, v_catch.caught_on, v_catch.variety, v_catch.visibility, v_catch.words, v_catch.photo_path)
        is distinct from (
          log_catch.grams, log_catch.caught_on, log_catch.variety, log_catch.visibility, log_catch.words,
          log_catch.photo_path)
      then
        raise exception 'already logged with other values'
          using errcode = 'CT003', detail = v_id, hint = 'change the catch';
      end if;
    end if;
    return query select v_id, t.is_best, t.gain, t.best_before, t.best_on from private.told_best(v_id) as t;
  end
  $$;
comment on function public.log_catch(uuid, integer, date, text, text, text, text) is
  'Logs a catch of the caller. Sent twice with one request_id it is one catch, and is answered alike; CT003 if the catch has '
  'other values than those sent (detail: its id), CT004 if it has been deleted since or the request_id made something else. '
  'is_best: heavier than all others of its variety in the journal, by gain grams; best_before and best_on are the heaviest '
  'of those, null for the first of its variety. 20 in 10 minutes, 50 a day (PT429); CT001 for a day in the future, CT002 for '
  'words with characters that cannot be shown, 23514 for any other value out of range, FL001 for a photo that was not '
  'uploaded, 42501 for guests and suspended members.';

create function private.tg_profiles__choose_in_turn() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- In the order of a catch that is logged: the gate, the journal, the profile. Without a caller there is no journal.
    perform private.hold_gate();
    perform pg_advisory_xact_lock(hashtextextended('catches:' || auth.uid(), 0));
    return null;
  end
  $$;
comment on function private.tg_profiles__choose_in_turn() is
  'A member''s choice of the weight to show waits for their catch that another device logs, and the other way round, so that '
  'the best catch is among those that are counted.';

create or replace function private.hide_posts(p_ids uuid[]) returns table (id uuid, outcome text)
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_own uuid[];
    v_id uuid;
    v_post record;
    v_case private.report_cases;
  begin
    perform private.require_admin();
    if coalesce(cardinality(p_ids), 0) not between 1 and 100 then
      raise exception '1 to 100 posts are hidden at once' using errcode = '22023';
    end if;
    perform private.hold_gate();
    v_own := private.lives_of(auth.uid(), true);
    -- In the order of their IDs, so that two of the team do not wait for each other.
    for v_id in
      select distinct u.id from unnest(p_ids) as u (id) where u.id is not null order by u.id
    loop
      id := v_id;
      outcome := 'hidden';
      -- The case before the post, as a report and a decision lock them. Locked first, read then: another admin may be
      -- hiding the same post.
      select c.* into v_case from private.report_cases as c
        where c.subject_id = v_id and c.decided_at is null for update;
      select p.user_id, p.content, p.hidden_at is not null as is_hidden into v_post
        from public.newsfeed_posts as p where p.id = v_id for no key update;
      if not found then
        outcome := 'gone';
      elsif not v_post.is_hidden then
        if v_post.user_id = any (v_own) or (v_case.id is not null and not private.may_decide(v_case)) then
          outcome := 'own';
        elsif v_case.id is not null then
          perform private.decide_report(v_case.id, v_case.version, 'hide', '', true, null, null);
        else
          insert into private.report_cases as c (
              kind, subject_id, author_id, version, decision, hides, decided_by, decided_at)
            values ('post', v_id, v_post.user_id, 1, 'hide', true, auth.uid(), now())
            returning c.* into v_case;
          -- The text that was hidden, as reports keep it. The one who hid it is told nothing.
          insert into private.reports (case_id, subject_id, reporter_id, reason, said, told_at)
            values (v_case.id, v_id, auth.uid(), 'other', v_post.content, now());
          perform private.hide_content('post', v_id, true);
          perform private.audit_member(
            'decide_report', v_post.user_id, jsonb_build_object('kind', 'post', 'decision', 'hide'));
        end if;
      end if;
      return next;
    end loop;
  end
  $$;

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _020_choose_in_turn before update of weight_from, weight_unit on public.profiles
  for each statement execute function private.tg_profiles__choose_in_turn();

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function private.tg_profiles__choose_in_turn() from public, anon, authenticated, service_role;
