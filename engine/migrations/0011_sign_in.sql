-- Counts of wrong guesses survive a crash of the engine and of the database, and are shared by all engines.

-- Six digits beside each mailed link. No foreign key to auth.one_time_tokens, which a restore truncates: a code whose
-- token was deleted finds nothing. The statement that counts a guess does not wait for the disk (the engine sets that),
-- because its duration would reveal whether there is a code to guess. Its record reaches the disk with the failed guess
-- that is counted after it, with or without a code.
create table engine.mailed_codes (
  token_hash text not null primary key,
  code_hash text not null,
  tries integer not null default 0,
  created_at timestamptz not null
);
create index mailed_codes_created_at_idx on engine.mailed_codes (created_at);
comment on table engine.mailed_codes is
  'Codes of outstanding mails, by the hash of the token in the link; hashed with a key of the engine, five tries each.';

create table engine.sign_in_failures (
  key text not null primary key,
  failures double precision not null,
  drain double precision not null,
  failed_at timestamptz not null
);
create index sign_in_failures_failed_at_idx on engine.sign_in_failures (failed_at);
comment on table engine.sign_in_failures is
  'Wrong secrets by account and origin. Keys are hashes with a key of the engine. drain: how many failures are '
  'forgotten per second; 0: all of them after a while.';

create table engine.known_places (
  key text not null primary key,
  seen_at timestamptz not null
);
create index known_places_seen_at_idx on engine.known_places (seen_at);
comment on table engine.known_places is
  'Addresses and devices from which an account has signed in; hashes only. Failures from elsewhere do not lock these out.';
