-- Comments are announced alike, whoever wrote them: no message tells who is part of a block.

create or replace function private.message_of_comments(p_topic text, p_ids uuid[])
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
