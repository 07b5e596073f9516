-- Editing is no way around the limits on writing: every change of a post, a comment or a profile is told to everybody
-- who looks at it, as a new one is.

create function private.tg__limit_edits() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if private.is_direct_statement() and not private.is_admin() then
      perform private.check_rate(tg_argv[0], 60, interval '5 minutes');
    end if;
    return new;
  end
  $$;
comment on function private.tg__limit_edits() is
  '60 changes in 5 minutes by one member (PT429), counted under the name given as argument. Admins are not held up.';

create trigger _320_limit_edits
  before update on public.newsfeed_posts
  for each row execute function private.tg__limit_edits('edit-5m');
create trigger _320_limit_edits
  before update on public.newsfeed_comments
  for each row execute function private.tg__limit_edits('edit-5m');
create trigger _320_limit_edits
  before update on public.profiles
  for each row execute function private.tg__limit_edits('profile-5m');

revoke execute on function private.tg__limit_edits() from public, anon, authenticated, service_role;
