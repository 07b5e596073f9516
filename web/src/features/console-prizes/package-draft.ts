import { PRIZE_POINTS, PRIZE_QUANTITY } from '../../../../contract/src/limits.ts'
import type { PrizeType } from '../../data/prizes/award.ts'
import type { NewPackage } from '../../data/prizes/console-package-create-mutation.ts'
import { formatPoints } from '../../lib/format.ts'
import { newId } from '../../lib/new-id.ts'

export const PRIZE_TYPES: readonly { type: PrizeType; name: string }[] = [
  { type: 'points', name: 'Points' },
  { type: 'physical', name: 'Physical' },
  { type: 'digital', name: 'Digital' },
]

/** One item as it is typed. */
export interface ItemDraft {
  /** Names the item while it is typed; it is not sent. */
  key: string
  title: string
  description: string
  type: PrizeType
  points: string
  quantity: string
  imageUrl: string | null
}

/** The package as it is typed. Its id stays the same however often it has to be sent. */
export interface PackageDraft {
  id: string
  name: string
  description: string
  items: ItemDraft[]
}

export const emptyItem = (): ItemDraft => ({
  key: newId(),
  title: '',
  description: '',
  type: 'points',
  points: '100',
  quantity: '1',
  imageUrl: null,
})

export const emptyPackage = (): PackageDraft => ({ id: newId(), name: '', description: '', items: [emptyItem()] })

/** Whether the package can be sent: it and every item have a name. */
export const isNamed = ({ name, items }: PackageDraft) =>
  name.trim() !== '' && items.every(({ title }) => title.trim() !== '')

/** Whether anything would be lost with the draft. */
export const hasWords = ({ name, description, items }: PackageDraft) =>
  items.length !== 1 ||
  [name, description, ...items.flatMap((item) => [item.title, item.description, item.imageUrl ?? ''])].some(
    (text) => text.trim() !== '',
  )

export interface ItemErrors {
  points?: string
  quantity?: string
}

/** What is wrong with the numbers of an item. */
export function itemErrors({ type, points, quantity }: ItemDraft): ItemErrors {
  const errors: ItemErrors = {}
  if (type === 'points' && !isWhole(points, PRIZE_POINTS)) errors.points = rangeText(PRIZE_POINTS)
  if (!isWhole(quantity, PRIZE_QUANTITY)) errors.quantity = rangeText(PRIZE_QUANTITY)
  return errors
}

interface Range {
  min: number
  max: number
}
const isWhole = (text: string, { min, max }: Range) =>
  /^\d{1,9}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max
const rangeText = ({ min, max }: Range) => `Enter a whole number from ${min} to ${formatPoints(max)}.`

/** What is sent for a draft without errors. */
export function packageOf({ id, name, description, items }: PackageDraft): NewPackage {
  return {
    id,
    name: name.trim(),
    description: description.trim(),
    items: items.map((item) => ({
      title: item.title.trim(),
      description: item.description.trim(),
      type: item.type,
      pointsValue: item.type === 'points' ? Number(item.points) : 0,
      quantity: Number(item.quantity),
      imageUrl: item.imageUrl?.trim() || null,
    })),
  }
}
