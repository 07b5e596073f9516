-- A window of a limit that begins in the future, because the clock was set back since, ends: it would have lasted until that
-- date.

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.count_use_of(p_user_id uuid, p_bucket text, p_limit integer, p_window interval)
  returns integer
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
