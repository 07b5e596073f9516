export const invitationsKeys = {
  all: ['invitations'] as const,
  links: () => [...invitationsKeys.all, 'links'] as const,
  /** All lists of mailed invitations. */
  mailed: () => [...invitationsKeys.all, 'mailed'] as const,
  mailedList: (search: string, state: string) => [...invitationsKeys.mailed(), search, state] as const,
  canMail: () => [...invitationsKeys.all, 'can-mail'] as const,
}
