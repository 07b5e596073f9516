-- What one member of a block could still learn of the other: by the notification about a report, by what the other's hits
-- pushed out of a search, and by the order in which a gift was refused.

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.describe_report(
  p_case_id uuid, p_reader_id uuid, out title text, out excerpt text, out path text, out details jsonb
)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_case private.report_cases;
    v_seen record;
  begin
    select c.* into v_case from private.report_cases as c where c.id = p_case_id;
    details := jsonb_build_object('kind', v_case.kind, 'reported_at', (
      select max(r.created_at) from private.reports as r where r.case_id = p_case_id and r.reporter_id = p_reader_id));
    path := case v_case.kind when 'entry' then '/games' else '/newsfeed' end;
    select r.author_id, r.said into v_seen from private.reported(v_case.kind, v_case.subject_id) as r;
    -- Suspended members do not read the newsfeed. Of two in a block neither reads the other, nor what is below the other's post;
    -- the results of games show both.
    if v_seen.author_id is null
      or (v_case.kind in ('post', 'comment') and exists (
        select from public.profiles as p where p.id = p_reader_id and p.is_suspended))
      or (v_case.kind <> 'entry' and private.is_blocked_between(p_reader_id, v_seen.author_id))
      or (v_case.kind = 'comment' and exists (
        select from public.newsfeed_comments as c join public.newsfeed_posts as p on p.id = c.post_id
        where c.id = v_case.subject_id and private.is_blocked_between(p_reader_id, p.user_id)))
    then
      return;
    end if;
    title := (select p.username from public.profiles as p where p.id = v_seen.author_id);
    if v_case.kind in ('post', 'comment') then
      excerpt := private.excerpt(v_seen.said);
    end if;
    path := case v_case.kind
      when 'post' then '/newsfeed/' || v_case.subject_id
      when 'comment' then (
        select '/newsfeed/' || c.post_id || '#comment-' || c.id
        from public.newsfeed_comments as c where c.id = v_case.subject_id)
      when 'member' then '/members/' || private.path_part(title)
      else (select '/games/' || e.game_id from public.game_entries as e where e.id = v_case.subject_id)
    end;
  end
  $$;
comment on function private.describe_report(uuid, uuid) is
  'What a reporter learns of the thing that they reported: author, text and address while they can open it, in any case the '
  'kind and when they reported it.';

create or replace function private.search_hits(p_query tsquery, p_before timestamp with time zone, p_before_id uuid)
  returns TABLE(kind text, id uuid, created_at timestamp with time zone)
  language plpgsql
  stable security definer
  set search_path = ''
  as $$
  declare
    -- Above so many hits, the newest 40 are among the newest rows, whose words are then read one after the other. Of a rare
    -- word, all rows would be read before 40 are found. Materialised, so that the index is asked and not the order.
    v_many constant integer := 20000;
    -- Left out before the 40 are counted: who is missing would tell what the others wrote.
    v_blocked constant uuid[] := private.blocked_with_me();
    v_posts constant uuid[] := array(
      with found as materialized (
        select p.id from public.newsfeed_posts as p where private.search_vector(p.content) @@ p_query
      )
      select f.id from found as f limit v_many
    );
    v_comments constant uuid[] := array(
      with found as materialized (
        select c.id from public.newsfeed_comments as c where private.search_vector(c.content) @@ p_query
      )
      select f.id from found as f limit v_many
    );
  begin
    if cardinality(v_posts) < v_many then
      return query
        select 'post', p.id, p.created_at
        from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id and not a.is_suspended
        where p.id = any (v_posts) and p.hidden_at is null and p.user_id <> all (v_blocked)
          and (p_before is null or (p.created_at <= p_before and (p.created_at < p_before or p.id > p_before_id)))
        order by p.created_at desc, p.id
        limit 40;
    else
      return query
        select 'post', p.id, p.created_at
        from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id and not a.is_suspended
        where private.search_vector(p.content) @@ p_query and p.hidden_at is null and p.user_id <> all (v_blocked)
          and (p_before is null or (p.created_at <= p_before and (p.created_at < p_before or p.id > p_before_id)))
        order by p.created_at desc, p.id
        limit 40;
    end if;
    if cardinality(v_comments) < v_many then
      return query
        select 'comment', c.id, c.created_at
        from public.newsfeed_comments as c
          join public.profiles as a on a.id = c.user_id and not a.is_suspended
          join public.newsfeed_posts as p on p.id = c.post_id
          join public.profiles as b on b.id = p.user_id and not b.is_suspended
        where c.id = any (v_comments) and c.hidden_at is null and p.hidden_at is null
          and c.user_id <> all (v_blocked) and p.user_id <> all (v_blocked)
          and (p_before is null or (c.created_at <= p_before and (c.created_at < p_before or c.id > p_before_id)))
        order by c.created_at desc, c.id
        limit 40;
    else
      return query
        select 'comment', c.id, c.created_at
        from public.newsfeed_comments as c
          join public.profiles as a on a.id = c.user_id and not a.is_suspended
          join public.newsfeed_posts as p on p.id = c.post_id
          join public.profiles as b on b.id = p.user_id and not b.is_suspended
        where private.search_vector(c.content) @@ p_query and c.hidden_at is null and p.hidden_at is null
          and c.user_id <> all (v_blocked) and p.user_id <> all (v_blocked)
          and (p_before is null or (c.created_at <= p_before and (c.created_at < p_before or c.id > p_before_id)))
        order by c.created_at desc, c.id
        limit 40;
    end if;
  end
  $$;
comment on function private.search_hits(p_query tsquery, p_before timestamp with time zone, p_before_id uuid) is
  'The newest 40 posts and 40 comments with these words, of those after a time and ID if given, without those of suspended '
  'members and of those in a block with the caller; IDs and times only.';

create or replace function private.tg_point_gifts__limit() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if private.is_direct_statement() then
      new.message := nullif(btrim(new.message), '');
      perform private.check_rate('gift-day', 20, interval '1 day');
    end if;
    return new;
  end
  $$;

create function private.tg_point_gifts__refuse_blocked() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if new.to_user_id = any (private.blocked_with_me()) then
      perform private.refuse_as_gone('point_gifts', 'to_user_id', new.to_user_id);
    end if;
    return null;
  end
  $$;
comment on function private.tg_point_gifts__refuse_blocked() is
  'Refuses a gift between two in a block where the foreign key refuses one to a member who has left: after the constraints '
  'of the row, before its points are moved.';
revoke all on function private.tg_point_gifts__refuse_blocked() from public, anon, authenticated, service_role;

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _010_refuse_blocked
  after insert on public.point_gifts
  for each row when (private.is_direct_statement())
  execute function private.tg_point_gifts__refuse_blocked();
