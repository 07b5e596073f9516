-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.find_mentions(p_text text, p_known jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
        select p.place, l.length, left(p.ahead, l.length) as name, substr(p.ahead, l.length + 1, 1) = e'\u2060' as is_chosen
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
      members as (
        select c.place, c.length, c.name, c.is_chosen, p_known ->> c.name as known_id, u.id::text as id,
          (
            select min(k.id) from private.username_keys as k where k.user_id = u.id and k.freed_at is null
          ) as name_order
        from candidates as c
          left join public.profiles as u
            on private.username_key(u.username) collate "C" = private.username_key(c.name) and not u.is_suspended
        where u.id is not null or p_known ? c.name
      ),
      meant as (
        select m.place, m.length, m.name, m.is_chosen, m.name_order,
          case when bool_or(m.is_chosen) over same then coalesce(m.id, m.known_id) else coalesce(m.known_id, m.id) end as id,
          m.known_id is not null or bool_or(m.is_chosen) over same as is_meant
        from members as m
        window same as (partition by m.name)
      ),
      found as (
        select distinct on (m.place) m.place, m.name, m.id
        from meant as m
        order by m.place, m.is_chosen desc, m.is_meant desc, case when m.is_meant then -m.length end, m.name_order, m.length desc
      ),
      names as (select f.name, min(f.id) as id from found as f group by f.name order by min(f.place) limit 10)
      select coalesce(jsonb_object_agg(n.name, n.id), '{}') from names as n
    );
  end
  $function$;
comment on function private.find_mentions(p_text text, p_known jsonb) is 'The first ten different members that a text names with @: {name as written: ID}. Of names that begin with the same words the one with U+2060 behind it, then those of p_known, then the one that was taken first. Suspended members are not found. p_known: names that keep the member they had.';

create function private.mention_ids(p_mentions jsonb)
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select coalesce(array_agg(m.value::uuid), '{}') from jsonb_each_text(p_mentions) as m $function$;
comment on function private.mention_ids(p_mentions jsonb) is 'The members whom a text mentions.';

grant execute on function private.mention_ids(p_mentions jsonb) to authenticated, service_role;

create function private.mentioned(p_mentions jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  begin
    if p_mentions = '{}' then
      return '[]';
    end if;
    return (
      select coalesce(jsonb_agg(jsonb_build_object('name', m.key, 'id', u.id, 'username', u.username) order by m.key), '[]')
      from jsonb_each_text(p_mentions) as m join public.profiles as u on u.id = m.value::uuid and not u.is_suspended
    );
  end
  $function$;
comment on function private.mentioned(p_mentions jsonb) is 'Stored mentions with the present names of their members: [{name as written, id, username}]. Not those who are suspended or gone, and only whom the caller may read.';

grant execute on function private.mentioned(p_mentions jsonb) to authenticated, service_role;

create function private.tg_newsfeed__find_mentions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if tg_op = 'INSERT' then
      new.mentions := private.find_mentions(new.content, '{}');
      new.content := private.without_choices(new.content, new.mentions);
    elsif new.content is distinct from old.content then
      new.mentions := private.find_mentions(new.content, old.mentions);
      new.content := private.without_choices(new.content, new.mentions);
    else
      -- The one change without another text: members who are gone.
      new.mentions := case
        when new.mentions is not distinct from old.mentions then old.mentions
        else private.mentions_of_members(old.mentions)
      end;
    end if;
    return new;
  end
  $function$;
comment on function private.tg_newsfeed__find_mentions() is 'Stores whom a text mentions, whatever the statement says.';

create function public.mentioned(comment public.newsfeed_comments)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  begin
    return private.mentioned(mentioned.comment.mentions);
  end
  $function$;
comment on function public.mentioned(comment public.newsfeed_comments) is 'The members whom the text mentions, under their present names: [{name as written, id, username}].';

grant execute on function public.mentioned(comment public.newsfeed_comments) to authenticated, service_role;

create function public.mentioned(post public.newsfeed_posts)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  begin
    return private.mentioned(mentioned.post.mentions);
  end
  $function$;
comment on function public.mentioned(post public.newsfeed_posts) is 'The members whom the text mentions, under their present names: [{name as written, id, username}].';

grant execute on function public.mentioned(post public.newsfeed_posts) to authenticated, service_role;
