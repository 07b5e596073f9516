import type { AuditEntry } from '../../data/audit/audit-entry.ts'
import { formatMoment, formatPoints } from '../../lib/format.ts'

const FIELDS: Record<string, string | undefined> = {
  is_active: 'Active',
  color: 'Colour',
  cta_text: 'link text',
  cta_url: 'link',
  image_url: 'image',
  avatar_url: 'avatar',
  prize_package_id: 'prize package',
  points_value: 'Points',
  points_price: 'Price in points',
  limit_per_member: 'Per member and season',
  retail_value: 'Retail value',
  fulfillment_notes: 'fulfillment notes',
  admin_notes: 'admin notes',
  fulfillment_status: 'Fulfillment',
  status: 'Status',
  winners: 'Winners',
  claim_deadline: 'Claim deadline',
  ends_at: 'Ends',
  publish_at: 'Scheduled for',
  content: 'text',
  hides: 'Hidden as well',
  reports_to_hide: 'Reports that hide',
  admins_need_two_steps: 'Two-step sign-in for admins',
  joining: 'Who can register',
  club_name: 'Club name',
  logo_url: 'logo',
  accent: 'Accent colour',
  time_zone: 'Time zone',
  country: 'Country',
  weight_unit: 'Weights',
  season_begins: 'Season begins',
  records_for_guests: 'Guests see the records',
  photo_step_points: 'Points for a photo of oneself',
  hello_step_points: 'Points for the first post or comment',
  game_step_points: 'Points for the first game',
  grams: 'Weight in grams',
}

// Already in the sentence, or of no use to a reader.
const TOLD = [
  ...['before', 'after', 'changed', 'badge', 'prize', 'package', 'award_id', 'game', 'place', 'points', 'name'],
  'bucket',
  ...['kind', 'decision', 'count', 'domains', 'expired', 'taken_over'],
]

/** What changed, line by line: `Username: from “Finn” to “Finn P”`, `Changed: description, image`. */
export function detailLines({ action, details }: Pick<AuditEntry, 'action' | 'details'>): string[] {
  const before = recordOf(details.before)
  const after = recordOf(details.after)
  const lines = Object.keys(after).map((field) => `${label(field)}: ${step(field, before[field], after[field])}`)
  const changed = Array.isArray(details.changed) ? details.changed.map((field) => spaced(String(field))) : []
  if (changed.length > 0) lines.push(`Changed: ${changed.join(', ')}`)
  if (Array.isArray(details.domains)) lines.push(`Addresses at: ${details.domains.map(String).join(', ')}`)
  for (const [field, value] of Object.entries(details)) {
    if (TOLD.includes(field)) continue
    // The outcome of the prize is a sentence from the database.
    lines.push(`${label(field)}: ${typeof value === 'string' && field === 'reason' ? value : valueText(field, value)}`)
  }
  if (action === 'complete_game' && typeof details.prize === 'string') lines.push(`Prize: ${details.prize}`)
  return lines
}

function step(field: string, before: unknown, after: unknown): string {
  if (isNone(before)) return `set to ${valueText(field, after)}`
  return isNone(after)
    ? `${valueText(field, before)} removed`
    : `from ${valueText(field, before)} to ${valueText(field, after)}`
}

const isNone = (value: unknown) => value === null || value === undefined || value === ''
const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const spaced = (field: string) => FIELDS[field] ?? field.replaceAll('_', ' ')
function label(field: string): string {
  const text = spaced(field)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const VALUES: Record<string, string | undefined> = {
  guess_weight: 'guess the weight',
  carp_of_week: 'carp of the week',
  pick_swim: 'pick a swim',
  prize_award: 'prize award',
  badge_award: 'badge award',
}

function valueText(field: string, value: unknown): string {
  if (isNone(value)) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return formatPoints(value)
  if (/_date$|_deadline$|^scheduled_for$|^ends_at$|^publish_at$/.test(field)) return formatMoment(String(value))
  if (['status', 'fulfillment_status', 'type', 'placement', 'provider'].includes(field))
    return VALUES[String(value)] ?? String(value)
  return `“${String(value)}”`
}
