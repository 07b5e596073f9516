import Award from 'lucide-react/icons/award'
import Coins from 'lucide-react/icons/coins'
import GalleryHorizontalEnd from 'lucide-react/icons/gallery-horizontal-end'
import LayoutTemplate from 'lucide-react/icons/layout-template'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import Package from 'lucide-react/icons/package'
import ScrollText from 'lucide-react/icons/scroll-text'
import Settings from 'lucide-react/icons/settings'
import Share2 from 'lucide-react/icons/share-2'
import Truck from 'lucide-react/icons/truck'
import Users from 'lucide-react/icons/users'
import Video from 'lucide-react/icons/video'
import { SwimIcon } from '../../../components/ui/swim-icon.tsx'

/** The sections of the console in the order of its sidebar; the first one is its index. */
export const consoleSections = [
  { path: '', label: 'Site Settings', Icon: Settings },
  { path: 'content', label: 'Content', Icon: LayoutTemplate },
  { path: 'users', label: 'Users', Icon: Users },
  { path: 'badges', label: 'Badges', Icon: Award },
  { path: 'points', label: 'Points', Icon: Coins },
  { path: 'referrals', label: 'Referrals', Icon: Share2 },
  { path: 'prizes', label: 'Prizes', Icon: Package },
  { path: 'claims', label: 'Claims', Icon: Truck },
  { path: 'games', label: 'Games', Icon: SwimIcon },
  { path: 'cards', label: 'Cards', Icon: GalleryHorizontalEnd },
  { path: 'videos', label: 'Videos', Icon: Video },
  { path: 'newsfeed', label: 'Newsfeed', Icon: MessageSquareText },
  { path: 'audit', label: 'Audit trail', Icon: ScrollText },
] as const
