import { refusalIn } from '../../lib/refusal.ts'

/** Why the database refused an approval, as a sentence; undefined for any other failure. */
export const approvalRefusal = refusalIn({
  RF001: 'This address has already been counted. Each address counts only once.',
  RF002: 'You and this member referred each other. Only one of the two referrals counts.',
  RF003: 'This member has not posted, commented or entered a game yet. Approve once they have.',
  RF004: 'This member has left the club.',
  RF005: 'Up to 3 of your referrals are credited per day and 10 in 30 days. Approve this one later.',
  RF006: 'The club’s limit of referrals by new members has been reached for today. You can approve this one tomorrow.',
  RF007: 'This member has not confirmed their address yet. Approve once they have.',
  PT403: 'Your account is suspended. You can approve referrals when the suspension has ended.',
})
