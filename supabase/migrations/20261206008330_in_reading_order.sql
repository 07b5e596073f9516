-- Neighbours with equal points in the order of the leaderboard, and posts of several members that two admins hide at once.

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
    -- The numbers of posts, which hiding changes one by one, in the order of the accounts, as every other change of many.
    perform from private.post_counts as c
      where c.user_id in (select p.user_id from public.newsfeed_posts as p where p.id = any (p_ids))
      order by c.user_id
      for no key update;
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

create or replace function private.leaderboard_near(p_start timestamptz)
  returns table (username text, avatar_url text, badge_count integer, points bigint, is_own boolean)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    -- In the order of the leaderboard.
    if p_start is null then
      return query
        select n.* from private.near_of_all_time() as n order by n.points desc, n.username collate private.reading_order;
    else
      return query
        select n.* from private.near_since(p_start) as n order by n.points desc, n.username collate private.reading_order;
    end if;
  end
  $$;
