-- The numbers of a page of the feed, counted once and under the rules of the feed.
-- Counting under the policies asks for every function anew who the reader is, and for every comment and reaction
-- whether its author is suspended. Here both are asked once a number, by joins. There is no stored counter on purpose:
-- it would make everybody who reacts to one post wait in line, and it would not know what an admin may see.

-- Functions: the bodies --------------------------------------------------------------------------------------

create function private.seen_comment_count(p_post_id uuid) returns bigint
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_is_admin boolean;
    v_is_suspended boolean;
  begin
    select p.is_admin, p.is_suspended into v_is_admin, v_is_suspended
      from public.profiles as p where p.id = auth.uid();
    if v_is_admin then
      return (select count(*) from public.newsfeed_comments as c where c.post_id = p_post_id);
    elsif v_is_suspended then
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
  'The comments under a post that the caller can see: what the policies of newsfeed_comments let through, as a number.';

create function private.seen_reaction_counts(p_post_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_is_admin boolean;
    v_is_suspended boolean;
  begin
    select p.is_admin, p.is_suspended into v_is_admin, v_is_suspended
      from public.profiles as p where p.id = auth.uid();
    if v_is_suspended and not v_is_admin then
      return '{}';
    elsif v_is_admin then
      return (
        select coalesce(jsonb_object_agg(r.reaction, r.members), '{}')
        from (
          select x.reaction, count(*) as members
          from public.newsfeed_reactions as x
          where x.post_id = p_post_id
          group by x.reaction
        ) as r
      );
    end if;
    return (
      select coalesce(jsonb_object_agg(r.reaction, r.members), '{}')
      from (
        select x.reaction, count(*) as members
        from public.newsfeed_reactions as x
        where x.post_id = p_post_id
          and not exists (select from public.profiles as p where p.id = x.user_id and p.is_suspended)
        group by x.reaction
      ) as r
    );
  end
  $$;
comment on function private.seen_reaction_counts(uuid) is
  'The reactions to a post that the caller can see, per kind: what the policies of newsfeed_reactions let through.';

create function private.own_reaction(p_post_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return (
      select r.reaction
      from public.newsfeed_reactions as r
        join public.profiles as p on p.id = r.user_id
      where r.post_id = p_post_id and r.user_id = auth.uid() and (p.is_admin or not p.is_suspended)
    );
  end
  $$;
comment on function private.own_reaction(uuid) is 'The caller''s own reaction to a post, or null.';

-- Functions: the computed columns ------------------------------------------------------------------------------

-- Whom no policy binds (the service role, the owner) is answered from the table itself.
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
      select coalesce(jsonb_object_agg(r.reaction, r.members), '{}')
      from (
        select x.reaction, count(*) as members
        from public.newsfeed_reactions as x
        where x.post_id = reaction_counts.post.id
        group by x.reaction
      ) as r
    );
  end
  $$;

create or replace function public.my_reaction(post public.newsfeed_posts) returns text
  language plpgsql stable set search_path = ''
  as $$
  begin
    return private.own_reaction(my_reaction.post.id);
  end
  $$;

revoke execute on function
  private.seen_comment_count(uuid),
  private.seen_reaction_counts(uuid),
  private.own_reaction(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  private.seen_comment_count(uuid),
  private.seen_reaction_counts(uuid),
  private.own_reaction(uuid)
  to authenticated, service_role;
