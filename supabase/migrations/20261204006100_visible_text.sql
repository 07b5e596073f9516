-- Texts of invisible characters alone are no texts.

-- Functions ------------------------------------------------------------------------------------------------

-- Spaces of every kind, joiners, marks of direction, fillers, variation selectors and tags.
create or replace function private.has_text(p_text text) returns boolean
  language sql immutable parallel safe set search_path = ''
  as $$
    select p_text ~ '[^\s\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f'
      '\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
  $$;
