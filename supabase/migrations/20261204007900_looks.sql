-- A picture or name of a member is shown with what the member wrote. Until now all posts on which the member had reacted
-- were counted again too, whose numbers do not change: one member who changed their picture once a second had every open
-- feed load everything each second. A picture may be changed 20 times an hour.

-- Functions ------------------------------------------------------------------------------------------------

create function private.note_look_of_member(p_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.note_posts(array(select p.id from public.newsfeed_posts as p where p.user_id = p_user_id), 'changed');
    -- The feed shows one comment of each post, which may be the member's.
    perform private.note_posts(
      array(select distinct c.post_id from public.newsfeed_comments as c where c.user_id = p_user_id), 'preview');
    -- A thread whose comments disagree with the post's number loads again, so older comments need no note.
    insert into private.live_pending (topic, id, kind)
      select 'post:' || c.post_id, c.id, 'comment'
      from public.newsfeed_comments as c
      where c.user_id = p_user_id
      order by c.created_at desc
      limit 500;
    -- What mentions the member shows the name.
    perform private.note_posts(
      array(
        select p.id
        from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id and not a.is_suspended
        where private.mention_ids(p.mentions) @> array[p_user_id] and p.mentions <> '{}'),
      'changed');
    insert into private.live_pending (topic, id, kind)
      select 'post:' || c.post_id, c.id, 'comment'
      from public.newsfeed_comments as c
        join public.profiles as a on a.id = c.user_id and not a.is_suspended
      where private.mention_ids(c.mentions) @> array[p_user_id] and c.mentions <> '{}'
      order by c.created_at desc
      limit 500;
  end
  $$;
comment on function private.note_look_of_member(uuid) is
  'Notes that what a member wrote, and what mentions the member, looks different from now on: the posts, the comments that '
  'the feed shows, and the newest 500 comments.';

create or replace function private.note_feed_of_member(p_user_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.note_look_of_member(p_user_id);
    perform private.note_posts(
      array(
        select c.post_id from public.newsfeed_comments as c where c.user_id = p_user_id
        union
        select r.post_id from public.newsfeed_reactions as r where r.user_id = p_user_id
      ),
      'numbers');
  end
  $$;

create or replace function private.tg_profiles__note_changes() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_not_edited constant text[] := array['points', 'badge_count', 'is_admin', 'is_suspended', 'updated_at'];
    v_changed boolean := true;
    v_ranked boolean := false;
    v_hidden boolean := false;
    v_renamed boolean := false;
    -- The member whose own request this is.
    v_own_id constant uuid := case when private.is_api_request() then auth.uid() end;
    v_edited uuid[] := '{}';
    v_shown uuid[] := '{}';
  begin
    if tg_op = 'UPDATE' then
      select
        count(*) > 0,
        coalesce(bool_or(
          (n.username, n.avatar_url, n.badge_count, n.points, n.is_suspended)
          is distinct from (o.username, o.avatar_url, o.badge_count, o.points, o.is_suspended)), false),
        coalesce(bool_or(
          n.is_suspended <> o.is_suspended
          or n.id is distinct from v_own_id and (n.username, n.avatar_url) is distinct from (o.username, o.avatar_url)
        ), false),
        coalesce(bool_or((n.username, n.avatar_url) is distinct from (o.username, o.avatar_url)), false),
        coalesce(array_agg(n.id) filter (where to_jsonb(n) - v_not_edited <> to_jsonb(o) - v_not_edited), '{}'),
        coalesce(array_agg(n.id) filter (where not n.is_suspended
          and (n.username, n.avatar_url, n.is_admin) is distinct from (o.username, o.avatar_url, o.is_admin)), '{}')
        into v_changed, v_ranked, v_hidden, v_renamed, v_edited, v_shown
        from new_rows as n
          join old_rows as o on o.id = n.id
        where n is distinct from o;
      perform private.note_members(v_edited, 'profile');
      perform private.note_look_of_member(s.id) from unnest(v_shown) as s (id);
    elsif tg_op = 'DELETE' then
      select count(*) > 0 into v_changed from old_rows;
      v_ranked := v_changed;
      v_hidden := v_changed;
    end if;
    -- Points, and what members change of their own, may wait for the gap of the rankings; a name that is taken down may not.
    if v_ranked then
      insert into private.live_pending (topic, kind)
        values ('leaderboard', case when v_hidden then 'now' when v_renamed then 'members' else 'row' end);
    end if;
    if v_changed then
      perform private.note_table(tg_table_name);
    end if;
    return null;
  end
  $$;

create function private.tg_profiles__limit_pictures() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if private.is_direct_statement() and not private.is_admin() then
      perform private.check_rate('picture-1h', 20, interval '1 hour');
    end if;
    return new;
  end
  $$;
comment on function private.tg_profiles__limit_pictures() is
  '20 changes of the picture an hour per member (PT429): each has every open feed load the member''s posts again. Admins '
  'are exempt.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function
  private.note_look_of_member(uuid),
  private.tg_profiles__limit_pictures()
  from public;

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _325_limit_pictures before update of avatar_url on public.profiles
  for each row when (new.avatar_url is distinct from old.avatar_url)
  execute function private.tg_profiles__limit_pictures();
