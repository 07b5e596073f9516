-- Written by `npm run gen` from supabase/migrations: what this part of the schema is today. Nothing runs this file; a
-- change is a new migration.

create function private.tg_prize_awards__keep_promise()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    -- The item's row is locked: its unit has been taken.
    select i.title, i.description, i.retail_value
      into new.promised_title, new.promised_description, new.promised_retail_value
      from public.prize_items as i where i.id = new.item_id;
    return new;
  end
  $function$;
comment on function private.tg_prize_awards__keep_promise() is 'An award keeps title, description and retail value of its item as they are at that moment.';

create function private.tg_prize_items__tell_winners()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform private.notify('prize_changed', a.user_id, a.id, a.id, null)
      from (
        select w.id, w.user_id
        from public.prize_awards as w
        where w.item_id = new.id and w.user_id is not null and w.user_id is distinct from auth.uid()
          and case w.status when 'claimed' then w.fulfilled_at is null else now() < w.claim_deadline end
        order by w.id
      ) as a;
    return null;
  end
  $function$;
comment on function private.tg_prize_items__tell_winners() is 'Notifies winners who can still claim an item, or wait for it, that it is described in another way.';
