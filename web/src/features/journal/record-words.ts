import type { RecordState } from '../../../../contract/src/column-types.ts'

/** Beside a catch in the journal. */
export const RECORD_LABEL: Record<RecordState, string> = {
  waiting: 'Offered for the record',
  verified: 'Verified by the team',
  declined: 'Declined for the record',
}

const STATE_TEXT: Record<RecordState, string> = {
  waiting: 'Offered for the record. The team has not looked at it yet.',
  verified: 'Verified by the team. It counts for the club records.',
  declined: 'The team has declined it for the record. When you have changed the catch, you can offer it again.',
}

/** Where a catch stands. @param mayOffer whether it has a photo and is shared with everyone. */
export function offerText(state: RecordState | undefined, mayOffer: boolean): string {
  if (state) return STATE_TEXT[state]
  return mayOffer
    ? 'The team verifies the weight by the photo before it counts for the club records. The club can show records to guests, without the photo.'
    : 'To offer it for the club records, add a photo and share it with Everyone.'
}

/** Before a catch is changed: what becomes of its offer; undefined when nothing is lost. */
export function lossText(state: RecordState | undefined): string | undefined {
  if (state === 'waiting')
    return 'This catch is offered for the record. A change of its weight, variety, day, photo or audience takes the offer back.'
  return state === 'verified'
    ? 'This catch counts for the club records. A change of its weight, variety, day, photo or audience ends that, and it has to be offered again.'
    : undefined
}
