-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.note_look_of_member(p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.note_look_of_member(p_user_id uuid) is 'Notes that what a member wrote, and what mentions the member, looks different from now on: the posts, the comments that the feed shows, and the newest 500 comments.';

create function private.tg_profiles__limit_pictures()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
  begin
    if private.is_direct_statement() and not private.is_admin() then
      perform private.check_rate('picture-1h', 20, interval '1 hour');
    end if;
    return new;
  end
  $function$;
comment on function private.tg_profiles__limit_pictures() is '20 changes of the picture an hour per member (PT429): each has every open feed load the member''s posts again. Admins are exempt.';
