-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.count_use_of(p_user_id uuid, p_bucket text, p_limit integer, p_window interval)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_used integer;
    v_window_start timestamptz;
  begin
    insert into private.rate_counters as c (user_id, bucket, window_start, used)
      values (p_user_id, p_bucket, clock_timestamp(), 1)
      on conflict (user_id, bucket) do update set
        -- Transactions that wait for each other read the clock at different moments, so a start a little ahead is usual.
        used = case
          when excluded.window_start between c.window_start - p_window and c.window_start + p_window - interval '1 microsecond'
            then c.used + 1
          else 1
        end,
        window_start = case
          when excluded.window_start between c.window_start - p_window and c.window_start + p_window - interval '1 microsecond'
            then c.window_start
          else excluded.window_start
        end
      returning c.used, c.window_start into v_used, v_window_start;
    if v_used > p_limit * (select s.rate_limit_scale from private.settings as s) then
      return greatest(1, ceil(extract(epoch from v_window_start + p_window - clock_timestamp())));
    end if;
    return null;
  end
  $function$;
comment on function private.count_use_of(p_user_id uuid, p_bucket text, p_limit integer, p_window interval) is 'Counts one use of a limited action by an account, which need not be the caller''s. Returns null up to p_limit uses in a window, then the seconds until the next permitted use; the calling function must then raise an error.';
