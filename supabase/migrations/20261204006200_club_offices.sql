-- More names of club offices, which only admins may use.

-- Rows -----------------------------------------------------------------------------------------------------

insert into private.reserved_usernames (key, username)
  select distinct on (k.key) k.key, r.username
  from string_to_table(
      'Treasurer,Club Treasurer,Secretary,Club Secretary,Chair,Chairman,Chairwoman,Chairperson,President,Vice President,'
      || 'Committee,Club Committee,Club Team,The Team,Club Official,Match Secretary,Fishery Manager,Bailiffs,Club Bailiff,'
      || 'Bankside Committee,Bankside Prizes,Bankside Bailiff,Bankside Bailiffs,The Bankside Bailiff,'
      || 'Bankside Bailiff Official,Bankside Secretary,Bankside Treasurer,Bankside Club', ',') as r (username),
    unnest(private.username_keys_of(r.username)) as k (key)
  order by k.key, r.username
  on conflict do nothing;
