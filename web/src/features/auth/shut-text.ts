import type { Shut } from '../../data/auth/joining-query.ts'

/** Why nobody can register, for a guest. */
export const SHUT_TEXT: Readonly<Record<Shut, string>> = {
  closed: 'Registration is closed. The club takes no new members at the moment.',
  needed: 'The club takes new members by invitation. Ask a member for a link.',
  // Guests are not told which: a code that was never made looks like one that has ended.
  ended:
    'This invitation cannot be used. It may have expired, been replaced, withdrawn or used up, or its link may be ' +
    'incomplete. Ask for a new one.',
}

/** Why the account of somebody who registered is not confirmed, and what they can do. */
export const ENDED_SINCE =
  'The invitation that you registered with has ended, or has no places left. Ask your club for a new invitation, and ' +
  'register again with the same address.'
