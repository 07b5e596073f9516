-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.ended_admins (
  user_id uuid not null,
  ended_at timestamp with time zone not null,
  constraint ended_admins_pkey PRIMARY KEY (user_id),
  constraint ended_admins_dates_bounds CHECK (ended_at >= '2000-01-01 00:00:00+00'::timestamp with time zone AND ended_at < '2200-01-01 00:00:00+00'::timestamp with time zone)
);
comment on table private.ended_admins is 'Admins and moderators who were demoted, suspended or deleted, for a day. What they had begun before is in the audit trail.';
comment on column private.ended_admins.ended_at is 'The last time that the right ended.';

alter table private.ended_admins enable row level security;

create function private.tg_profiles__no_own_suspension()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    raise exception 'admins cannot change their own rights or suspension'
      using errcode = '42501', hint = 'ask another admin';
  end
  $function$;
comment on function private.tg_profiles__no_own_suspension() is 'Admins cannot suspend themselves, not even by a function: the end of the suspension would restore the right without an entry in the audit trail.';

create function private.tg_profiles__note_ended_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    delete from private.ended_admins as e where e.ended_at < now() - interval '1 day';
    insert into private.ended_admins as e (user_id, ended_at) values (old.id, clock_timestamp())
      on conflict (user_id) do update set ended_at = excluded.ended_at;
    return null;
  end
  $function$;
comment on function private.tg_profiles__note_ended_admin() is 'Remembers whose rights as an admin or moderator ended. After update or delete.';
