-- The numbers of a page of the feed, counted past the policies and by their rules. Under the policies each of the three
-- asks anew who the reader is, and for every row whether its author is suspended, sixty times a page.
-- There is no stored counter on purpose: it would make everybody who reacts to the same post wait in line, and it would
-- have to know two truths, for members and for admins.

-- Indexes --------------------------------------------------------------------------------------------------

-- Both carry all that is counted, so that no row behind them has to be read. The first replaces two.
alter table public.newsfeed_reactions
  drop constraint newsfeed_reactions_one_per_member,
  add constraint newsfeed_reactions_one_per_member unique (post_id, user_id) include (reaction);
drop index public.newsfeed_reactions_counts;
drop index public.newsfeed_comments_thread;
create index newsfeed_comments_thread on public.newsfeed_comments (post_id, created_at, id) include (user_id);
-- Who sees more or less than everybody else.
create index profiles_reading_differently on public.profiles (id) where is_admin or is_suspended;

-- Functions: the bodies ------------------------------------------------------------------------------------

-- Nearly everybody is neither suspended nor an admin, and that one look-up says so. The values of single posts are all
-- alike, so a plan made for one (25 us a number) would be no better than the one that is kept.

create function private.seen_comment_count(p_post_id uuid) returns bigint
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
  as $$
  declare
    v_reader constant uuid := auth.uid();
    v_sees_all constant boolean := (
      select p.is_admin from public.profiles as p where p.id = v_reader and (p.is_admin or p.is_suspended)
    );
  begin
    if v_sees_all then
      return (select count(*) from public.newsfeed_comments as c where c.post_id = p_post_id);
    elsif not v_sees_all then
      return 0;
    end if;
    return (
      select count(*)
      from public.newsfeed_comments as c
      where c.post_id = p_post_id
        and not exists (select from public.profiles as p where p.id = c.user_id and p.is_suspended)
    );
  end
  $$;
comment on function private.seen_comment_count(uuid) is
  'How many comments the policies let the caller see: none while suspended, those of suspended members as an admin.';

create function private.seen_reaction_counts(p_post_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
  as $$
  declare
    v_reader constant uuid := auth.uid();
    v_sees_all constant boolean := (
      select p.is_admin from public.profiles as p where p.id = v_reader and (p.is_admin or p.is_suspended)
    );
  begin
    if v_sees_all then
      return (
        select coalesce(jsonb_object_agg(k.reaction, k.members), '{}')
        from (
          select r.reaction, count(*) as members
          from public.newsfeed_reactions as r
          where r.post_id = p_post_id
          group by r.reaction
        ) as k
      );
    elsif not v_sees_all then
      return '{}';
    end if;
    return (
      select coalesce(jsonb_object_agg(k.reaction, k.members), '{}')
      from (
        select r.reaction, count(*) as members
        from public.newsfeed_reactions as r
        where r.post_id = p_post_id
          and not exists (select from public.profiles as p where p.id = r.user_id and p.is_suspended)
        group by r.reaction
      ) as k
    );
  end
  $$;
comment on function private.seen_reaction_counts(uuid) is
  'The reactions that the policies let the caller see, counted by kind: none while suspended, all as an admin.';

create function private.seen_own_reaction(p_post_id uuid) returns text
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
  as $$
  declare
    v_reader constant uuid := auth.uid();
    v_reaction constant text := (
      select r.reaction from public.newsfeed_reactions as r where r.post_id = p_post_id and r.user_id = v_reader
    );
  begin
    if v_reaction is not null and private.is_suspended() and not private.is_admin() then
      return null;
    end if;
    return v_reaction;
  end
  $$;
comment on function private.seen_own_reaction(uuid) is 'The caller''s own reaction; null without one and while suspended.';

-- Functions: the computed columns --------------------------------------------------------------------------

-- Whom no policy binds (the service role, the owner) gets what is there.

create or replace function public.comment_count(post public.newsfeed_posts) returns bigint
  language plpgsql stable set search_path = ''
  as $$
  begin
    if row_security_active('public.newsfeed_comments'::regclass) then
      return private.seen_comment_count(comment_count.post.id);
    end if;
    return (select count(*) from public.newsfeed_comments as c where c.post_id = comment_count.post.id);
  end
  $$;

create or replace function public.reaction_counts(post public.newsfeed_posts) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
  begin
    if row_security_active('public.newsfeed_reactions'::regclass) then
      return private.seen_reaction_counts(reaction_counts.post.id);
    end if;
    return (
      select coalesce(jsonb_object_agg(k.reaction, k.members), '{}')
      from (
        select r.reaction, count(*) as members
        from public.newsfeed_reactions as r
        where r.post_id = reaction_counts.post.id
        group by r.reaction
      ) as k
    );
  end
  $$;

create or replace function public.my_reaction(post public.newsfeed_posts) returns text
  language plpgsql stable set search_path = ''
  as $$
  begin
    if row_security_active('public.newsfeed_reactions'::regclass) then
      return private.seen_own_reaction(my_reaction.post.id);
    end if;
    return (
      select r.reaction from public.newsfeed_reactions as r
      where r.post_id = my_reaction.post.id and r.user_id = auth.uid()
    );
  end
  $$;

revoke execute on function
  private.seen_comment_count(uuid),
  private.seen_reaction_counts(uuid),
  private.seen_own_reaction(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  private.seen_comment_count(uuid),
  private.seen_reaction_counts(uuid),
  private.seen_own_reaction(uuid)
  to authenticated;
