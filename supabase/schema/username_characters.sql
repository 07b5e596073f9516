-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.username_characters (
  first integer not null,
  last integer not null,
  kind text not null,
  scripts text[] not null,
  constraint username_characters_pkey PRIMARY KEY (first),
  constraint username_characters_kind_known CHECK (kind = ANY (ARRAY['letter'::text, 'digit'::text, 'mark'::text, 'sign'::text])),
  constraint username_characters_range CHECK (first <= last)
);
comment on table private.username_characters is 'Ranges of code points that a username may hold. scripts: short names (ISO 15924), with Jpan, Hanb and Kore for what writes Japanese, Chinese with Bopomofo and Korean; empty for characters that go with every script.';

alter table private.username_characters enable row level security;

create table private.username_confusables (
  source text collate "C" not null,
  prototype text collate "C" not null,
  constraint username_confusables_pkey PRIMARY KEY (source)
);
comment on table private.username_confusables is 'Characters that look like others, with the characters that stand for all of them. Both are decomposed (NFD).';

alter table private.username_confusables enable row level security;
