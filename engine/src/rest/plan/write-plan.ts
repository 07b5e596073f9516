import type { Slot } from '../api-request/types.ts'
import type { Column, Relation } from '../schema-cache/model.ts'
import type { NeededColumns, PlanCondition, ReadPlan } from './read-plan.ts'

/** An insert, upsert, update or delete and the read of the affected rows. */
export interface WritePlan {
  kind: 'insert' | 'update' | 'delete'
  relation: Relation
  /** Columns that the body sets. */
  columns: readonly Column[]
  payloadSlot?: Slot
  isArray: boolean
  /** A key that a row lacks takes the column's default instead of null (`missing=default`). */
  missingDefaults: boolean
  conflict?: { columns: readonly string[]; action: 'merge' | 'ignore' }
  where: PlanCondition[]
  /** The key of the one row of a PUT, and the slots of its values. */
  only?: ReadonlyMap<string, Slot>
  /** The columns that the write returns of the affected rows. */
  returned: NeededColumns
  /** The rows of the reply, read from what the write returned; undefined when none are wanted. */
  read?: ReadPlan
  /** The reply has the key of the inserted row in `Location`. */
  location: boolean
}
