-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.search_hits(p_query tsquery, p_before timestamp with time zone, p_before_id uuid)
 RETURNS TABLE(kind text, id uuid, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.search_hits(p_query tsquery, p_before timestamp with time zone, p_before_id uuid) is 'The newest 40 posts and 40 comments with these words, of those after a time and ID if given, without those of suspended members and of those in a block with the caller; IDs and times only.';

grant execute on function private.search_hits(p_query tsquery, p_before timestamp with time zone, p_before_id uuid) to authenticated;

create function public.search_older(query text, before timestamp with time zone, before_id uuid)
 RETURNS TABLE(kind text, id uuid, author_id uuid, username text, avatar_url text, excerpt text, path text, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function public.search_older(query text, before timestamp with time zone, before_id uuid) is 'The next 40 posts and comments of a search after one with this time and ID. Nothing without them. Only what the caller may read.';

grant execute on function public.search_older(query text, before timestamp with time zone, before_id uuid) to authenticated;
