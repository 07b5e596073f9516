import { refusalIn } from '../../lib/refusal.ts'

/** Why the database refused a block, as a sentence; undefined for any other failure. */
export const blockRefusal = refusalIn({
  BK001: 'This member is one of the club’s team, whom nobody can block.',
  BK002: 'Members of the club’s team cannot block others.',
  BK003: 'You have blocked 500 members, which is the limit. Unblock somebody first.',
  PT404: 'This member is no longer here.',
  PT429: 'You have reached the limit of blocks for one day. Try again tomorrow.',
})
