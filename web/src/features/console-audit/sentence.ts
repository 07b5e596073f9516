import type { AuditEntry } from '../../data/audit/audit-entry.ts'
import { formatCount } from '../../lib/format.ts'

/** A part of a sentence; names are separate parts, because members choose them. */
export interface Part {
  text: string
  isName: boolean
}

const SENTENCES: Record<string, string | undefined> = {
  grant_admin: '{who} made {whom} an admin',
  revoke_admin: '{who} removed {whom} as an admin',
  grant_moderator: '{who} made {whom} a moderator',
  revoke_moderator: '{who} removed {whom} as a moderator',
  suspend: '{who} suspended {whom}',
  edit_suspension: '{who} changed the suspension of {whom}',
  unsuspend: '{who} lifted the suspension of {whom}',
  rename_user: '{who} renamed {whom}',
  edit_profile: '{who} edited the profile of {whom}',
  set_password: '{who} set a new password for {whom}',
  delete_user: '{who} deleted a member\u2019s account',
  retry_delivery: '{who} resent a message to {whom}',
  give_points: '{who} changed the points of {whom}',
  create_badge: '{who} created the badge {whom}',
  edit_badge: '{who} edited the badge {whom}',
  delete_badge: '{who} deleted the badge {whom}',
  award_badge: '{who} awarded {badge} to {whom}',
  remove_badge: '{who} removed {badge} from {whom}',
  create_package: '{who} created the prize package {whom}',
  edit_package: '{who} edited the prize package {whom}',
  delete_package: '{who} deleted the prize package {whom}',
  add_item: '{who} added the prize {whom}',
  edit_item: '{who} corrected the prize {whom}',
  delete_item: '{who} deleted the prize {whom}',
  assign_prize: '{who} assigned {prize} to {whom}',
  remove_prize: '{who} took {prize} back from {whom}',
  edit_claim: '{who} updated the claim of {whom} for {prize}',
  create_game: '{who} created the game {whom}',
  edit_game: '{who} edited the game {whom}',
  set_answer: '{who} set the answer of {whom}',
  view_answer: '{who} viewed the sealed answer of {whom}',
  activate_game: '{who} activated the game {whom}',
  choose_place: '{who} chose {place} for {whom} in {game}',
  remove_photo: '{who} removed the photo of {whom} from {game}',
  complete_game: '{who} completed the game {whom}',
  cancel_game: '{who} cancelled the game {whom}',
  delete_game: '{who} deleted the game {whom}',
  create_card: '{who} created the info card {whom}',
  edit_card: '{who} edited the info card {whom}',
  delete_card: '{who} deleted the info card {whom}',
  create_video: '{who} added the live video {whom}',
  edit_video: '{who} edited the live video {whom}',
  delete_video: '{who} deleted the live video {whom}',
  schedule_announcement: '{who} scheduled an announcement',
  edit_announcement: '{who} edited a scheduled announcement',
  publish_announcement: '{who} published a scheduled announcement',
  cancel_announcement: '{who} cancelled a scheduled announcement',
  create_post: '{who} created a post in the name of {whom}',
  edit_post: '{who} edited a post by {whom}',
  delete_post: '{who} deleted a post by {whom}',
  edit_comment: '{who} edited a comment by {whom}',
  delete_comment: '{who} deleted a comment by {whom}',
  delete_catch: '{who} deleted a catch of {whom}',
  delete_file: '{who} deleted {picture} of {whom}',
  decide_report: '{who} {decided} {reported} {whom}',
  reopen_report: '{who} undid the decision about {reported} {whom}',
  answer_suspension: '{who} answered the team about their suspension',
  decide_appeal: '{who} {judged} the suspension of {whom} after their answer',
  verify_record: '{who} verified a catch of {whom} for the records',
  decline_record: '{who} declined a catch of {whom} for the records',
  undo_record: '{who} undid the decision about a catch of {whom}',
  add_note: '{who} added a team note about {whom}',
  delete_note: '{who} deleted a team note about {whom}',
  make_club_link: '{who} made the invitation link {link}',
  end_club_link: '{who} ended the invitation link {link}',
  invite_addresses: '{who} invited {addresses} by email',
  import_members: '{who} imported {addresses} from a file',
  withdraw_invitations: '{who} withdrew {invitations} by email',
  edit_site_settings: '{who} changed the site settings',
  edit_levels: '{who} changed the levels',
  edit_referral_settings: '{who} changed the referral points',
  edit_landing: '{who} changed the {section} section of the landing page',
  export_list: '{who} exported the {list}',
}

const SECTIONS: Record<string, string | undefined> = {
  hero: 'Hero',
  feature1: 'Feature 1',
  feature2: 'Feature 2',
  feature3: 'Feature 3',
}

const LISTS: Record<string, string | undefined> = {
  users: 'list of users with their email addresses',
  claims: 'list of claims with their postal addresses',
  audit: 'audit trail',
  posts: 'list of posts',
}

const PICTURES: Record<string, string | undefined> = {
  avatars: 'the avatar',
  'fishing-photos': 'a fishing photo',
  'newsfeed-images': 'a newsfeed picture',
  'game-photos': 'a game photo',
  'catch-photos': 'the photo of a catch',
}

const DECIDED: Record<string, string | undefined> = {
  dismiss: 'dismissed the reports about',
  hide: 'hid',
  remove: 'removed',
  warn: 'gave a warning for',
  suspend: 'suspended the author of',
}

const REPORTED: Record<string, string | undefined> = {
  post: 'a post by',
  comment: 'a comment by',
  member: 'the profile of',
  entry: 'a game photo of',
}

const JUDGED: Record<string, string | undefined> = { end: 'ended', keep: 'kept' }

const IMPORTED = '{who} imported {addresses} from a file, with {points} in all'

const TAKEN_OVER: Record<string, string | undefined> = {
  edit_announcement: '{who} edited a scheduled announcement, and took it over from its author',
  publish_announcement: '{who} published a scheduled announcement in place of its author',
}

const POINTS = {
  given: '{who} gave {points} to {whom}',
  taken: '{who} took {points} from {whom}',
}

// What a sentence says in place of a code of the entry.
const CODED: Record<string, Record<string, string | undefined>> = {
  section: SECTIONS,
  list: LISTS,
  picture: PICTURES,
  decided: DECIDED,
  reported: REPORTED,
  judged: JUDGED,
}

/** What the sentence of an action says for each code that an entry may have: `dismiss`, `dismissed the reports about`. */
export const codedTexts = (action: string): { code: string; text: string }[] =>
  [...(SENTENCES[action] ?? '').matchAll(/\{(\w+)\}/g)].flatMap(([, slot = '']) =>
    Object.entries(CODED[slot] ?? {}).map(([code, text = '']) => ({ code, text })),
  )

/** The words of the sentences of an action, without names. */
export const sentenceWords = (action: string): string =>
  [SENTENCES[action] ?? '', ...(action === 'give_points' ? Object.values(POINTS) : [])]
    .join(' ')
    .replace(/\{\w+\}/g, ' ')

/** What happened, as one sentence: `tom made finn an admin`. Deleted subjects get a general term. */
export function sentence(entry: AuditEntry): Part[] {
  const template = templateOf(entry)
  return template
    .split(/(\{\w+\})/)
    .filter((text) => text !== '')
    .map((text) => (text.startsWith('{') ? wordFor(text.slice(1, -1), entry) : { text, isName: false }))
}

/** The sentence as plain text. */
export const plainSentence = (entry: AuditEntry): string =>
  sentence(entry)
    .map(({ text }) => text)
    .join('')

function templateOf({ action, details }: AuditEntry): string {
  const points = Number(details.points)
  if (action === 'give_points' && points) return points > 0 ? POINTS.given : POINTS.taken
  if (action === 'import_members' && points) return IMPORTED
  if (action === 'remove_prize' && details.expired)
    return `{prize} was not claimed by {whom}${points > 0 ? ', whose points came back' : ''}`
  if (action === 'choose_place' && details.place === null) return '{who} cleared the place of {whom} in {game}'
  return (details.taken_over ? TAKEN_OVER[action] : undefined) ?? SENTENCES[action] ?? '{who}: {action}'
}

function wordFor(slot: string, entry: AuditEntry): Part {
  const { details } = entry
  switch (slot) {
    case 'who':
      return entry.actor_id === null ? plain('The operator') : nameOr(entry.actor_name, 'A former member')
    case 'whom':
      return nameOr(entry.subject_label, 'a deleted member')
    case 'section':
      return plain(SECTIONS[entry.subject_label ?? ''] ?? entry.subject_label ?? 'a')
    case 'list':
      return plain(LISTS[entry.subject_label ?? ''] ?? 'a list')
    case 'picture':
      return plain(PICTURES[String(details.bucket)] ?? 'a picture')
    case 'decided':
      return plain(DECIDED[String(details.decision)] ?? 'decided about')
    case 'judged':
      return plain(JUDGED[String(details.decision)] ?? 'decided about')
    case 'reported':
      return plain(REPORTED[String(details.kind)] ?? 'a report about')
    case 'points':
      return plain(formatCount(Math.abs(Number(details.points)), 'point'))
    case 'badge':
      return nameOr(details.badge, 'a badge')
    case 'prize':
      return nameOr(details.package ?? details.prize, 'a prize')
    case 'game':
      return nameOr(details.game, 'a game')
    case 'link':
      return nameOr(entry.subject_label, 'of the club')
    case 'addresses':
      return plain(countOr(details.count, 'address', 'addresses'))
    case 'invitations':
      return plain(countOr(details.count, 'invitation', 'invitations'))
    case 'place':
      return plain(typeof details.place === 'number' ? `place ${details.place}` : 'a place')
    default:
      return plain(entry.action.replaceAll('_', ' '))
  }
}

const countOr = (count: unknown, one: string, many: string) =>
  typeof count === 'number' ? formatCount(count, one, many) : many
const plain = (text: string): Part => ({ text, isName: false })
const nameOr = (name: unknown, otherwise: string): Part =>
  typeof name === 'string' && name !== '' ? { text: name, isName: true } : plain(otherwise)
