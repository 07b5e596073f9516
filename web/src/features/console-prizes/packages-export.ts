import { loadAllPackages, type PackageItem, type PrizePackage } from '../../data/prizes/console-packages-query.ts'
import type { PackagesFound } from '../../data/prizes/console-packages-search.ts'
import type { CsvColumn } from '../../lib/csv.ts'
import { VIEW_NAMES } from './package-views.ts'
import { PRIZE_TYPES } from './prize-schema.ts'

interface Line {
  prizePackage: PrizePackage
  /** Undefined for a package without items. */
  item: PackageItem | undefined
}

const COLUMNS: readonly CsvColumn<Line>[] = [
  { header: 'Package', value: ({ prizePackage }) => prizePackage.name },
  { header: 'State', value: ({ prizePackage }) => VIEW_NAMES[prizePackage.stock] },
  { header: 'Item', value: ({ item }) => item?.title },
  { header: 'Type', value: ({ item }) => PRIZE_TYPES.find(({ type }) => type === item?.type)?.name },
  { header: 'Quantity', value: ({ item }) => item?.quantity },
  { header: 'Remaining', value: ({ item }) => item?.remaining },
  { header: 'Points value', value: ({ item }) => item?.pointsValue },
  { header: 'Retail value', value: ({ item }) => item?.retailValue },
  { header: 'Price in points', value: ({ prizePackage }) => prizePackage.price },
  { header: 'Package id', value: ({ prizePackage }) => prizePackage.id },
]

/** The items of all packages that a search finds, for a spreadsheet. */
export async function exportPackages(found: PackagesFound) {
  const packages = await loadAllPackages(found)
  return { columns: COLUMNS, rows: packages.flatMap(linesOf) }
}

export const linesOf = (prizePackage: PrizePackage): Line[] =>
  (prizePackage.items.length > 0 ? prizePackage.items : [undefined]).map((item) => ({ prizePackage, item }))
