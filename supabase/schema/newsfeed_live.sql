-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create fillfactor=70, autovacuum_vacuum_scale_factor=0.05 table private.post_numbers (
  post_id uuid not null,
  comments integer not null,
  heart integer not null,
  thumbs_up integer not null,
  fishing_rod integer not null,
  fish integer not null,
  trophy integer not null,
  constraint post_numbers_pkey PRIMARY KEY (post_id)
);
comment on table private.post_numbers is 'Comments and reactions of each post as an ordinary member sees them, without those of suspended members. Only the flush writes here. Valid for posts without a note in live_pending; a post without a row is counted.';

alter table private.post_numbers enable row level security;

create function private.count_posts(p_ids uuid[], p_all boolean)
 RETURNS SETOF private.post_numbers
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  begin
    return query
      select i.id, c.comments, r.heart, r.thumbs_up, r.fishing_rod, r.fish, r.trophy
      from unnest(p_ids) as i (id)
        cross join lateral (
          select count(*)::integer as comments
          from public.newsfeed_comments as n
          where n.post_id = i.id and n.hidden_at is null
            and not exists (select from public.profiles as p where p.id = n.user_id and p.is_suspended and not p_all)
        ) as c
        cross join lateral (
          select
            (count(*) filter (where n.reaction = 'heart'))::integer as heart,
            (count(*) filter (where n.reaction = 'thumbs_up'))::integer as thumbs_up,
            (count(*) filter (where n.reaction = 'fishing_rod'))::integer as fishing_rod,
            (count(*) filter (where n.reaction = 'fish'))::integer as fish,
            (count(*) filter (where n.reaction = 'trophy'))::integer as trophy
          from public.newsfeed_reactions as n
          where n.post_id = i.id
            and not exists (select from public.profiles as p where p.id = n.user_id and p.is_suspended and not p_all)
        ) as r;
  end
  $function$;
comment on function private.count_posts(p_ids uuid[], p_all boolean) is 'Counts comments and reactions of posts: all of them, or those that an ordinary member sees.';

create function private.forget_numbers(p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    delete from private.post_numbers as n where n.post_id = any (p_ids);
  end
  $function$;
comment on function private.forget_numbers(p_ids uuid[]) is 'Deletes stored numbers. The posts are counted until the next flush about them.';

create function private.message_of_comments(p_topic text, p_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_post_id constant uuid := private.topic_id(p_topic);
    v_shown uuid[];
    v_comments jsonb;
  begin
    -- Of a post that members cannot read, the feed says that it is gone.
    if not exists (
      select from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id
      where p.id = v_post_id and p.hidden_at is null and not a.is_suspended
    ) then
      return null;
    end if;
    if cardinality(p_ids) > 500 then
      return '{"reload": true}';
    end if;
    select
      coalesce(array_agg(c.id), '{}'),
      coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', c.id,
            'user_id', c.user_id,
            'content', c.content,
            'mentioned', private.mentioned(c.mentions),
            'created_at', c.created_at,
            'author', jsonb_build_object(
              'id', a.id, 'username', a.username, 'avatar_url', a.avatar_url, 'is_admin', a.is_admin,
              'is_moderator', a.is_moderator))
          order by c.created_at, c.id),
        '[]')
      into v_shown, v_comments
      from public.newsfeed_comments as c
        join public.profiles as a on a.id = c.user_id
      where c.id = any (p_ids) and c.post_id = v_post_id and c.hidden_at is null and not a.is_suspended;
    -- The topic says the same to all. Those who do not see an author load the thread without it. So does everybody, once
    -- anybody blocks anybody: a message that differs for some authors would tell who is part of a block.
    if v_shown <> '{}' and exists (select from private.member_blocks) then
      return '{"reload": true}';
    end if;
    return jsonb_build_object(
      'comments', v_comments,
      'gone', to_jsonb(array(
        select distinct i.id from unnest(p_ids) as i (id) where i.id is not null and i.id <> all (v_shown) order by i.id)));
  end
  $function$;
comment on function private.message_of_comments(p_topic text, p_ids uuid[]) is 'Comments of a post that were written, edited or shown again, with their authors as the thread shows them, and those that are gone; null when members cannot read the post.';

create function private.message_of_feed(p_ids uuid[], p_kinds text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_message jsonb;
  begin
    perform private.forget_numbers(p_ids);
    insert into private.post_numbers
      select n.*
      from private.count_posts(array(select p.id from public.newsfeed_posts as p where p.id = any (p_ids)), false) as n;
    if 'reload' = any (p_kinds)
      or (select count(distinct u.id) from unnest(p_ids, p_kinds) as u (id, kind) where u.kind <> 'recount') > 500
    then
      return '{"reload": true}';
    end if;
    select jsonb_strip_nulls(jsonb_build_object(
        'numbers',
        jsonb_object_agg(t.id, jsonb_build_array(n.comments, n.heart, n.thumbs_up, n.fishing_rod, n.fish, n.trophy))
          filter (where t.is_shown and t.is_counted and n.post_id is not null),
        'new', jsonb_agg(t.id order by t.id) filter (where t.is_shown and t.is_new),
        'changed', jsonb_agg(t.id order by t.id) filter (where t.is_shown and (t.is_changed or t.is_preview) and not t.is_new),
        'gone', jsonb_agg(t.id order by t.id) filter (where not t.is_shown and (t.is_new or t.is_changed))))
      into v_message
      from (
        select
          u.id,
          bool_or(u.kind = 'new') as is_new,
          bool_or(u.kind = 'changed') as is_changed,
          bool_or(u.kind = 'preview') as is_preview,
          bool_or(u.kind = 'numbers') as is_counted,
          exists (
            select from public.newsfeed_posts as p join public.profiles as a on a.id = p.user_id
            where p.id = u.id and p.hidden_at is null and not a.is_suspended
          ) as is_shown
        from unnest(p_ids, p_kinds) as u (id, kind)
        where u.id is not null
        group by u.id
      ) as t
        left join private.post_numbers as n on n.post_id = t.id;
    return nullif(v_message, '{}');
  end
  $function$;
comment on function private.message_of_feed(p_ids uuid[], p_kinds text[]) is 'Stores the numbers of posts and returns what has changed: numbers (comments, heart, thumbs_up, fishing_rod, fish, trophy by post), new and changed posts, and posts that are gone from members'' view. Null when there is nothing to say.';

create function private.note_feed_of_member(p_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function private.note_feed_of_member(p_user_id uuid) is 'Notes that what a member wrote is hidden from now on, or shown again: the member''s posts, every post with comments or reactions of the member, and the newest 500 comments; and what mentions the member.';

create function private.note_posts(p_ids uuid[], p_kind text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_count constant integer := cardinality(p_ids);
  begin
    if v_count > 0 then
      insert into private.live_pending (topic, id, kind)
        select 'feed', i.id, case when v_count > 500 then 'recount' else p_kind end from unnest(p_ids) as i (id);
    end if;
    if v_count > 500 then
      insert into private.live_pending (topic, kind) values ('feed', 'reload');
    end if;
  end
  $function$;
comment on function private.note_posts(p_ids uuid[], p_kind text) is 'Notes posts for the feed; above 500 for a reload.';

create function private.seen_comment_count(p_post_id uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return coalesce((select n.comment_count from private.seen_posts(array[p_post_id]) as n), 0);
  end
  $function$;
comment on function private.seen_comment_count(p_post_id uuid) is 'How many comments the policies let the caller see: none while suspended and none of a hidden post; admins also see those of suspended members.';

grant execute on function private.seen_comment_count(p_post_id uuid) to authenticated;

create function private.seen_own_reaction(p_post_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  declare
    v_reader constant uuid := auth.uid();
    v_reaction constant text := (
      select r.reaction from public.newsfeed_reactions as r where r.post_id = p_post_id and r.user_id = v_reader
    );
  begin
    if v_reaction is not null
      and not private.is_team()
      and (
        private.is_suspended()
        or exists (
          select from public.newsfeed_posts as n join public.profiles as p on p.id = n.user_id
          where n.id = p_post_id and (p.is_suspended or n.hidden_at is not null)
        )
      )
    then
      return null;
    end if;
    return v_reaction;
  end
  $function$;
comment on function private.seen_own_reaction(p_post_id uuid) is 'The caller''s own reaction; null without one, while suspended and for a hidden post.';

grant execute on function private.seen_own_reaction(p_post_id uuid) to authenticated;

create function private.seen_posts(p_ids uuid[])
 RETURNS TABLE(post_id uuid, comment_count bigint, reaction_counts jsonb, my_reaction text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
  declare
    v_reader constant uuid := auth.uid();
    v_standing constant text := (
      select case
          when p.is_suspended then 'suspended'
          when (p.is_admin or p.is_moderator) and private.is_team() then 'team'
          else 'member'
        end
      from public.profiles as p where p.id = v_reader
    );
    v_numbers private.post_numbers[] := '{}';
    v_ids uuid[];
  begin
    if v_standing = 'team' or not private.is_api_request() then
      v_numbers := array(select n from private.count_posts(p_ids, true) as n);
    elsif v_standing = 'member' then
      -- The posts may be arguments of the request, and such as the reader cannot see.
      v_ids := array(
        select n.id
        from public.newsfeed_posts as n join public.profiles as p on p.id = n.user_id
        where n.id = any (p_ids) and n.hidden_at is null and not p.is_suspended);
      v_numbers := array(
        select n from private.post_numbers as n
        where n.post_id = any (v_ids)
          and (select true from private.live_pending as w where w.topic = 'feed' and w.id = n.post_id limit 1) is null);
      if cardinality(v_numbers) < cardinality(v_ids) then
        v_numbers := v_numbers || array(
          select n
          from private.count_posts(
            array(
              select i.id from unnest(v_ids) as i (id)
              where not exists (select from unnest(v_numbers) as k where k.post_id = i.id)
            ),
            false
          ) as n);
      end if;
    end if;
    return query
      select n.post_id, n.comments::bigint,
        jsonb_strip_nulls(jsonb_build_object(
          'heart', nullif(n.heart, 0),
          'thumbs_up', nullif(n.thumbs_up, 0),
          'fishing_rod', nullif(n.fishing_rod, 0),
          'fish', nullif(n.fish, 0),
          'trophy', nullif(n.trophy, 0))),
        (select r.reaction from public.newsfeed_reactions as r where r.post_id = n.post_id and r.user_id = v_reader)
      from unnest(v_numbers) as n;
  end
  $function$;
comment on function private.seen_posts(p_ids uuid[]) is 'The counts of posts and the caller''s own reactions, as the policies let the caller see them; no rows while suspended or for hidden posts. Admins, moderators, the service role and the owner also see the comments and reactions of suspended members.';

grant execute on function private.seen_posts(p_ids uuid[]) to authenticated, service_role;

create function private.seen_reaction_counts(p_post_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return coalesce((select n.reaction_counts from private.seen_posts(array[p_post_id]) as n), '{}');
  end
  $function$;
comment on function private.seen_reaction_counts(p_post_id uuid) is 'The reactions that the policies let the caller see, counted by kind: none while suspended and none of a hidden post, all as an admin.';

grant execute on function private.seen_reaction_counts(p_post_id uuid) to authenticated;

create function private.tg_newsfeed_comments__note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_posts uuid[];
  begin
    if tg_op = 'INSERT' then
      v_posts := array(select distinct r.post_id from new_rows as r);
      insert into private.live_pending (topic, id, kind)
        select 'post:' || r.post_id, r.id, 'comment'
        from new_rows as r join public.profiles as p on p.id = r.user_id
        where not p.is_suspended and cardinality(v_posts) <= 500;
    elsif tg_op = 'DELETE' then
      v_posts := array(select distinct r.post_id from old_rows as r);
      -- The feed shows one comment of each post, which may be this one. New comments need no such note: it stays.
      perform private.note_posts(
        array(
          select distinct r.post_id
          from old_rows as r join public.profiles as p on p.id = r.user_id
          where r.hidden_at is null and not p.is_suspended),
        'preview');
      -- Above 500 a thread loads again, also where the notes are announced in parts: its comments disagree with the
      -- post's number then.
      insert into private.live_pending (topic, id, kind)
        select 'post:' || r.post_id, r.id, 'comment'
        from (
          select o.post_id, o.id, row_number() over (partition by o.post_id) as place
          from old_rows as o join public.profiles as p on p.id = o.user_id
          where o.hidden_at is null and not p.is_suspended and cardinality(v_posts) <= 500
        ) as r
        where r.place <= 501;
    else
      -- A change of the text changes no count; hiding a comment does.
      perform private.note_posts(
        array(
          select distinct n.post_id
          from new_rows as n
            join old_rows as o on o.id = n.id
            join public.profiles as p on p.id = n.user_id
          where (n.content <> o.content or (n.hidden_at is null) <> (o.hidden_at is null)) and not p.is_suspended),
        'preview');
      v_posts := array(
        select distinct i.id
        from new_rows as n
          join old_rows as o on o.id = n.id
          cross join lateral (values (n.post_id), (o.post_id)) as i (id)
        where (n.post_id, n.user_id, n.hidden_at is null) <> (o.post_id, o.user_id, o.hidden_at is null));
      insert into private.live_pending (topic, id, kind)
        select distinct 'post:' || i.post_id, i.id, 'comment'
        from (
            select n.id, n.post_id, n.user_id, n.hidden_at from new_rows as n
            union all
            select o.id, o.post_id, o.user_id, o.hidden_at from old_rows as o
          ) as i
          join public.profiles as p on p.id = i.user_id
        where i.hidden_at is null and not p.is_suspended;
    end if;
    perform private.note_posts(v_posts, 'numbers');
    return null;
  end
  $function$;
comment on function private.tg_newsfeed_comments__note() is 'Notes comments for the open threads of their posts, at most 501 of a post in one deletion, and the posts whose counts have changed.';

create function private.tg_newsfeed_posts__note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if tg_op = 'INSERT' then
      perform private.note_posts(
        array(select r.id from new_rows as r join public.profiles as p on p.id = r.user_id where not p.is_suspended),
        'new');
    elsif tg_op = 'UPDATE' then
      perform private.note_posts(
        array(
          select n.id
          from new_rows as n
            join old_rows as o on o.id = n.id
            join public.profiles as p on p.id = n.user_id
          where not p.is_suspended and (n.hidden_at is null or o.hidden_at is null)),
        'changed');
    else
      perform private.note_posts(
        array(
          select r.id from old_rows as r join public.profiles as p on p.id = r.user_id
          where r.hidden_at is null and not p.is_suspended),
        'changed');
      insert into private.live_pending (topic, id, kind)
        select 'feed', r.id, 'recount'
        from old_rows as r
        where r.hidden_at is not null
          or not exists (select from public.profiles as p where p.id = r.user_id and not p.is_suspended);
    end if;
    return null;
  end
  $function$;
comment on function private.tg_newsfeed_posts__note() is 'Notes new, changed and deleted posts that members can read.';

create function private.tg_newsfeed_reactions__note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if tg_op = 'INSERT' then
      perform private.note_posts(array(select distinct r.post_id from new_rows as r), 'numbers');
    elsif tg_op = 'DELETE' then
      perform private.note_posts(array(select distinct r.post_id from old_rows as r), 'numbers');
    else
      perform private.note_posts(
        array(
          select distinct c.post_id
          from new_rows as n
            join old_rows as o on o.id = n.id
            cross join lateral (values (n.post_id), (o.post_id)) as c (post_id)
          where (n.post_id, n.reaction) is distinct from (o.post_id, o.reaction)),
        'numbers');
    end if;
    return null;
  end
  $function$;
comment on function private.tg_newsfeed_reactions__note() is 'Notes the posts whose counts have changed.';

create function public.comment_count(post public.newsfeed_posts)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  begin
    if row_security_active('public.newsfeed_comments'::regclass) then
      return private.seen_comment_count(comment_count.post.id);
    end if;
    return (select count(*) from public.newsfeed_comments as c where c.post_id = comment_count.post.id);
  end
  $function$;
comment on function public.comment_count(post public.newsfeed_posts) is 'How many comments the reader can see.';

grant execute on function public.comment_count(post public.newsfeed_posts) to authenticated, service_role;

create function public.last_comment(post public.newsfeed_posts)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  begin
    return (
      select jsonb_build_object(
        'id', c.id,
        'username', (select u.username from public.profiles as u where u.id = c.user_id),
        'content', left(c.content, 280))
      from public.newsfeed_comments as c
      where c.post_id = last_comment.post.id
      order by c.created_at desc, c.id desc
      limit 1
    );
  end
  $function$;
comment on function public.last_comment(post public.newsfeed_posts) is 'The newest comment that the reader can see, as the feed shows it below the post: id, username and the beginning of its content; null without one.';

grant execute on function public.last_comment(post public.newsfeed_posts) to authenticated, service_role;

create function public.my_reaction(post public.newsfeed_posts)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  begin
    if row_security_active('public.newsfeed_reactions'::regclass) then
      return private.seen_own_reaction(my_reaction.post.id);
    end if;
    return (
      select r.reaction from public.newsfeed_reactions as r
      where r.post_id = my_reaction.post.id and r.user_id = auth.uid()
    );
  end
  $function$;
comment on function public.my_reaction(post public.newsfeed_posts) is 'The reader''s own reaction, or null.';

grant execute on function public.my_reaction(post public.newsfeed_posts) to authenticated, service_role;

create function public.reaction_counts(post public.newsfeed_posts)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
  $function$;
comment on function public.reaction_counts(post public.newsfeed_posts) is 'Number of members per reaction, e.g. {"heart": 3}.';

grant execute on function public.reaction_counts(post public.newsfeed_posts) to authenticated, service_role;
