import type { AddressAnswer, InvitationState } from '../../../../contract/src/column-types.ts'
import type { ClubLink } from '../../data/invitations/console-links-query.ts'
import type { AnsweredAddress } from '../../data/invitations/console-mail-mutations.ts'
import type { MailedInvitation } from '../../data/invitations/console-mailed-query.ts'
import { formatCount, formatDay, formatPoints } from '../../lib/format.ts'
import { dayText } from './import-text.ts'

export type LinkState = 'active' | 'full' | 'ended' | 'expired'

export function linkState({ places, taken, expiresAt, endedAt }: ClubLink, now: Date): LinkState {
  if (endedAt !== null) return 'ended'
  if (taken >= places) return 'full'
  return Date.parse(expiresAt) <= now.getTime() ? 'expired' : 'active'
}

export const LINK_STATES: Record<LinkState, string> = {
  active: 'Active',
  full: 'Full',
  ended: 'Ended',
  expired: 'Expired',
}

/** `3 of 20 places taken`. */
export const placesText = ({ places, taken }: Pick<ClubLink, 'places' | 'taken'>): string =>
  `${formatPoints(taken)} of ${formatCount(places, 'place')} taken`

/** Until when a link counts, or when it ended. */
export function linkTermText(link: ClubLink, now: Date): string {
  if (link.endedAt !== null) return `ended on ${formatDay(link.endedAt)}`
  return `${Date.parse(link.expiresAt) <= now.getTime() ? 'expired on' : 'until'} ${formatDay(link.expiresAt)}`
}

export const STATE_NAMES: Record<InvitationState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  accepted: 'Accepted',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
}

type Imported = Pick<MailedInvitation, 'proposedName' | 'joinedOn' | 'points' | 'givenAt' | 'state'>

/** What came with an address from a file: `Ivy Reeds, joined 31 May 2019, 1,200 points`; blank for nothing. */
export function importedText({ proposedName, joinedOn, points, givenAt, state }: Imported): string {
  const isKept = state === 'accepted' && givenAt === null && (joinedOn !== null || points !== null)
  return [
    proposedName,
    joinedOn !== null && `joined ${dayText(joinedOn)}`,
    points !== null && formatCount(points, 'point'),
    isKept && 'not given',
  ]
    .filter(Boolean)
    .join(', ')
}

const SENTENCES: Record<AddressAnswer, (count: number, whose: string) => string> = {
  invited: (count) => `${formatPoints(count)} invited.`,
  member: (count, whose) =>
    `${count === 1 ? '1 is a member already' : `${formatPoints(count)} are members already`}: ${whose}.`,
  recent: (count, whose) => `${were(count)} invited in the last 30 days: ${whose}.`,
  again: (count) => `${were(count)} in the list more than once.`,
  wrong: (count) =>
    count === 1
      ? '1 is not an email address and is still in the field.'
      : `${formatPoints(count)} are not email addresses and are still in the field.`,
}

const were = (count: number) => (count === 1 ? '1 was' : `${formatPoints(count)} were`)

/** What became of a list of addresses, in plain words: `9 invited. 2 are members already.` */
export function summaryText(answers: readonly AnsweredAddress[], wrong: readonly string[]): string {
  const of = (wanted: AddressAnswer) => answers.filter(({ answer }) => answer === wanted)
  const count = (wanted: AddressAnswer) => of(wanted).length
  const counts: [AddressAnswer, number][] = [
    ['invited', count('invited')],
    ['member', count('member')],
    ['recent', count('recent')],
    ['again', count('again')],
    ['wrong', count('wrong') + wrong.length],
  ]
  const told = counts
    .filter(([, number]) => number > 0)
    .map(([answer, number]) => SENTENCES[answer](number, listed(of(answer).map(({ address }) => address))))
  return [...(count('invited') === 0 ? ['No one was invited.'] : []), ...told].join(' ')
}

/** A success only if somebody was invited and nothing is left to correct. */
export function summaryTone(
  answers: readonly AnsweredAddress[],
  wrong: readonly string[],
): 'success' | 'warn' | 'info' {
  if (leftOver(answers, wrong) !== '') return 'warn'
  return answers.some(({ answer }) => answer === 'invited') ? 'success' : 'info'
}

/** What stays in the field: what is no address, for this page or for the database. */
export const leftOver = (answers: readonly AnsweredAddress[], wrong: readonly string[]): string =>
  [...wrong, ...answers.flatMap(({ address, answer }) => (answer === 'wrong' ? [address] : []))].join('\n')

const NAMED = 5
const CUT = 40

/** What of a list is no address: `“ivy” and “finn@” are not email addresses.`; undefined when all are. */
export function wrongText(wrong: readonly string[]): string | undefined {
  if (wrong.length === 0) return undefined
  const all = listed(wrong.map((entry) => `“${entry.length > CUT ? `${entry.slice(0, CUT)}…` : entry}”`))
  return `${all} ${wrong.length === 1 ? 'is not an email address' : 'are not email addresses'}.`
}

/** The first five: `a, b and c`, `a, b, c, d, e and 3 more`. */
function listed(all: readonly string[]): string {
  const named = all.slice(0, NAMED)
  if (all.length > NAMED) named.push(`${formatPoints(all.length - NAMED)} more`)
  const last = named.pop() ?? ''
  return named.length > 0 ? `${named.join(', ')} and ${last}` : last
}
