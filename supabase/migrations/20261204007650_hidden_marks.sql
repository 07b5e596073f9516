-- Invisible characters between combining marks do not restart the count of four: browsers draw the marks on one letter.

create or replace function private.is_plain_text(p_text text, p_multiline boolean default false) returns boolean
  language sql immutable parallel safe set search_path = ''
  as $$
    select case
      when p_multiline then p_text !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]'
      else p_text !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]'
    end
    -- Marks of all scripts, then those of Cyrillic, Hebrew, Arabic, Devanagari, Thai and Lao; invisible characters between
    -- them do not end the row.
    and p_text !~ ('([\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0483-\u0489'
      '\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8'
      '\u06ea-\u06ed\u0900-\u0902\u093c\u0941-\u0948\u094d\u0951-\u0957\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc'
      '\u0ec8-\u0ece][\u00ad\u061c\u180b-\u180f\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\U000e0000-\U000e0fff]*){5}')
  $$;
