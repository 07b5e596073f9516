-- An excerpt ended in the middle of a word, without a sign that there was more.

create or replace function private.excerpt(p_text text) returns text
  language sql immutable set search_path = ''
  as $$
    select case
      when char_length(t.line) <= 140 then t.line
      -- A word of more than 40 characters, or a script without spaces, is cut.
      else regexp_replace(coalesce(substring(left(t.line, 140) from '^(.{99,}) '), left(t.line, 139)), '[ ,;:–—-]+$', '') || '…'
    end
    from (select btrim(regexp_replace(p_text, '\s+', ' ', 'g')) as line) as t
  $$;
comment on function private.excerpt(p_text text) is
  'The beginning of a text in one line of at most 140 characters; a longer text ends with a whole word, where there is one, and an ellipsis.';
