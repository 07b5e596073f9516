-- An admin can take the photo out of an entry.

-- Actions --------------------------------------------------------------------------------------------------

alter table private.audit_log drop constraint audit_log_action_known;
alter table private.audit_log add constraint audit_log_action_known check (action in (
  'grant_admin', 'revoke_admin', 'suspend', 'edit_suspension', 'unsuspend', 'rename_user', 'edit_profile',
  'set_password', 'delete_user', 'give_points', 'create_badge', 'edit_badge', 'delete_badge', 'award_badge',
  'remove_badge', 'create_package', 'edit_package', 'delete_package', 'add_item', 'edit_item', 'delete_item',
  'assign_prize', 'remove_prize', 'edit_claim', 'create_game', 'edit_game', 'set_answer', 'activate_game',
  'complete_game', 'cancel_game', 'delete_game', 'choose_place', 'remove_photo', 'view_answer', 'create_card', 'edit_card',
  'delete_card', 'create_video', 'edit_video', 'delete_video', 'edit_post', 'delete_post', 'edit_comment',
  'delete_comment', 'edit_site_settings', 'edit_referral_settings', 'edit_landing', 'retry_delivery', 'export_list'
));

-- Functions ------------------------------------------------------------------------------------------------

create function private.remove_entry_photo(p_entry_id uuid) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_entry public.game_entries;
    v_game public.games;
  begin
    perform private.require_admin();
    perform private.hold_gate();
    select e.* into v_entry from public.game_entries as e where e.id = p_entry_id and e.photo_url is not null;
    if not found then
      return false;
    end if;
    select g.* into v_game from public.games as g where g.id = v_entry.game_id;
    if v_game.status = 'active' and v_entry.winner_place is not null then
      update public.game_entries as e set winner_place = null where e.id = p_entry_id;
    end if;
    update public.game_entries as e set photo_url = null where e.id = p_entry_id and e.photo_url is not null;
    if not found then
      return false;
    end if;
    perform private.audit_member('remove_photo', v_entry.user_id, jsonb_build_object('game', v_game.title));
    -- Members' screens load the game and its entries again.
    insert into private.live_pending (topic, id, kind)
      values ('games', v_game.id, 'row'), ('games', v_game.id, 'entries');
    return true;
  end
  $$;
comment on function private.remove_entry_photo(uuid) is
  'Takes the photo out of an entry, and with it the place that was chosen in an active game; a result stays. False if the '
  'entry has none. Admins only.';

create function public.remove_entry_photo(entry_id uuid) returns boolean
  language sql set search_path = ''
  as $$ select private.remove_entry_photo(remove_entry_photo.entry_id) $$;
comment on function public.remove_entry_photo(uuid) is
  'Takes the photo out of an entry of a carp of the week; the file is deleted. In an active game the entry loses its place, '
  'in a completed one it keeps it. False if there is no such photo, also after the first call. Admins only (42501).';

-- Grants ---------------------------------------------------------------------------------------------------

revoke execute on function private.remove_entry_photo(uuid), public.remove_entry_photo(uuid)
  from public, anon, authenticated, service_role;
grant execute on function private.remove_entry_photo(uuid), public.remove_entry_photo(uuid) to authenticated;
