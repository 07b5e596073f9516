import { describe, expect, it } from 'vitest'
import { emptyItem, emptyPackage, hasWords, isNamed, itemErrors, packageOf } from './package-draft.ts'

const item = (part = {}) => ({ ...emptyItem(), title: 'Net', ...part })

describe('a package draft', () => {
  it('starts with one points item, one unit', () => {
    expect(emptyPackage()).toMatchObject({ name: '', items: [{ type: 'points', quantity: '1', title: '' }] })
    expect(hasWords(emptyPackage())).toBe(false)
  })

  it('can be sent once it and every item have visible names', () => {
    const draft = { ...emptyPackage(), name: ' Box ', items: [item(), item()] }
    expect(isNamed(draft)).toBe(true)
    expect(isNamed({ ...draft, name: '  ' })).toBe(false)
    expect(isNamed({ ...draft, items: [item(), item({ title: '\t ' })] })).toBe(false)
  })

  it('has something to lose as soon as anything is typed, chosen or added', () => {
    const empty = emptyPackage()
    expect(hasWords({ ...empty, name: 'B' })).toBe(true)
    expect(hasWords({ ...empty, items: [item({ title: '', imageUrl: 'https://example.com/a.png' })] })).toBe(true)
    expect(hasWords({ ...empty, items: [emptyItem(), emptyItem()] })).toBe(true)
  })

  it.each([
    ['0', undefined],
    ['1000000', undefined],
    ['-1', 'Enter a whole number from 0 to 1,000,000.'],
    ['1000001', 'Enter a whole number from 0 to 1,000,000.'],
    ['1.5', 'Enter a whole number from 0 to 1,000,000.'],
    ['', 'Enter a whole number from 0 to 1,000,000.'],
    ['1e3', 'Enter a whole number from 0 to 1,000,000.'],
  ])('takes points of %j: %s', (points, error) => {
    expect(itemErrors(item({ points })).points).toBe(error)
  })

  it('asks for at least one unit, and for points of points items only', () => {
    expect(itemErrors(item({ quantity: '0' })).quantity).toBe('Enter a whole number from 1 to 1,000,000.')
    expect(itemErrors(item({ quantity: '1' }))).toEqual({})
    expect(itemErrors(item({ type: 'digital', points: 'many' }))).toEqual({})
  })

  it('is sent trimmed, with its own id', () => {
    const draft = {
      ...emptyPackage(),
      name: ' Box ',
      description: ' For summer. ',
      items: [item({ title: ' Net ', points: '50', quantity: '3', imageUrl: ' ' })],
    }
    expect(packageOf(draft)).toEqual({
      id: draft.id,
      name: 'Box',
      description: 'For summer.',
      items: [{ title: 'Net', description: '', type: 'points', pointsValue: 50, quantity: 3, imageUrl: null }],
    })
  })
})
