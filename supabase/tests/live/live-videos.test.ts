import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const TUBE = 'dQw4w9WgXcQ'
const TUBE_ADDRESS = `https://youtu.be/${TUBE}`
const video = (embed_code: string, fields: object = {}) => ({
  title: 'Winter rigs',
  embed_code,
  scheduled_for: new Date().toISOString(),
  ...fields,
})
const add = (embed_code: string, fields: object = {}, who = area.admin) =>
  who.from('live_videos').insert(video(embed_code, fields)).select().single()

describe('a live video', () => {
  it('is added once per request and admin, and a repeat deactivates no other', async () => {
    const { admin, engine } = area
    const second = await signUp(engine, { admin: true })
    const once = { title: `Once ${randomUUID()}`, request_id: randomUUID(), is_active: true }
    const count = async () =>
      (await area.row('select count(*)::int from live_videos where title = $1', [once.title]))?.count
    const made = expectAllowed(await add(TUBE_ADDRESS, once))
    expect(made.request_id).toBeNull()
    const next = expectAllowed(await add(TUBE_ADDRESS, { is_active: true }))
    expectError(await add(TUBE_ADDRESS, once), 'PT409')
    expect(await area.row('select is_active from live_videos where id = $1', [next.id])).toEqual({ is_active: true })
    expect(expectAllowed(await admin.rpc('request_row', { request_id: once.request_id }))).toBe(made.id)
    expect(await count()).toBe(1)
    expectAllowed(await add(TUBE_ADDRESS, once, second))
    expect(await count()).toBe(2)
  })

  it.each([
    [`https://www.youtube.com/watch?v=${TUBE}`, 'youtube', TUBE],
    [`https://www.youtube.com/watch?app=desktop&v=${TUBE}&t=3s`, 'youtube', TUBE],
    [`https://youtu.be/${TUBE}?si=abc`, 'youtube', TUBE],
    [`https://www.youtube.com/live/${TUBE}`, 'youtube', TUBE],
    [
      `<iframe width="560" height="315" src="https://www.youtube.com/embed/${TUBE}?si=a&amp;b=c" title="YouTube video player" frameborder="0" allow="autoplay; web-share" referrerpolicy="strict-origin-when-cross-origin" allowfullscreen></iframe>`,
      'youtube',
      TUBE,
    ],
    ['https://vimeo.com/123456789', 'vimeo', '123456789'],
    ["<iframe src='https://player.vimeo.com/video/123456789?h=1'></iframe>", 'vimeo', '123456789'],
    ['https://www.twitch.tv/carp_tv', 'twitch', 'channel:carp_tv'],
    ['https://www.twitch.tv/videos/987654', 'twitch', 'video:987654'],
    ['https://player.twitch.tv/?parent=club.example&channel=carp_tv', 'twitch', 'channel:carp_tv'],
    ['https://www.facebook.com/carpclub/videos/1234567890', 'facebook', '1234567890'],
    [
      '<iframe src="https://www.facebook.com/plugins/video.php?height=314&href=https%3A%2F%2Fwww.facebook.com%2Fcarpclub%2Fvideos%2F123%2F&show_text=false" allowfullscreen="true"></iframe>',
      'facebook',
      '123',
    ],
  ])('is recognised in %s', async (code, provider, video_id) => {
    const row = expectAllowed(await add(code))
    expect(row).toMatchObject({ provider, video_id })
    expect(row.embed_code).toMatch(/^https:\/\/[a-z.-]+\/[\w/?=&-]*$/)
    const again = area.admin.from('live_videos').update({ embed_code: row.embed_code }).eq('id', row.id)
    expect(expectAllowed(await again.select().single())).toMatchObject({ provider, video_id })
  })

  it.each([
    '',
    'hello',
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    `http://www.youtube.com/watch?v=${TUBE}`,
    `//www.youtube.com/embed/${TUBE}`,
    `https://youtube.com.evil.io/watch?v=${TUBE}`,
    `https://evil.io/https://www.youtube.com/watch?v=${TUBE}`,
    `https://www.youtube.com@evil.io/watch?v=${TUBE}`,
    `https://user@www.youtube.com/watch?v=${TUBE}`,
    `https://www.youtube.com:8443/watch?v=${TUBE}`,
    `https://www.youtube.com/watch?v=${TUBE}"><script>`,
    `https://www.youtube.com/watch?v=${TUBE}x`,
    `https://www.youtube.com/redirect?q=https://evil.io&v2=${TUBE}`,
    'https://player.vimeo.com@evil/video/1',
    'https://vimeo.com/abc',
    'https://clips.twitch.tv.evil.io/x',
    `<iframe src="https://www.youtube.com/embed/${TUBE}" onload="alert(1)"></iframe>`,
    `<iframe src="https://www.youtube.com/embed/${TUBE}" ONLOAD=alert(1)></iframe>`,
    `<iframe srcdoc="<script>1</script>" src="https://www.youtube.com/embed/${TUBE}"></iframe>`,
    `<iframe src="https://www.youtube.com/embed/${TUBE}"></iframe><script>alert(1)</script>`,
    `<p><iframe src="https://www.youtube.com/embed/${TUBE}"></iframe></p>`,
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe src="https://evil.io/embed"></iframe>',
    `<object data="https://www.youtube.com/embed/${TUBE}"></object>`,
    `https://www.youtube.com/watch?${'a=b&'.repeat(600)}v=${TUBE}`,
  ])('is not %s', async (code) => {
    expectError(await add(code), '22023')
  })

  it('cannot have another player than its code says', async () => {
    const row = expectAllowed(await add(`https://youtu.be/${TUBE}`, { provider: 'vimeo', video_id: '1' }))
    expect(row).toMatchObject({ provider: 'youtube', video_id: TUBE })
    const swapped = area.admin.from('live_videos').update({ provider: 'vimeo', video_id: '1' }).eq('id', row.id)
    expect(expectAllowed(await swapped.select().single())).toMatchObject({ provider: 'youtube', video_id: TUBE })
  })

  it('has at most one active row: the latest activation wins, also when several run at once', async () => {
    const { admin, engine } = area
    const rows = []
    for (let i = 0; i < 4; i++) rows.push(expectAllowed(await add('https://vimeo.com/1', { is_active: true })))
    const active = () => engine.owner.query('select id from public.live_videos where is_active')
    expect(await active()).toEqual([{ id: rows[3]?.id }])
    const answers = await Promise.all(
      rows.map(({ id }) => admin.from('live_videos').update({ is_active: true }).eq('id', id)),
    )
    expect(answers.map((answer) => answer.error)).toEqual([null, null, null, null])
    expect(await active()).toHaveLength(1)
  })

  it('is managed by admins; members see the active one, guests none', async () => {
    const { admin, member, suspended, engine } = area
    const row = expectAllowed(await add('https://vimeo.com/77', { is_active: true }))
    for (const who of [member, suspended, guest(engine)]) {
      expectDenied(await who.from('live_videos').insert(video('https://vimeo.com/1')))
      expectDeniedOrNothing(await who.from('live_videos').update({ title: 'x' }).eq('id', row.id).select())
      expectDeniedOrNothing(await who.from('live_videos').delete().eq('id', row.id).select())
    }
    expect(expectAllowed(await member.from('live_videos').select('video_id'))).toEqual([{ video_id: '77' }])
    expectDenied(await guest(engine).from('live_videos').select())
    expectAllowed(await admin.from('live_videos').delete().eq('id', row.id).select().single())
    expect(expectAllowed(await member.from('live_videos').select('id'))).toEqual([])
  })
})
