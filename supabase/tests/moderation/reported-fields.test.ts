import { afterAll, beforeAll, expect, it } from 'vitest'
import { signUp } from '../../../test-support/personas.ts'
import { expectAllowed } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { caseOf, report } from './case.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

it('a report of a member, and the case, contain every text of the profile that others see', async () => {
  const author = await signUp(area.engine)
  // Addresses of pictures are noted apart; pictures.test.ts.
  const columns = await area.engine.owner.query<{ name: string }>(`
    select c.column_name as name
    from information_schema.column_privileges as p
      join information_schema.columns as c using (table_schema, table_name, column_name)
    where p.table_schema = 'public' and p.table_name = 'profiles' and p.grantee = 'authenticated'
      and p.privilege_type = 'UPDATE' and c.data_type = 'text' and c.column_name not in ('username', 'avatar_url')
      and c.column_name in (
        select v.column_name::text from information_schema.columns as v
          where v.table_schema = 'public' and v.table_name = 'member_search'
        union all
        select unnest(f.proargnames) from pg_proc as f where f.oid = 'public.member_page(text)'::regprocedure)
    order by 1`)
  const texts = Object.fromEntries(columns.map(({ name }, place) => [name, `Word ${place}`]))
  expect(Object.keys(texts)).toContain('bio')
  expectAllowed(
    await author
      .from('profiles')
      .update(texts as never)
      .eq('id', author.user.id)
      .select('id')
      .single(),
  )
  expectAllowed(await report(area.member, { kind: 'member', subject_id: author.user.id }))
  const found = await caseOf(area, author.user.id)
  const missing = (text: string | undefined) => Object.keys(texts).filter((name) => !text?.includes(texts[name] ?? ''))
  const cure = 'add the column to private.reported() and private.report_case(), see docs/change-the-schema.md'
  expect(missing(found.said), cure).toEqual([])
  expect(missing(found.now?.text), cure).toEqual([])
})
