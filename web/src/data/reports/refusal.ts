import { refusalIn } from '../../lib/refusal.ts'

/** Why the database refused a report, as a sentence; undefined for any other failure. */
export const reportRefusal = refusalIn({
  RP001: 'You have reported this before. The team has your report.',
  RP002: 'You cannot report yourself.',
  RP003: 'Suspended members cannot send reports.',
  PT404: 'What you wanted to report no longer exists.',
  PT429: 'You have reached the limit of reports for one day. Try again tomorrow.',
})

/** Why a decision about a suspended member's answer was refused, as a sentence; undefined for any other failure. */
export const appealDecisionRefusal = refusalIn({
  PT404: 'The member has deleted the account.',
  RP007:
    'This is about you, or about the admin who gave you your role or set your password. Another admin must decide it.',
  RP009: 'This is for admins to decide.',
  SU003: (name) => `${name || 'Someone else'} has already decided this answer.`,
  SU004: 'The suspension has ended, so there is nothing to decide.',
})

/** Why a decision or its undoing was refused, as a sentence; undefined for any other failure. */
export const decisionRefusal = refusalIn({
  RP004: (name) => `${name || 'Someone else'} has already decided this report. The list shows the decision.`,
  RP005: 'A decision can be undone for 90 days.',
  RP006: 'This has been reported again since the decision. Decide the new case instead.',
  RP007:
    'This report is about you, or about an admin who gave you your role or set your password. Another admin must decide it.',
  RP008: 'This was changed while you were reading it. Read it again, then decide.',
  RP009: 'This is for admins to decide.',
  US001: 'This is the last admin who is not suspended. Make another member an admin first.',
})
