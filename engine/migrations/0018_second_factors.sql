-- Codes of an authenticator app as a second step of signing in, with the tables that GoTrue has for them.

create table auth.mfa_challenges (
  id uuid not null primary key,
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet not null,
  otp_code text,
  web_authn_session_data jsonb
);
create index mfa_challenge_created_at_idx on auth.mfa_challenges (created_at desc);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
alter table auth.mfa_challenges owner to supabase_auth_admin;
alter table auth.mfa_challenges enable row level security;
grant all on auth.mfa_challenges to migrator;

alter table auth.mfa_factors add column last_webauthn_challenge_data jsonb;
create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id)
  where trim(both from friendly_name) <> '';
create index factor_id_created_at_idx on auth.mfa_factors (user_id, created_at);
create index sessions_factor_id_idx on auth.sessions (factor_id) where factor_id is not null;

-- No foreign key to auth.mfa_factors, which a restore truncates; a step of a factor that was deleted finds nothing.
create table engine.factor_steps (
  factor_id uuid not null primary key,
  step bigint not null,
  used_at timestamptz not null
);
create index factor_steps_used_at_idx on engine.factor_steps (used_at);
comment on table engine.factor_steps is
  'The period of 30 s to which the newest accepted code of each factor belongs: no code is accepted twice.';
