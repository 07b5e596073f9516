-- How many identified attempts a member files: each is kept as long as the account, so that its ID makes no second row.

create or replace function private.tg__file_request() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.request_id is null then
      return new;
    end if;
    -- What is made by hand stays far below; the limits of posts and comments are lower.
    if private.is_api_request() and not private.is_admin() then
      perform private.check_rate('requests-1h', 500, interval '1 hour');
    end if;
    insert into private.requests (owner_id, request_id, relation, row_id)
      values (
        coalesce(auth.uid(), '00000000-0000-0000-0000-000000000000'), new.request_id, tg_table_name, new.id
      )
      on conflict on constraint requests_pkey do nothing;
    if not found then
      raise exception 'this request has been carried out before'
        using errcode = 'PT409', hint = 'request_row(request_id) names the row that it made';
    end if;
    new.request_id := null;
    return new;
  end
  $$;
