-- The hash of what a case shows tells its fields apart. Joined with spaces and line breaks, they had the same hash when words
-- moved from one field to another, as from a member's area to the bio.
--
-- The hash is not stored: a page sends back the one that it has read. A page that was open during the upgrade has an old one,
-- which is refused (RP008), and the page loads the case again.

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.shown_key(p_kind text, p_subject_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return md5(jsonb_build_array(
      private.text_now(p_kind, p_subject_id),
      -- text_now leaves out empty fields, so its lines do not say which is which.
      case when p_kind = 'member' then (
        select jsonb_build_array(p.username, p.fishing_area, p.bio) from public.profiles as p where p.id = p_subject_id
      ) end,
      private.pictures_now(p_kind, p_subject_id))::text);
  end
  $$;
