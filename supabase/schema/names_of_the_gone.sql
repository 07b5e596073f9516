-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.mentions_of_members(p_mentions jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    return (
      select coalesce(jsonb_object_agg(m.key, case
          when exists (select from public.profiles as p where p.id = (m.value #>> '{}')::uuid) then m.value
          else '"00000000-0000-0000-0000-000000000000"'
        end), '{}')
      from jsonb_each(p_mentions) as m);
  end
  $function$;
comment on function private.mentions_of_members(p_mentions jsonb) is 'Mentions, with the zero ID for deleted members. Their names stay: an edit keeps known names, so that another member who takes such a name is not mentioned.';

create function private.tg_profiles__forget_mentions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    if private.forget_mentions(old.id, 100) >= 100 then
      insert into private.gone_members (id) values (old.id) on conflict do nothing;
    end if;
    delete from private.notification_mutes as m where m.subject_id = old.id;
    return null;
  end
  $function$;
comment on function private.tg_profiles__forget_mentions() is 'The ID of a deleted member is neither beside the texts of others nor among what they muted: at once for a hundred texts, soon for more. After delete, when the profile is gone.';
