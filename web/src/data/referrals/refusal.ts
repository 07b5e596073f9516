import { refusalIn } from '../../lib/refusal.ts'

/** Why the database refused an approval, as a sentence; undefined for any other failure. */
export const approvalRefusal = refusalIn({
  RF001: 'This address has been counted before. An address counts once.',
  RF002: 'You two referred each other. Only one of the two referrals counts.',
  RF003: 'This member has not posted, commented or entered a game yet. Approve once they have.',
  RF004: 'This member has left the club.',
  RF005: 'Three of your referrals are credited a day, and ten in 30 days. This one waits: approve it later.',
  RF006: 'New members have reached the club’s limit for today. You can approve this one tomorrow.',
  RF007: 'This member has not confirmed their address yet. Approve once they have.',
  PT403: 'Your account is suspended. You can approve referrals when the suspension has ended.',
})
