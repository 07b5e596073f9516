import { expect, it } from 'vitest'
import type { PackageItem, PrizePackage } from '../../data/prizes/console-packages-query.ts'
import { linesOf } from './packages-export.ts'

const item = (title: string) => ({ title }) as PackageItem
const box = (...items: PackageItem[]) => ({ name: 'Box', items }) as PrizePackage

it('has a line for each item, and one for a package without items', () => {
  expect(linesOf(box(item('Rod'), item('Reel'))).map((line) => line.item?.title)).toEqual(['Rod', 'Reel'])
  expect(linesOf(box())).toEqual([{ prizePackage: box(), item: undefined }])
})
