-- The sweep of files locks names before rows, as whoever names a file does; otherwise the two can wait for each other.

create or replace function private.files_to_remove(p_limit integer) returns table (bucket_id text, name text)
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_due text[];
  begin
    -- The rows first, as a request that deletes a file locks its row before its name. Those that a request is deleting are
    -- left to it.
    v_due := array(
      select u.bucket_id || '/' || u.name
      from private.unneeded_files as u
        join storage.objects as o on o.bucket_id = u.bucket_id and o.name = u.name
      where u.since <= now()
      order by u.since, u.bucket_id, u.name
      limit p_limit
      for update of o skip locked
    );
    -- Locked until the caller's transaction has deleted them, so that no request names one in the meantime.
    perform private.lock_file_names(v_due, true);
    -- After the names: whoever names a file locks its name, and then the row of the file that it names no more.
    delete from private.unneeded_files as u
      where private.is_named_file(u.bucket_id, u.name)
        or not exists (select from storage.objects as o where o.bucket_id = u.bucket_id and o.name = u.name);
    return query
      select u.bucket_id, u.name
      from private.unneeded_files as u
      where u.bucket_id || '/' || u.name = any (v_due) and not private.is_named_file(u.bucket_id, u.name)
      order by u.since, u.bucket_id, u.name;
  end
  $$;
