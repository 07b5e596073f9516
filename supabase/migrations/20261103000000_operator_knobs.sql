-- The knob that operators turn from outside: how far the limits on writing too fast are scaled.

create function private.set_rate_limit_scale(p_scale numeric) returns void
  language plpgsql set search_path = ''
  as $$
  begin
    update private.settings as s set rate_limit_scale = p_scale where s.rate_limit_scale <> p_scale;
  end
  $$;
comment on function private.set_rate_limit_scale(numeric) is
  'Multiplies every limit of check_rate; above 0 and at most 1000000. For the owner of the database.';

revoke execute on function private.set_rate_limit_scale(numeric) from public, anon, authenticated, service_role;
