import type { PackageStock } from '../../../../contract/src/column-types.ts'

/** The views of the list. */
export const PACKAGE_VIEWS = ['all', 'in_stock', 'low', 'out', 'inactive'] as const satisfies readonly (
  | PackageStock
  | 'all'
)[]
export type PackageView = (typeof PACKAGE_VIEWS)[number]

export const PACKAGE_SORTS = ['created', 'name', 'left'] as const
export type PackageSort = (typeof PACKAGE_SORTS)[number]

export interface PackagesFound {
  /** Part of the name of a package, an item or a member who was awarded one; empty finds all. */
  text: string
  view: PackageView
}

export interface PackagesSearch extends PackagesFound {
  sort: PackageSort
  descending: boolean
  /** From 1. */
  page: number
}
