-- A colour is stored in one spelling, so that '#ABCDEF' and '#abcdef' are no correction.

create or replace function private.tg_badges__stamp() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.color := lower(new.color);
    if private.is_direct_statement() then
      new.is_custom := case tg_op when 'INSERT' then true else old.is_custom end;
      new.created_by := case tg_op when 'INSERT' then auth.uid() else old.created_by end;
    end if;
    return new;
  end
  $$;
comment on function private.tg_badges__stamp() is
  'A badge created in the console is a custom one, by that admin. Its colour is stored in lower case.';

update public.badges set color = lower(color) where color <> lower(color);
