-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

CREATE TRIGGER _010_shut_gate BEFORE DELETE ON auth.users FOR EACH STATEMENT EXECUTE FUNCTION private.tg__shut_gate();
CREATE TRIGGER _240_follow_invitation AFTER UPDATE OF raw_user_meta_data ON auth.users FOR EACH ROW WHEN (new.email IS NOT NULL AND old.email_confirmed_at IS NULL AND new.email_confirmed_at IS NULL) EXECUTE FUNCTION private.tg_auth_users__follow_invitation();
CREATE TRIGGER _250_accept_invitation AFTER UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (old.email_confirmed_at IS NULL AND new.email_confirmed_at IS NOT NULL) EXECUTE FUNCTION private.tg_auth_users__accept_invitation();
CREATE TRIGGER _380_narrow_cases BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.tg__narrow_cases();
CREATE TRIGGER _390_leave_marks BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.tg__leave_marks();
CREATE TRIGGER _490_require_invitation AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.tg_auth_users__require_invitation();
CREATE TRIGGER _500_create_profile AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.tg_auth_users__create_profile();
CREATE TRIGGER _500_create_profile_once_confirmed AFTER UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (old.email IS NOT NULL AND old.email_confirmed_at IS NULL AND new.email_confirmed_at IS NOT NULL) EXECUTE FUNCTION private.tg_auth_users__create_profile();
CREATE TRIGGER _500_forget_invitation AFTER DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.tg_auth_users__forget_invitation();
CREATE TRIGGER _500_keep_email AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN (old.email::text IS DISTINCT FROM new.email::text) EXECUTE FUNCTION private.tg_auth_users__keep_email();
CREATE TRIGGER _510_create_referral AFTER INSERT ON auth.users FOR EACH ROW WHEN (new.email_confirmed_at IS NOT NULL) EXECUTE FUNCTION private.tg_auth_users__create_referral();
CREATE TRIGGER _510_create_referral_once_confirmed AFTER UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (old.email IS NOT NULL AND old.email_confirmed_at IS NULL AND new.email_confirmed_at IS NOT NULL) EXECUTE FUNCTION private.tg_auth_users__create_referral();
CREATE TRIGGER _520_bring_in AFTER INSERT ON auth.users FOR EACH ROW WHEN (new.email_confirmed_at IS NOT NULL) EXECUTE FUNCTION private.tg_auth_users__bring_in();
CREATE TRIGGER _520_bring_in_once_confirmed AFTER UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (old.email IS NOT NULL AND old.email_confirmed_at IS NULL AND new.email_confirmed_at IS NOT NULL) EXECUTE FUNCTION private.tg_auth_users__bring_in();
CREATE TRIGGER _530_file_address AFTER UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (old.email_confirmed_at IS DISTINCT FROM new.email_confirmed_at) EXECUTE FUNCTION private.tg_auth_users__file_address();

create policy hear_topic on realtime.messages
  for select to anon, authenticated
  using (extension = 'broadcast'::text AND topic = (( SELECT realtime.topic() AS topic)) AND ( SELECT private.may_hear(( SELECT realtime.topic() AS topic)) AS may_hear));

create policy delete_own_folder_or_admin on storage.objects
  for delete to authenticated
  using (private.is_club_bucket(bucket_id) AND
CASE
    WHEN bucket_id = 'games-images'::text THEN ( SELECT private.is_admin() AS is_admin) AND NOT private.is_named_file(bucket_id, name)
    WHEN (storage.foldername(name))[1] = ((( SELECT auth.uid() AS uid))::text) THEN NOT private.is_named_file(bucket_id, name)
    ELSE ( SELECT private.is_admin() AS is_admin)
END);
create policy insert_catch_photo on storage.objects
  for insert to authenticated
  with check (bucket_id = 'catch-photos'::text AND storage.foldername(name) = ARRAY[(( SELECT auth.uid() AS uid))::text] AND NOT ( SELECT private.is_suspended() AS is_suspended));
create policy insert_own_folder_or_admin on storage.objects
  for insert to authenticated
  with check (
CASE bucket_id
    WHEN 'games-images'::text THEN ( SELECT private.is_admin() AS is_admin)
    WHEN 'newsfeed-images'::text THEN storage.foldername(name) = ARRAY[(( SELECT auth.uid() AS uid))::text] AND NOT ( SELECT private.is_suspended() AS is_suspended)
    WHEN 'avatars'::text THEN storage.foldername(name) = ARRAY[(( SELECT auth.uid() AS uid))::text]
    WHEN 'fishing-photos'::text THEN storage.foldername(name) = ARRAY[(( SELECT auth.uid() AS uid))::text]
    WHEN 'game-photos'::text THEN storage.foldername(name) = ARRAY[(( SELECT auth.uid() AS uid))::text]
    ELSE false
END);
create policy select_catch_photo on storage.objects
  for select to authenticated
  using (bucket_id = 'catch-photos'::text AND ((storage.foldername(name))[1] = ((( SELECT auth.uid() AS uid))::text) OR ((( SELECT regexp_replace(storage.operation(), '^storage\.'::text, ''::text) AS regexp_replace)) = ANY (ARRAY['object.get_authenticated'::text, 'object.info'::text, 'object.info_authenticated'::text, 'object.get_authenticated_info'::text, 'object.list'::text, 'object.list_v2'::text, 'object.copy'::text, 'object.delete'::text, 'object.delete_many'::text, 'render.image'::text, 'render.image_authenticated'::text])) AND (EXISTS ( SELECT
   FROM public.catches c
  WHERE c.photo_path = objects.name)) OR ((( SELECT regexp_replace(storage.operation(), '^storage\.'::text, ''::text) AS regexp_replace)) = ANY (ARRAY['object.delete'::text, 'object.delete_many'::text])) AND ( SELECT private.is_admin() AS is_admin) AND NOT private.is_named_file(bucket_id, name)));
create policy select_own_folder_or_admin on storage.objects
  for select to authenticated
  using ((bucket_id = ANY (ARRAY['avatars'::text, 'fishing-photos'::text, 'newsfeed-images'::text, 'games-images'::text, 'game-photos'::text])) AND (bucket_id <> 'games-images'::text AND (storage.foldername(name))[1] = ((( SELECT auth.uid() AS uid))::text) OR ( SELECT private.is_admin() AS is_admin)));

CREATE TRIGGER _300_keep BEFORE UPDATE OF bucket_id, name, version ON storage.objects FOR EACH ROW WHEN (((old.bucket_id = ANY (ARRAY['avatars'::text, 'fishing-photos'::text, 'newsfeed-images'::text, 'games-images'::text, 'game-photos'::text])) OR (new.bucket_id = ANY (ARRAY['avatars'::text, 'fishing-photos'::text, 'newsfeed-images'::text, 'games-images'::text, 'game-photos'::text]))) AND (old.bucket_id IS DISTINCT FROM new.bucket_id OR old.name IS DISTINCT FROM new.name OR old.version IS DISTINCT FROM new.version)) EXECUTE FUNCTION private.tg_storage_objects__keep();
CREATE TRIGGER _300_keep_named BEFORE DELETE ON storage.objects FOR EACH ROW WHEN (old.bucket_id = ANY (ARRAY['avatars'::text, 'fishing-photos'::text, 'newsfeed-images'::text, 'games-images'::text, 'game-photos'::text])) EXECUTE FUNCTION private.tg_storage_objects__keep_named();
CREATE TRIGGER _301_keep_catch_photo BEFORE UPDATE OF bucket_id, name, version ON storage.objects FOR EACH ROW WHEN ((old.bucket_id = 'catch-photos'::text OR new.bucket_id = 'catch-photos'::text) AND (old.bucket_id IS DISTINCT FROM new.bucket_id OR old.name IS DISTINCT FROM new.name OR old.version IS DISTINCT FROM new.version)) EXECUTE FUNCTION private.tg_storage_objects__keep();
CREATE TRIGGER _301_keep_named_catch_photo BEFORE DELETE ON storage.objects FOR EACH ROW WHEN (old.bucket_id = 'catch-photos'::text) EXECUTE FUNCTION private.tg_storage_objects__keep_named();
CREATE TRIGGER _310_limit BEFORE INSERT ON storage.objects FOR EACH ROW EXECUTE FUNCTION private.tg_storage_objects__limit();
CREATE TRIGGER _400_note_used AFTER DELETE ON storage.objects FOR EACH ROW WHEN (old.bucket_id = ANY (ARRAY['avatars'::text, 'fishing-photos'::text, 'newsfeed-images'::text, 'games-images'::text, 'game-photos'::text])) EXECUTE FUNCTION private.tg_storage_objects__note_used();
CREATE TRIGGER _400_use_once AFTER INSERT ON storage.objects FOR EACH ROW WHEN (new.bucket_id = ANY (ARRAY['avatars'::text, 'fishing-photos'::text, 'newsfeed-images'::text, 'games-images'::text, 'game-photos'::text])) EXECUTE FUNCTION private.tg_storage_objects__use_once();
CREATE TRIGGER _401_note_used_catch_photo AFTER DELETE ON storage.objects FOR EACH ROW WHEN (old.bucket_id = 'catch-photos'::text) EXECUTE FUNCTION private.tg_storage_objects__note_used();
CREATE TRIGGER _401_use_catch_photo_once AFTER INSERT ON storage.objects FOR EACH ROW WHEN (new.bucket_id = 'catch-photos'::text) EXECUTE FUNCTION private.tg_storage_objects__use_once();
CREATE TRIGGER _410_await_name AFTER INSERT ON storage.objects FOR EACH ROW WHEN ((new.bucket_id = ANY (ARRAY['avatars'::text, 'fishing-photos'::text, 'newsfeed-images'::text, 'games-images'::text, 'game-photos'::text])) AND new.owner_id IS NOT NULL) EXECUTE FUNCTION private.tg_storage_objects__await_name();
CREATE TRIGGER _410_may_still_upload AFTER INSERT ON storage.objects FOR EACH ROW WHEN ((new.bucket_id = ANY (ARRAY['newsfeed-images'::text, 'games-images'::text])) AND new.owner_id IS NOT NULL) EXECUTE FUNCTION private.tg_storage_objects__may_still_upload();
CREATE TRIGGER _411_await_catch AFTER INSERT ON storage.objects FOR EACH ROW WHEN (new.bucket_id = 'catch-photos'::text AND new.owner_id IS NOT NULL) EXECUTE FUNCTION private.tg_storage_objects__await_name();
CREATE TRIGGER _411_may_still_upload_catch_photo AFTER INSERT ON storage.objects FOR EACH ROW WHEN (new.bucket_id = 'catch-photos'::text AND new.owner_id IS NOT NULL) EXECUTE FUNCTION private.tg_storage_objects__may_still_upload();
CREATE TRIGGER _600_audit AFTER DELETE ON storage.objects FOR EACH ROW WHEN (private.is_direct_statement() AND (old.bucket_id = ANY (ARRAY['avatars'::text, 'fishing-photos'::text, 'newsfeed-images'::text, 'game-photos'::text]))) EXECUTE FUNCTION private.tg_storage_objects__audit();
CREATE TRIGGER _601_audit_catch_photo AFTER DELETE ON storage.objects FOR EACH ROW WHEN (private.is_direct_statement() AND old.bucket_id = 'catch-photos'::text) EXECUTE FUNCTION private.tg_storage_objects__audit();
