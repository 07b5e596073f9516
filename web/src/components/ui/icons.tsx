import { Icon, type IconProps } from './icon.tsx'

export const RodIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M3 21 20.5 3.5" />
    <path d="M20.5 3.5v8.25a2.25 2.25 0 0 1-4.5 0v-.5" />
    <circle cx="8" cy="17.5" r="2.25" />
    <path d="m13.2 8.9 1.9 1.9" />
  </Icon>
)

export const CarpIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M2.5 12.8c1.3-2.7 4.7-5.3 8.7-5.3 3.5 0 5.7 1.9 8 3.2l2.6-2.7c.6 2.7.3 5.8-.3 8l-2.7-2.2c-2.2 1.4-4.7 2.7-7.6 2.7-4 0-7.2-1.4-8.7-3.7Z" />
    <path d="M9 8c.4-1.7 1.5-3 2.7-3.5 1.5 1.2 3.3 2.4 4.8 4.5" />
    <path d="M8.6 9.8c.9 1.6.9 3.6-.1 5.2" />
    <path d="M5.8 11.6h.01" />
    <path d="M3.4 14.2c-.2.9-.6 1.4-1.2 1.8" />
  </Icon>
)

export const WeighIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 2.5v3" />
    <circle cx="12" cy="12" r="6.5" />
    <path d="m12 12 2.6-3" />
    <path d="M12 18.5v1.3a1.7 1.7 0 1 1-3 1.1" />
    <path d="M9.5 2.5h5" />
  </Icon>
)
