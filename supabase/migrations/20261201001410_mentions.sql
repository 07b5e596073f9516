-- Mentions: @ and a username in a post or comment. The text stays as it was written. Beside it stands which member each
-- written name means, so that a mention leads to the same member after both have other names. Reasons and alternatives:
-- docs/decisions/053-mentions.md.

-- Functions ------------------------------------------------------------------------------------------------

create function private.mention_ids(p_mentions jsonb) returns uuid[]
  language sql immutable parallel safe set search_path = ''
  as $$ select coalesce(array_agg(m.value::uuid), '{}') from jsonb_each_text(p_mentions) as m $$;
comment on function private.mention_ids(jsonb) is 'The members whom a text mentions.';

-- Usernames may contain spaces and signs, so the end of a name is not marked: the longest text behind @ that is a username
-- and ends where a word ends. A name that the text already had keeps its member.
create function private.find_mentions(p_text text, p_known jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
  as $$
  begin
    if position('@' in p_text) = 0 then
      return '{}';
    end if;
    return (
      with pieces as (
        select t.place, left(split_part(t.piece, e'\n', 1), 51) as ahead, lag(t.piece) over (order by t.place) as behind
        from string_to_table(p_text, '@') with ordinality as t (piece, place)
      ),
      candidates as materialized (
        select p.place, l.length, left(p.ahead, l.length) as name
        from (
            select k.place, k.ahead from pieces as k
            where k.place > 1 and k.ahead ~ '^\S' and right(k.behind, 1) !~ '[[:alnum:]_]' collate "und-x-icu"
            order by k.place
            limit 20
          ) as p
          cross join lateral generate_series(1, least(char_length(p.ahead), 50)) as l (length)
        where substr(p.ahead, l.length, 1) !~ '\s'
          and substr(p.ahead, l.length + 1, 1) !~ '[[:alnum:]_]' collate "und-x-icu"
      ),
      found as (
        select distinct on (c.place) c.place, c.name, coalesce(p_known ->> c.name, u.id::text) as id
        from candidates as c
          left join public.profiles as u
            on private.username_key(u.username) collate "C" = private.username_key(c.name) and not u.is_suspended
        where coalesce(p_known ->> c.name, u.id::text) is not null
        order by c.place, c.length desc
      ),
      names as (select f.name, min(f.id) as id from found as f group by f.name order by min(f.place) limit 10)
      select coalesce(jsonb_object_agg(n.name, n.id), '{}') from names as n
    );
  end
  $$;
comment on function private.find_mentions(text, jsonb) is
  'The first ten different members that a text names with @: {name as written: ID}. Suspended members are not found. p_known: '
  'names that keep the member they had.';

create function private.tg_newsfeed__find_mentions() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if tg_op = 'INSERT' then
      new.mentions := private.find_mentions(new.content, '{}');
    elsif new.content is distinct from old.content then
      new.mentions := private.find_mentions(new.content, old.mentions);
    else
      new.mentions := old.mentions;
    end if;
    return new;
  end
  $$;
comment on function private.tg_newsfeed__find_mentions() is 'Stores whom a text mentions, whatever the statement says.';

create function private.mentioned(p_mentions jsonb) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
  begin
    if p_mentions = '{}' then
      return '[]';
    end if;
    return (
      select coalesce(jsonb_agg(jsonb_build_object('name', m.key, 'id', u.id, 'username', u.username) order by m.key), '[]')
      from jsonb_each_text(p_mentions) as m join public.profiles as u on u.id = m.value::uuid and not u.is_suspended
    );
  end
  $$;
comment on function private.mentioned(jsonb) is
  'Stored mentions with the present names of their members: [{name as written, id, username}]. Not those who are suspended '
  'or gone, and only whom the caller may read.';

create function public.mentioned(post public.newsfeed_posts) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
  begin
    return private.mentioned(mentioned.post.mentions);
  end
  $$;
comment on function public.mentioned(public.newsfeed_posts) is
  'The members whom the text mentions, under their present names: [{name as written, id, username}].';

create function public.mentioned(comment public.newsfeed_comments) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
  begin
    return private.mentioned(mentioned.comment.mentions);
  end
  $$;
comment on function public.mentioned(public.newsfeed_comments) is
  'The members whom the text mentions, under their present names: [{name as written, id, username}].';

-- Indexes --------------------------------------------------------------------------------------------------

create index newsfeed_posts_mentions on public.newsfeed_posts using gin (private.mention_ids(mentions))
  where mentions <> '{}';
create index newsfeed_comments_mentions on public.newsfeed_comments using gin (private.mention_ids(mentions))
  where mentions <> '{}';

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _400_find_mentions
  before insert or update of content, mentions on public.newsfeed_posts
  for each row when (new.type = 'post')
  execute function private.tg_newsfeed__find_mentions();
create trigger _400_find_mentions
  before insert or update of content, mentions on public.newsfeed_comments
  for each row execute function private.tg_newsfeed__find_mentions();

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.mention_ids(jsonb),
  private.find_mentions(text, jsonb),
  private.tg_newsfeed__find_mentions(),
  private.mentioned(jsonb),
  public.mentioned(public.newsfeed_posts),
  public.mentioned(public.newsfeed_comments)
  from public, anon, authenticated, service_role;
-- Whoever writes a row computes the entries of its indexes.
grant execute on function
  private.mention_ids(jsonb),
  private.mentioned(jsonb),
  public.mentioned(public.newsfeed_posts),
  public.mentioned(public.newsfeed_comments)
  to authenticated, service_role;
