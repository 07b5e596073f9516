-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.may_hear(p_topic text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  begin
    if auth.uid() is null then
      return p_topic in ('cards', 'leaderboard');
    elsif p_topic like 'post:%' then
      -- A statement of its own: guests have no right to the table.
      return exists (select from public.newsfeed_posts as p where p.id = private.topic_id(p_topic));
    end if;
    return case
      when p_topic in ('cards', 'leaderboard', 'live', 'games', 'notices') then true
      when p_topic = 'feed' then not private.is_suspended() or private.is_admin()
      when p_topic = 'admin' then private.is_admin()
      when p_topic = 'moderation' then private.is_moderator()
      else p_topic = 'member:' || auth.uid()
    end;
  end
  $function$;
comment on function private.may_hear(p_topic text) is 'Whether the caller may join a live topic. Not a definer: the thread of a post is for those whose policies show the post.';

grant execute on function private.may_hear(p_topic text) to anon, authenticated, service_role;
