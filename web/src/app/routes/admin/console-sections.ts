import Award from 'lucide-react/icons/award'
import Coins from 'lucide-react/icons/coins'
import GalleryHorizontalEnd from 'lucide-react/icons/gallery-horizontal-end'
import House from 'lucide-react/icons/house'
import LayoutTemplate from 'lucide-react/icons/layout-template'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import Package from 'lucide-react/icons/package'
import ScrollText from 'lucide-react/icons/scroll-text'
import Settings from 'lucide-react/icons/settings'
import Share2 from 'lucide-react/icons/share-2'
import Truck from 'lucide-react/icons/truck'
import Users from 'lucide-react/icons/users'
import Video from 'lucide-react/icons/video'
import type { ComponentType } from 'react'
import { SwimIcon } from '../../../components/ui/swim-icon.tsx'

export interface ConsoleSection {
  to: string
  label: string
  Icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean | 'true' | 'false' }>
  /** Which of the things that wait are counted beside it. */
  waits?: 'claims' | 'games' | 'prizes'
}

export const home: ConsoleSection = { to: '/admin', label: 'Home', Icon: House }
const users: ConsoleSection = { to: '/admin/users', label: 'Users', Icon: Users }
const games: ConsoleSection = { to: '/admin/games', label: 'Games', Icon: SwimIcon, waits: 'games' }
const claims: ConsoleSection = { to: '/admin/claims', label: 'Claims', Icon: Truck, waits: 'claims' }

/** The sections of the console in the order of its sidebar. */
export const consoleGroups: readonly { name: string; sections: readonly ConsoleSection[] }[] = [
  {
    name: 'People',
    sections: [
      users,
      { to: '/admin/points', label: 'Points', Icon: Coins },
      { to: '/admin/referrals', label: 'Referrals', Icon: Share2 },
    ],
  },
  { name: 'Play', sections: [games, { to: '/admin/videos', label: 'Videos', Icon: Video }] },
  {
    name: 'Prizes',
    sections: [
      { to: '/admin/prizes', label: 'Prizes', Icon: Package, waits: 'prizes' },
      claims,
      { to: '/admin/badges', label: 'Badges', Icon: Award },
    ],
  },
  {
    name: 'Content',
    sections: [
      { to: '/admin/content', label: 'Content', Icon: LayoutTemplate },
      { to: '/admin/cards', label: 'Cards', Icon: GalleryHorizontalEnd },
      { to: '/admin/newsfeed', label: 'Newsfeed', Icon: MessageSquareText },
    ],
  },
  { name: 'Safety', sections: [{ to: '/admin/audit', label: 'Audit trail', Icon: ScrollText }] },
  { name: 'Club', sections: [{ to: '/admin/settings', label: 'Site Settings', Icon: Settings }] },
]

/** The tabs of the phone; all other sections are in a sheet. */
export const consoleTabs: readonly ConsoleSection[] = [home, users, games, claims]
