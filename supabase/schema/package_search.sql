-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.package_words(p_package_id uuid, p_name text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
  $function$;
comment on function private.package_words(p_package_id uuid, p_name text) is 'What a package is found by, one name a line: its own, those of its items, and those of the members who were awarded one. For admins; null for all others.';

grant execute on function private.package_words(p_package_id uuid, p_name text) to authenticated;

create function public.search_text(package public.prize_packages)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select private.package_words(search_text.package.id, search_text.package.name) $function$;
comment on function public.search_text(package public.prize_packages) is 'Names of the package, of its items and of the members who were awarded one, in lower case; null for members.';

grant execute on function public.search_text(package public.prize_packages) to authenticated;
