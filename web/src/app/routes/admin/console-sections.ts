import Award from 'lucide-react/icons/award'
import Coins from 'lucide-react/icons/coins'
import FileText from 'lucide-react/icons/file-text'
import Gift from 'lucide-react/icons/gift'
import Images from 'lucide-react/icons/images'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import Package from 'lucide-react/icons/package'
import ScrollText from 'lucide-react/icons/scroll-text'
import Settings from 'lucide-react/icons/settings'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import Video from 'lucide-react/icons/video'
import { SwimIcon } from '../../../components/ui/icons.tsx'

/** The rooms of the console in the order of its sidebar; the first one is its index. */
export const consoleSections = [
  { path: '', label: 'Site Settings', Icon: Settings },
  { path: 'content', label: 'Content', Icon: FileText },
  { path: 'users', label: 'Users', Icon: Users },
  { path: 'badges', label: 'Badges', Icon: Award },
  { path: 'points', label: 'Points', Icon: Coins },
  { path: 'referrals', label: 'Referrals', Icon: UserPlus },
  { path: 'prizes', label: 'Prizes', Icon: Gift },
  { path: 'claims', label: 'Claims', Icon: Package },
  { path: 'games', label: 'Games', Icon: SwimIcon },
  { path: 'cards', label: 'Cards', Icon: Images },
  { path: 'videos', label: 'Videos', Icon: Video },
  { path: 'newsfeed', label: 'Newsfeed', Icon: MessageSquareText },
  { path: 'audit', label: 'Audit trail', Icon: ScrollText },
] as const
