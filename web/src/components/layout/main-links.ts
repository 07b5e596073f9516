import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LogIn from 'lucide-react/icons/log-in'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import Radio from 'lucide-react/icons/radio'
import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Trophy from 'lucide-react/icons/trophy'
import UserPlus from 'lucide-react/icons/user-plus'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import type { ComponentType } from 'react'
import { CarpIcon } from '../ui/icons.tsx'
import { SwimIcon } from '../ui/swim-icon.tsx'

export interface MainLink {
  to: string
  /** Other addresses whose pages belong to this item. */
  also?: string | readonly string[]
  label: string
  Icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean | 'true' | 'false' }>
}

const leaderboard: MainLink = { to: '/leaderboard', also: ['/records', '/points'], label: 'Leaderboard', Icon: Trophy }
const dashboard: MainLink = {
  to: '/dashboard',
  also: ['/prizes', '/rewards'],
  label: 'Dashboard',
  Icon: LayoutDashboard,
}
const games: MainLink = { to: '/games', label: 'Games', Icon: SwimIcon }
/** Carries the dot while a video is live. */
export const live: MainLink = { to: '/live', label: 'Live Video', Icon: Radio }
const network: MainLink = { to: '/network', also: '/members', label: 'Network', Icon: Users }
const news: MainLink = { to: '/newsfeed', label: 'News', Icon: MessageSquareText }
const search: MainLink = { to: '/search', label: 'Search', Icon: Search }
const journal: MainLink = { to: '/journal', label: 'Journal', Icon: CarpIcon }
const profile: MainLink = { to: '/profile', also: '/badges', label: 'Profile', Icon: UserRound }
/** The top bar has no room for the journal, which is reached from the profile. */
const profileInBar: MainLink = { ...profile, also: ['/badges', '/journal'] }

export const adminLink: MainLink = { to: '/admin', label: 'Admin', Icon: SlidersHorizontal }

/** Top bar of a guest and of a member. */
export const guestBar: readonly MainLink[] = [leaderboard]
export const memberBar: readonly MainLink[] = [leaderboard, dashboard, games, live, network, news, profileInBar]

/** The phone: the links in the tab bar; the menu shows the others. */
export const memberTabs: readonly MainLink[] = [dashboard, games, news, leaderboard]
export const memberMenu: readonly MainLink[] = [live, network, journal, search, profile]
export const guestMenu: readonly MainLink[] = [
  leaderboard,
  { to: '/login', label: 'Login', Icon: LogIn },
  { to: '/register', label: 'Register', Icon: UserPlus },
]

/** Whether a page belongs to an item of the navigation. */
export const isWithin = ({ to, also = to }: Pick<MainLink, 'to' | 'also'>, pathname: string): boolean =>
  [to, also].flat().some((path) => pathname === path || pathname.startsWith(`${path}/`))
