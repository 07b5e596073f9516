-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.journal_weights(p_member_id uuid, p_size integer)
 RETURNS TABLE(caught_on date, grams integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  declare
    v_levels constant text[] := private.journal_levels(p_member_id);
    v_size constant integer := least(greatest(coalesce(p_size, 500), 1), 500);
  begin
    return query
      with latest as materialized (
        select s.*
        from unnest(v_levels) as l (name)
          cross join lateral (
            select c.caught_on, c.grams, c.created_at, c.id
            from public.catches as c
            where c.user_id = p_member_id and c.visibility = l.name
            order by c.caught_on desc, c.created_at desc, c.id desc
            limit v_size
          ) as s
        order by s.caught_on desc, s.created_at desc, s.id desc
        limit v_size
      )
      select w.caught_on, w.grams from latest as w order by w.caught_on, w.created_at, w.id;
  end
$function$;
comment on function private.journal_weights(p_member_id uuid, p_size integer) is 'See public.journal_weights.';

grant execute on function private.journal_weights(p_member_id uuid, p_size integer) to authenticated;

create function public.journal_weights(member_id uuid DEFAULT auth.uid(), size integer DEFAULT 500)
 RETURNS TABLE(caught_on date, grams integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select w.* from private.journal_weights(journal_weights.member_id, journal_weights.size) as w
$function$;
comment on function public.journal_weights(member_id uuid, size integer) is 'Day and weight in grams of the latest catches of a member''s journal that the caller may see, the earliest day first; size is at most 500. Without rows for an unknown, blocked or suspended member.';

grant execute on function public.journal_weights(member_id uuid, size integer) to authenticated;
