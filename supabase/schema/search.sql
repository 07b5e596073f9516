-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.marked(p_text text, p_query tsquery)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  declare
    v_part constant text := btrim(regexp_replace(
      ts_headline(
        'pg_catalog.simple', p_text, p_query,
        E'StartSel="\x01", StopSel="\x02", MaxWords=30, MinWords=12, ShortWord=0, MaxFragments=1'),
      '\s+', ' ', 'g'));
    -- Compared without spaces, punctuation and symbols, which the part lacks at its ends, and without tags, which it leaves
    -- out: a part that has the beginning or the end of the text is not cut there.
    v_signs constant text :=
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u2000-\u206f\u2100-\u2bff'
      '\u3000-\u303f\ufe00-\ufe0f\U0001f000-\U0001faff]+';
    v_whole constant text := regexp_replace(regexp_replace(p_text, '</?[[:alpha:]][^<>]*>', ' ', 'g'), v_signs, '', 'g');
    v_shown constant text := regexp_replace(v_part, v_signs, '', 'g');
    v_size constant integer := least(length(v_shown), 40);
  begin
    return case when left(v_whole, v_size) = left(v_shown, v_size) then '' else '…' end
      || case when right(v_whole, v_size) = right(v_shown, v_size) then v_part
        else regexp_replace(v_part, '[ ,;:–—-]+$', '') || '…' end;
  end
  $function$;
comment on function private.marked(p_text text, p_query tsquery) is 'The part of a text around the first hit in one line, with U+0001 before each found word and U+0002 behind it, and an ellipsis where the text was cut. A word with an accent that the search lacks is not marked. Stored texts contain neither sign.';

grant execute on function private.marked(p_text text, p_query tsquery) to authenticated;

create function private.search_members(p_text text)
 RETURNS TABLE(id uuid, rank real)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_text constant text := private.folded(btrim(left(p_text, 50)));
    v_blocked constant uuid[] := private.blocked_with_me();
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
      where not p.is_suspended and p.id <> all (v_blocked)
        and (private.folded(p.username) like '%' || v_pattern || '%'
          or private.folded(p.username) operator(extensions.%) v_text)
      order by 2 desc, p.username
      limit 8;
  end
  $function$;
comment on function private.search_members(p_text text) is 'Up to eight members whose names begin with a text, contain it or are nearly it, without regard to accents; the best first. Not suspended ones.';

grant execute on function private.search_members(p_text text) to authenticated;

create function private.search_query(p_text text)
 RETURNS tsquery
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  declare
    v_words constant text[] := array(
      select '''' || m.word[1] || ''':*'
      -- "28.6" is one word, as in the texts.
      from regexp_matches(private.folded(left(p_text, 100)), '[0-9]+(?:[.][0-9]+)+|[[:alnum:]]+', 'g') as m (word)
      limit 8
    );
    v_count constant integer := cardinality(v_words);
    v_word text;
    v_stem tsquery;
    v_part tsquery;
    v_query tsquery;
  begin
    for i in 1 .. v_count loop
      v_stem := to_tsquery('pg_catalog.english', v_words[i]);
      v_word := split_part(v_words[i], '''', 2);
      -- Of "withy" the stem is withi: as a beginning it would find "within".
      if not starts_with(v_word, split_part(v_stem::text, '''', 2)) then
        v_stem := to_tsquery('pg_catalog.english', quote_literal(v_word));
      end if;
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
  $function$;
comment on function private.search_query(p_text text) is 'All words of a search, each as the beginning of a word or in another form of it, without accents; null without a word.';

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
  $function$;
comment on function public.search(query text) is 'Up to 8 members by name, then the newest 40 posts and comments that contain all words, each as the beginning of a word. Found words stand between U+0001 and U+0002. Only what the caller may read.';

grant execute on function public.search(query text) to authenticated;
