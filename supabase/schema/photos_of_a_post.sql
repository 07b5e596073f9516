-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.are_distinct(p_texts text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select (select count(distinct t) from unnest(p_texts) as t) = cardinality(p_texts) $function$;
comment on function private.are_distinct(p_texts text[]) is 'True for a list without a repetition and without a null.';

grant execute on function private.are_distinct(p_texts text[]) to anon, authenticated, service_role;

create function private.post_images(p_first text, p_more text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select array_remove(array_prepend(p_first, p_more), null) $function$;
comment on function private.post_images(p_first text, p_more text[]) is 'The photos of a post in their order.';

grant execute on function private.post_images(p_first text, p_more text[]) to anon, authenticated, service_role;

create function public.newsfeed_page(before timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid, size integer DEFAULT 20, ids uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(id uuid, user_id uuid, content text, type text, image_url text, more_images text[], is_announcement boolean, pinned_until timestamp with time zone, metadata jsonb, created_at timestamp with time zone, edited_at timestamp with time zone, is_pinned boolean, comment_count bigint, reaction_counts jsonb, my_reaction text, last_comment jsonb, author jsonb, mentioned jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  declare
    v_named constant uuid[] := newsfeed_page.ids[1:50];
    v_is_first constant boolean := newsfeed_page.before is null and v_named is null;
    v_before constant timestamptz := coalesce(newsfeed_page.before, 'infinity');
    v_before_id constant uuid := coalesce(newsfeed_page.before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    v_size constant integer := least(greatest(coalesce(newsfeed_page.size, 20), 1), 50);
    v_now constant timestamptz := now();
  begin
    return query
      with page as materialized (
        (
          -- Far more than are ever pinned at once; the limit only bounds the answer.
          select p.*, true as is_pinned
          from public.newsfeed_posts as p
          where v_is_first and p.pinned_until > v_now
          order by p.pinned_until desc, p.created_at desc
          limit 50
        )
        union all
        (
          select p.*, false
          from public.newsfeed_posts as p
          where v_named is null
            and (p.created_at, p.id) < (v_before, v_before_id)
            and (p.pinned_until is null or p.pinned_until <= v_now)
          order by p.created_at desc, p.id desc
          limit v_size
        )
        union all
        select p.*, false from public.newsfeed_posts as p where p.id = any (v_named)
      )
      select p.id, p.user_id, p.content, p.type, p.image_url, p.more_images, p.is_announcement, p.pinned_until,
        p.metadata, p.created_at, p.edited_at, p.is_pinned,
        coalesce(n.comment_count, 0), coalesce(n.reaction_counts, '{}'), n.my_reaction, c.comment, a.author,
        private.mentioned(p.mentions)
      from page as p
        left join private.seen_posts((select array_agg(k.id) from page as k)) as n on n.post_id = p.id
        -- One look-up for each post: the size of a page is not known to the plan, which would read all profiles.
        cross join lateral (
          select jsonb_build_object(
            'id', u.id, 'username', u.username, 'avatar_url', u.avatar_url, 'is_admin', u.is_admin,
            'is_moderator', u.is_moderator) as author
          from public.profiles as u
          where u.id = p.user_id
          limit 1
        ) as a
        left join lateral (
          select jsonb_build_object(
            'id', k.id,
            'username', (select u.username from public.profiles as u where u.id = k.user_id),
            'content', left(k.content, 280)) as comment
          from public.newsfeed_comments as k
          where k.post_id = p.id and n.comment_count > 0
          order by k.created_at desc, k.id desc
          limit 1
        ) as c on true
      order by p.is_pinned desc, case when p.is_pinned then p.pinned_until end desc, p.created_at desc, p.id desc;
  end
  $function$;
comment on function public.newsfeed_page(before timestamp with time zone, before_id uuid, size integer, ids uuid[]) is 'A page of the feed with authors, counts, the newest comments and the reader''s own reactions. With ids, those of at most 50 posts that the reader can see. Without arguments it begins with what is pinned, newest pin first; then come the other posts, newest first. before and before_id are created_at and id of the last post of the previous page; size is at most 50.';

grant execute on function public.newsfeed_page(before timestamp with time zone, before_id uuid, size integer, ids uuid[]) to authenticated, service_role;
