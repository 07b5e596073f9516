-- Uploads that arrive in parts (the protocol tus). The parts are files of the store; these rows say what they belong to, so
-- that an upload continues after a crash, and at another engine.

create table engine.resumable_uploads (
  id uuid not null primary key default gen_random_uuid(),
  bucket_id text not null,
  name text not null,
  role text not null,
  owner_id text,
  is_signed boolean not null,
  is_upsert boolean not null,
  length bigint not null,
  received bigint not null default 0,
  upload_metadata text not null,
  version text,
  is_finished boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '24 hours',
  writer uuid,
  writer_until timestamptz,
  constraint resumable_uploads_received_in_length check (received between 0 and length)
);
create index resumable_uploads_owner_id_idx on engine.resumable_uploads (owner_id);
create index resumable_uploads_expires_at_idx on engine.resumable_uploads (expires_at);
alter table engine.resumable_uploads enable row level security;
comment on table engine.resumable_uploads is
  'Uploads in parts until a day after their start. Not in backups. Only the engine reads and writes them.';
comment on column engine.resumable_uploads.role is 'The database role of who started it; only the same role and owner continue it.';
comment on column engine.resumable_uploads.received is 'Bytes of all parts together.';
comment on column engine.resumable_uploads.upload_metadata is 'The header Upload-Metadata as it was sent.';
comment on column engine.resumable_uploads.version is
  'The version of the object that was being stored last: if a row has it, the upload is finished.';
comment on column engine.resumable_uploads.writer is 'The request whose turn it is, until writer_until unless it renews that.';

create table engine.resumable_parts (
  upload_id uuid not null references engine.resumable_uploads on delete cascade,
  begins bigint not null,
  size bigint not null,
  version text not null,
  primary key (upload_id, begins),
  constraint resumable_parts_size_positive check (size > 0)
);
create unique index resumable_parts_version_idx on engine.resumable_parts (version);
alter table engine.resumable_parts enable row level security;
comment on table engine.resumable_parts is 'The parts of unfinished uploads: for each, its first byte, its size and its file.';
