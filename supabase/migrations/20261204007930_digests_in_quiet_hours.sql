-- A digest that is made in quiet hours is due when they end, on the same day if they end after eight. What comes in between
-- is in it; until now it was in the next one as well.

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.prepare_digests(p_now timestamptz) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_row record;
    v_settings jsonb;
    v_since timestamptz;
    v_quiet_until timestamptz;
  begin
    for v_row in
      select m.user_id, m.last_digest_at
      from private.mail_states as m
      where m.digest_at <= p_now
      order by m.digest_at, m.user_id
      limit 500
      for update skip locked
    loop
      v_settings := private.delivery_settings(v_row.user_id);
      v_since := greatest(
        v_row.last_digest_at, p_now - case v_settings ->> 'digest' when 'daily' then interval '1 day' else interval '7 days' end);
      update private.mail_states as m set digest_at = private.next_digest(p_now, v_settings ->> 'time_zone')
        where m.user_id = v_row.user_id;
      -- A weekly one goes out on Mondays, or later if there was no sender then.
      if (
          v_settings ->> 'digest' = 'daily'
          or (v_settings ->> 'digest' = 'weekly' and (
            extract(isodow from p_now at time zone (v_settings ->> 'time_zone')) = 1
            or v_row.last_digest_at < p_now - interval '8 days'))
        )
        and private.mail_address(v_row.user_id) is not null
        and private.digest_content(v_row.user_id, v_since, v_settings) <> '[]'
      then
        v_quiet_until := private.quiet_until(p_now, (v_settings ->> 'quiet_from')::time,
          (v_settings ->> 'quiet_until')::time, v_settings ->> 'time_zone');
        insert into private.deliveries (user_id, channel, digest_since, due_at)
          values (v_row.user_id, 'email', v_since, coalesce(v_quiet_until, now()));
        -- What comes until it is sent is in it, and not in the next one.
        update private.mail_states as m set last_digest_at = coalesce(v_quiet_until, p_now)
          where m.user_id = v_row.user_id;
      end if;
    end loop;
  end
  $$;
comment on function private.prepare_digests(timestamptz) is
  'Makes the digests that are due, of up to 500 members in one call; those made in quiet hours are sent when these end. '
  'Members without anything unread get none.';
