-- A search lost its hits in the middle of a word ("fish" and "fishing" found a text, "fishi" did not), found nothing for
-- "with" on the way to a name that begins so, and took "jose" and "José" for different words. Among 100,000 posts, a rare
-- word took seconds.

drop index public.newsfeed_posts_words;
drop index public.newsfeed_comments_words;
drop index public.profiles_name_parts;

-- Functions ------------------------------------------------------------------------------------------------

create function private.folded(p_text text) returns text
  language sql immutable parallel safe strict set search_path = ''
  as $$
    -- In a database whose locale is C, lower() leaves capitals beyond ASCII as they are.
    select replace(replace(replace(replace(
      translate(
        lower(regexp_replace(normalize(p_text, nfkd), '[\u0300-\u036f]', '', 'g')),
        'øØłŁđĐðÐħĦıẞÆŒÞ', 'oollddddhhißæœþ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  $$;
comment on function private.folded(text) is 'A text in small letters without accents, as it is searched.';

create function private.search_vector(p_text text) returns tsvector
  language sql immutable parallel safe strict cost 1000 set search_path = ''
  as $$
    select to_tsvector('pg_catalog.simple', t.folded) || to_tsvector('pg_catalog.english', t.folded)
    from (select private.folded(p_text) as folded) as t
  $$;
comment on function private.search_vector(text) is
  'The words of a text: as they are written, so that each can be found by its beginning, and as stems, so that other forms '
  'find it too.';

create or replace function private.search_query(p_text text) returns tsquery
  language plpgsql immutable set search_path = ''
  as $$
  declare
    v_words constant text[] := array(
      select '''' || m.word[1] || ''':*'
      -- "28.6" is one word, as in the texts.
      from regexp_matches(private.folded(left(p_text, 100)), '[0-9]+(?:[.][0-9]+)+|[[:alnum:]]+', 'g') as m (word)
      limit 8
    );
    v_count constant integer := cardinality(v_words);
    v_stem tsquery;
    v_part tsquery;
    v_query tsquery;
  begin
    for i in 1 .. v_count loop
      v_stem := to_tsquery('pg_catalog.english', v_words[i]);
      -- "the" says nothing, but may be the beginning of the last word; the s of "carp's" is not.
      continue when numnode(v_stem) = 0 and v_count > 1 and (i < v_count or char_length(v_words[i]) = 5);
      v_part := to_tsquery('pg_catalog.simple', v_words[i]);
      if numnode(v_stem) > 0 then
        v_part := v_part || v_stem;
      end if;
      v_query := case when v_query is null then v_part else v_query && v_part end;
    end loop;
    return v_query;
  end
  $$;
comment on function private.search_query(text) is
  'All words of a search, each as the beginning of a word or in another form of it, without accents; null without a word.';

create or replace function private.search_hits(p_query tsquery) returns table (kind text, id uuid, created_at timestamptz)
  language plpgsql stable security definer set search_path = ''
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
        order by p.created_at desc
        limit 40;
    else
      return query
        select 'post', p.id, p.created_at
        from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id and not a.is_suspended
        where private.search_vector(p.content) @@ p_query and p.hidden_at is null
        order by p.created_at desc
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
        order by c.created_at desc
        limit 40;
    else
      return query
        select 'comment', c.id, c.created_at
        from public.newsfeed_comments as c
          join public.profiles as a on a.id = c.user_id and not a.is_suspended
          join public.newsfeed_posts as p on p.id = c.post_id
          join public.profiles as b on b.id = p.user_id and not b.is_suspended
        where private.search_vector(c.content) @@ p_query and c.hidden_at is null and p.hidden_at is null
        order by c.created_at desc
        limit 40;
    end if;
  end
  $$;

create or replace function public.search(query text)
  returns table (
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
      with hits as materialized (select f.kind, f.id from private.search_hits(v_query) as f)
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

create or replace function private.search_members(p_text text) returns table (id uuid, rank real)
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_text constant text := private.folded(btrim(left(p_text, 50)));
    v_pattern constant text := replace(replace(replace(v_text, '\', '\\'), '%', '\%'), '_', '\_');
  begin
    if char_length(v_text) < 2 then
      return;
    end if;
    return query
      select p.id,
        (case when private.folded(p.username) like v_pattern || '%' then 2 else 0 end
          + extensions.similarity(private.folded(p.username), v_text))::real
      from public.profiles as p
      where not p.is_suspended
        and (private.folded(p.username) like '%' || v_pattern || '%'
          or private.folded(p.username) operator(extensions.%) v_text)
      order by 2 desc, p.username
      limit 8;
  end
  $$;
comment on function private.search_members(text) is
  'Up to eight members whose names begin with a text, contain it or are nearly it, without regard to accents; the best '
  'first. Not suspended ones.';

create or replace function private.marked(p_text text, p_query tsquery) returns text
  language sql stable set search_path = ''
  as $$
    select regexp_replace(
      ts_headline(
        'pg_catalog.simple', p_text, p_query,
        E'StartSel="\x01", StopSel="\x02", MaxWords=30, MinWords=12, ShortWord=0, MaxFragments=1'),
      '\s+', ' ', 'g')
  $$;
comment on function private.marked(text, tsquery) is
  'The part of a text around the first hit in one line, with U+0001 before each found word and U+0002 behind it. A word with '
  'an accent that the search lacks is not marked. Stored texts contain neither sign.';

-- Grants ---------------------------------------------------------------------------------------------------

-- A write computes the entries of the indexes below with the rights of its role.
grant execute on function private.folded(text) to authenticated, service_role;
grant execute on function private.search_vector(text) to authenticated, service_role;

-- Indexes --------------------------------------------------------------------------------------------------

create index newsfeed_posts_words on public.newsfeed_posts using gin (private.search_vector(content));
create index newsfeed_comments_words on public.newsfeed_comments using gin (private.search_vector(content));
create index profiles_name_parts on public.profiles using gin (private.folded(username) extensions.gin_trgm_ops);
