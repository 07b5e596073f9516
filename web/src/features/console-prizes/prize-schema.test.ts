import { describe, expect, it } from 'vitest'
import { errorsOf } from '../../testing/errors-of.ts'
import {
  correctedSchema,
  emptyItem,
  type ItemValues,
  isNamed,
  itemsSchema,
  packageSchema,
  valuesOf,
} from './prize-schema.ts'

const item = (part: Partial<ItemValues> = {}): ItemValues => ({ ...emptyItem(), title: 'Net', ...part })
const wrong = (part: Partial<ItemValues>) => errorsOf(itemsSchema, { items: [item(part)] })
const sent = (part: Partial<ItemValues>) => itemsSchema.parse({ items: [item(part)] }).items[0]
const WHOLE = 'Enter a whole number from 0 to 1,000,000.'

describe('a package', () => {
  it('can be sent once it and every item have a visible name', () => {
    const values = { name: ' Box ', items: [item(), item()] }
    expect(isNamed(values)).toBe(true)
    expect(isNamed({ ...values, name: '  ' })).toBe(false)
    expect(isNamed({ ...values, items: [item(), item({ title: '\t ' })] })).toBe(false)
  })

  it('is sent trimmed, without the keys of its items', () => {
    const items = [item({ title: ' Net ', points: '50', quantity: '3', imageUrl: null })]
    expect(packageSchema.parse({ name: ' Box ', description: ' For summer. ', price: '', limit: '1', items })).toEqual({
      name: 'Box',
      description: 'For summer.',
      price: null,
      limit: 1,
      items: [
        {
          title: 'Net',
          description: '',
          type: 'points',
          pointsValue: 50,
          quantity: 3,
          imageUrl: null,
          retailValue: null,
        },
      ],
    })
  })

  it('reports errors at the item concerned', () => {
    const items = [item(), item({ quantity: 'many' })]
    expect(errorsOf(packageSchema, { name: 'Box', description: '', price: '', limit: '1', items })).toEqual({
      'items.1.quantity': 'Enter a whole number from 1 to 1,000,000.',
    })
  })
})

describe('a price in points', () => {
  const priced = (price: string, limit = '1', type: ItemValues['type'] = 'digital') =>
    errorsOf(packageSchema, { name: 'Box', description: '', price, limit, items: [item({ type })] })

  it('is a whole number, or blank', () => {
    for (const price of ['', ' ', '1', '1000000']) expect(priced(price)).toEqual({})
    for (const price of ['0', '-5', '1.5', '1000001', 'ten'])
      expect(priced(price)).toEqual({
        price: 'Enter a whole number from 1 to 1,000,000, or leave it blank if it is no reward.',
      })
  })

  it('has a limit per member, or none', () => {
    for (const limit of ['', '1', '1000']) expect(priced('50', limit)).toEqual({})
    expect(priced('50', '0')).toEqual({
      limit: 'Enter a whole number from 1 to 1,000, or leave it blank for no limit.',
    })
  })

  it('is refused for points', () => {
    expect(priced('50', '1', 'points')).toEqual({
      price: 'A package with points among its items cannot have a price in points.',
    })
    expect(priced('', '1', 'points')).toEqual({})
  })
})

describe('an item', () => {
  it.each([
    ['0', undefined],
    ['1000000', undefined],
    ['-1', WHOLE],
    ['1000001', WHOLE],
    ['1.5', WHOLE],
    ['', WHOLE],
    ['1e3', WHOLE],
  ])('validates points of %j: %s', (points, error) => {
    expect(wrong({ points })['items.0.points']).toBe(error)
  })

  it('rejects a picture of another site that was not fetched', () => {
    expect(wrong({ imageUrl: 'https://a.example/net.jpg' })).toEqual({
      'items.0.imageUrl': 'Fetch the picture first, or upload one',
    })
    expect(wrong({ imageUrl: '/storage/v1/object/public/games-images/a/1.jpg' })).toEqual({})
  })

  it('requires at least one unit, and points only for points items', () => {
    expect(wrong({ quantity: '0' })).toEqual({ 'items.0.quantity': 'Enter a whole number from 1 to 1,000,000.' })
    expect(wrong({ quantity: '1' })).toEqual({})
    expect(wrong({ type: 'digital', points: 'many' })).toEqual({})
    expect(sent({ type: 'digital', points: 'many' })?.pointsValue).toBe(0)
  })

  it('accepts a retail value with up to two decimals, only for physical prizes', () => {
    for (const retailValue of ['', '25', '24.9', '24,99', ' 1000000 '])
      expect(wrong({ type: 'physical', retailValue })).toEqual({})
    for (const retailValue of ['0', '-1', '1e3', '24.999', '1000001', '£25'])
      expect(wrong({ type: 'physical', retailValue })['items.0.retailValue']).toContain('24.99')
    expect(sent({ type: 'physical', retailValue: '24,99' })?.retailValue).toBe(24.99)
    expect(sent({ type: 'physical', retailValue: ' ' })?.retailValue).toBeNull()
    expect(sent({ type: 'points', retailValue: '25' })?.retailValue).toBeNull()
  })

  it('that was awarded keeps at least the awarded units', () => {
    const correct = (quantity: string) => errorsOf(correctedSchema(2), { items: [item({ quantity })] })
    expect(correct('2')).toEqual({})
    expect(correct('1')).toEqual({ 'items.0.quantity': 'Enter at least 2: that many were already awarded.' })
  })

  it('starts with all stored fields', () => {
    const stored = {
      id: '7c1e',
      title: 'Net',
      description: 'Large.',
      type: 'physical' as const,
      pointsValue: null,
      quantity: 3,
      remaining: 1,
      imageUrl: '/art/net.svg',
      retailValue: 24.99,
      updatedAt: '2026-11-01T00:00:00Z',
      awards: [],
    }
    const { title, description, type, quantity, imageUrl, retailValue } = stored
    expect(sent(valuesOf(stored))).toEqual({
      title,
      description,
      type,
      quantity,
      imageUrl,
      retailValue,
      pointsValue: 0,
    })
  })
})
