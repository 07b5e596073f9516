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

const days = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()
const card = (fields: object = {}) => ({
  title: 'Work party',
  description: 'Bring gloves',
  placement: 'home',
  start_date: days(-1),
  end_date: days(1),
  ...fields,
})
const make = async (fields: object = {}) =>
  expectAllowed(await area.admin.from('info_cards').insert(card(fields)).select().single())

describe('an info card', () => {
  it('is visible to guests and members while active and within its dates, otherwise to admins only', async () => {
    const { member, admin, engine } = area
    const shown = await make()
    const hidden = [
      await make({ is_active: false }),
      await make({ start_date: days(1), end_date: days(2) }),
      await make({ start_date: days(-2), end_date: days(-1) }),
    ]
    const ids = [shown, ...hidden].map((row) => row.id)
    for (const who of [guest(engine), member]) {
      const seen = expectAllowed(await who.from('info_cards').select('id').in('id', ids))
      expect(seen).toEqual([{ id: shown.id }])
    }
    expect(expectAllowed(await admin.from('info_cards').select('id').in('id', ids))).toHaveLength(4)
  })

  it('can be created, switched on or off and deleted by admins only', async () => {
    const made = await make()
    for (const who of [area.member, area.suspended, guest(area.engine)]) {
      expectDenied(await who.from('info_cards').insert(card()))
      expectDeniedOrNothing(await who.from('info_cards').update({ title: 'x' }).eq('id', made.id).select())
      expectDeniedOrNothing(await who.from('info_cards').delete().eq('id', made.id).select())
    }
    const stored = () => area.row('select title, is_active from public.info_cards where id = $1', [made.id])
    expect(await stored()).toEqual({ title: 'Work party', is_active: true })
    expectAllowed(await area.admin.from('info_cards').update({ is_active: false }).eq('id', made.id).select().single())
    expectAllowed(await area.admin.from('info_cards').delete().eq('id', made.id).select().single())
    expect(await stored()).toBeUndefined()
  })

  it('is created once per request and admin', async () => {
    const { admin, engine } = area
    const second = await signUp(engine, { admin: true })
    const sent = { ...card({ title: `Once ${randomUUID()}` }), request_id: randomUUID() }
    const count = async () =>
      (await area.row('select count(*)::int from info_cards where title = $1', [sent.title]))?.count
    const made = expectAllowed(await admin.from('info_cards').insert(sent).select().single())
    expect(made.request_id).toBeNull()
    expectError(await admin.from('info_cards').insert(sent), 'PT409')
    expect(expectAllowed(await admin.rpc('request_row', { request_id: sent.request_id }))).toBe(made.id)
    expect(await count()).toBe(1)
    expectAllowed(await second.from('info_cards').insert(sent).select().single())
    expect(await count()).toBe(2)
  })

  it('links to the web, into the app, or nowhere', async () => {
    for (const cta_url of ['https://a.example/x?y=1', 'http://a.example', '/games']) await make({ cta_url })
    expect(await make({ cta_url: ' ', cta_text: '', image_url: '' })).toMatchObject({
      cta_url: null,
      cta_text: null,
      image_url: null,
    })
    for (const link of [
      'javascript:alert(1)',
      'JavaScript:x',
      'data:text/html,x',
      '//evil.example',
      '/\\evil',
      'ftp://x',
    ]) {
      expectError(await area.admin.from('info_cards').insert(card({ cta_url: link })), '23514')
      expectError(await area.admin.from('info_cards').insert(card({ image_url: link })), '23514')
    }
  })

  it('needs a title, a known placement and dates in order', async () => {
    for (const bad of [{ title: '' }, { title: 'x'.repeat(101) }, { placement: 'footer' }, { end_date: days(-3) }]) {
      expectError(await area.admin.from('info_cards').insert(card(bad)), '23514')
    }
  })
})
