-- A deletion of many comments at once does for each of them only what has an effect.

create or replace function private.tg_newsfeed_comments__note() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
comment on function private.tg_newsfeed_comments__note() is
  'Notes comments for the open threads of their posts, at most 501 of a post in one deletion, and the posts whose counts '
  'have changed.';

create function private.tg_newsfeed__forget_causes() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- What a deleted member caused was forgotten before, without a look-up for each row.
    delete from private.notification_causes as c
      where c.cause_id in (select o.id from old_rows as o join public.profiles as p on p.id = o.user_id);
    return null;
  end
  $$;
comment on function private.tg_newsfeed__forget_causes() is
  'Deleted comments and reactions are no longer the cause of a notification.';
revoke execute on function private.tg_newsfeed__forget_causes() from public, anon, authenticated, service_role;

drop trigger _710_forget_causes on public.newsfeed_comments;
create trigger _710_forget_causes
  after delete on public.newsfeed_comments
  referencing old table as old_rows
  for each statement execute function private.tg_newsfeed__forget_causes();

drop trigger _710_forget_causes on public.newsfeed_reactions;
create trigger _710_forget_causes
  after delete on public.newsfeed_reactions
  referencing old table as old_rows
  for each statement execute function private.tg_newsfeed__forget_causes();
