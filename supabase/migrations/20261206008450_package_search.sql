-- Packages are found by their items and by the members who were awarded them, as well as by name.

create function private.package_words(p_package_id uuid, p_name text) returns text
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
  as $$
  begin
    if not private.is_admin() then
      return null;
    end if;
    -- Lines, so that no search finds the end of one name with the beginning of the next. Each is a key of its own, because
    -- a long text would keep its compatibility forms.
    return concat_ws(
      E'\n',
      private.username_key(p_name),
      (
        select string_agg(private.username_key(i.title), E'\n')
        from public.prize_items as i
        where i.package_id = p_package_id
      ),
      (
        select string_agg(private.username_key(p.username), E'\n')
        from public.profiles as p
        where exists (
          select
          from public.prize_items as i join public.prize_awards as a on a.item_id = i.id
          where i.package_id = p_package_id and a.user_id = p.id
        )
      ));
  end
  $$;
comment on function private.package_words(uuid, text) is
  'What a package is found by, one name a line: its own, those of its items, and those of the members who were awarded one. For '
  'admins; null for all others.';

create function public.search_text(package public.prize_packages) returns text
  language sql stable set search_path = ''
  as $$ select private.package_words(search_text.package.id, search_text.package.name) $$;
comment on function public.search_text(public.prize_packages) is
  'Names of the package, of its items and of the members who were awarded one, in lower case; null for members.';

revoke all on function
  private.package_words(uuid, text),
  public.search_text(public.prize_packages)
  from public, anon, authenticated, service_role;
grant execute on function
  private.package_words(uuid, text),
  public.search_text(public.prize_packages)
  to authenticated;
