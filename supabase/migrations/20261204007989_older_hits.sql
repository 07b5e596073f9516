-- A search ended at the newest 40 texts; older ones could not be reached.

create function private.search_hits(p_query tsquery, p_before timestamp with time zone, p_before_id uuid)
  returns TABLE(kind text, id uuid, created_at timestamp with time zone)
  language plpgsql
  stable security definer
  set search_path = ''
  as $$
  declare
    -- Above so many hits, the newest 40 are among the newest rows, whose words are then read one after the other. Of a rare
    -- word, all rows would be read before 40 are found. Materialised, so that the index is asked and not the order.
    v_many constant integer := 20000;
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
        where p.id = any (v_posts) and p.hidden_at is null
          and (p_before is null or (p.created_at <= p_before and (p.created_at < p_before or p.id > p_before_id)))
        order by p.created_at desc, p.id
        limit 40;
    else
      return query
        select 'post', p.id, p.created_at
        from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id and not a.is_suspended
        where private.search_vector(p.content) @@ p_query and p.hidden_at is null
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
          and (p_before is null or (c.created_at <= p_before and (c.created_at < p_before or c.id > p_before_id)))
        order by c.created_at desc, c.id
        limit 40;
    end if;
  end
  $$;
comment on function private.search_hits(p_query tsquery, p_before timestamp with time zone, p_before_id uuid) is
  'The newest 40 posts and 40 comments with these words, of those after a time and ID if given, without those of suspended members; IDs and times only.';
revoke all on function private.search_hits(tsquery, timestamptz, uuid) from public, anon, authenticated, service_role;
grant execute on function private.search_hits(tsquery, timestamptz, uuid) to authenticated;

create or replace function public.search(query text)
  returns TABLE(kind text, id uuid, author_id uuid, username text, avatar_url text, excerpt text, path text, created_at timestamp with time zone)
  language plpgsql
 STABLE
  set search_path = ''
  as $$
  declare
    v_query constant tsquery := private.search_query(search.query);
  begin
    return query
      select 'member', p.id, p.id, p.username, p.avatar_url, p.fishing_area, null::text, p.created_at
      from private.search_members(search.query) as m join public.profiles as p on p.id = m.id
      order by m.rank desc, p.username;
    if v_query is null or numnode(v_query) = 0 then
      return;
    end if;
    return query
      with hits as materialized (select f.kind, f.id from private.search_hits(v_query, null, null) as f)
      select h.*
      from (
        select f.kind, p.id, a.id, a.username, a.avatar_url, private.marked(p.content, v_query), '/newsfeed/' || p.id, p.created_at
        from hits as f
          join public.newsfeed_posts as p on p.id = f.id
          join public.profiles as a on a.id = p.user_id
        where f.kind = 'post'
        union all
        select f.kind, c.id, a.id, a.username, a.avatar_url, private.marked(c.content, v_query),
          '/newsfeed/' || c.post_id || '#comment-' || c.id, c.created_at
        from hits as f
          join public.newsfeed_comments as c on c.id = f.id
          join public.profiles as a on a.id = c.user_id
        where f.kind = 'comment'
      ) as h (kind, id, author_id, username, avatar_url, excerpt, path, created_at)
      order by h.created_at desc, h.id
      limit 40;
  end
  $$;

create function public.search_older(query text, before timestamp with time zone, before_id uuid)
  returns table(kind text, id uuid, author_id uuid, username text, avatar_url text, excerpt text, path text, created_at timestamp with time zone)
  language plpgsql
  stable
  set search_path = ''
  as $$
  declare
    v_query constant tsquery := private.search_query(search_older.query);
  begin
    if v_query is null or numnode(v_query) = 0 or before is null or before_id is null then
      return;
    end if;
    return query
      with hits as materialized (select f.kind, f.id from private.search_hits(v_query, search_older.before, search_older.before_id) as f)
      select h.*
      from (
        select f.kind, p.id, a.id, a.username, a.avatar_url, private.marked(p.content, v_query), '/newsfeed/' || p.id, p.created_at
        from hits as f
          join public.newsfeed_posts as p on p.id = f.id
          join public.profiles as a on a.id = p.user_id
        where f.kind = 'post'
        union all
        select f.kind, c.id, a.id, a.username, a.avatar_url, private.marked(c.content, v_query),
          '/newsfeed/' || c.post_id || '#comment-' || c.id, c.created_at
        from hits as f
          join public.newsfeed_comments as c on c.id = f.id
          join public.profiles as a on a.id = c.user_id
        where f.kind = 'comment'
      ) as h (kind, id, author_id, username, avatar_url, excerpt, path, created_at)
      order by h.created_at desc, h.id
      limit 40;
  end
  $$;
comment on function public.search_older(query text, before timestamp with time zone, before_id uuid) is
  'The next 40 posts and comments of a search after one with this time and ID. Nothing without them. Only what the caller may read.';
revoke all on function public.search_older(text, timestamptz, uuid) from public, anon, authenticated, service_role;
grant execute on function public.search_older(text, timestamptz, uuid) to authenticated;

drop function private.search_hits(tsquery);
