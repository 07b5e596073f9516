-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create table private.promoted_entries (
  entry_id uuid not null,
  constraint promoted_entries_pkey PRIMARY KEY (entry_id),
  constraint promoted_entries_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES public.game_entries(id) ON DELETE CASCADE
);
comment on table private.promoted_entries is 'Entries that are marked as the team''s only because their owner was made an admin or a moderator after entering.';

alter table private.promoted_entries enable row level security;

create function private.tg_profiles__unmark_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    with ended as (
      delete from private.promoted_entries as r
        using public.game_entries as e, public.games as g
        where e.id = r.entry_id and e.user_id = new.id and g.id = e.game_id and g.status = 'active'
        returning e.id, e.game_id
    )
    update public.game_entries as e set by_team = false
      from ended as d
      where e.id = d.id and not private.knows_answer(d.game_id, new.id);
    return null;
  end
  $function$;
comment on function private.tg_profiles__unmark_entries() is 'The entries of a former admin or moderator count again in games that are not completed, if they were made before the promotion and their owner does not know the answer. A place that was taken from them has to be chosen again.';
