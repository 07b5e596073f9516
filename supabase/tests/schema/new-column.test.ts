import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { expectAllowed } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

// A column added to profiles as docs/change-the-schema.md says, with nothing else in the migration. No feature has its
// name.
const MIGRATION = `
  alter table public.profiles add column later_column text not null default '';
  grant insert (later_column), update (later_column) on public.profiles to authenticated;`

let area: MemberArea
const profile = () =>
  area.row('select later_column, bio, updated_at::text from public.profiles where id = $1', [area.member.user.id])
const backDate = () =>
  area.row(`update public.profiles set updated_at = '2020-01-01Z' where id = $1`, [area.member.user.id])
const from = (persona: 'member' | 'admin') => area[persona].from('profiles' as never)

beforeAll(async () => {
  area = await openMemberArea()
  await area.engine.owner.query(MIGRATION)
  // The engine notices the new column by itself.
  await vi.waitFor(async () => expect((await from('member').select('later_column').limit(1)).error).toBeNull(), 20_000)
  await backDate()
})
afterAll(() => area.engine.close())

it('is stored, trimmed and stamped when a member sends only this column', async () => {
  const { username } = (await area.row('select username from public.profiles where id = $1', [
    area.member.user.id,
  ])) as { username: string }
  expectAllowed(
    await from('member').upsert({ id: area.member.user.id, username, later_column: '  sweet corn ' } as never),
  )
  const stored = await profile()
  expect(stored).toMatchObject({ later_column: 'sweet corn' })
  expect(String(stored?.updated_at)).not.toMatch(/^2020/)
})

it('is stamped, and accepts null for empty, when a member changes only this column', async () => {
  await backDate()
  expectAllowed(
    await from('member')
      .update({ later_column: null } as never)
      .eq('id', area.member.user.id),
  )
  const stored = await profile()
  expect(stored).toMatchObject({ later_column: '' })
  expect(String(stored?.updated_at)).not.toMatch(/^2020/)
})

it('is in the audit trail when an admin changes it, by name and without its value', async () => {
  await area.row('delete from private.audit_log')
  expectAllowed(
    await from('admin')
      .update({ later_column: 'boilie' } as never)
      .eq('id', area.member.user.id),
  )
  expect(await area.engine.owner.query('select action, details from private.audit_log')).toEqual([
    { action: 'edit_profile', details: { changed: ['later_column'] } },
  ])
})

it('does not change a profile’s version when points are given', async () => {
  await backDate()
  await area.givePoints(area.member, 40)
  expect(String((await profile())?.updated_at)).toMatch(/^2020/)
})
