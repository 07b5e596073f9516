-- The readings of a username are made with a quarter of the work. The keys stay the same.

create or replace function private.username_skeleton(p_text text) returns text
  language plpgsql stable set search_path = ''
  as $$
  begin
    return (
      select normalize(coalesce(string_agg(coalesce(
        -- Looked up for each letter: a join would read all confusables.
        (select c.prototype from private.username_confusables as c where c.source = t.letter collate "C"),
        t.letter
      ), '' order by t.place), ''), nfd)
      from string_to_table(normalize(p_text, nfd), null) with ordinality as t (letter, place)
    );
  end
  $$;

create or replace function private.username_keys_of(p_username text) returns bytea[]
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_username constant text := normalize(p_username, nfkc);
    v_squeezed constant text := private.username_squeeze(v_username);
    v_small text := private.username_skeleton(private.username_fold(v_username));
    v_written text := private.username_skeleton(v_username);
    v_capital text := private.username_skeleton(upper(v_username collate "und-x-icu"));
    v_readings text[] := array[
      private.username_fold(v_small), private.username_fold(v_written), '^' || v_written, '^' || v_capital
    ];
  begin
    if v_squeezed <> v_username then
      v_small := private.username_skeleton(private.username_fold(v_squeezed));
      v_written := private.username_skeleton(v_squeezed);
      v_capital := private.username_skeleton(upper(v_squeezed collate "und-x-icu"));
    end if;
    v_written := private.username_ligate(v_written);
    v_readings := v_readings || array[
      private.username_fold(v_small),
      private.username_fold(v_written),
      '^' || v_written,
      '^' || private.username_ligate(v_capital)
    ];
    return (
      select array_agg(distinct sha256(convert_to(r.reading, 'UTF8')))
      from unnest(v_readings) as r (reading)
    );
  end
  $$;
