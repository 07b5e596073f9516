import type { ReasonCounts, ReportDecision, ReportKind } from '../../../../contract/src/column-types.ts'
import { reasonText } from '../../components/report/report-reasons.ts'
import type { ReportCase } from '../../data/reports/console-case-query.ts'
import type { Decision } from '../../data/reports/console-decision-mutations.ts'
import { formatCount } from '../../lib/format.ts'

export const KIND_NAMES: Record<ReportKind, string> = {
  post: 'Post',
  comment: 'Comment',
  member: 'Member',
  entry: 'Game photo',
}

const SUBJECTS: Record<ReportKind, string> = {
  post: 'Post by',
  comment: 'Comment by',
  member: 'Profile of',
  entry: 'Game photo by',
}

/** What a case is about, before the author's name. */
export const subjectText = (kind: ReportKind): string => SUBJECTS[kind]

/** What a decision hides. */
export const hiddenName = (kind: ReportKind): string => (kind === 'entry' ? 'photo' : kind)

/** The link to what was reported. */
export const linkText = (kind: ReportKind): string =>
  kind === 'member' ? 'Open member' : kind === 'entry' ? 'Open game' : 'Open in the feed'

/** Whether it can be hidden: a member cannot, nor what is deleted, nor an entry whose photo is gone. */
export const isHidable = ({ kind, now }: Pick<ReportCase, 'kind' | 'now'>): boolean =>
  kind !== 'member' && now !== null && (kind !== 'entry' || now.image_url !== null)

/** The game of an entry: `Active` or `Completed`, and the place of the entry in it. */
export function gameText({ status, place }: NonNullable<ReportCase['game']>): string {
  const state = status === 'completed' ? 'Completed' : status === 'cancelled' ? 'Cancelled' : 'Active'
  return place === null ? state : `${state}, place ${place}`
}

/**
 * In place of names, reasons and words, where the reader is the one who was reported, or was made an admin by them since.
 * @param isAuthor whether the reader's account is the reported one.
 */
export const withheldText = (isAuthor: boolean): string =>
  `It is about ${isAuthor ? 'you' : 'an account of yours, or the admin who gave you your role or set your password'}. You are not shown who reported it, or why.`

/** The reasons of a case, the commonest first: `Insults or harassment 2, Something else`. */
export const reasonsText = (reasons: ReasonCounts): string =>
  Object.entries(reasons)
    .toSorted(([one, first], [other, second]) => second - first || one.localeCompare(other))
    .map(([reason, count]) => (count > 1 ? `${reasonText(reason)} ${count}` : reasonText(reason)))
    .join(', ')

/**
 * What is said below one of several versions: `Version 2, 1 report. It is shown now.`
 * @param place from 1.
 */
export function versionText({ versions, decision }: Pick<ReportCase, 'versions' | 'decision'>, place: number): string {
  const version = versions[place - 1]
  if (!version) return ''
  const verb = decision ? (version.was_shown ? 'was' : 'was not') : version.was_shown ? 'is' : 'is not'
  return `Version ${place}, ${formatCount(version.reports, 'report')}. It ${verb} shown ${decision ? 'at the decision' : 'now'}.`
}

/** How long a suspension lasts; null is until it is lifted. */
const TERMS = [
  { days: 1, label: '1 day' },
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
  { days: null, label: 'Until I lift it' },
] as const

/** The lengths to choose from; a moderator suspends for 30 days at most. */
export const termsFor = (isModerator: boolean): readonly (typeof TERMS)[number][] =>
  isModerator ? TERMS.filter(({ days }) => days !== null) : TERMS

const lengthText = (days: number | null) => (days === null ? 'until it is lifted' : `for ${formatCount(days, 'day')}`)

/** What was decided, as the list says it. */
export function decisionText(decision: ReportDecision, hides: boolean, days: number | null): string {
  switch (decision) {
    case 'dismiss':
      return 'Dismissed'
    case 'hide':
      return 'Hidden'
    case 'remove':
      return 'Removed'
    case 'warn':
      return hides ? 'Hidden, author warned' : 'Author warned'
    case 'suspend':
      return `${hides ? 'Hidden, author' : 'Author'} suspended ${lengthText(days)}`
    case 'gone':
      return 'Closed without a decision'
  }
}

/** The name of a button that warns or suspends: everything that it does. */
export function deedText(decision: Extract<Decision, 'warn' | 'suspend'>, hides: boolean, days: number | null): string {
  const deed = decision === 'warn' ? 'warn' : `suspend ${lengthText(days)}`
  return hides ? `Hide and ${deed}` : deed.charAt(0).toUpperCase() + deed.slice(1)
}
