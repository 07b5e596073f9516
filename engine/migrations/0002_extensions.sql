create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
grant usage, create on schema extensions to migrator;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;
create extension if not exists pg_trgm with schema extensions;
