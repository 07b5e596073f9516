import Award from 'lucide-react/icons/award'
import Coins from 'lucide-react/icons/coins'
import GalleryHorizontalEnd from 'lucide-react/icons/gallery-horizontal-end'
import House from 'lucide-react/icons/house'
import LayoutTemplate from 'lucide-react/icons/layout-template'
import MailPlus from 'lucide-react/icons/mail-plus'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import Package from 'lucide-react/icons/package'
import ScrollText from 'lucide-react/icons/scroll-text'
import Settings from 'lucide-react/icons/settings'
import Share2 from 'lucide-react/icons/share-2'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import Trophy from 'lucide-react/icons/trophy'
import Truck from 'lucide-react/icons/truck'
import Users from 'lucide-react/icons/users'
import Video from 'lucide-react/icons/video'
import type { ComponentType } from 'react'
import { SwimIcon } from '../../../components/ui/swim-icon.tsx'

export interface ConsoleSection {
  to: string
  label: string
  /** The key that leads here after G. */
  letter: string
  Icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean | 'true' | 'false' }>
  /** Which of the things that wait are counted beside it. */
  waits?: readonly ('claims' | 'games' | 'prizes' | 'reports' | 'appeals' | 'records')[]
}

export const home: ConsoleSection = { to: '/admin', label: 'Home', letter: 'h', Icon: House }
const users: ConsoleSection = { to: '/admin/users', label: 'Users', letter: 'u', Icon: Users }
const games: ConsoleSection = { to: '/admin/games', label: 'Games', letter: 'g', Icon: SwimIcon, waits: ['games'] }
const moderation: ConsoleSection = {
  to: '/admin/moderation',
  label: 'Moderation',
  letter: 'm',
  Icon: ShieldAlert,
  waits: ['reports', 'appeals'],
}
const claims: ConsoleSection = { to: '/admin/claims', label: 'Claims', letter: 'c', Icon: Truck, waits: ['claims'] }

const records: ConsoleSection = {
  to: '/admin/records',
  label: 'Records',
  letter: 'e',
  Icon: Trophy,
  waits: ['records'],
}

/** What the console offers to a role. */
export interface ConsolePlaces {
  /** The sections in the order of the sidebar. */
  groups: readonly { name: string; sections: readonly ConsoleSection[] }[]
  /** The tabs of the phone; all other sections are in a sheet. */
  tabs: readonly ConsoleSection[]
  /** What the palette offers beside sections, members and games. */
  actions: readonly Omit<ConsoleSection, 'letter' | 'waits'>[]
}

const groups: ConsolePlaces['groups'] = [
  {
    name: 'People',
    sections: [
      users,
      { to: '/admin/points', label: 'Points', letter: 'o', Icon: Coins },
      { to: '/admin/referrals', label: 'Referrals', letter: 'r', Icon: Share2 },
      { to: '/admin/invitations', label: 'Invitations', letter: 'i', Icon: MailPlus },
    ],
  },
  { name: 'Play', sections: [games, records, { to: '/admin/videos', label: 'Videos', letter: 'v', Icon: Video }] },
  {
    name: 'Prizes',
    sections: [
      { to: '/admin/prizes', label: 'Prizes', letter: 'p', Icon: Package, waits: ['prizes'] },
      claims,
      { to: '/admin/badges', label: 'Badges', letter: 'b', Icon: Award },
    ],
  },
  {
    name: 'Content',
    sections: [
      { to: '/admin/content', label: 'Content', letter: 't', Icon: LayoutTemplate },
      { to: '/admin/cards', label: 'Cards', letter: 'd', Icon: GalleryHorizontalEnd },
      { to: '/admin/newsfeed', label: 'Newsfeed', letter: 'n', Icon: MessageSquareText },
    ],
  },
  {
    name: 'Safety',
    sections: [moderation, { to: '/admin/audit', label: 'Audit trail', letter: 'a', Icon: ScrollText }],
  },
  { name: 'Club', sections: [{ to: '/admin/settings', label: 'Site Settings', letter: 's', Icon: Settings }] },
]

const backToClub = { to: '/dashboard', label: 'Back to the club', Icon: House }

export const adminPlaces: ConsolePlaces = {
  groups,
  tabs: [home, users, games, claims],
  actions: [
    { to: '/admin/games?add', label: 'Add a game', Icon: SwimIcon },
    { to: '/admin/claims?view=packing', label: 'Print the packing list', Icon: Truck },
    { to: '/admin/points', label: 'Give points', Icon: Coins },
    { to: '/admin/invitations?add', label: 'Make an invitation link', Icon: MailPlus },
    { to: '/admin/invitations?view=email', label: 'Invite by email', Icon: MailPlus },
    { to: '/admin/invitations?view=import', label: 'Import members', Icon: MailPlus },
    { to: '/admin/badges', label: 'Award a badge', Icon: Award },
    { to: '/admin/newsfeed?add', label: 'Post an announcement', Icon: MessageSquareText },
    { to: '/admin/prizes?add', label: 'Add a package', Icon: Package },
    backToClub,
  ],
}

export const moderatorPlaces: ConsolePlaces = {
  groups: [
    { name: 'People', sections: [users] },
    { name: 'Play', sections: [records] },
    { name: 'Safety', sections: [moderation] },
  ],
  tabs: [home, users, records, moderation],
  actions: [backToClub],
}
