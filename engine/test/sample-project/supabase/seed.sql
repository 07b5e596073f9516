insert into public.tips (id, words) values
  (1, 'Write it down.'), (2, 'Do the small thing first.'), (3, 'Tick it off.'), (4, 'Rest.');
