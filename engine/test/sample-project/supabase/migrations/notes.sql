select 1; -- a note of the developer, which is no migration
