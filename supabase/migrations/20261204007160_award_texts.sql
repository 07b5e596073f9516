-- The text of an award is written with it, and by nobody who won it.

create function private.tg_newsfeed_posts__keep_award() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if private.is_direct_statement() and not private.is_admin() then
      raise exception 'the text of an award cannot be changed' using errcode = '42501';
    end if;
    return new;
  end
  $$;
comment on function private.tg_newsfeed_posts__keep_award() is
  'Only admins change the text of an award (42501). Before update.';

revoke execute on function private.tg_newsfeed_posts__keep_award() from public, anon, authenticated, service_role;

create trigger _302_keep_award
  before update of content on public.newsfeed_posts
  for each row when (old.type <> 'post' and new.content is distinct from old.content)
  execute function private.tg_newsfeed_posts__keep_award();
