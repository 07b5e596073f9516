-- A member could send reactions again that change nothing: no limit counted them, and each noted all posts of the member for
-- the feed, so that what others changed was announced a minute late.

create or replace function private.tg_newsfeed_reactions__note() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;

drop trigger _310_limit on public.newsfeed_reactions;
create trigger _310_limit
  before insert or update on public.newsfeed_reactions
  for each row execute function private.tg_newsfeed_reactions__limit();
