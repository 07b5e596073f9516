import type { SessionContextValue } from '../hooks/use-session.ts'

/** The signed-in viewer with a role. */
export const viewer = (role: 'member' | 'moderator' | 'admin'): SessionContextValue => ({
  session: { status: 'member', userId: '7c1e', email: 'tom@carpmail.test', recovering: false },
  admin: role === 'admin' ? 'yes' : 'no',
  summary: {
    id: '7c1e',
    username: 'Tom_Withy',
    avatarUrl: null,
    points: 0,
    isAdmin: role === 'admin',
    isTeam: role !== 'member',
    isSuspended: false,
    awaitsWelcome: false,
    needsSecondStep: false,
  },
})
