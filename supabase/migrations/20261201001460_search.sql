-- Search: posts and comments by their words, members by their names. Each hit is checked with the reader's own rights.

create extension if not exists pg_trgm with schema extensions;

-- Indexes --------------------------------------------------------------------------------------------------

create index newsfeed_posts_words on public.newsfeed_posts
  using gin (to_tsvector('pg_catalog.english', content));
create index newsfeed_comments_words on public.newsfeed_comments
  using gin (to_tsvector('pg_catalog.english', content));
create index profiles_name_parts on public.profiles using gin (lower(username) extensions.gin_trgm_ops);

-- Functions ------------------------------------------------------------------------------------------------

create function private.search_query(p_text text) returns tsquery
  language sql immutable set search_path = ''
  as $$
    select to_tsquery('pg_catalog.english', string_agg('''' || w.word || ''':*', ' & '))
    from (
      select m.word[1] as word
      from regexp_matches(lower(left(p_text, 100)), '[[:alnum:]]+', 'g') as m (word)
      limit 8
    ) as w
  $$;
comment on function private.search_query(text) is
  'All words of a search, each as the beginning of a word or in another form of it; null without a word.';

-- An index cannot be used below a policy, so the newest hits are found first and their rights are checked afterwards.
create function private.search_hits(p_query tsquery) returns table (kind text, id uuid, created_at timestamptz)
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return query
      (
        select 'post', p.id, p.created_at
        from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id and not a.is_suspended
        where to_tsvector('pg_catalog.english', p.content) @@ p_query
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
        where to_tsvector('pg_catalog.english', c.content) @@ p_query
        order by c.created_at desc
        limit 40
      );
  end
  $$;
comment on function private.search_hits(tsquery) is
  'The newest 40 posts and 40 comments with these words, without those of suspended members; IDs and times only.';

create function private.search_members(p_text text) returns table (id uuid, rank real)
  language plpgsql stable security definer set search_path = ''
  as $$
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
  $$;
comment on function private.search_members(text) is
  'Up to eight members whose names begin with a text, contain it or are nearly it; the best first. Not suspended ones.';

create function private.marked(p_text text, p_query tsquery) returns text
  language sql stable set search_path = ''
  as $$
    select regexp_replace(
      ts_headline(
        'pg_catalog.english', p_text, p_query,
        E'StartSel="\x01", StopSel="\x02", MaxWords=30, MinWords=12, ShortWord=0, MaxFragments=1'),
      '\s+', ' ', 'g')
  $$;
comment on function private.marked(text, tsquery) is
  'The part of a text around the first hit in one line, with U+0001 before each found word and U+0002 behind it. Stored texts '
  'contain neither.';

create function public.search(query text) returns table (
  kind text, id uuid, author_id uuid, username text, avatar_url text, excerpt text, path text, created_at timestamptz
)
  language plpgsql stable set search_path = ''
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
  $$;
comment on function public.search(text) is
  'Up to 8 members by name, then the newest 40 posts and comments that contain all words, each as the beginning of a word. '
  'Found words stand between U+0001 and U+0002. Only what the caller may read.';

create function public.find_members(name text) returns table (id uuid, username text, avatar_url text)
  language plpgsql stable set search_path = ''
  as $$
  begin
    return query
      select p.id, p.username, p.avatar_url
      from private.search_members(find_members.name) as m join public.profiles as p on p.id = m.id
      where p.id <> auth.uid()
      order by m.rank desc, p.username
      limit 6;
  end
  $$;
comment on function public.find_members(text) is
  'Up to six other members whose names begin with a text, contain it or are nearly it; the best first. Not suspended ones.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.search_query(text),
  private.search_hits(tsquery),
  private.search_members(text),
  private.marked(text, tsquery),
  public.search(text),
  public.find_members(text)
  from public, anon, authenticated, service_role;
grant execute on function
  private.search_query(text),
  private.search_hits(tsquery),
  private.search_members(text),
  private.marked(text, tsquery),
  public.search(text),
  public.find_members(text)
  to authenticated;
