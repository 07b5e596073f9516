import { coinEdge } from './coin-paths.ts'
import { Icon, type IconProps } from './icon.tsx'

export const ScaleIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d={coinEdge} />
    <path d="M12 5.5c3.2 0 5.6 2.6 5.6 5.7S15.2 16.9 12 16.9s-5.6-2.6-5.6-5.7S8.8 5.5 12 5.5Z" />
  </Icon>
)
