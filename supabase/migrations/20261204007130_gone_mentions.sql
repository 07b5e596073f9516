-- The deletion of an account excludes all writers, so it must be short however often others mention the member. It
-- forgets a hundred mentions itself; a job does the rest.

-- Tables ---------------------------------------------------------------------------------------------------

create table private.gone_members (
  id uuid primary key,
  created_at timestamptz not null default now(),
  constraint gone_members_dates_bounds check (
    created_at >= '2000-01-01 00:00:00+00' and created_at < '2200-01-01 00:00:00+00'
  )
);
comment on table private.gone_members is
  'IDs of deleted members that are still beside texts of others, until a job has forgotten them. No reader is shown a name '
  'for them.';

alter table private.gone_members enable row level security;

-- Functions ------------------------------------------------------------------------------------------------

create function private.forget_mentions(p_id uuid, p_limit integer) returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_posts integer;
    v_comments integer;
  begin
    -- Rows that others are changing are left for the next run, so that neither waits for the other.
    with due as (
      select p.id from public.newsfeed_posts as p
      where p.mentions <> '{}' and private.mention_ids(p.mentions) @> array[p_id]
      limit p_limit for update skip locked
    )
    update public.newsfeed_posts as p set mentions = private.mentions_of_members(p.mentions) from due as d where p.id = d.id;
    get diagnostics v_posts = row_count;
    with due as (
      select c.id from public.newsfeed_comments as c
      where c.mentions <> '{}' and private.mention_ids(c.mentions) @> array[p_id]
      limit p_limit - v_posts for update skip locked
    )
    update public.newsfeed_comments as c set mentions = private.mentions_of_members(c.mentions) from due as d where c.id = d.id;
    get diagnostics v_comments = row_count;
    return v_posts + v_comments;
  end
  $$;
comment on function private.forget_mentions(uuid, integer) is
  'Takes the ID of a deleted member from beside at most p_limit texts of others; returns from how many.';

create or replace function private.tg_profiles__forget_mentions() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if private.forget_mentions(old.id, 100) >= 100 then
      insert into private.gone_members (id) values (old.id) on conflict do nothing;
    end if;
    delete from private.notification_mutes as m where m.subject_id = old.id;
    return null;
  end
  $$;
comment on function private.tg_profiles__forget_mentions() is
  'The ID of a deleted member is neither beside the texts of others nor among what they muted: at once for a hundred texts, '
  'soon for more. After delete, when the profile is gone.';

create function private.forget_gone_members() returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_id uuid;
    v_some integer;
    v_all integer := 0;
  begin
    -- The gate comes before the rows, as in every writer.
    perform private.hold_gate();
    for v_id in select g.id from private.gone_members as g order by g.created_at, g.id limit 50 for update skip locked loop
      v_some := private.forget_mentions(v_id, 500 - v_all);
      v_all := v_all + v_some;
      exit when v_all >= 500;
      if not exists (
        select from public.newsfeed_posts as p where p.mentions <> '{}' and private.mention_ids(p.mentions) @> array[v_id]
      ) and not exists (
        select from public.newsfeed_comments as c where c.mentions <> '{}' and private.mention_ids(c.mentions) @> array[v_id]
      ) then
        delete from private.gone_members as g where g.id = v_id;
      end if;
    end loop;
    return v_all;
  end
  $$;
comment on function private.forget_gone_members() is
  'Takes the IDs of deleted members from beside at most 500 texts of others; returns from how many.';

create or replace function private.schedule_jobs() returns boolean
  language plpgsql set search_path = ''
  as $$
  begin
    if to_regprocedure('cron.schedule(text,text,text)') is null then
      raise notice 'pg_cron is not enabled: nothing is deleted by itself. Enable it, then run select '
        'private.schedule_jobs();';
      return false;
    end if;
    execute $cron$
      select cron.schedule('bankside-addresses', '17 3 * * *', 'select private.purge_delivered_addresses()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-marks', '27 3 * * *', 'select private.delete_expired_marks()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-reminders', '* * * * *', 'select private.remind()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-suspensions', '* * * * *', 'select private.end_suspensions()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-gone-members', '* * * * *', 'select private.forget_gone_members()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-deliver', '15 seconds', 'select private.call_deliver()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-tend-deliveries', '47 3 * * *', 'select private.tend_deliveries()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-reports', '57 3 * * *', 'select private.tend_reports()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-log', '37 3 * * *',
        'delete from cron.job_run_details where end_time < now() - interval ''7 days''')
    $cron$;
    return true;
  end
  $$;

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on private.gone_members from anon, authenticated, service_role;
revoke execute on function
  private.forget_mentions(uuid, integer),
  private.forget_gone_members()
  from public, anon, authenticated, service_role;

-- Rows -----------------------------------------------------------------------------------------------------

select private.schedule_jobs();
