// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { text } from './schema.ts'
import { hasDraft, newRequest, type StoredDraft, tabDraft } from './tab-draft.ts'

const schema = z.object({
  title: text(5, { missing: 'Title is required' }),
  unit: z.enum(['kg', 'lbs']),
  place: z.nullable(z.string()),
  ready: z.boolean(),
  items: z.array(z.object({ name: z.string() })),
})
const opened = { title: '', unit: 'kg' as 'kg' | 'lbs', place: null, ready: false, items: [{ name: '' }] }
type Values = z.input<typeof schema>
const draft = (writer = 'tom') => tabDraft<Values>(writer, 'game', schema)
const keptOf = (values: Partial<Values> | Record<string, unknown>): StoredDraft<Values> => ({
  values: { ...opened, ...values } as Values,
  start: opened,
  version: '2026-11-22T10:00:00Z',
  request: newRequest(),
  sent: null,
})
const read = () => draft().read(opened)?.values

beforeEach(() => sessionStorage.clear())

it('is restored unchanged, with its request and version, for its writer and its form only', () => {
  const kept = keptOf({ title: 'Lake', unit: 'lbs', ready: true, items: [{ name: 'a' }, { name: 'b' }] })
  draft().keep(kept)
  expect(draft().read(opened)).toEqual(kept)
  expect(draft('ivy').read(opened)).toBeUndefined()
  expect(tabDraft<Values>('tom', 'other', schema).read(opened)).toBeUndefined()
  expect(hasDraft('tom', 'game')).toBe(true)
  draft().forget()
  expect(read()).toBeUndefined()
  expect(hasDraft('tom', 'game')).toBe(false)
})

it('keeps every field of the schema', () => {
  const values: Values = { title: 'x', unit: 'lbs', place: 'y', ready: true, items: [] }
  draft().keep(keptOf(values))
  expect(read()).toEqual(values)
})

it('keeps invalid values, because the member typed them', () => {
  draft().keep(keptOf({ title: 'Far too long' }))
  expect(read()?.title).toBe('Far too long')
})

it.each([
  ['title', 7],
  ['unit', 'stone'],
  ['place', { at: 'x' }],
  ['ready', 'yes'],
  ['items', [{ name: 7 }]],
  ['items', 'none'],
])('replaces a stored %s of another type (%j) by its start value and keeps the others', (field, value) => {
  draft().keep(keptOf({ title: 'Lake', ready: true, [field]: value }))
  const { [field]: fresh, ...others } = read() as Record<string, unknown>
  expect(fresh).toEqual(opened[field as keyof typeof opened])
  const { [field]: _, ...typed } = { ...opened, title: 'Lake', ready: true } as Record<string, unknown>
  expect(others).toEqual(typed)
})

it('ignores unknown fields and adds missing ones', () => {
  draft().keep({ ...keptOf({}), values: { title: 'Lake', role: 'admin' } as unknown as Values })
  expect(read()).toEqual({ ...opened, title: 'Lake' })
})

describe('the stored draft', () => {
  it.each(['not json', '7', 'null', '[]', '{}', '{"values":3}', '{"values":{},"start":{},"request":"no id"}'])(
    'is ignored when it is %s',
    (stored) => {
      draft().keep(keptOf({ title: 'Lake' }))
      sessionStorage.setItem(sessionStorage.key(0) ?? '', stored)
      expect(read()).toBeUndefined()
    },
  )

  it('has the writer first in its key, so that drafts of others can be deleted', () => {
    const writer = '0a1b2c3d-0000-4000-8000-000000000001'
    tabDraft<Values>(writer, 'gift-0a1b2c3d-0000-4000-8000-000000000002', schema).keep(keptOf({}))
    expect(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(sessionStorage.key(0) ?? '')?.[0]).toBe(writer)
  })
})

it('may fail to be written: a full or forbidden storage causes no error', () => {
  const refuse = () => {
    throw new Error('full')
  }
  const spies = (['setItem', 'removeItem', 'getItem'] as const).map((name) =>
    vi.spyOn(Storage.prototype, name).mockImplementation(refuse),
  )
  expect(() => draft().keep(keptOf({}))).not.toThrow()
  expect(() => draft().forget()).not.toThrow()
  expect(read()).toBeUndefined()
  for (const spy of spies) spy.mockRestore()
})
