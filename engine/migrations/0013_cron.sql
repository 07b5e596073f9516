-- Scheduled jobs, with the tables and functions of the extension pg_cron, for databases that do not have it. The engine
-- runs the jobs. Where the extension is installed, nothing of this is created, and the extension runs them.
do $cron$
begin
if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
  raise notice 'pg_cron is installed: it runs the scheduled jobs';
  return;
end if;

create schema cron;
comment on schema cron is 'Scheduled jobs, as in the extension pg_cron; the engine runs them. Not reachable through the API.';

create function engine.is_cron_schedule(p_schedule text) returns boolean
  language plpgsql immutable strict set search_path = ''
  as $$
  declare
    v_schedule constant text := pg_catalog.lower(pg_catalog.btrim(p_schedule, E' \t'));
    v_fields constant text[] := pg_catalog.regexp_split_to_array(v_schedule, '[ \t]+');
    v_lowest constant integer[] := array[0, 0, 1, 1, 0];
    v_highest constant integer[] := array[59, 23, 31, 12, 7];
    v_months constant text[] :=
      array['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
    v_days constant text[] := array['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
    v_item text;
    v_parts text[];
    v_first integer;
    v_last integer;
  begin
    if v_schedule ~ '^([1-9]|[1-5][0-9]) seconds?$' then
      return true;
    end if;
    if v_schedule ~ '^@(yearly|annually|monthly|weekly|daily|midnight|hourly)$' then
      return true;
    end if;
    if pg_catalog.cardinality(v_fields) <> 5 or pg_catalog.octet_length(v_schedule) > 500 then
      return false;
    end if;
    for i in 1 .. 5 loop
      -- The last day of the month.
      continue when i = 3 and v_fields[i] = '$';
      foreach v_item in array pg_catalog.string_to_array(v_fields[i], ',') loop
        v_parts := pg_catalog.regexp_match(v_item, '^(\*|([a-z]{3}|[0-9]{1,2})(-([a-z]{3}|[0-9]{1,2}))?)(/([0-9]{1,2}))?$');
        if v_parts is null
          or v_parts[6] is not null
            and (v_parts[1] <> '*' and v_parts[4] is null or v_parts[6]::integer not between 1 and v_highest[i])
        then
          return false;
        end if;
        continue when v_parts[1] = '*';
        for j in 2 .. 4 by 2 loop
          v_last := case
            when v_parts[j] is null then v_first
            when v_parts[j] ~ '^[0-9]' then v_parts[j]::integer
            when i = 4 then pg_catalog.array_position(v_months, v_parts[j])
            when i = 5 then pg_catalog.array_position(v_days, v_parts[j]) - 1
          end;
          if v_last is null or v_last not between v_lowest[i] and v_highest[i] then
            return false;
          end if;
          v_first := case when j = 2 then v_last else v_first end;
        end loop;
        if v_first > v_last then
          return false;
        end if;
      end loop;
    end loop;
    return true;
  end
  $$;
comment on function engine.is_cron_schedule(text) is
  'Whether this is a schedule that pg_cron knows: five fields, `$` for the last day of a month, 1 to 59 seconds, or a '
  'name such as @daily. Not @reboot.';

create sequence cron.jobid_seq;
create sequence cron.runid_seq;

create table cron.job (
  jobid bigint not null primary key default nextval('cron.jobid_seq'),
  schedule text not null,
  command text not null,
  nodename text not null default 'localhost',
  nodeport integer not null default coalesce(inet_server_port(), current_setting('port')::integer),
  database text not null default current_database(),
  username text not null default current_user,
  active boolean not null default true,
  jobname text,
  constraint jobname_username_uniq unique (jobname, username)
);
comment on table cron.job is 'Jobs, each run as its role.';

create table cron.job_run_details (
  jobid bigint,
  runid bigint not null primary key default nextval('cron.runid_seq'),
  job_pid integer,
  database text,
  username text,
  command text,
  status text,
  return_message text,
  start_time timestamptz,
  end_time timestamptz
);
comment on table cron.job_run_details is 'Runs of the last seven days, 10,000 at most.';

create table engine.cron_turns (
  jobid bigint not null primary key references cron.job on delete cascade,
  schedule text not null,
  due_at timestamptz,
  begun integer not null default 0
);
comment on table engine.cron_turns is
  'When each active job is due; null: never. It stays as it is until the run has ended, so another engine finds an '
  'interrupted run. begun: how often this run was begun.';

alter table cron.job enable row level security;
create policy cron_job_policy on cron.job using (username = current_user);
alter table cron.job_run_details enable row level security;
create policy cron_job_run_details_policy on cron.job_run_details using (username = current_user);

create function cron.schedule(schedule text, command text) returns bigint
  language sql volatile strict set search_path = ''
  as $$ insert into cron.job (schedule, command) values (schedule, command) returning jobid $$;
comment on function cron.schedule(text, text) is 'Schedules a command; returns the ID of the job.';

create function cron.schedule(job_name text, schedule text, command text) returns bigint
  language sql volatile strict set search_path = ''
  as $$
    insert into cron.job (schedule, command, jobname) values (schedule, command, job_name)
      on conflict (jobname, username) do update set schedule = excluded.schedule, command = excluded.command
      returning jobid
  $$;
comment on function cron.schedule(text, text, text) is
  'Schedules a command under a name, in place of the caller''s job of that name; returns the ID of the job.';

create function cron.schedule_in_database(
  job_name text, schedule text, command text, database text, username text default null, active boolean default true
) returns bigint
  language sql volatile set search_path = ''
  as $$
    insert into cron.job (schedule, command, jobname, database, username, active)
      values (schedule, command, job_name, database, coalesce(username, current_user), active)
      on conflict (jobname, username) do update set
        schedule = excluded.schedule, command = excluded.command, database = excluded.database, active = excluded.active
      returning jobid
  $$;
comment on function cron.schedule_in_database(text, text, text, text, text, boolean) is
  'Schedules a command for another role (superusers only). The database must be this one.';

create function cron.alter_job(
  job_id bigint,
  schedule text default null,
  command text default null,
  database text default null,
  username text default null,
  active boolean default null
) returns void
  language plpgsql volatile set search_path = ''
  as $$
  #variable_conflict use_column
  begin
    update cron.job as j set
        schedule = coalesce(alter_job.schedule, j.schedule),
        command = coalesce(alter_job.command, j.command),
        database = coalesce(alter_job.database, j.database),
        username = coalesce(alter_job.username, j.username),
        active = coalesce(alter_job.active, j.active)
      where j.jobid = alter_job.job_id;
    if not found then
      raise exception 'Job % does not exist or you don''t own it', job_id using errcode = 'P0002';
    end if;
  end
  $$;
comment on function cron.alter_job(bigint, text, text, text, text, boolean) is
  'Changes a job; what is null stays as it is.';

create function cron.unschedule(job_id bigint) returns boolean
  language plpgsql volatile strict set search_path = ''
  as $$
  begin
    delete from cron.job as j where j.jobid = unschedule.job_id;
    if not found then
      raise exception 'could not find valid entry for job ''%''', job_id using errcode = 'P0002';
    end if;
    return true;
  end
  $$;
comment on function cron.unschedule(bigint) is 'Removes a job.';

create function cron.unschedule(job_name text) returns boolean
  language plpgsql volatile strict set search_path = ''
  as $$
  begin
    delete from cron.job as j where j.jobname = unschedule.job_name and j.username = current_user;
    if not found then
      raise exception 'could not find valid entry for job ''%''', job_name using errcode = 'P0002';
    end if;
    return true;
  end
  $$;
comment on function cron.unschedule(text) is 'Removes the caller''s job of that name.';

-- The policies bind most roles, but not those that bypass them. Which role a job runs as must be safe from these, too.
create function cron.tg_job__guard() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    v_is_superuser constant boolean :=
      (select r.rolsuper from pg_catalog.pg_roles as r where r.rolname = current_user);
  begin
    if not v_is_superuser
      and (tg_op <> 'INSERT' and old.username <> current_user or tg_op <> 'DELETE' and new.username <> current_user)
    then
      raise exception 'permission denied for a job of another role' using errcode = '42501',
        hint = 'Only superusers schedule jobs of other roles.';
    end if;
    if tg_op = 'DELETE' then
      return old;
    end if;
    -- A job may leave its role by `reset role`, so its connection must not be able to do more than the role.
    if not exists (
      select from pg_catalog.pg_roles as r
      where r.rolname = new.username and (r.rolsuper or r.rolname in ('migrator', 'service_role'))
    ) then
      raise exception 'jobs of the role "%" cannot be run', new.username using errcode = '0A000',
        hint = 'Jobs belong to migrator, service_role or a superuser.';
    end if;
    if new.database <> pg_catalog.current_database()
      and (tg_op = 'INSERT' or new.database <> old.database)
    then
      raise exception 'jobs of other databases cannot be run' using errcode = '0A000';
    end if;
    if not engine.is_cron_schedule(new.schedule) then
      raise exception 'invalid schedule: %', new.schedule using errcode = '22023',
        hint = 'Use cron format (e.g. 5 4 * * *), or interval format (1 to 59 seconds).';
    end if;
    return new;
  end
  $$;
comment on function cron.tg_job__guard() is
  'Refuses jobs of other roles, jobs that cannot be run, and invalid schedules, also in statements on the table itself.';
create trigger _300_guard before insert or update or delete on cron.job
  for each row execute function cron.tg_job__guard();

create function cron.job_cache_invalidate() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_catalog.pg_notify('cron_changed', '');
    return null;
  end
  $$;
comment on function cron.job_cache_invalidate() is 'Has the engine read the jobs again.';
create trigger cron_job_cache_invalidate after insert or update or delete or truncate on cron.job
  for each statement execute function cron.job_cache_invalidate();

-- The rights are those of pg_cron: everybody has them who may use the schema, which is the migrator.
grant usage on schema cron to migrator with grant option;
grant usage on schema engine to migrator;
grant usage on sequence cron.jobid_seq to public;
grant select, delete,
    insert (schedule, command, database, username, active, jobname),
    update (schedule, command, database, username, active, jobname)
  on cron.job to public;
grant select, delete on cron.job_run_details to public;
end
$cron$;
