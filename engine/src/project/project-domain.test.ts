import { expect, it } from 'vitest'
import { adapted } from './project-domain.ts'

const read = (text: string) => adapted({ text, path: '1_a.sql' }, { debug: () => {} })

it('leaves out what the engine provides or does without, and keeps the lines of the rest', () => {
  const text = `-- It's first.
CREATE EXTENSION IF NOT EXISTS "pg_graphql" WITH SCHEMA "graphql";
create extension pg_cron
  with schema pg_catalog;
create extension if not exists citext;
ALTER FUNCTION "public"."f"("a" "text") OWNER TO "postgres";
alter table a owner to postgres; select 1;
alter table a owner to someone;
ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON TABLES TO "anon";`
  const lines = read(text).split('\n')
  expect(lines.map((line) => line.trim())).toEqual([
    '',
    '',
    '',
    '',
    'create extension if not exists citext;',
    '',
    'select 1;',
    'alter table a owner to someone;',
    'ALTER DEFAULT PRIVILEGES FOR ROLE migrator IN SCHEMA "public" GRANT ALL ON TABLES TO "anon";',
  ])
})

it('changes no body of a function, text or comment', () => {
  const text = `create function f() returns void language plpgsql as $body$
begin
  alter table a owner to postgres;
create extension pg_cron;
end $body$;
do $$
create extension pg_net;
$$;
insert into notes values ('
alter table b owner to postgres;
it''s; create extension pg_cron;');
/* create extension pg_cron; */
-- doesn't; create extension pg_cron;
select "a;b";`
  expect(read(text)).toBe(text)
})
