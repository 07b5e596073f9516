// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { emptyDraft, keepDraft, readDraft } from './claim-draft.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

beforeEach(() => sessionStorage.clear())

it('a draft survives a reload, with the id of its new address', () => {
  const draft = emptyDraft('tom@carpmail.test')
  const typed = { ...draft, choice: 'new', method: 'express' as const, address: { ...draft.address, city: 'Albany' } }
  keepDraft('member', 'award', typed)
  expect(readDraft('member', 'award', 'other@carpmail.test')).toEqual(typed)
})

it('a draft belongs to one member and one award, and is forgotten on demand', () => {
  keepDraft('member', 'award', { ...emptyDraft(undefined), accepted: true })
  expect(readDraft('member', 'another', undefined).accepted).toBe(false)
  expect(readDraft('someone', 'award', undefined).accepted).toBe(false)
  keepDraft('member', 'award', undefined)
  expect(readDraft('member', 'award', undefined).accepted).toBe(false)
})

it('a new draft begins with the default country, the own email and an id of its own', () => {
  const draft = readDraft('member', 'award', 'tom@carpmail.test')
  expect(draft.address).toMatchObject({ country: 'United States', email: 'tom@carpmail.test' })
  expect(draft.newAddressId).toMatch(UUID)
  expect(emptyDraft(undefined).newAddressId).not.toBe(draft.newAddressId)
})

it.each(['no json', '[]', '7', '{"address":{"city":7},"choice":"x","method":"pigeon","newAddressId":"1"}'])(
  'what is stored as %s is not trusted',
  (stored) => {
    sessionStorage.setItem('bankside-claim-draft-member-award', stored)
    const draft = readDraft('member', 'award', undefined)
    expect(draft).toEqual({ ...emptyDraft(undefined), newAddressId: draft.newAddressId })
    expect(draft.newAddressId).toMatch(UUID)
  },
)

it('a storage that is full or forbidden stops nobody', () => {
  const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  expect(() => keepDraft('member', 'award', emptyDraft(undefined))).not.toThrow()
  set.mockRestore()
})
