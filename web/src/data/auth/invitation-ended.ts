import { Refused } from '../../lib/refused.ts'

/** The account is not confirmed: the invitation with which it was opened has ended since. */
export class InvitationEnded extends Refused {}
