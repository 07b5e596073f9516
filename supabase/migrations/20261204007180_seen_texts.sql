-- A text that is demanded can be seen: a reason, a name, a description, a symbol of only invisible characters is none.

alter table public.points_log
  drop constraint points_log_reason_given,
  add constraint points_log_reason_given check (private.has_text(reason));

alter table public.badges
  drop constraint badges_name_plain,
  add constraint badges_name_plain check (private.has_text(name) and private.is_plain_text(name)),
  drop constraint badges_description_plain,
  add constraint badges_description_plain
    check (private.has_text(description) and private.is_plain_text(description, true)),
  drop constraint badges_icon_short,
  add constraint badges_icon_short
    check (char_length(icon) between 1 and 8 and icon !~ '[[:ascii:]]' and private.has_text(icon));

alter table public.site_settings
  drop constraint site_settings_currency_plain,
  add constraint site_settings_currency_plain
    check (private.has_text(currency_symbol) and private.is_plain_text(currency_symbol));
