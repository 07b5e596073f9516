-- Posts that are hidden together, in turn with reports and decisions; who reads photos of catches, and who chooses the weight
-- that a profile shows.

-- Row-level security ---------------------------------------------------------------------------------------

-- An angler's own folder, and photos of catches that the reader may see, while they are read with the reader's token.
--
-- A signed address works for everyone who has it until it expires, whatever becomes of the catch. So only the angler signs,
-- for the export of their own data. The storage service names what it does, in some versions without "storage.". What is
-- not listed here signs, writes, or is not known: it sees the own folder only. Our engine calls the details object.info and
-- renditions render.image; hosted Supabase calls them object.info_authenticated (also object.get_authenticated_info) and
-- render.image_authenticated. A signed address is read with the rights of the service.
--
-- A file can be removed only by those who see it. So admins see the photos that no row names while they remove files, and
-- at no other time.
alter policy select_catch_photo on storage.objects
  using (
    bucket_id = 'catch-photos'
    and (
      (storage.foldername(name))[1] = (select auth.uid())::text
      or ((select regexp_replace(storage.operation(), '^storage\.', '')) in (
          'object.get_authenticated', 'object.info', 'object.info_authenticated', 'object.get_authenticated_info',
          'object.list', 'object.list_v2', 'object.copy', 'object.delete', 'object.delete_many',
          'render.image', 'render.image_authenticated')
        and exists (select from public.catches as c where c.photo_path = name))
      or ((select regexp_replace(storage.operation(), '^storage\.', '')) in ('object.delete', 'object.delete_many')
        and (select private.is_admin())
        and not private.is_named_file(bucket_id, name))
    )
  );

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.hide_posts(p_ids uuid[]) returns table (id uuid, outcome text)
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_own uuid[];
    v_held uuid[];
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
    -- All cases before all posts, as a report and a decision lock them, and each in the order of their IDs, so that two of
    -- the team do not wait for each other.
    loop
      begin
        select coalesce(array_agg(l.id), '{}') into v_held
          from (
            select c.id from private.report_cases as c
            where c.subject_id = any (p_ids) and c.decided_at is null
            order by c.id
            for update
          ) as l;
        perform from public.newsfeed_posts as p where p.id = any (p_ids) order by p.id for no key update;
        exit when not exists (
          select from private.report_cases as c
          where c.subject_id = any (p_ids) and c.decided_at is null and c.id <> all (v_held)
        );
        -- A report has opened a case in between. It cannot be locked after its post: both are given back.
        raise exception 'a case was opened';
      exception when raise_exception then
        null;
      end;
    end loop;
    for v_id in
      select distinct u.id from unnest(p_ids) as u (id) where u.id is not null order by u.id
    loop
      id := v_id;
      outcome := 'hidden';
      -- Read once they are locked: another admin may have hidden the same post.
      select c.* into v_case from private.report_cases as c
        where c.subject_id = v_id and c.decided_at is null and c.id = any (v_held);
      select p.user_id, p.content, p.hidden_at is not null as is_hidden into v_post
        from public.newsfeed_posts as p where p.id = v_id;
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

create function private.tg_profiles__own_choice() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if private.is_direct_statement() and new.id is distinct from auth.uid() then
      raise exception 'only the member chooses the weight that is shown, and its unit' using errcode = '42501';
    end if;
    return new;
  end
  $$;
comment on function private.tg_profiles__own_choice() is
  'The choice waits for the catches of the caller (tg_profiles__choose_in_turn), so only the member makes it.';

-- Triggers -------------------------------------------------------------------------------------------------

-- Before the choice that follows from a weight that an admin types.
create trigger _203_own_choice before update of weight_from, weight_unit on public.profiles
  for each row when (old.weight_from <> new.weight_from or old.weight_unit <> new.weight_unit)
  execute function private.tg_profiles__own_choice();

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function private.tg_profiles__own_choice() from public, anon, authenticated, service_role;
