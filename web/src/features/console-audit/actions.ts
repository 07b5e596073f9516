/** The name of each action in the filter, by section of the console. */
export const ACTION_GROUPS = [
  {
    group: 'members',
    label: 'Members',
    actions: {
      grant_admin: 'Made an admin',
      revoke_admin: 'Admin rights removed',
      grant_moderator: 'Made a moderator',
      revoke_moderator: 'Moderator rights removed',
      suspend: 'Suspended',
      edit_suspension: 'Suspension changed',
      unsuspend: 'Suspension lifted',
      rename_user: 'Renamed',
      edit_profile: 'Profile edited',
      set_password: 'Password set',
      delete_user: 'Account deleted',
      delete_file: 'Picture deleted',
      retry_delivery: 'Message sent again',
      add_note: 'Team note added',
      delete_note: 'Team note deleted',
    },
  },
  { group: 'points', label: 'Points', actions: { give_points: 'Points changed' } },
  {
    group: 'badges',
    label: 'Badges',
    actions: {
      create_badge: 'Badge created',
      edit_badge: 'Badge edited',
      delete_badge: 'Badge deleted',
      award_badge: 'Badge awarded',
      remove_badge: 'Badge removed',
    },
  },
  {
    group: 'prizes',
    label: 'Prizes',
    actions: {
      create_package: 'Package created',
      edit_package: 'Package edited',
      delete_package: 'Package deleted',
      add_item: 'Item added',
      edit_item: 'Item corrected',
      delete_item: 'Item deleted',
      assign_prize: 'Prize assigned',
      remove_prize: 'Prize removed',
    },
  },
  { group: 'claims', label: 'Claims', actions: { edit_claim: 'Claim updated' } },
  {
    group: 'games',
    label: 'Games',
    actions: {
      create_game: 'Game created',
      edit_game: 'Game edited',
      set_answer: 'Answer set',
      view_answer: 'Answer viewed',
      activate_game: 'Game activated',
      choose_place: 'Place chosen',
      remove_photo: 'Photo removed',
      complete_game: 'Game completed',
      cancel_game: 'Game cancelled',
      delete_game: 'Game deleted',
    },
  },
  {
    group: 'cards',
    label: 'Info cards',
    actions: { create_card: 'Card created', edit_card: 'Card edited', delete_card: 'Card deleted' },
  },
  {
    group: 'videos',
    label: 'Live videos',
    actions: { create_video: 'Video created', edit_video: 'Video edited', delete_video: 'Video deleted' },
  },
  {
    group: 'newsfeed',
    label: 'Newsfeed',
    actions: {
      schedule_announcement: 'Announcement scheduled',
      edit_announcement: 'Scheduled announcement edited',
      publish_announcement: 'Scheduled announcement published',
      cancel_announcement: 'Scheduled announcement cancelled',
      create_post: 'Post created for a member',
      edit_post: 'Post edited',
      delete_post: 'Post deleted',
      edit_comment: 'Comment edited',
      delete_comment: 'Comment deleted',
      delete_catch: 'Catch deleted',
    },
  },
  {
    group: 'moderation',
    label: 'Moderation',
    actions: {
      decide_report: 'Report decided',
      reopen_report: 'Decision undone',
      answer_suspension: 'Suspension answered',
      decide_appeal: 'Answer decided',
    },
  },
  {
    group: 'records',
    label: 'Records',
    actions: {
      verify_record: 'Catch verified',
      decline_record: 'Catch declined',
      undo_record: 'Decision about a catch undone',
    },
  },
  {
    group: 'invitations',
    label: 'Invitations',
    actions: {
      make_club_link: 'Link made',
      end_club_link: 'Link ended',
      invite_addresses: 'Invited by email',
      import_members: 'Members imported',
      withdraw_invitations: 'Invitations withdrawn',
    },
  },
  {
    group: 'settings',
    label: 'Settings',
    actions: {
      edit_site_settings: 'Site settings changed',
      edit_levels: 'Levels changed',
      edit_referral_settings: 'Referral points changed',
      edit_landing: 'Landing page changed',
    },
  },
  { group: 'exports', label: 'Exports', actions: { export_list: 'List exported' } },
] as const

/** The options of the filter: everything, a group, or one action. */
export const ACTION_FILTERS: readonly string[] = [
  'all',
  ...ACTION_GROUPS.flatMap(({ group, actions }) => [`any-${group}`, ...Object.keys(actions)]),
]

/** The actions selected by a value of the filter; none means all. */
export function actionsOf(filter: string): readonly string[] {
  if (filter === 'all') return []
  const whole = ACTION_GROUPS.find(({ group }) => `any-${group}` === filter)
  return whole ? Object.keys(whole.actions) : [filter]
}
