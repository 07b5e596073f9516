import type { Slot } from '../api-request/types.ts'
import type { Column, Relation } from '../schema-cache/model.ts'
import type { PlanCondition, ReadPlan } from './read-plan.ts'

/** An insert, upsert, update or delete and what is read from the rows it touched. */
export interface WritePlan {
  kind: 'insert' | 'update' | 'delete'
  relation: Relation
  /** Columns that the body sets. */
  columns: readonly Column[]
  payloadSlot?: Slot
  isArray: boolean
  /** Keys that a row lacks take the column's default instead of null (`missing=default`). */
  missingDefaults: boolean
  conflict?: { columns: readonly string[]; action: 'merge' | 'ignore' }
  where: PlanCondition[]
  /** The answer's rows; undefined when none are wanted. */
  read?: ReadPlan
  /** The key of the one row inserted goes out in `Location`. */
  location: boolean
}
