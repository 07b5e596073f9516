import type { PillTone } from '../../components/ui/pill.tsx'
import { PACKAGE_VIEWS, type PackageView } from '../../data/prizes/console-packages-search.ts'

export const VIEW_NAMES: Record<PackageView, string> = {
  all: 'All',
  in_stock: 'In stock',
  low: 'Nearly out',
  out: 'Out of stock',
  inactive: 'Inactive',
}

export const VIEWS = PACKAGE_VIEWS.map((view) => ({ view, label: VIEW_NAMES[view] }))

/** How a package is marked; one that is in stock needs no mark. */
export const STOCK_TONES: Partial<Record<PackageView, PillTone>> = { low: 'warn', out: 'bad', inactive: 'grey' }
