-- Admins end or extend the pin of an announcement.

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.tg_newsfeed_posts__pin() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.image_url := nullif(btrim(new.image_url), '');
    if not new.is_announcement then
      new.pinned_until := null;
    elsif not private.is_api_request() then
      new.pinned_until := coalesce(new.pinned_until, new.created_at + interval '7 days');
    elsif tg_op = 'UPDATE' and old.is_announcement then
      -- Only admins save announcements.
      if new.pinned_until is distinct from old.pinned_until then
        if new.pinned_until > now() + interval '90 days' then
          raise exception 'an announcement can be pinned for 90 days from now at most'
            using errcode = 'NF004', hint = 'choose an earlier end';
        end if;
        -- A moment that has passed ends the pin now.
        new.pinned_until := greatest(coalesce(new.pinned_until, old.pinned_until), now());
      end if;
    else
      new.pinned_until := now() + interval '7 days';
    end if;
    return new;
  end
  $$;
comment on function private.tg_newsfeed_posts__pin() is
  'An announcement is pinned for 7 days from the time it became one, whatever the request says. An admin then ends the pin '
  'or moves its end, to 90 days from now at most (NF004).';
