import { refusalIn } from '../../lib/refusal.ts'
import { Refused } from '../../lib/refused.ts'

/** The badge was deleted or taken back in the meantime. */
export class BadgeNotFound extends Refused {
  override name = 'BadgeNotFound'
}

/** Another badge has this name; case does not matter. */
export class BadgeNameTaken extends Refused {
  override name = 'BadgeNameTaken'
}

/** Why the database refused an award, as a sentence; undefined for any other failure. */
export const awardRefusal = refusalIn({
  BD002: 'This member is no longer here.',
  '23505': 'This member already has this badge.',
})

/** The same for an award to several members. */
export const sharedAwardRefusal = refusalIn({
  BD002: 'One of them is no longer a member, and is left out now. Nothing was awarded yet: try again.',
  '23505': 'One of them has got this badge in the meantime, and is left out now. Nothing was awarded yet: try again.',
})
