import { Icon, type IconProps } from './icon.tsx'

export const SwimIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="3" y="3" width="18" height="18" rx="3" />
    <path d="M9 3v18M15 3v18M3 9h18M3 15h18" />
    <path d="M9.5 9.5h5v5h-5z" fill="currentColor" />
  </Icon>
)
