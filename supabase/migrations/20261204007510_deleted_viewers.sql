-- A deleted account that has seen an answer counts for the same person, and for the accounts that its mailbox opens later. Anyone
-- can sign up with a spelling of another person's address where addresses are not proved, see answers and leave.

create or replace function private.knows_answer(p_game_id uuid, p_user_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_lives constant uuid[] := private.lives_of(p_user_id, true);
    v_since constant timestamptz := (select p.created_at from public.profiles as p where p.id = p_user_id);
  begin
    return exists (
      select from private.answer_viewers as v
      where v.game_id = p_game_id
        and (
          v.user_id = any (v_lives)
          or (
            v.seen_at < v_since
            and not exists (select from public.profiles as p where p.id = v.user_id)
            and exists (
              select
              from private.account_addresses as a
                join private.account_addresses as b on b.mailbox_hash = a.mailbox_hash
              where a.account_id = p_user_id and b.account_id = v.user_id
            )
          )
        )
    );
  end
  $$;
comment on function private.knows_answer(uuid, uuid) is
  'Whether a member has set or seen an answer of this game, under this or another account of the same person, or under a '
  'deleted one of the same mailbox before this one was opened.';
