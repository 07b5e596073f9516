import type { GuestRecordCatch, RecordCatch } from '../../../../contract/src/column-types.ts'
import type { RecordBoard } from '../../data/records/board-query.ts'

/** A record as it is shown: for a guest without photo and IDs. */
export type ShownRecord = GuestRecordCatch & Partial<RecordCatch>

export interface ShownBoard extends Omit<RecordBoard, 'holders' | 'top'> {
  holders: readonly ShownRecord[]
  top: readonly ShownRecord[]
}
