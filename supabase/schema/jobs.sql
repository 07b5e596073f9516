-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.delete_expired_marks()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_now constant timestamptz := now();
    v_some integer;
    v_all integer := 0;
  begin
    delete from private.rate_counters as c where c.window_start <= v_now - interval '31 days';
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    delete from private.left_counters as c where c.window_start <= v_now - interval '31 days';
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    delete from private.declined_connections as d where d.declined_at <= v_now - interval '30 days';
    get diagnostics v_some = row_count;
    v_all := v_all + v_some;
    -- Not all that the limits no longer count: an admin can move the season for a night.
    delete from private.redemptions as r where r.redeemed_at < private.season_start() - interval '1 year';
    get diagnostics v_some = row_count;
    return v_all + v_some + private.tend_invitations();
  end
  $function$;
comment on function private.delete_expired_marks() is 'Deletes counters whose window is over, which is 31 days at most, declined requests that may be repeated, redemptions from more than a year before this season, and what is over of the club''s invitations; returns how many.';

create function private.schedule_jobs()
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
      select cron.schedule('bankside-rewards', '* * * * *', 'select private.return_expired_rewards()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-seasons', '*/10 * * * *', 'select private.close_seasons()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-announcements', '* * * * *', 'select private.publish_announcements()')
    $cron$;
    execute $cron$
      select cron.schedule('bankside-log', '37 3 * * *',
        'delete from cron.job_run_details where end_time < now() - interval ''7 days''')
    $cron$;
    return true;
  end
  $function$;
comment on function private.schedule_jobs() is 'Schedules the jobs, again if they are scheduled. False, and without effect, where the schema cron is missing: enable pg_cron and call this function as the owner.';
