const PASSWORD = 'tight lines'

/** Visitors of the demo's club, by the role that they play in it. */
export const VISITORS = {
  guest: undefined,
  tom: { email: 'tom@bankside.test', password: PASSWORD },
  finn: { email: 'finn@bankside.test', password: PASSWORD },
  max: { email: 'max@bankside.test', password: PASSWORD },
  admin: { email: 'admin@bankside.test', password: PASSWORD },
} as const
export type Visitor = keyof typeof VISITORS

/** An address that the site does not have; its page is answered with 404. */
export const UNKNOWN = '/no-such-page'

/** Every screen, as one of the visitors sees it. */
export const SCREENS: readonly [visitor: Visitor, name: string, address: string][] = [
  ['guest', 'landing', '/'],
  ['guest', 'leaderboard-guest', '/leaderboard'],
  ['guest', 'login', '/login'],
  ['guest', 'register', '/register'],
  ['guest', 'forgot-password', '/forgot-password'],
  ['guest', 'not-found', UNKNOWN],
  ['tom', 'leaderboard', '/leaderboard'],
  ['tom', 'leaderboard-season', '/leaderboard?period=season'],
  ['guest', 'seasons', '/leaderboard/seasons'],
  ['tom', 'dashboard', '/dashboard'],
  ['tom', 'newsfeed', '/newsfeed'],
  ['tom', 'games', '/games'],
  ['tom', 'live', '/live'],
  ['tom', 'network', '/network'],
  ['tom', 'member', '/members/mirrormad_mel'],
  ['tom', 'profile', '/profile'],
  ['tom', 'rewards', '/rewards'],
  ['tom', 'points', '/points'],
  ['tom', 'journal', '/journal'],
  ['tom', 'journal-of-mel', '/members/mirrormad_mel/journal'],
  ['tom', 'records', '/records'],
  ['tom', 'records-all-time', '/records?period=all'],
  ['tom', 'notifications', '/notifications'],
  ['tom', 'notification-settings', '/notifications/settings'],
  ['finn', 'dashboard-empty', '/dashboard'],
  ['finn', 'profile-empty', '/profile'],
  ['finn', 'journal-empty', '/journal'],
  ['max', 'newsfeed-suspended', '/newsfeed'],
  ['max', 'journal-suspended', '/journal'],
  ['admin', 'console-home', '/admin'],
  ['admin', 'console-settings', '/admin/settings'],
  ['admin', 'console-content', '/admin/content'],
  ['admin', 'console-users', '/admin/users'],
  ['admin', 'console-badges', '/admin/badges'],
  ['admin', 'console-points', '/admin/points'],
  ['admin', 'console-referrals', '/admin/referrals'],
  ['admin', 'console-invitations', '/admin/invitations'],
  ['admin', 'console-invitations-email', '/admin/invitations?view=email'],
  ['admin', 'console-prizes', '/admin/prizes'],
  ['admin', 'console-claims', '/admin/claims'],
  ['admin', 'console-games', '/admin/games'],
  ['admin', 'console-records', '/admin/records'],
  ['admin', 'console-cards', '/admin/cards'],
  ['admin', 'console-videos', '/admin/videos'],
  ['admin', 'console-newsfeed', '/admin/newsfeed'],
  ['admin', 'console-audit', '/admin/audit'],
  ['admin', 'console-cards-add', '/admin/cards?add'],
  ['admin', 'console-badges-add', '/admin/badges?add'],
  ['admin', 'console-prizes-add', '/admin/prizes?add'],
  ['admin', 'console-videos-add', '/admin/videos?add'],
  ['admin', 'console-newsfeed-add', '/admin/newsfeed?add'],
]
