-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.member_of_name(p_username text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  declare
    v_key text;
    v_since constant timestamptz := now() - interval '90 days';
    v_keys bytea[];
    v_member uuid;
  begin
    if not private.is_username(p_username) then
      return null;
    end if;
    -- After the check of the length: folding takes longer for a longer text.
    v_key := private.username_key(p_username);
    select p.id into v_member from public.profiles as p where private.username_key(p.username) collate "C" = v_key;
    if v_member is not null then
      return v_member;
    end if;
    v_keys := private.username_keys_of(p_username);
    select k.user_id into v_member
      from private.username_keys as k
      where k.key = any (v_keys) and k.freed_at > v_since
      limit 1;
    if v_member is null or exists (
      select from unnest(v_keys) as n (key)
      where not exists (
        select from private.username_keys as k
        where k.key = n.key and k.user_id = v_member and (k.freed_at is null or k.freed_at > v_since)
      )
    ) then
      return null;
    end if;
    return (select p.id from public.profiles as p where p.id = v_member);
  end
  $function$;
comment on function private.member_of_name(p_username text) is 'The member who has a username, or gave it up in the last 90 days; otherwise null.';

grant execute on function private.member_of_name(p_username text) to authenticated, service_role;

create function public.member_page(name text)
 RETURNS TABLE(id uuid, username text, is_suspended boolean, avatar_url text, bio text, fishing_area text, fishing_photos text[], created_at timestamp with time zone, points bigint, rank bigint, badge_count integer, post_count bigint, badges jsonb, posts jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
  declare
    v_id constant uuid := private.member_of_name(member_page.name);
    v_member public.profiles;
    v_post_count bigint;
    v_rank bigint;
    v_badges jsonb;
    v_posts jsonb;
  begin
    select p.* into v_member from public.profiles as p where p.id = v_id;
    if v_member.id is null or v_id = any (private.blocked_with_me()) then
      return;
    end if;
    if v_member.is_suspended and v_id is distinct from auth.uid() and not private.is_admin() then
      return query select v_member.id, v_member.username, true, '', '', '', '{}'::text[], null::timestamptz, null::bigint,
        null::bigint, null::integer, null::bigint, '[]'::jsonb, '[]'::jsonb;
      return;
    end if;
    select m.post_count into v_post_count from public.member_search as m where m.id = v_id;
    if v_member.points > 0 and not v_member.is_suspended then
      select count(*) + 1 into v_rank
        from public.profiles as p where not p.is_suspended and p.points > v_member.points;
    end if;
    select coalesce(jsonb_agg(to_jsonb(b) order by b.awarded_at desc, b.id), '[]') into v_badges
      from (
        select b.id, b.name, b.icon, b.color, u.awarded_at
        from public.user_badges as u join public.badges as b on b.id = u.badge_id
        where u.user_id = v_id
        order by u.awarded_at desc, b.id
        limit 60
      ) as b;
    select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at desc, n.id), '[]') into v_posts
      from (
        select n.id, n.type, left(n.content, 280) as content, n.image_url, n.created_at
        from public.newsfeed_posts as n
        where n.user_id = v_id
        order by n.created_at desc
        limit 6
      ) as n;
    return query select v_member.id, v_member.username, v_member.is_suspended, v_member.avatar_url, v_member.bio,
      v_member.fishing_area, v_member.fishing_photos, v_member.created_at, v_member.points, v_rank, v_member.badge_count,
      v_post_count, v_badges, v_posts;
  end
  $function$;
comment on function public.member_page(name text) is 'A member by their username, or one that they gave up in the last 90 days, with rank, badges (at most 60) and newest posts (6) as the caller may see them; no row for an unknown name, and where one of the two has blocked the other. Of a suspended member other members get the name only.';

grant execute on function public.member_page(name text) to authenticated, service_role;
