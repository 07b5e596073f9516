-- A member who is made an admin takes no place in games that they had entered. If the right ends before the game does,
-- the entry counts again, unless its owner has seen the answer.

-- Tables ---------------------------------------------------------------------------------------------------

create table private.promoted_entries (
  entry_id uuid primary key references public.game_entries (id) on delete cascade
);
comment on table private.promoted_entries is
  'Entries that are marked as the team''s only because their owner was made an admin after entering.';

alter table private.promoted_entries enable row level security;

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.tg_profiles__mark_entries() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    with marked as (
      update public.game_entries as e set by_team = true, winner_place = null
        from public.games as g
        where g.id = e.game_id and g.status = 'active' and e.user_id = new.id and not e.by_team
        returning e.id
    )
    insert into private.promoted_entries (entry_id) select m.id from marked as m;
    return null;
  end
  $$;

create function private.tg_profiles__unmark_entries() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
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
  $$;
comment on function private.tg_profiles__unmark_entries() is
  'The entries of a former admin count again in games that are not completed, if they were made before the promotion and '
  'their owner does not know the answer. A place that was taken from them has to be chosen again.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on private.promoted_entries from anon, authenticated, service_role;
revoke execute on function private.tg_profiles__unmark_entries() from public, anon, authenticated, service_role;

-- Triggers -------------------------------------------------------------------------------------------------

create trigger _510_unmark_entries
  after update of is_admin on public.profiles
  for each row when (old.is_admin and not new.is_admin)
  execute function private.tg_profiles__unmark_entries();
