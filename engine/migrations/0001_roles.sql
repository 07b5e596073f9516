-- Supabase's roles. They belong to the whole cluster, so they may already exist.
do $$
declare
  v_role record;
begin
  for v_role in
    select *
      from (values
        ('anon', 'nologin noinherit'),
        ('authenticated', 'nologin noinherit'),
        ('service_role', 'nologin noinherit bypassrls'),
        ('authenticator', 'login noinherit'),
        ('migrator', 'login createrole bypassrls'),
        ('supabase_auth_admin', 'nologin noinherit createrole'),
        ('supabase_storage_admin', 'nologin noinherit'),
        ('supabase_realtime_admin', 'nologin noinherit')
      ) as wanted (name, options)
  loop
    if not exists (select from pg_roles where rolname = v_role.name) then
      execute format('create role %I %s', v_role.name, v_role.options);
    end if;
  end loop;
end
$$;

grant anon, authenticated, service_role to authenticator;

-- Sessions of these roles have the limits of hosted Supabase; the engine sets the same ones per transaction.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';

-- The migrator has the part of hosted Supabase's `postgres`: no superuser, but owner of what its migrations create.
alter role migrator set search_path = "$user", public, extensions;

revoke create on schema public from public;
grant all on schema public to migrator;
grant usage on schema public to anon, authenticated, service_role;

-- As in new Supabase projects, nothing is reachable through the API until a migration grants it.
alter default privileges for role migrator revoke execute on functions from public;
