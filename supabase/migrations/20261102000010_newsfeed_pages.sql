-- Newsfeed, continued: how fast members write, and the numbers that a page of the feed asks for.

-- Functions and triggers: limits ---------------------------------------------------------------------------

-- Counting a use locks the member's counter, so that two equal texts sent at once queue here.
create function private.tg_newsfeed_posts__limit() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if not private.is_direct_statement() then
      return new;
    end if;
    perform private.check_rate('post-10m', 10, interval '10 minutes');
    perform private.check_rate('post-day', 50, interval '1 day');
    if exists (
      select from public.newsfeed_posts as p
      where p.user_id = new.user_id and p.created_at > now() - interval '5 minutes' and p.content = new.content
    ) then
      perform private.raise_rate_limit('you have just posted the same text', 'wait 5 minutes or change the text');
    end if;
    return new;
  end
  $$;
comment on function private.tg_newsfeed_posts__limit() is
  '10 posts in 10 minutes, 50 in a day, the same text not again for 5 minutes (PT429).';

create function private.tg_newsfeed_comments__limit() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if not private.is_direct_statement() then
      return new;
    end if;
    perform private.check_rate('comment-5m', 30, interval '5 minutes');
    if exists (
      select from public.newsfeed_comments as c
      where c.user_id = new.user_id
        and c.post_id = new.post_id
        and c.created_at > now() - interval '5 minutes'
        and c.content = new.content
    ) then
      perform private.raise_rate_limit('you have just written the same comment', 'wait 5 minutes or change the text');
    end if;
    return new;
  end
  $$;
comment on function private.tg_newsfeed_comments__limit() is
  '30 comments in 5 minutes, the same text under the same post not again for 5 minutes (PT429).';

create function private.tg_newsfeed_reactions__limit() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    -- An upsert runs both kinds; each has its own count, so that it is one use and not two.
    perform private.check_rate(
      case tg_op when 'INSERT' then 'reaction-1m' else 'reaction-change-1m' end, 60, interval '1 minute');
    return new;
  end
  $$;
comment on function private.tg_newsfeed_reactions__limit() is '60 reactions in a minute (PT429).';

create trigger _310_limit
  before insert on public.newsfeed_posts
  for each row execute function private.tg_newsfeed_posts__limit();
create trigger _310_limit
  before insert on public.newsfeed_comments
  for each row execute function private.tg_newsfeed_comments__limit();
create trigger _310_limit
  before insert or update of reaction on public.newsfeed_reactions
  for each row execute function private.tg_newsfeed_reactions__limit();

revoke execute on function
  private.tg_newsfeed_posts__limit(),
  private.tg_newsfeed_comments__limit(),
  private.tg_newsfeed_reactions__limit()
  from public, anon, authenticated, service_role;

-- Functions: computed columns ------------------------------------------------------------------------------

-- Computed columns: a feed page asks for the numbers instead of every row behind them.
create function public.comment_count(post public.newsfeed_posts) returns bigint
  language sql stable set search_path = ''
  as $$ select count(*) from public.newsfeed_comments as c where c.post_id = comment_count.post.id $$;
comment on function public.comment_count(public.newsfeed_posts) is 'How many comments the reader can see.';

create function public.reaction_counts(post public.newsfeed_posts) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_object_agg(r.reaction, r.members), '{}')
    from (
      select x.reaction, count(*) as members
      from public.newsfeed_reactions as x
      where x.post_id = reaction_counts.post.id
      group by x.reaction
    ) as r
  $$;
comment on function public.reaction_counts(public.newsfeed_posts) is 'Number of members per reaction, e.g. {"heart": 3}.';

create function public.my_reaction(post public.newsfeed_posts) returns text
  language sql stable set search_path = ''
  as $$
    select r.reaction from public.newsfeed_reactions as r
    where r.post_id = my_reaction.post.id and r.user_id = auth.uid()
  $$;
comment on function public.my_reaction(public.newsfeed_posts) is 'The reader''s own reaction, or null.';

revoke execute on function
  public.comment_count(public.newsfeed_posts),
  public.reaction_counts(public.newsfeed_posts),
  public.my_reaction(public.newsfeed_posts)
  from public, anon, authenticated, service_role;
grant execute on function
  public.comment_count(public.newsfeed_posts),
  public.reaction_counts(public.newsfeed_posts),
  public.my_reaction(public.newsfeed_posts)
  to authenticated, service_role;
