-- Six digits beside each mailed link. No foreign key to auth.one_time_tokens, which a restore truncates: a code whose
-- token is gone finds nothing. Unlogged: what counts a guess must not wait for the disk, which would tell by its time
-- whether there is a code to guess; after a crash the links still work.
create unlogged table engine.mailed_codes (
  token_hash text not null primary key,
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null
);
create index mailed_codes_created_at_idx on engine.mailed_codes (created_at);
comment on table engine.mailed_codes is
  'Codes of outstanding mails, by the hash of the token in the link; hashed with a key of the engine, five tries each.';
