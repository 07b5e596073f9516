import * as z from 'zod/mini'
import {
  PRIZE_POINTS,
  PRIZE_QUANTITY,
  RETAIL_VALUE,
  REWARD_LIMIT,
  REWARD_PRICE,
  TEXT_LIMITS,
} from '../../../../contract/src/limits.ts'
import { picture, wholeNumber } from '../../components/console/field-kinds.ts'
import type { PrizeType } from '../../data/prizes/award.ts'
import type { NewItem } from '../../data/prizes/console-package-create-mutation.ts'
import type { PackageItem } from '../../data/prizes/console-packages-query.ts'
import { text } from '../../lib/form/schema.ts'
import { formatPoints } from '../../lib/format.ts'
import { newId } from '../../lib/new-id.ts'

export const PRIZE_TYPES: readonly { type: PrizeType; name: string }[] = [
  { type: 'points', name: 'Points' },
  { type: 'physical', name: 'Physical' },
  { type: 'digital', name: 'Digital' },
]

interface Range {
  min: number
  max: number
}

const rangeText = ({ min, max }: Range) => `Enter a whole number from ${min} to ${formatPoints(max)}.`
const WRONG_AMOUNT = `Enter an amount up to ${formatPoints(RETAIL_VALUE.max)}, such as 24.99, or leave it blank.`
const points = wholeNumber(PRIZE_POINTS, rangeText(PRIZE_POINTS))

/** A typed amount of money; undefined when it is blank or invalid. */
function amountOf(text: string): number | undefined {
  if (!/^\d{1,7}([.,]\d{1,2})?$/.test(text.trim())) return undefined
  const amount = Number(text.trim().replace(',', '.'))
  return amount >= RETAIL_VALUE.min && amount <= RETAIL_VALUE.max ? amount : undefined
}

/** One item as typed and as sent. Only points items have points, and only physical ones a retail value. */
const itemSchema = z.pipe(
  z
    .object({
      /** Key of the item in the form; it is not sent. */
      key: z.string(),
      title: text(TEXT_LIMITS.title, { missing: 'Title is required' }),
      description: text(TEXT_LIMITS.prizeDescription),
      type: z.enum(['points', 'physical', 'digital']),
      points: z.string(),
      quantity: wholeNumber(PRIZE_QUANTITY, rangeText(PRIZE_QUANTITY)),
      /** An amount of money; blank when unknown. */
      retailValue: z.string(),
      imageUrl: picture(),
    })
    .check(
      z.refine(({ type, points: typed }) => type !== 'points' || points.safeParse(typed).success, {
        path: ['points'],
        error: rangeText(PRIZE_POINTS),
      }),
      z.refine(
        ({ type, retailValue }) =>
          type === 'points' || retailValue.trim() === '' || amountOf(retailValue) !== undefined,
        { path: ['retailValue'], error: WRONG_AMOUNT },
      ),
    ),
  z.transform(
    ({ title, description, type, points: typed, quantity, retailValue, imageUrl }): NewItem => ({
      title,
      description,
      type,
      pointsValue: type === 'points' ? Number(typed) : 0,
      quantity,
      imageUrl: imageUrl?.trim() || null,
      retailValue: type === 'points' ? null : (amountOf(retailValue) ?? null),
    }),
  ),
)

export type ItemValues = z.input<typeof itemSchema>

/** Items alone, for the dialogs of one item. */
export const itemsSchema = z.object({ items: z.array(itemSchema) })

/** The quantity of an awarded item cannot fall below the number of awards. */
export const correctedSchema = (awarded: number) =>
  itemsSchema.check(
    z.refine(({ items: [item] }) => !item || item.quantity >= awarded, {
      path: ['items', 0, 'quantity'],
      error: `Enter at least ${awarded}: that many were already awarded.`,
    }),
  )

/** A whole number, or nothing. */
const optionalNumber = (range: Range, blank: string) =>
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (typed) => typed.trim() === '' || wholeNumber(range, '').safeParse(typed).success,
          `${rangeText(range).slice(0, -1)}, or leave it blank ${blank}.`,
        ),
      ),
    z.transform((typed) => (typed.trim() === '' ? null : Number(typed))),
  )

const packageFields = {
  name: text(TEXT_LIMITS.title, { missing: 'Name is required' }),
  description: text(TEXT_LIMITS.prizeDescription),
  price: optionalNumber(REWARD_PRICE, 'if it is no reward'),
  limit: optionalNumber(REWARD_LIMIT, 'for no limit'),
}

export const packageSchema = z.object({ ...packageFields, items: z.array(itemSchema) }).check(
  z.refine(({ price, items }) => price === null || items.every(({ type }) => type !== 'points'), {
    path: ['price'],
    error: 'A package with points among its items cannot have a price in points.',
  }),
  z.refine(({ price, items }) => price === null || price >= items.length, {
    path: ['price'],
    error: 'Enter at least one point for each item.',
  }),
)

export const packageEditSchema = z.object({ ...packageFields, isActive: z.boolean() })

export const emptyItem = (): ItemValues => ({
  key: newId(),
  title: '',
  description: '',
  type: 'points',
  points: '100',
  quantity: '1',
  imageUrl: null,
  retailValue: '',
})

export const valuesOf = (item: PackageItem): ItemValues => ({
  key: item.id,
  title: item.title,
  description: item.description,
  type: item.type,
  points: String(item.pointsValue ?? 0),
  quantity: String(item.quantity),
  imageUrl: item.imageUrl,
  retailValue: item.retailValue === null ? '' : String(item.retailValue),
})

/** Name under which the draft of a new package is kept. */
export const PACKAGE_FORM = 'package'

export type PackageValues = z.input<typeof packageSchema>

/** Whether the package can be sent: it and every item have a name. */
export const isNamed = ({ name, items }: Pick<PackageValues, 'name' | 'items'>) =>
  name.trim() !== '' && items.every(({ title }) => title.trim() !== '')
