import type { Catalog } from './catalog.ts'

/** TypeScript types of the columns of each relation, including computed ones, and of functions that return rows. */
export type KnownTypes = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * What the generated types add to the catalogue: the shape of JSON, the allowed values of a text, and expressions in
 * views that are never null, which PostgreSQL does not derive. Names other than those of primitives are exports of
 * `contract/src/column-types.ts`. The types apply to rows that are read; the database checks what is written.
 */
export const KNOWN_TYPES: KnownTypes = {
  appeal_queue: {
    avatar_url: 'string | null',
    case_id: 'string | null',
    ends_at: 'string | null',
    refusal: 'string | null',
  },
  audit_log: {
    action: 'string',
    at: 'string',
    details: 'AuditDetails',
    id: 'string',
    subject_kind: 'string',
  },
  catches: { variety: 'CatchVariety', visibility: 'CatchVisibility' },
  club_links: { ended_at: 'string | null', made_by: 'string | null' },
  club_records: {
    best_before: 'number | null',
    ever: 'RecordFigure[]',
    holders: 'RecordCatch[]',
    top: 'RecordCatch[]',
  },
  game_changes: { before: 'GameBefore' },
  game_entries: { entry_data: 'EntryData' },
  games: { entry_count: 'number', latest_entrants: 'MemberJson[]', metadata: 'GameMetadata' },
  guest_records: {
    best_before: 'number | null',
    ever: 'RecordFigure[]',
    holders: 'GuestRecordCatch[]',
    top: 'GuestRecordCatch[]',
  },
  hide_posts: { outcome: 'HidingOutcome' },
  import_members: { answer: 'ImportAnswer' },
  info_cards: { placement: 'CardPlacement' },
  invite_addresses: { answer: 'AddressAnswer' },
  journal_page: {
    photo_path: 'string | null',
    variety: 'CatchVariety',
    visibility: 'CatchVisibility | null',
  },
  journal_summary: { bests: 'CatchBest[]', steps: 'CatchBest[]' },
  landing_content: { section: 'LandingSection' },
  leaderboard: {
    avatar_url: 'string',
    badge_count: 'number',
    points: 'number',
    rank: 'number',
    username: 'string',
  },
  log_catch: {
    best_before: 'number | null',
    best_on: 'string | null',
    gain: 'number | null',
  },
  mailed_invitations: {
    error: 'string | null',
    given_at: 'string | null',
    invited_by: 'string | null',
    joined_on: 'string | null',
    points: 'number | null',
    proposed_name: 'string | null',
    state: 'InvitationState',
  },
  make_club_link: { ended_at: 'string | null', made_by: 'string | null' },
  make_invitation: {
    code: 'string | null',
    expires_at: 'string | null',
    joining: 'Joining',
    places: 'number | null',
    taken: 'number | null',
  },
  member_page: {
    badge_count: 'number | null',
    badges: 'HeldBadge[]',
    created_at: 'string | null',
    joined_on: 'string | null',
    level: 'string | null',
    medals: 'SeasonMedal[]',
    points: 'number | null',
    post_count: 'number | null',
    posts: 'PostExcerpt[]',
    rank: 'number | null',
  },
  member_search: { points: 'number', post_count: 'number' },
  my_appeal: {
    answer: 'string | null',
    decided_at: 'string | null',
    decision: "'end' | 'keep' | null",
    sent_at: 'string | null',
    words: 'string | null',
  },
  my_invitation: {
    code: 'string | null',
    expires_at: 'string | null',
    joining: 'Joining',
    places: 'number | null',
    taken: 'number | null',
  },
  my_record_offers: { decided_at: 'string | null', state: 'RecordState' },
  newsfeed_comments: { mentioned: 'Mentioned[]' },
  newsfeed_page: {
    author: 'PostAuthor',
    edited_at: 'string | null',
    image_url: 'string | null',
    last_comment: 'LastComment | null',
    mentioned: 'Mentioned[]',
    metadata: 'PostMetadata',
    my_reaction: 'Reaction | null',
    pinned_until: 'string | null',
    reaction_counts: 'ReactionCounts',
    type: 'PostType',
  },
  newsfeed_posts: {
    comment_count: 'number',
    last_comment: 'LastComment | null',
    mentioned: 'Mentioned[]',
    metadata: 'PostMetadata',
    my_reaction: 'Reaction | null',
    reaction_counts: 'ReactionCounts',
    type: 'PostType',
  },
  newsfeed_reactions: { reaction: 'Reaction' },
  offered_rewards: {
    closed_until: 'string | null',
    items: 'RewardItem[]',
    limit_per_member: 'number | null',
    units: 'number | null',
  },
  own_picture: { photo_bucket: 'string | null', photo_name: 'string | null', picture: 'SharedPicture' },
  page_head: { picture: 'SharedPicture | null' },
  points_guide: {
    friend: 'number | null',
    games: 'GamePoints[]',
    levels: 'LevelStep[]',
    rewards_from: 'number | null',
  },
  points_ledger: { username: 'string' },
  points_log: { metadata: 'PointsMetadata' },
  prize_awards: { shipping_details: 'ShippingDetails | null' },
  prize_claims: { shipping_details: 'ShippingDetails | null' },
  prize_packages: { remaining_quantity: 'number', stock: 'PackageStock | null', total_quantity: 'number' },
  profiles: { first_session: 'FirstSession | null', level: 'Level | null', weight_from: 'WeightFrom' },
  record_offer_list: {
    avatar_url: 'string | null',
    decided_at: 'string | null',
    decided_by: 'string | null',
    decision: 'RecordDecision | null',
    variety: 'CatchVariety',
  },
  report_queue: {
    author_id: 'string | null',
    avatar_url: 'string | null',
    days: 'number | null',
    decided_at: 'string | null',
    decided_by: 'string | null',
    decision: 'ReportDecision | null',
    kind: 'ReportKind',
    reasons: 'ReasonCounts',
    username: 'string | null',
  },
  scheduled_announcements: { failure: 'AnnouncementFailure | null', obstacle: 'AnnouncementFailure | null' },
  season_table: { avatar_url: 'string | null', username: 'string | null' },
  site_settings: { accent: 'Accent', joining: 'Joining', weight_unit: 'WeightUnit' },
}

/**
 * The known types for the generator, checked against the catalogue.
 * @throws when one of them names a relation or column that does not exist.
 */
export function checkedTypes(catalog: Catalog, known: KnownTypes): KnownTypes {
  for (const [name, columns] of Object.entries(known)) {
    const relation = catalog.relations.find((one) => one.name === name)
    const returned = catalog.functions.find((one) => one.name === name)?.returnColumns ?? []
    const all = [...(relation?.columns ?? []), ...computedColumns(catalog, name), ...returned]
    const existing = new Set(all.map((one) => one.name))
    for (const column of Object.keys(columns))
      if (!existing.has(column)) throw new Error(`known-types.ts: there is no column ${name}.${column}`)
  }
  return known
}

/** Functions that take a row of the relation: the API serves them as its columns when a request names them. */
export function computedColumns(catalog: Catalog, relation: string): { name: string; type: string }[] {
  if (!catalog.relations.some(({ name }) => name === relation)) return []
  return catalog.functions
    .filter((fn) => rowArgument(fn) === relation && !fn.returnsSet && fn.returnColumns.length === 0)
    .map((fn) => ({ name: fn.name, type: fn.returnType }))
    .filter((column) => !catalog.relations.some(({ name }) => name === column.type))
}

/** The type of a function's only argument; for a row this is the name of its relation. */
export const rowArgument = ({ arguments: args }: Catalog['functions'][number]): string | undefined =>
  args.length === 1 ? args[0]?.type.replace(/^public\./, '') : undefined

/** The names that a module with these types has to import from `contract/src/column-types.ts`. */
export function importedNames(known: KnownTypes): string[] {
  const names = Object.values(known).flatMap((columns) => Object.values(columns))
  return [...new Set(names.flatMap((type) => type.match(/\b[A-Z]\w*/g) ?? []))].sort()
}
