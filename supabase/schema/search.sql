-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.marked(p_text text, p_query tsquery)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select regexp_replace(
      ts_headline(
        'pg_catalog.english', p_text, p_query,
        E'StartSel="\x01", StopSel="\x02", MaxWords=30, MinWords=12, ShortWord=0, MaxFragments=1'),
      '\s+', ' ', 'g')
  $function$;
comment on function private.marked(p_text text, p_query tsquery) is 'The part of a text around the first hit in one line, with U+0001 before each found word and U+0002 behind it. Stored texts contain neither.';

grant execute on function private.marked(p_text text, p_query tsquery) to authenticated;

create function private.search_hits(p_query tsquery)
 RETURNS TABLE(kind text, id uuid, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return query
      (
        select 'post', p.id, p.created_at
        from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id and not a.is_suspended
        where to_tsvector('pg_catalog.english', p.content) @@ p_query and p.hidden_at is null
        order by p.created_at desc
        limit 40
      )
      union all
      (
        select 'comment', c.id, c.created_at
        from public.newsfeed_comments as c
          join public.profiles as a on a.id = c.user_id and not a.is_suspended
          join public.newsfeed_posts as p on p.id = c.post_id
          join public.profiles as b on b.id = p.user_id and not b.is_suspended
        where to_tsvector('pg_catalog.english', c.content) @@ p_query and c.hidden_at is null and p.hidden_at is null
        order by c.created_at desc
        limit 40
      );
  end
  $function$;
comment on function private.search_hits(p_query tsquery) is 'The newest 40 posts and 40 comments with these words, without those of suspended members; IDs and times only.';

grant execute on function private.search_hits(p_query tsquery) to authenticated;

create function private.search_members(p_text text)
 RETURNS TABLE(id uuid, rank real)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_text constant text := lower(btrim(left(p_text, 50)));
    v_pattern constant text := replace(replace(replace(v_text, '\', '\\'), '%', '\%'), '_', '\_');
  begin
    if char_length(v_text) < 2 then
      return;
    end if;
    return query
      select p.id,
        (case when lower(p.username) like v_pattern || '%' then 2 else 0 end
          + extensions.similarity(lower(p.username), v_text))::real
      from public.profiles as p
      where not p.is_suspended
        and (lower(p.username) like '%' || v_pattern || '%' or lower(p.username) operator(extensions.%) v_text)
      order by 2 desc, p.username
      limit 8;
  end
  $function$;
comment on function private.search_members(p_text text) is 'Up to eight members whose names begin with a text, contain it or are nearly it; the best first. Not suspended ones.';

grant execute on function private.search_members(p_text text) to authenticated;

create function private.search_query(p_text text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
    select to_tsquery('pg_catalog.english', string_agg('''' || w.word || ''':*', ' & '))
    from (
      select m.word[1] as word
      from regexp_matches(lower(left(p_text, 100)), '[[:alnum:]]+', 'g') as m (word)
      limit 8
    ) as w
  $function$;
comment on function private.search_query(p_text text) is 'All words of a search, each as the beginning of a word or in another form of it; null without a word.';

grant execute on function private.search_query(p_text text) to authenticated;

create function public.find_members(name text)
 RETURNS TABLE(id uuid, username text, avatar_url text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  begin
    return query
      select p.id, p.username, p.avatar_url
      from private.search_members(find_members.name) as m join public.profiles as p on p.id = m.id
      where p.id <> auth.uid()
      order by m.rank desc, p.username
      limit 6;
  end
  $function$;
comment on function public.find_members(name text) is 'Up to six other members whose names begin with a text, contain it or are nearly it; the best first. Not suspended ones.';

grant execute on function public.find_members(name text) to authenticated;

create function public.search(query text)
 RETURNS TABLE(kind text, id uuid, author_id uuid, username text, avatar_url text, excerpt text, path text, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
      select h.*
      from (
        select f.kind, p.id, a.id, a.username, a.avatar_url, private.marked(p.content, v_query), '/newsfeed/' || p.id, p.created_at
        from private.search_hits(v_query) as f
          join public.newsfeed_posts as p on p.id = f.id
          join public.profiles as a on a.id = p.user_id
        where f.kind = 'post'
        union all
        select f.kind, c.id, a.id, a.username, a.avatar_url, private.marked(c.content, v_query),
          '/newsfeed/' || c.post_id || '#comment-' || c.id, c.created_at
        from private.search_hits(v_query) as f
          join public.newsfeed_comments as c on c.id = f.id
          join public.profiles as a on a.id = c.user_id
        where f.kind = 'comment'
      ) as h (kind, id, author_id, username, avatar_url, excerpt, path, created_at)
      order by h.created_at desc, h.id
      limit 40;
  end
  $function$;
comment on function public.search(query text) is 'Up to 8 members by name, then the newest 40 posts and comments that contain all words, each as the beginning of a word. Found words stand between U+0001 and U+0002. Only what the caller may read.';

grant execute on function public.search(query text) to authenticated;
