-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.lasting_details(p_details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  begin
    return coalesce((
      select jsonb_object_agg(
        d.key, case when d.key in ('before', 'after') then jsonb_build_object('ends_at', d.value -> 'ends_at') else d.value end)
      from jsonb_each(p_details) as d
      where d.key in (
          'award_id', 'badge', 'claim_deadline', 'days', 'decision', 'game', 'hides', 'kind', 'package', 'place', 'points',
          'prize')
        or (d.key in ('before', 'after') and d.value ? 'ends_at')
    ), '{}');
  end
  $function$;
comment on function private.lasting_details(p_details jsonb) is 'Of the details of an entry about a member what outlasts the account: amounts, prizes, badges, games, places, decisions and ends of suspensions. Never a name, a reason or another text about the member.';
