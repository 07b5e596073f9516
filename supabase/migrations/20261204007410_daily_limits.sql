-- Limits of a day beside those of minutes and hours: what a member can pile up in a month, a deletion of the account must
-- delete while all others wait.

create or replace function private.tg_newsfeed_comments__limit() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if not private.is_direct_statement() then
      return new;
    end if;
    perform private.check_rate('comment-5m', 30, interval '5 minutes');
    perform private.check_rate('comment-day', 500, interval '1 day');
    if exists (
      select from public.newsfeed_comments as c
      where c.user_id = new.user_id
        and c.post_id = new.post_id
        and c.created_at > now() - interval '5 minutes'
        and c.content = new.content
    ) then
      perform private.raise_with_status(
        429, 'NF002', 'you have just written the same comment', 'wait 5 minutes or change the text');
    end if;
    return new;
  end
  $$;
comment on function private.tg_newsfeed_comments__limit() is
  '30 comments in 5 minutes, 500 in a day (PT429); the same text under the same post at most once in 5 minutes (NF002).';

create or replace function private.tg_newsfeed_reactions__limit() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    -- An upsert fires both kinds; each has its own counter, so that an upsert is one use and not two.
    perform private.check_rate(
      case tg_op when 'INSERT' then 'reaction-1m' else 'reaction-change-1m' end, 60, interval '1 minute');
    if tg_op = 'INSERT' then
      perform private.check_rate('reaction-day', 600, interval '1 day');
    end if;
    return new;
  end
  $$;
comment on function private.tg_newsfeed_reactions__limit() is '60 reactions in a minute, 600 in a day (PT429).';

create or replace function private.tg__file_request() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.request_id is null then
      return new;
    end if;
    -- What is made by hand stays below; the limits of posts, comments, gifts and connections are lower together.
    if private.is_api_request() and not private.is_admin() then
      perform private.check_rate('requests-1h', 500, interval '1 hour');
      perform private.check_rate('requests-day', 650, interval '1 day');
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
