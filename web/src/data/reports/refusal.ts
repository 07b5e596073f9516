import { refusalIn } from '../../lib/refusal.ts'

/** Why the database refused a report, as a sentence; undefined for any other failure. */
export const reportRefusal = refusalIn({
  RP001: 'You have reported this before. The team has your report.',
  RP002: 'You cannot report yourself.',
  RP003: 'Suspended members cannot send reports.',
  PT404: 'It is no longer there.',
  PT429: 'You have reached the limit of reports for one day. Try again tomorrow.',
})

/** Why a decision or its undoing was refused, as a sentence; undefined for any other failure. */
export const decisionRefusal = refusalIn({
  RP004: (name) => `${name || 'Another admin'} was first. The list shows what was decided.`,
  RP005: 'A decision can be undone for 90 days.',
  RP006: 'It has been reported again since. Decide the new case.',
  RP007: 'The report is about you, or the admin who made you one or set your password, so another admin decides.',
  RP008: 'It was changed while you were looking at it. Read it again, then decide.',
  US001: 'This is the last admin who is not suspended. Make another member an admin first.',
})
