import Crown from 'lucide-react/icons/crown'
import Fish from 'lucide-react/icons/fish'
import Gamepad2 from 'lucide-react/icons/gamepad-2'
import MedalRibbon from 'lucide-react/icons/medal'
import Sparkles from 'lucide-react/icons/sparkles'
import Star from 'lucide-react/icons/star'
import Trophy from 'lucide-react/icons/trophy'
import type { ComponentType } from 'react'
import { Icon, type IconProps } from './icon.tsx'
import { ScaleIcon } from './scale-icon.tsx'

const RodIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M3 21 21 3" />
    <path d="M21 3v9a2.2 2.2 0 0 1-4.4 0" />
    <circle cx="7.8" cy="16.2" r="2.2" />
  </Icon>
)

const FishIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M2.5 12c2.2-4 5.6-6 9.3-6 3 0 5.4 1.7 7 4l2.7-2.2v8.4L18.8 14c-1.6 2.3-4 4-7 4-3.7 0-7.1-2-9.3-6Z" />
    <path d="M7 11.2h.01" />
    <path d="M11 9.2c1 1.8 1 3.8 0 5.6" />
  </Icon>
)

/** A rosette with the number of a place in it. */
const rosette = (digit: string) => (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="9" r="6.5" />
    <path d="m8 14.2-1.6 7.3 5.6-3 5.6 3-1.6-7.3" />
    <path d={digit} />
  </Icon>
)

const ICONS: Record<string, ComponentType<IconProps>> = {
  '🏆': Trophy,
  '🎣': RodIcon,
  '🐟': FishIcon,
  '🐠': Fish,
  '🎮': Gamepad2,
  '⭐': Star,
  '🌟': Sparkles,
  '🏅': MedalRibbon,
  '🥇': rosette('M10.7 7.2 12.3 6v6'),
  '🥈': rosette('M10.2 7.4a1.9 1.9 0 1 1 3.3 1.3L10.2 12h3.7'),
  '🥉': rosette('M10.2 6.2h3.5l-1.9 2.3a1.8 1.8 0 1 1-1.7 2.7'),
  '👑': Crown,
}

/** The drawing for the emoji of a badge, the same on every device; a carp's scale for one that is not in the list. */
export function BadgeIcon({ emoji, className }: { emoji: string; className?: string }) {
  const Drawing = ICONS[emoji] ?? ScaleIcon
  return <Drawing aria-hidden="true" {...(className && { className })} />
}
