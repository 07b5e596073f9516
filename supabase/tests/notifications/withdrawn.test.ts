import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { inbox } from './inbox.ts'

let area: MemberArea
let author: Persona
let post: string
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  author = await signUp(area.engine)
  await author.rpc('save_notification_times', { quiet_from: '00:00', quiet_until: '00:00' }).throwOnError()
  post = expectAllowed(await author.from('newsfeed_posts').insert({ content: 'Tench' }).select('id').single()).id
})

let number = 0
const comment = async (who: Persona) => {
  number += 1
  const made = await who
    .from('newsfeed_comments')
    .insert({ post_id: post, content: `Well in ${number}` })
    .select('id')
  return expectAllowed(made)[0]?.id ?? ''
}
const withdraw = async (who: Persona, id: string) =>
  await who.from('newsfeed_comments').delete().eq('id', id).throwOnError()
/** Messages to the author that were sent by now. */
async function send(): Promise<number> {
  const [row] = await area.engine.owner.query(
    `with sent as (update private.outbox set sent_at = now() where user_id = $1 and sent_at is null returning id)
     select count(*)::int as n from sent`,
    [author.user.id],
  )
  return row?.n
}

describe('a comment that is deleted and written again', () => {
  it('is sent once, however often, and is in the list each time', async () => {
    const sent: number[] = []
    for (let n = 0; n < 5; n += 1) {
      const id = await comment(area.other)
      sent.push(await send())
      expect(await inbox(author)).toHaveLength(1)
      await withdraw(area.other, id)
      expect(await inbox(author)).toEqual([])
    }
    expect(sent).toEqual([1, 0, 0, 0, 0])
  })

  it('is sent if the first one was not, and does not silence other members or other posts', async () => {
    await withdraw(area.other, await comment(area.other))
    const id = await comment(area.other)
    expect(await send()).toBe(1)
    await withdraw(area.other, id)
    const first = await comment(area.member)
    expect(await send()).toBe(1)
    await withdraw(area.member, first)
    post = expectAllowed(await author.from('newsfeed_posts').insert({ content: 'Pike' }).select('id').single()).id
    await comment(area.other)
    expect(await send()).toBe(1)
  })

  it('is sent again after an hour', async () => {
    await withdraw(area.other, await comment(area.other).then(async (id) => send().then(() => id)))
    await area.engine.owner.query(
      `update private.rate_counters set window_start = window_start - interval '1 hour' where bucket like 'withdrawn-%'`,
    )
    await comment(area.other)
    expect(await send()).toBe(1)
  })
})

it('a comment that follows one that was read is sent, because nothing was taken back', async () => {
  await comment(area.other)
  expect(await send()).toBe(1)
  await author.rpc('mark_notifications_read', { path: `/newsfeed/${post}` }).throwOnError()
  await comment(area.other)
  expect(await send()).toBe(1)
})

it('a member who has taken comments back can delete their account', async () => {
  const leaver = await signUp(area.engine)
  const id = await comment(leaver)
  await send()
  await withdraw(leaver, id)
  await comment(leaver)
  await send()
  await area.engine.owner.query('delete from auth.users where id = $1', [leaver.user.id])
  expect(await inbox(author)).toEqual([])
})
