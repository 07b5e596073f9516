-- A word of a search is found in another form of it, but not as the beginning of words that only share letters with its
-- stem.

create or replace function private.search_query(p_text text)
  returns tsquery
  language plpgsql
  immutable
  set search_path = ''
  as $function$
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
