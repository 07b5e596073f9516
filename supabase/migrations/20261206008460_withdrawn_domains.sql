-- The audit trail says of withdrawn invitations at which domains their addresses are.

create or replace function private.withdraw_invitations(p_ids uuid[]) returns integer
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_count integer;
    v_only uuid;
    v_domains jsonb;
  begin
    perform private.require_admin();
    perform private.hold_gate();
    -- In one order, as two admins may withdraw the same ones.
    perform from private.mailed_invitations as m
      where m.id = any (p_ids) and private.invitation_state(m) in ('waiting', 'sent')
      order by m.id for update;
    -- No mail has gone out.
    delete from private.invited_addresses as i using private.mailed_invitations as m
      where m.id = any (p_ids) and private.invitation_state(m) = 'waiting' and m.attempts = 0
        and i.address_hash = private.address_hash(m.address);
    with withdrawn as (
      update private.mailed_invitations as m set
          withdrawn_at = now(),
          outcome = coalesce(m.outcome, 'dropped'),
          ended_at = coalesce(m.ended_at, now())
        where m.id = any (p_ids) and private.invitation_state(m) in ('waiting', 'sent')
        returning m.id, split_part(m.address, '@', 2) collate "C" as domain
    ), domains as (
      select w.domain, count(*) as addresses from withdrawn as w group by 1 order by 2 desc, 1 limit 20
    )
    select
        (select count(*) from withdrawn),
        (select w.id from withdrawn as w limit 1),
        (select jsonb_agg(d.domain order by d.addresses desc, d.domain) from domains as d)
      into v_count, v_only, v_domains;
    if v_count > 0 then
      -- Without what stands before the @: the address is deleted when the mail says.
      perform private.audit(
        'withdraw_invitations', 'invitation', case when v_count = 1 then v_only end, null,
        jsonb_build_object('count', v_count, 'domains', v_domains));
    end if;
    return v_count;
  end
  $$;
comment on function private.withdraw_invitations(p_ids uuid[]) is
  'Withdraws those invitations by mail that are waiting or sent. The audit trail has their number and the domains of their addresses, '
  'the most frequent 20. Only for admins (42501).';
