-- Posts of several members that are made or deleted together change the members' numbers of posts in the order of the
-- ids. Two admins who awarded badges to lists of the same members could otherwise wait for each other.

create or replace function private.tg_newsfeed_posts__count() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_step constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  begin
    perform from private.post_counts as c
      where c.user_id in (select n.user_id from changed as n)
      order by c.user_id
      for no key update;
    update private.post_counts as c set post_count = c.post_count + v_step * s.posts
      from (select n.user_id, count(*) as posts from changed as n group by n.user_id) as s
      where c.user_id = s.user_id;
    return null;
  end
  $$;

drop trigger _500_count on public.newsfeed_posts;
create trigger _500_count_insert
  after insert on public.newsfeed_posts
  referencing new table as changed
  for each statement execute function private.tg_newsfeed_posts__count();
create trigger _500_count_delete
  after delete on public.newsfeed_posts
  referencing old table as changed
  for each statement execute function private.tg_newsfeed_posts__count();

create or replace function private.tg_user_badges__post_award() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into public.newsfeed_posts (user_id, content, type, metadata, created_at)
      select a.user_id, 'earned ' || b.name, 'badge_award',
        jsonb_build_object('badge_id', b.id, 'badge_name', b.name, 'badge_icon', b.icon, 'badge_color', b.color), a.awarded_at
      from added as a join public.badges as b on b.id = a.badge_id;
    return null;
  end
  $$;
comment on function private.tg_user_badges__post_award() is
  'Posts awards to the newsfeed, in the names of the members who received them. Definer: members cannot post awards.';

drop trigger _500_post_award on public.user_badges;
create trigger _510_post_award
  after insert on public.user_badges
  referencing new table as added
  for each statement execute function private.tg_user_badges__post_award();

create or replace function private.tg_user_badges__unpost_award() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- Deleting a badge deletes its awards but not the posts: they say what was earned at the time.
    delete from public.newsfeed_posts as n
      using removed as r join public.badges as b on b.id = r.badge_id
      where n.user_id = r.user_id
        and n.type = 'badge_award'
        and n.created_at = r.awarded_at
        and (
          n.metadata ->> 'badge_name' = b.name
          -- If the badge was renamed since, its post is the only one of that moment.
          or not exists (
            select from public.newsfeed_posts as o
            where o.user_id = n.user_id and o.type = n.type and o.created_at = n.created_at and o.id <> n.id
          )
        );
    return null;
  end
  $$;
comment on function private.tg_user_badges__unpost_award() is 'Withdrawing badges deletes their posts.';

drop trigger _510_unpost_award on public.user_badges;
create trigger _510_unpost_award
  after delete on public.user_badges
  referencing old table as removed
  for each statement execute function private.tg_user_badges__unpost_award();
