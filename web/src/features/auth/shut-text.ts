import type { Shut } from '../../data/auth/joining-query.ts'

/** Why nobody can register, for a guest. */
export const SHUT_TEXT: Readonly<Record<Shut, string>> = {
  closed: 'Registration is closed. The club takes no new members at the moment.',
  needed: 'The club takes new members by invitation. Ask a member for a link.',
  ended:
    'This invitation has ended: it has expired, was replaced or withdrawn, or has no places left. Ask for a new link.',
}
