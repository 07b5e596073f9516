-- The audit trail also records posts that an admin creates in a member's name, and shown pictures of others that an
-- admin deletes.

-- Actions --------------------------------------------------------------------------------------------------

alter table private.audit_log drop constraint audit_log_action_known;
alter table private.audit_log add constraint audit_log_action_known check (action in (
  'grant_admin', 'revoke_admin', 'suspend', 'edit_suspension', 'unsuspend', 'rename_user', 'edit_profile',
  'set_password', 'delete_user', 'give_points', 'create_badge', 'edit_badge', 'delete_badge', 'award_badge',
  'remove_badge', 'create_package', 'edit_package', 'delete_package', 'add_item', 'edit_item', 'delete_item',
  'assign_prize', 'remove_prize', 'edit_claim', 'create_game', 'edit_game', 'set_answer', 'activate_game',
  'complete_game', 'cancel_game', 'delete_game', 'choose_place', 'remove_photo', 'view_answer', 'create_card', 'edit_card',
  'delete_card', 'create_video', 'edit_video', 'delete_video', 'create_post', 'edit_post', 'delete_post', 'edit_comment',
  'delete_comment', 'delete_file', 'edit_site_settings', 'edit_referral_settings', 'edit_landing', 'retry_delivery',
  'export_list'
));

-- Posts ----------------------------------------------------------------------------------------------------

create function private.tg_newsfeed_posts__audit_insert() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.audit_member('create_post', new.user_id, jsonb_build_object('type', new.type));
    return null;
  end
  $$;
comment on function private.tg_newsfeed_posts__audit_insert() is
  'Records that an admin created a post in the name of another member, without the text.';

create trigger _600_audit_insert after insert on public.newsfeed_posts
  for each row when (private.is_direct_statement() and new.user_id is distinct from auth.uid())
  execute function private.tg_newsfeed_posts__audit_insert();

-- Files ----------------------------------------------------------------------------------------------------

create function private.tg_storage_objects__audit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_owner constant uuid := private.folder_owner(old.name);
  begin
    if v_owner is distinct from auth.uid() and private.is_named_file(old.bucket_id, old.name) then
      perform private.audit_member('delete_file', v_owner, jsonb_build_object('bucket', old.bucket_id));
    end if;
    return null;
  end
  $$;
comment on function private.tg_storage_objects__audit() is
  'Records that an admin deleted a picture of another member that a row shows; the console also deletes files that no '
  'row names, and those are not recorded.';

-- Pictures of games belong to all admins, and only those that no row names can be deleted.
create trigger _600_audit after delete on storage.objects
  for each row when (
    private.is_direct_statement()
    and old.bucket_id in ('avatars', 'fishing-photos', 'newsfeed-images', 'game-photos')
  )
  execute function private.tg_storage_objects__audit();
