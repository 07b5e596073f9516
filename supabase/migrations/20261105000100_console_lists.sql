-- The console's lists: claims and the ledger in one request each, searched, sorted, paged and counted. Rows for admins
-- only; for members they are empty.

-- Views ----------------------------------------------------------------------------------------------------

create view public.prize_claims with (security_invoker = true) as
  select
    a.id,
    a.user_id,
    u.username,
    u.avatar_url,
    a.item_id,
    i.title as item_title,
    i.description as item_description,
    i.type as item_type,
    i.image_url as item_image_url,
    i.package_id,
    p.name as package_name,
    a.awarded_at,
    a.status,
    a.claim_deadline,
    a.claimed_at,
    a.shipping_method,
    a.shipping_details,
    a.shipping_address_id,
    a.tracking_number,
    coalesce(a.fulfillment_status, 'pending') as fulfillment_status,
    a.fulfillment_date,
    a.fulfillment_notes,
    n.admin_notes,
    a.updated_at,
    private.username_key(concat_ws(' ', u.username, i.title, a.tracking_number)) as search_text
  from public.prize_awards as a
    join public.profiles as u on u.id = a.user_id
    join public.prize_items as i on i.id = a.item_id
    join public.prize_packages as p on p.id = i.package_id
    left join public.prize_award_notes as n on n.award_id = a.id
  where (select private.is_admin());
comment on view public.prize_claims is
  'Every award with winner, prize and notes, for admins; empty for members. search_text: username, title of the prize and '
  'tracking number in lower case. fulfillment_status is pending where none is set yet.';

create view public.points_ledger with (security_invoker = true) as
  select
    l.id,
    l.user_id,
    u.username,
    u.avatar_url,
    l.kind,
    l.points_change,
    l.reason,
    l.metadata,
    l.created_by,
    c.username as created_by_username,
    l.created_at
  from public.points_log as l
    left join public.profiles as u on u.id = l.user_id
    left join public.profiles as c on c.id = l.created_by
  where (select private.is_admin());
comment on view public.points_ledger is
  'The ledger of points with the names of member and author, for admins; empty for members. Read it with '
  'order=created_at.desc,id.';

-- Grants ---------------------------------------------------------------------------------------------------

revoke all on public.prize_claims, public.points_ledger from anon, authenticated, service_role;
grant select on public.prize_claims, public.points_ledger to authenticated, service_role;
