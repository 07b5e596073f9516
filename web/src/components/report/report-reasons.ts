/** The reasons for a report, by their names in the database. */
export const REASONS = [
  { value: 'abuse', label: 'Insults or harassment' },
  { value: 'offensive', label: 'Hateful or offensive' },
  { value: 'spam', label: 'Advertising or spam' },
  { value: 'cheating', label: 'Cheating in a game' },
  { value: 'private_information', label: 'Private information about someone' },
  { value: 'other', label: 'Something else' },
] as const

/** The text for a reason; of one that this version does not know, its name. */
export const reasonText = (reason: string): string =>
  REASONS.find(({ value }) => value === reason)?.label ?? reason.replaceAll('_', ' ')
